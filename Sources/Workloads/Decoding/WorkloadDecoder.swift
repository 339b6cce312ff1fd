import Diagnostics
import FirestoreModel
import StructuredText

/// Turns the tree of one workload, patches applied, into a ``Workload``, and collects what is wrong with it.
///
/// Decoding goes on after a mistake with something harmless in its place, so that one run reports several.
package struct WorkloadDecoder {
  let source: SourceText
  var scope: NameScope
  var names: DeclaredNames
  var decoding: NodeDecoding
  /// Reads a file beside the workload; nil where nobody asks for data.
  var files: WorkloadFiles?
  /// What the sources ask; nil where they are not known.
  var code: CodeRequests?

  init(source: SourceText, scope: NameScope, names: DeclaredNames) {
    self.source = source
    decoding = NodeDecoding(source)
    self.scope = scope
    self.names = names
  }

  // MARK: Problems

  mutating func report(_ problem: WorkloadProblem) { decoding.report(problem.diagnostic(in: source)) }

  mutating func report(_ problems: [WorkloadProblem]) {
    for problem in problems { report(problem) }
  }

  mutating func wrongType(_ node: Node, expected: String, help: String? = nil) {
    report(
      WorkloadProblem(.wrongType, "expected \(expected), found \(node.foundText)", span: node.span, help: help))
  }

  mutating func missing(_ key: String, in span: Span, help: String? = nil) {
    report(WorkloadProblem(.wrongType, "the key `\(key)` is missing", span: span, help: help))
  }

  mutating func unknown(_ kind: WorkloadNameKind, _ name: String, among known: [String], span: Span) {
    report(.unknownName(kind, name, among: known, span: span))
  }

  // MARK: Mappings and lists

  /// Reads a mapping and complains about the keys that `read` left over.
  mutating func mapping<Result>(
    _ node: Node, expected: String, _ read: (inout WorkloadDecoder, inout ObjectReader) -> Result?
  ) -> Result? {
    guard case .object = node.content, var reader = ObjectReader(node, decoding) else {
      wrongType(node, expected: expected)
      return nil
    }
    let result = read(&self, &reader)
    reader.finish()
    return result
  }

  mutating func list(_ node: Node, expected: String) -> [Node] {
    switch node.content {
    case .array(let items): return items
    case .null: return []
    case .boolean, .number, .string, .object:
      wrongType(node, expected: expected)
      return []
    }
  }

  /// The members of a mapping whose keys are the user's own names.
  mutating func members(_ node: Node, expected: String) -> [Node.Member] {
    switch node.content {
    case .object(let members): return members
    case .null: return []
    case .boolean, .number, .string, .array:
      wrongType(node, expected: expected)
      return []
    }
  }

  // MARK: Scalars

  func scalar(_ text: String, at node: Node) -> ScalarText { ScalarText(text, span: node.span, source: source) }

  /// `$name` replaced by the parameter's value.
  mutating func resolved(_ node: Node) -> Node {
    guard case .string(let text) = node.content, let name = Self.parameterName(text) else { return node }
    guard let value = scope.parameter(name) else {
      unknown(.parameter, name, among: scope.parameterNames, span: node.span)
      return Node(.null, span: node.span)
    }
    return Node(Self.content(of: value), span: node.span)
  }

  /// Whether a complaint about the node has been made by ``resolved(_:)`` already.
  func isUnresolvedParameter(_ node: Node) -> Bool {
    node.text.flatMap(Self.parameterName).map { scope.parameter($0) == nil } ?? false
  }

  static func parameterName(_ text: String) -> String? {
    guard text.hasPrefix("$") else { return nil }
    let name = text.dropFirst()
    guard name.utf8.first?.isWordStart == true, name.utf8.allSatisfy(\.isWordByte) else { return nil }
    return String(name)
  }

  private static func content(of value: Value) -> Node.Content {
    switch value {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .number(String(number))
    case .double(let number): .number(String(number))
    case .string(let text): .string(text.string)
    case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .vector, .map: .null
    }
  }

  mutating func text(_ node: Node, expected: String) -> Name? {
    guard let text = resolved(node).text else {
      if !isUnresolvedParameter(node) { wrongType(node, expected: expected) }
      return nil
    }
    return Name(text, span: node.span)
  }

  mutating func boolean(_ node: Node) -> Bool {
    guard case .boolean(let value) = resolved(node).content else {
      if !isUnresolvedParameter(node) { wrongType(node, expected: "`true` or `false`") }
      return false
    }
    return value
  }

  /// A whole number in a range.
  mutating func integer(_ node: Node, in range: ClosedRange<Int64>, expected: String) -> Int64? {
    guard let value = resolved(node).wholeNumber, range.contains(value) else {
      if !isUnresolvedParameter(node) { wrongType(resolved(node), expected: expected) }
      return nil
    }
    return value
  }

  /// A number from 0 to 1, also written `20%`.
  mutating func probability(_ node: Node) -> Double? {
    let resolved = resolved(node)
    if let value = resolved.double, (0...1).contains(value) { return value }
    if let text = resolved.text, text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent)
    {
      return percent / 100
    }
    if !isUnresolvedParameter(node) { wrongType(resolved, expected: "a probability from 0 to 1") }
    return nil
  }

  /// One of an enumeration's raw values.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ node: Node, _ type: Word.Type) -> Word?
  where Word.RawValue == String {
    let resolved = resolved(node)
    if let text = resolved.text, let word = Word(rawValue: text) { return word }
    guard !isUnresolvedParameter(node) else { return nil }
    let known = Word.allCases.map(\.rawValue)
    let help = resolved.text.flatMap { NearestName.of($0, among: known) }.map { "did you mean `\($0)`?" }
    wrongType(resolved, expected: known.map { "`\($0)`" }.joined(separator: ", "), help: help)
    return nil
  }

  // MARK: The workload language

  mutating func expression(_ node: Node) -> Expression? {
    let resolved = resolved(node)
    switch resolved.content {
    case .string(let text): return expression(scalar(text, at: node))
    case .number, .boolean, .null:
      guard let value = literal(resolved) else { return nil }
      let root = ExpressionNode(.literal(value), span: node.span)
      return Expression(text: value.interpolationText, root: root, span: node.span)
    case .array, .object:
      wrongType(node, expected: "an expression")
      return nil
    }
  }

  /// What a variable is to be: `-1d` alone is a time, as it is in fields of documents, since a negative length is nothing
  /// that an app remembers.
  mutating func assignedValue(_ scalar: ScalarText) -> Expression? {
    guard scalar.text.hasPrefix("-") || scalar.text.hasPrefix("+"), scalar.text.utf8.last?.isWordStart == true,
      TimeSpan(parsing: scalar.text) != nil
    else {
      return expression(scalar)
    }
    let isBefore = scalar.text.hasPrefix("-")
    do throws(LineError) {
      let length = try ExpressionParser.parse(scalar.part(1..<scalar.text.utf8.count), scope: scope).root
      let now = ExpressionNode(.call(.now, []), span: scalar.span)
      return Expression(
        text: scalar.text, root: ExpressionNode(.binary(isBefore ? .minus : .plus, now, length), span: scalar.span),
        span: scalar.span)
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }

  mutating func expression(_ scalar: ScalarText) -> Expression? {
    do throws(LineError) {
      let expression = try ExpressionParser.parse(scalar, scope: scope)
      report(expression.unknownNames(in: scope))
      return expression
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }

  mutating func template(_ scalar: ScalarText) -> TextTemplate? {
    do throws(LineError) {
      let template = try TemplateParser.parse(scalar, scope: scope)
      report(template.unknownNames(in: scope))
      return template
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }

  mutating func path(_ node: Node, expected: String) -> PathPattern? {
    guard let text = resolved(node).text else {
      if !isUnresolvedParameter(node) { wrongType(node, expected: expected) }
      return nil
    }
    let scalar = scalar(text, at: node)
    do throws(LineError) {
      let path = try TemplateParser.parsePath(scalar, scope: scope)
      report(path.segments.flatMap { $0.unknownNames(in: scope) })
      return path
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }

  mutating func documentPath(_ node: Node) -> PathPattern? {
    guard let path = path(node, expected: "a document's path") else { return nil }
    guard path.isDocument else {
      report(
        WorkloadProblem(
          .wrongType, "a document's path has an even number of segments, this one has \(path.segments.count)",
          span: node.span))
      return nil
    }
    return path
  }

  /// A scalar as a Firestore value, without any of the workload language.
  mutating func literal(_ node: Node) -> Value? {
    switch node.content {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .string(let text): return .string(Text(text))
    case .number(let text):
      if let whole = node.wholeNumber { return .integer(whole) }
      guard !NumberText(text).isInteger else {
        wrongType(node, expected: "a whole number that fits 64 bits")
        return nil
      }
      return .double(NumberText(text).double)
    case .array, .object: return nil
    }
  }
}

/// Reads the bytes of a file whose path is relative to the workload's own; nil when it cannot be read.
package typealias WorkloadFiles = (_ path: String) -> [UInt8]?
