package import Diagnostics

/// One decoding of one file: what the decoders report goes here, so that a file with five mistakes gives five
/// diagnostics in one run.
///
/// The conversions answer nil and report FB0015 when a node has another type. `name` is what the value is for, as it is
/// shown to the user: a key or words such as `the index file`.
package final class NodeDecoding {
  package let source: SourceText
  /// In the order in which they were reported.
  package private(set) var diagnostics: [Diagnostic]

  /// `diagnostics`: what the reader of the text found already.
  package init(_ source: SourceText, diagnostics: [Diagnostic] = []) {
    self.source = source
    self.diagnostics = diagnostics
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  package func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, notes: [String] = [],
    help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(code, message, at: source.location(span), severity: severity, notes: notes, help: help))
  }

  /// Reports FB0015: `expected a number for `limit`, found a string`.
  package func reportWrongType(expected: String, for name: String? = nil, found node: Node, help: String? = nil) {
    let purpose = name.map { " for \(QuotedText.of($0))" } ?? ""
    report(.wrongType, "expected \(expected)\(purpose), found \(node.typeName)", at: node.span, help: help)
  }

  package func string(_ node: Node, for name: String? = nil) -> String? {
    if case .string(let text) = node.content { return text }
    var help: String?
    switch node.content {
    case .number(let text): help = "write \(QuotedText.of("\"\(text)\""))"
    case .boolean(let value): help = "write `\"\(value)\"`"
    case .null, .string, .array, .object: break
    }
    reportWrongType(expected: "a string", for: name, found: node, help: help)
    return nil
  }

  package func boolean(_ node: Node, for name: String? = nil) -> Bool? {
    if case .boolean(let value) = node.content { return value }
    reportWrongType(expected: "`true` or `false`", for: name, found: node)
    return nil
  }

  package func number(_ node: Node, for name: String? = nil) -> NumberText? {
    if case .number(let text) = node.content { return NumberText(text) }
    reportWrongType(expected: "a number", for: name, found: node)
    return nil
  }

  /// An integer within `range`. `5.0` is not one; a number outside gives FB0015 too.
  package func integer(
    _ node: Node, for name: String? = nil, in range: ClosedRange<Int64> = .min ... .max
  ) -> Int64? {
    guard case .number(let text) = node.content else {
      reportWrongType(expected: "an integer", for: name, found: node)
      return nil
    }
    let number = NumberText(text)
    if let integer = number.integer, range.contains(integer) { return integer }
    let purpose = name.map { " for \(QuotedText.of($0))" } ?? ""
    let bounds = range == .min ... .max ? "64 bits" : "\(range.lowerBound) to \(range.upperBound)"
    let message = number.isInteger ? "an integer from \(bounds)" : "an integer"
    report(.wrongType, "expected \(message)\(purpose), found \(QuotedText.of(text))", at: node.span)
    return nil
  }

  package func array(_ node: Node, for name: String? = nil) -> [Node]? {
    if case .array(let elements) = node.content { return elements }
    reportWrongType(expected: "an array", for: name, found: node)
    return nil
  }

  /// The members of an object whose keys are the user's own names. For known keys use `ObjectReader`.
  package func members(_ node: Node, for name: String? = nil) -> [Node.Member]? {
    if case .object(let members) = node.content { return members }
    reportWrongType(expected: "an object", for: name, found: node)
    return nil
  }

  /// One of the given words; another word gives FB0015 with the nearest one as help.
  package func choice<Value>(_ node: Node, of words: [(String, Value)], for name: String? = nil) -> Value? {
    guard let word = string(node, for: name) else { return nil }
    if let found = words.first(where: { $0.0 == word }) { return found.1 }
    let all = words.map { QuotedText.of($0.0) }.joined(separator: ", ")
    let nearest = NearestName.of(word, among: words.map(\.0))
    let purpose = name.map { " for \(QuotedText.of($0))" } ?? ""
    report(
      .wrongType, "expected one of \(all)\(purpose), found \(QuotedText.of(word))", at: node.span,
      help: nearest.map { "did you mean \(QuotedText.of($0))?" })
    return nil
  }
}

extension Node {
  /// The type for a message: `a string`, `an object`, …
  package var typeName: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
