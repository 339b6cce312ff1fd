import Diagnostics
import StructuredText

/// One row of a table of refusals: the text and everything that is reported, each as `code line:column message`.
struct Refusal: Sendable, CustomStringConvertible {
  var text: String
  var reports: [String]

  init(_ text: String, _ reports: String...) {
    self.text = text
    self.reports = reports
  }

  var description: String { QuotedText.of(text) }
}

/// Diagnostics as `FB0013 1:2 message`.
func reports(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { diagnostic in
    let place = diagnostic.location?.position
    return "\(diagnostic.code.id) \(place.map { "\($0.line):\($0.column)" } ?? "-") \(diagnostic.message)"
  }
}

/// A node as compact JSON, to compare whole values.
func json(_ node: Node?) -> String? { node.map { JSONWriter.text(JSONValue($0), .compact) } }
