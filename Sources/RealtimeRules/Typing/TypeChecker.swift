import Diagnostics

/// Refuses what the upload refuses: names, members, arguments and types. Fuzzy values are left to the rule when it runs,
/// except where a boolean is demanded.
struct TypeChecker {
  let kind: Rule.Kind
  /// The `$variables` of the location.
  let variables: [String]
  private(set) var problems: [TypeProblem] = []

  struct TypeProblem {
    var message: String
    var help: String?
    var span: Span
  }

  init(kind: Rule.Kind, variables: [String]) {
    self.kind = kind
    self.variables = variables
  }

  /// A rule is a boolean.
  mutating func checkRule(_ expression: RuleExpression) {
    let type = self.type(of: expression)
    demandBoolean(expression, type, "a rule is true or false")
  }

  private mutating func report(_ message: String, help: String? = nil, _ span: Span) -> StaticType {
    problems.append(TypeProblem(message: message, help: help, span: span))
    return .mistaken
  }

  private mutating func type(of expression: RuleExpression) -> StaticType {
    switch expression {
    case .boolean: return .boolean
    case .number: return .number
    case .string: return .string
    case .null: return .null
    case .regex(_, _, let span): return report("a pattern stands only in `matches(/pattern/)`", span)
    case .list(let elements, let span):
      for element in elements { _ = type(of: element) }
      return report("a list stands only in `hasChildren(['name'])`", span)
    case .name(let name, let span): return type(ofName: name, span)
    case .member(let base, let name, let nameSpan): return type(ofMember: name, nameSpan, of: base)
    case .element(let base, let index, let span): return type(ofElement: index, of: base, span)
    case .call(let callee, let arguments, let span): return type(ofCall: callee, arguments, span)
    case .prefix(let sign, let operand, _): return type(ofPrefix: sign, operand)
    case .infix(let left, let sign, let right, let span): return type(ofInfix: left, sign, right, span)
    case .conditional(let condition, let first, let second, let span):
      demandBoolean(condition, type(of: condition), "the condition of `?:` is true or false")
      return joined(type(of: first), type(of: second), span)
    }
  }

  // MARK: Names and members

  private mutating func type(ofName name: String, _ span: Span) -> StaticType {
    if name.hasPrefix("$") {
      if variables.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return .string }
      let near = NearestName.of(name, among: variables)
      return report(
        "no key above this rule is named \(QuotedText.of(name))",
        help: near.map { "did you mean `\($0)`?" } ?? "a `$variable` is bound by a key of the same name", span)
    }
    guard let variable = RuleVariable(rawValue: name) else {
      let available = RuleVariable.allCases.filter { $0.isAvailable(in: kind) }.map(\.rawValue)
      let near = NearestName.of(name, among: available).map { "did you mean `\($0)`?" }
      return report(
        "there is no variable \(QuotedText.of(name))", help: ForeignNames.ofVariables[name].map { "use \($0)" } ?? near,
        span)
    }
    guard variable.isAvailable(in: kind) else {
      let help = variable == .newData ? "a read has only `data`" : "a query is known in `.read` alone"
      return report("`\(name)` does not exist in `\(kind.rawValue)`", help: help, span)
    }
    return variable.type
  }

  /// A member that is not called.
  private mutating func type(ofMember name: String, _ span: Span, of base: RuleExpression) -> StaticType {
    let baseType = type(of: base)
    switch baseType {
    case .mistaken: return .mistaken
    case .any: return .any
    case .query: return type(ofQueryMember: name, span)
    case .snapshot, .string, .primitive:
      guard let member = member(name, of: baseType) else { return noSuchMember(name, of: baseType, span) }
      if member == .length { return .number }
      return report("`\(name)` is a method", help: "write `\(member.form)`", span)
    case .boolean, .number, .null, .regex, .list: return noSuchMember(name, of: baseType, span)
    }
  }

  private mutating func type(ofQueryMember name: String, _ span: Span) -> StaticType {
    if let member = QueryMember(rawValue: name) { return member.type }
    let near = NearestName.of(name, among: QueryMember.allCases.map(\.rawValue))
    return report(
      "no such method or property of `query`: \(QuotedText.of(name))",
      help: near.map { "did you mean `\($0)`?" }
        ?? "it has \(QueryMember.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))",
      span)
  }

  private func member(_ name: String, of type: StaticType) -> RuleMember? {
    let members = type == .snapshot ? RuleMember.ofLocations : RuleMember.ofTexts
    return members.first { $0.rawValue == name }
  }

  private mutating func noSuchMember(_ name: String, of type: StaticType, _ span: Span) -> StaticType {
    let isLocation = type == .snapshot
    let known = isLocation ? ForeignNames.ofLocations[name] : ForeignNames.ofTexts[name]
    let members = isLocation ? RuleMember.ofLocations : RuleMember.ofTexts
    let help: String
    if let known {
      help = known.hasPrefix("`") && !known.contains(" is asked ") && !known.contains(" and ") ? "use \(known)" : known
    } else if let near = NearestName.of(name, among: members.map(\.rawValue)), let member = RuleMember(rawValue: near) {
      help = "did you mean `\(member.form)`?"
    } else {
      help = "\(isLocation ? "a location" : "a text") has \(members.map { "`\($0.rawValue)`" }.joined(separator: ", "))"
    }
    let owner = [.boolean, .number, .null].contains(type) ? " of \(type.name)" : ""
    return report("no such method or property\(owner): \(QuotedText.of(name))", help: help, span)
  }

  private mutating func type(ofElement index: RuleExpression, of base: RuleExpression, _ span: Span) -> StaticType {
    let baseType = type(of: base)
    if baseType == .mistaken { return .mistaken }
    if baseType == .any {
      let indexType = type(of: index)
      guard indexType.canBe(.string) || indexType == .number else {
        return report("a key is a text, not \(indexType.name)", index.span)
      }
      return .any
    }
    guard case .string(let name, let nameSpan) = index else {
      return report(
        "the name between the brackets is not written out", help: "write the name itself, after a point", index.span)
    }
    return type(ofMember: name, nameSpan, of: base)
  }

  // MARK: Calls

  private mutating func type(
    ofCall callee: RuleExpression, _ arguments: [RuleExpression], _ span: Span
  ) -> StaticType {
    let base: RuleExpression
    let name: String
    let nameSpan: Span
    switch callee {
    case .member(let owner, let member, let span): (base, name, nameSpan) = (owner, member, span)
    case .element(let owner, .string(let member, let span), _): (base, name, nameSpan) = (owner, member, span)
    case .element(let owner, let index, _):
      _ = type(of: owner)
      return report(
        "the name between the brackets is not written out", help: "write the name itself, after a point", index.span)
    default:
      for argument in arguments { _ = type(ofArgument: argument) }
      if case .name(let name, let span) = callee, RuleVariable(rawValue: name) == nil, !name.hasPrefix("$") {
        return report(
          "there is no function \(QuotedText.of(name))",
          help: ForeignNames.ofVariables[name].map { "use \($0)" } ?? "rules have methods of locations and texts only",
          span)
      }
      _ = type(of: callee)
      return report("this is no method", callee.span)
    }
    let baseType = type(of: base)
    if name == RuleMember.hasChildren.rawValue, baseType == .snapshot {
      checkKeys(arguments, span)
      return .boolean
    }
    let given = arguments.map { type(ofArgument: $0) }
    guard baseType != .mistaken else { return .mistaken }
    guard [.snapshot, .string, .primitive, .any].contains(baseType), let member = member(name, of: baseType) else {
      if baseType == .query {
        return QueryMember(rawValue: name) == nil
          ? type(ofQueryMember: name, nameSpan) : report("`\(name)` is no method", nameSpan)
      }
      return noSuchMember(name, of: baseType, nameSpan)
    }
    if member == .length { return report("`length` is no method", help: "write it without brackets", span) }
    check(arguments, given, of: member, span)
    return member.result
  }

  /// An argument may be a pattern or a list.
  private mutating func type(ofArgument argument: RuleExpression) -> StaticType {
    switch argument {
    case .regex: return .regex
    case .list(let elements, _):
      for element in elements { _ = type(of: element) }
      return .list
    default: return type(of: argument)
    }
  }

  private mutating func check(
    _ arguments: [RuleExpression], _ types: [StaticType], of member: RuleMember, _ span: Span
  ) {
    let wanted = member.arguments ?? []
    guard arguments.count == wanted.count else {
      _ = report(
        "`\(member.rawValue)` takes \(wanted.isEmpty ? "nothing" : wanted.count == 1 ? "one argument" : "\(wanted.count) arguments")",
        help: "write `\(member.form)`", span)
      return
    }
    for (index, type) in types.enumerated() {
      let argument = arguments[index]
      let wanted = wanted[index]
      if wanted == .regex {
        if type != .regex, type != .mistaken {
          _ = report("`matches` takes a pattern, not \(type.name)", help: "write `matches(/pattern/)`", argument.span)
        }
      } else if !type.canBe(wanted) {
        _ = report("`\(member.rawValue)` takes \(wanted.name), not \(type.name)", argument.span)
      }
    }
  }

  private mutating func checkKeys(_ arguments: [RuleExpression], _ span: Span) {
    guard let first = arguments.first else { return }
    guard arguments.count == 1, case .list(let keys, let listSpan) = first else {
      for argument in arguments { _ = type(ofArgument: argument) }
      _ = report("`hasChildren` takes one list of texts, or nothing", help: "write `hasChildren(['name'])`", span)
      return
    }
    if keys.isEmpty {
      _ = report("the list of `hasChildren` is empty", help: "write `hasChildren()` to ask for any child", listSpan)
    }
    for key in keys {
      let type = self.type(of: key)
      if !type.canBe(.string) { _ = report("`hasChildren` takes texts, not \(type.name)", key.span) }
    }
  }

  // MARK: Operators

  private mutating func demandBoolean(_ expression: RuleExpression, _ type: StaticType, _ reason: String) {
    guard type != .boolean, type != .mistaken else { return }
    let help =
      type.isFuzzy ? "compare it: `=== true`" : type == .snapshot ? "ask `exists()`, or compare `val()`" : "compare it"
    _ = report("\(reason), this is \(type.name)", help: help, expression.span)
  }

  private mutating func type(ofPrefix sign: RuleExpression.PrefixOperator, _ operand: RuleExpression) -> StaticType {
    let type = self.type(of: operand)
    switch sign {
    case .not:
      demandBoolean(operand, type, "`!` takes a boolean")
      return .boolean
    case .minus:
      guard type.canBe(.number) else { return report("`-` takes numbers, not \(type.name)", operand.span) }
      return .number
    }
  }

  private mutating func type(
    ofInfix left: RuleExpression, _ sign: RuleExpression.InfixOperator, _ right: RuleExpression, _ span: Span
  ) -> StaticType {
    let (first, second) = (type(of: left), type(of: right))
    switch sign {
    case .and, .or:
      demandBoolean(left, first, "`\(sign.rawValue)` takes booleans")
      demandBoolean(right, second, "`\(sign.rawValue)` takes booleans")
      return .boolean
    case .equal, .notEqual:
      for (operand, type) in [(left, first), (right, second)]
      where !type.isFuzzy && ![.string, .number, .boolean, .null].contains(type) {
        _ = report(
          "`\(sign.rawValue)` does not compare \(type.name)",
          help: type == .snapshot ? "compare `val()`, or ask `exists()`" : nil, operand.span)
      }
      return .boolean
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      var isMistaken = false
      for (operand, type) in [(left, first), (right, second)]
      where !type.isFuzzy && ![.string, .number, .null].contains(type) {
        _ = report("`\(sign.rawValue)` does not compare \(type.name)", operand.span)
        isMistaken = true
      }
      if !isMistaken, !first.isFuzzy, !second.isFuzzy, first != second {
        _ = report("`\(sign.rawValue)` does not compare \(first.name) with \(second.name)", span)
      }
      return .boolean
    case .plus:
      var isMistaken = false
      for (operand, type) in [(left, first), (right, second)] where !type.canBe(.string) && type != .number {
        _ = report("`+` takes numbers and texts, not \(type.name)", operand.span)
        isMistaken = true
      }
      if isMistaken { return .mistaken }
      if first == .string || second == .string { return .string }
      return first == .number && second == .number ? .number : .primitive
    case .minus, .times, .divided, .remainder:
      for (operand, type) in [(left, first), (right, second)] where !type.canBe(.number) {
        _ = report("`\(sign.rawValue)` takes numbers, not \(type.name)", operand.span)
      }
      return .number
    }
  }

  /// Of the two branches of `?:`.
  private mutating func joined(_ first: StaticType, _ second: StaticType, _ span: Span) -> StaticType {
    if first == second { return first }
    if first == .mistaken || second == .mistaken { return .mistaken }
    let isLocation = [first, second].map { $0 == .snapshot || $0 == .query }
    if isLocation.contains(true) {
      return report(
        "one branch of `?:` is \(first.name), the other \(second.name)", help: "let both be of one type", span)
    }
    return first == .any || second == .any ? .any : .primitive
  }
}
