import Diagnostics
import StructuredText

/// Walks one JSON configuration file and collects what is wrong with it.
struct ConfigurationReader {
  let source: SourceText
  var findings: [Diagnostic] = []

  init(_ source: SourceText) { self.source = source }

  /// The file's top-level object; nil when it is not JSON or not an object. Comments are allowed, as the Firebase CLI
  /// allows them.
  mutating func root() -> [Node.Member]? {
    let result = JSONReader.read(source, .comments)
    findings += result.diagnostics
    guard let node = result.valid else { return nil }
    return object(node, "the file")
  }

  mutating func object(_ node: Node, _ what: String) -> [Node.Member]? {
    if case .object(let members) = node.content { return members }
    return wrongType(node, what, "an object")
  }

  mutating func array(_ node: Node, _ what: String) -> [Node]? {
    if case .array(let elements) = node.content { return elements }
    return wrongType(node, what, "an array")
  }

  mutating func string(_ node: Node, _ what: String) -> String? {
    if case .string(let text) = node.content { return text }
    return wrongType(node, what, "a string")
  }

  /// A number that is not negative.
  mutating func amount(_ node: Node, _ what: String) -> Rational? {
    guard case .number(let text) = node.content else { return wrongType(node, what, "a number") }
    if let number = Rational(decimal: text) { return number }
    report(.wrongType, "\(what) is a plain number that is not negative", at: node.span)
    return nil
  }

  /// One of the given words.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: Node, _ what: String, of type: Choice.Type
  ) -> Choice? {
    guard let text = string(node, what) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    report(
      .configInvalid, "\(what) is one of \(words.joined(separator: ", ")), not \(QuotedText.of(text))", at: node.span,
      help: suggestion(for: text, among: words))
    return nil
  }

  /// Complains about keys that mean nothing here.
  mutating func expect(_ known: [String], in members: [Node.Member], of what: String, severity: Severity? = nil) {
    for member in members where !known.contains(member.key) {
      let near = suggestion(for: member.key, among: known)
      report(
        .unknownKey, "\(what) has no key \(QuotedText.of(member.key))", at: member.keySpan,
        severity: severity, help: near ?? "the keys are \(known.joined(separator: ", "))")
    }
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, help: String? = nil
  ) {
    findings.append(Diagnostic(code, message, at: source.location(span), severity: severity, help: help))
  }

  func suggestion(for name: String, among candidates: [String]) -> String? {
    NearestName.of(name, among: candidates).map { "did you mean `\($0)`?" }
  }

  private mutating func wrongType<Value>(_ node: Node, _ what: String, _ expected: String) -> Value? {
    report(.wrongType, "\(what) is \(expected), not \(node.content.kindInWords)", at: node.span)
    return nil
  }
}

extension [Node.Member] {
  func value(_ key: String) -> Node? { first { $0.key == key }?.value }
}

extension Node.Content {
  /// With its article: `a string`.
  fileprivate var kindInWords: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
