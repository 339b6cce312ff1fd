import Diagnostics
import FirestoreModel
import StructuredText

// What a call says to Firebreak's own endpoints, read strictly: what nobody reads, or what has another type than it needs,
// is refused with its code and its place. A mistyped `onlyShowing` would otherwise write.

/// The parameters of a URL.
struct ParameterReader {
  private var object: ObjectReader

  fileprivate init(_ object: ObjectReader) { self.object = object }

  mutating func text(_ name: String, _ presence: ObjectReader.Presence = .optional) -> String? {
    object.string(name, presence)
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int> = 0...Int.max) -> Int? {
    guard let node = object.node(name), case .string(let text) = node.content else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    let bounds =
      range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    report("an integer \(bounds)", name, text, node)
    return nil
  }

  mutating func boolean(_ name: String) -> Bool? {
    guard let node = object.node(name), case .string(let text) = node.content else { return nil }
    if let value = Bool(text) { return value }
    report("`true` or `false`", name, text, node)
    return nil
  }

  mutating func time(_ name: String) -> Timestamp? {
    guard let node = object.node(name), case .string(let text) = node.content else { return nil }
    if let time = Timestamp(rfc3339: text) { return time }
    report("a time, as in 2026-01-05T08:00:00Z,", name, text, node)
    return nil
  }

  private func report(_ expected: String, _ name: String, _ text: String, _ node: Node) {
    object.decoding.report(
      .wrongType, "expected \(expected) for \(QuotedText.of(name)), found \(QuotedText.of(text, limit: 100))",
      at: node.span)
  }

  fileprivate func finish() { object.finish() }
}

extension RESTCall {
  /// Reads the parameters of the URL; what is not asked for is refused.
  func parameters<Value>(_ read: (inout ParameterReader) -> Value) throws(RESTRefusal) -> Value {
    let (source, node) = target.parameterList
    let decoding = NodeDecoding(source)
    for (index, parameter) in target.parameters.enumerated() {
      guard target.parameters[..<index].contains(where: { $0.name == parameter.name }) else { continue }
      decoding.report(
        .duplicateKey, "the parameter \(QuotedText.of(parameter.name)) is there twice", at: node.memberSpan(index))
    }
    guard let object = ObjectReader(node, decoding) else { throw .notFound }
    var reader = ParameterReader(object)
    let value = read(&reader)
    reader.finish()
    if decoding.hasErrors { throw .malformed(decoding.diagnostics) }
    return value
  }

  func requiresNoParameters() throws(RESTRefusal) { try parameters { _ in } }

  /// Reads the body, an object; members that are not asked for are refused. An empty body is an empty object.
  ///
  /// - Parameter limit: of its bytes, so that nobody waits for the reading of what is refused in the end.
  func object<Value>(limit: Int = 100_000, _ read: (inout ObjectReader) -> Value) throws(RESTRefusal) -> Value {
    guard body.count <= limit else {
      let start = SourceText(path: "body", bytes: []).start
      throw .malformed([
        Diagnostic(.malformedInput, "the body has \(body.count) bytes, and at most \(limit) are read here", at: start)
      ])
    }
    let source = SourceText(path: "body", bytes: body.isEmpty ? Array("{}".utf8) : body)
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard !decoding.hasErrors, let node = result.node, var object = ObjectReader(node, decoding, for: "the body") else {
      throw .malformed(decoding.diagnostics)
    }
    let value = read(&object)
    object.finish()
    if decoding.hasErrors { throw .malformed(decoding.diagnostics) }
    return value
  }
}

extension Node {
  fileprivate func memberSpan(_ index: Int) -> Span {
    guard case .object(let members) = content, members.indices.contains(index) else { return span }
    return members[index].keySpan
  }
}

extension RESTTarget {
  /// The parameters, decoded, as an object of texts with their places.
  fileprivate var parameterList: (SourceText, Node) {
    var text = ""
    var members: [Node.Member] = []
    for parameter in parameters {
      if !text.isEmpty { text += "&" }
      let start = text.utf8.count
      text += parameter.name
      let end = text.utf8.count
      text += "=\(parameter.value)"
      members.append(
        Node.Member(
          key: parameter.name, keySpan: Span(start, end),
          value: Node(.string(parameter.value), span: Span(end + 1, text.utf8.count))))
    }
    return (SourceText(path: "query", text: text), Node(.object(members), span: Span(0, text.utf8.count)))
  }
}
