import Diagnostics
import SourceTokens

/// A call in the code, for the checks of SDKs.
struct CallScope: Sendable {
  var language: SourceLanguage
  var caller: ScannedRequest.Caller
  var location: SourceLocation
}

/// The arguments of a call, with what is known of their values.
struct SDKArguments: Sendable {
  struct Argument: Sendable {
    var label: String?
    var value: ScannedValue
    var location: SourceLocation
  }

  var all: [Argument]

  var count: Int { all.count }
  subscript(index: Int) -> Argument? { all.indices.contains(index) ? all[index] : nil }
  subscript(label: String) -> Argument? { all.first { $0.label == label } }
}
