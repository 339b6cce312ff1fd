import Diagnostics
import FirestoreModel
import HTTPTypes
import StructuredText

/// What the endpoints beside the service share.
enum EndpointAnswer {
  static let empty = HTTPAnswer.json(.ok, "{}")

  static func document(_ value: JSONValue) -> HTTPAnswer { .json(.ok, JSONWriter.text(value) + "\n") }

  static func unsupported(_ what: String) -> HTTPAnswer {
    .refusal(FirestoreError(.unimplemented, "\(what) not supported by this version of Firebreak (FB8001)."))
  }

  /// The body of a request as JSON, whatever type it says to be of.
  static func body(_ bytes: [UInt8]) throws(FirestoreError) -> Node {
    let result = JSONReader.read(SourceText(path: "body", bytes: bytes))
    guard let node = result.valid else {
      let problem = result.diagnostics.first { $0.severity == .error }?.message ?? "it is empty"
      throw invalid("The body is not JSON: \(problem).")
    }
    return node
  }

  static func invalid(_ message: String) -> FirestoreError { FirestoreError(.invalidArgument, message) }
}

extension RESTCall {
  func requires(_ methods: HTTPRequest.Method...) throws(RESTRefusal) {
    guard methods.contains(method) else { throw .methodNotAllowed(methods) }
  }
}

extension Node {
  subscript(key: String) -> Node? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  func text(_ key: String) -> String? {
    guard case .string(let text)? = self[key]?.content else { return nil }
    return text
  }
}
