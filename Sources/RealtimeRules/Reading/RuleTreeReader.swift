import Diagnostics
import FirestoreModel
import RealtimeDatabase
import StructuredText

/// Reads the structure of a rules document. The nesting of the JSON is limited by its reader.
struct RuleTreeReader {
  let source: SourceText
  var diagnostics: [Diagnostic] = []
  private(set) var decidesAccess = false

  init(source: SourceText) { self.source = source }

  private mutating func report(_ code: DiagnosticCode, _ message: String, help: String?, _ span: Span) {
    diagnostics.append(Diagnostic(code, message, at: source.location(span), help: help))
  }

  // MARK: The document

  mutating func document(_ node: Node, isFragment: Bool) -> RuleNode? {
    guard case .object(let members) = node.content else {
      report(.jsonSyntax, "rules are an object, this is \(node.typeName)", help: "write `{\"rules\": {…}}`", node.span)
      return nil
    }
    guard let rules = members.first(where: { $0.key == "rules" }) else {
      if isFragment { return self.node(members, pattern: [], keySpan: node.span) }
      report(
        .jsonSyntax, "the document has no key `rules`", help: "write `{\"rules\": {…}}`",
        members.first?.keySpan ?? node.span)
      return nil
    }
    for member in members where member.key != "rules" {
      report(
        .jsonSyntax, "the key \(QuotedText.of(member.key)) stands beside `rules`",
        help: "`rules` is the only key of the document; move it into `rules` or remove it", member.keySpan)
    }
    // Uploaded as they are, rules without anything in them deny everything.
    if !isFragment, case .object(let locations) = rules.value.content, locations.isEmpty { decidesAccess = true }
    return child(rules, pattern: [])
  }

  private mutating func child(_ member: Node.Member, pattern: [String]) -> RuleNode? {
    guard case .object(let members) = member.value.content else {
      report(
        .unknownRuleKey, "a location is an object, this is \(member.value.typeName)",
        help: "write `{\".read\": …, \".write\": …}`, or `{}` for a location without rules", member.value.span)
      return nil
    }
    return node(members, pattern: pattern, keySpan: member.keySpan)
  }

  // MARK: A location

  private mutating func node(_ members: [Node.Member], pattern: [String], keySpan: Span) -> RuleNode {
    var node = RuleNode(pattern: pattern, keySpan: keySpan)
    var firstVariable: Node.Member?
    for member in members {
      if member.key.utf8.first == UInt8(ascii: ".") {
        readRule(member, into: &node)
      } else if member.key.utf8.first == UInt8(ascii: "$") {
        if let first = firstVariable {
          report(
            .unknownRuleKey, "\(QuotedText.of(member.key)) stands beside \(QuotedText.of(first.key))",
            help: "a location has one `$variable` for all keys without rules of their own", member.keySpan)
          continue
        }
        firstVariable = member
        readVariable(member, into: &node)
      } else {
        readNamed(member, into: &node)
      }
    }
    return node
  }

  private mutating func readVariable(_ member: Node.Member, into node: inout RuleNode) {
    if member.key == "$" {
      report(.unknownRuleKey, "the variable has no name", help: "write a name behind `$`, as in `$uid`", member.keySpan)
      return
    }
    if node.pattern.contains(where: { Text($0) == Text(member.key) }) {
      report(
        .unknownRuleKey, "\(QuotedText.of(member.key)) is bound twice on one path",
        help: "give one of the two another name", member.keySpan)
      return
    }
    if let child = child(member, pattern: node.pattern + [member.key]) { node.variable.append(child) }
  }

  private mutating func readNamed(_ member: Node.Member, into node: inout RuleNode) {
    if let defect = RealtimeKey(member.key).defect {
      let what =
        switch defect {
        case .empty: "is empty"
        case .tooLong(let bytes): "has \(bytes) bytes"
        case .illegalCharacter(let scalar): "has the character \(QuotedText.of(String(scalar)))"
        }
      report(
        .unknownRuleKey, "the key \(QuotedText.of(member.key)) \(what), no key of the data does",
        help: "write one key for each level", member.keySpan)
      return
    }
    if let child = child(member, pattern: node.pattern + [member.key]) { node.named.append(child) }
  }

  private mutating func readRule(_ member: Node.Member, into node: inout RuleNode) {
    if member.key == ".indexOn" {
      node.indexes += indexes(member.value)
      return
    }
    guard let kind = Rule.Kind(rawValue: member.key) else {
      let known = Rule.Kind.allCases.map(\.rawValue) + [".indexOn"]
      report(
        .unknownRuleKey, "there is no rule \(QuotedText.of(member.key))",
        help: NearestName.of(member.key, among: known).map { "did you mean `\($0)`?" }
          ?? "rules are \(known.map { "`\($0)`" }.joined(separator: ", ")); keys with a point are reserved",
        member.keySpan)
      return
    }
    decidesAccess = true
    switch member.value.content {
    case .boolean(let value):
      node.rules.append(Rule(kind: kind, keySpan: member.keySpan, expression: .boolean(value, member.value.span)))
    case .string(let text):
      if let expression = expression(text, member.value.span, kind, node.pattern) {
        node.rules.append(Rule(kind: kind, keySpan: member.keySpan, expression: expression))
      }
    case .null, .number, .array, .object:
      report(
        .unknownRuleKey,
        "`\(kind.rawValue)` is an expression in quotes, `true` or `false`, this is \(member.value.typeName)",
        help: "write `\"\(kind.rawValue)\": \"auth != null\"`", member.value.span)
    }
  }

  private mutating func expression(
    _ text: String, _ span: Span, _ kind: Rule.Kind, _ pattern: [String]
  ) -> RuleExpression? {
    let offsets = JSONStringOffsets(of: span, in: source)
    let expression: RuleExpression
    do throws(ExpressionProblem) { expression = try ExpressionParser.parse(text, offsets) } catch {
      let place = error.start < 0 ? span : offsets.span(error.start, error.end)
      report(
        .expressionError, error.message, help: error.help,
        place.start == place.end ? Span(place.start, place.start + 1) : place)
      return nil
    }
    var checker = TypeChecker(kind: kind, variables: pattern.filter { $0.hasPrefix("$") })
    checker.checkRule(expression)
    for problem in checker.problems { report(.expressionError, problem.message, help: problem.help, problem.span) }
    return checker.problems.isEmpty ? expression : nil
  }

  // MARK: Indexes

  private mutating func indexes(_ node: Node) -> [RealtimeIndex] {
    switch node.content {
    case .string: return index(node).map { [$0] } ?? []
    case .array(let entries): return entries.compactMap { index($0) }
    case .null, .boolean, .number, .object:
      report(
        .unknownRuleKey, "`.indexOn` is a text or a list of texts, this is \(node.typeName)",
        help: "write `\".indexOn\": [\"child\"]`", node.span)
      return []
    }
  }

  private mutating func index(_ node: Node) -> RealtimeIndex? {
    guard case .string(let text) = node.content else {
      report(
        .unknownRuleKey, "an index is a text, this is \(node.typeName)", help: "write the path of a child, or `.value`",
        node.span)
      return nil
    }
    if text == ".value" { return RealtimeIndex(.value, span: node.span) }
    let path = RealtimePath(text)
    guard !path.isRoot, path.keys.allSatisfy({ $0.defect == nil }) else {
      let isFree = [".key", "$key", ".priority", "$priority"].contains(text)
      report(
        .unknownRuleKey, "\(QuotedText.of(text)) is no path of a child",
        help: isFree
          ? "keys and priorities are always indexed; remove it"
          : text == "$value" ? "write `.value`" : "write the path of a child, or `.value`", node.span)
      return nil
    }
    return RealtimeIndex(.child(path), span: node.span)
  }
}
