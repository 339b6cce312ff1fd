import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// The possible values of the data before and after a set of requests, and of the token. `PossibleValues.any` is always
/// a correct answer.
protocol PossibleState {
  /// Whether the requests are sent without sign-in.
  var isSignedOut: Bool { get }

  func node(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues
  func priority(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues
  /// A member of `auth`: `["token", "admin"]` for `auth.token.admin`, no names for `auth` itself.
  func claim(_ names: [String]) -> PossibleValues
}

/// Evaluates rules for a whole set of requests at once. The result contains at least every value that the expression
/// has in one of the requests: a condition that cannot be true here is true for none of them.
struct PossibleValueEvaluator {
  let state: any PossibleState
  /// The path of the node that the rule is evaluated for.
  let location: RealtimePath
  /// The possible values of the `$variables`, by name.
  let variables: [Text: PossibleValues]

  private enum Snapshot {
    case at(DataReference.Side, RealtimePath)
    /// A snapshot of a path that is not known.
    case unknown
    /// The expression always ends in an error.
    case none
  }

  func values(_ expression: RuleExpression) -> PossibleValues {
    switch expression {
    case .boolean(let value, _): return PossibleValues(.boolean(value))
    case .number(let value, _): return PossibleValues(.number(value))
    case .string(let text, _): return PossibleValues(.string(Text(text)))
    case .null: return PossibleValues(.null)
    case .regex, .list: return .any
    case .name("now", _): return PossibleValues(.number)
    case .name("auth", _): return state.claim([])
    case .name(let name, _): return variables[Text(name)] ?? .any
    case .member, .element: return member(expression)
    case .call(let callee, let arguments, _): return callee.method.map { call($0.name, on: $0.base, arguments) } ?? .any
    case .prefix(.not, let operand, _): return values(operand).negated
    case .prefix(.minus, let operand, _): return PossibleValues(.number(0)).calculated(.minus, values(operand))
    case .infix(let left, let sign, let right, _): return infix(values(left), sign, right)
    case .conditional(let condition, let first, let second, _):
      let test = values(condition)
      return (test.canBeTrue ? values(first) : .none).union(test.canBeFalse ? values(second) : .none)
    }
  }

  private func infix(_ left: PossibleValues, _ sign: RuleExpression.InfixOperator, _ right: RuleExpression)
    -> PossibleValues
  {
    switch sign {
    case .and:
      let second = left.canBeTrue ? values(right) : .none
      return PossibleValues(canBeTrue: second.canBeTrue, canBeFalse: left.canBeFalse || second.canBeFalse)
    case .or:
      let second = left.canBeFalse ? values(right) : .none
      return PossibleValues(canBeTrue: left.canBeTrue || second.canBeTrue, canBeFalse: second.canBeFalse)
    case .equal: return left.isEqual(values(right))
    case .notEqual: return left.isEqual(values(right)).negated
    case .less, .greater, .lessOrEqual, .greaterOrEqual: return left.compared(sign, values(right))
    case .plus, .minus, .times, .divided, .remainder: return left.calculated(sign, values(right))
    }
  }

  private func member(_ expression: RuleExpression) -> PossibleValues {
    if let names = claim(expression) {
      // The last name may be the `length` of a claim that is a text.
      return names.last == "length" && !state.isSignedOut ? .any : state.claim(names)
    }
    guard let (base, name) = expression.method, name == "length", !base.mentions("auth") else { return .any }
    return values(base).length
  }

  /// `["token", "admin"]` of `auth.token.admin`.
  private func claim(_ expression: RuleExpression) -> [String]? {
    if case .name("auth", _) = expression { return [] }
    guard let (base, name) = expression.method else { return nil }
    return claim(base).map { $0 + [name] }
  }

  private func call(_ name: String, on base: RuleExpression, _ arguments: [RuleExpression]) -> PossibleValues {
    if let test = AtomicCondition.TextTest(rawValue: name), let argument = arguments.first {
      return values(base).tested(test, test == .matches ? .any : values(argument))
    }
    guard let snapshot = snapshot(base) else {
      return ["replace", "toLowerCase", "toUpperCase"].contains(name) && values(base).kinds.contains(.string)
        ? PossibleValues(.string) : .any
    }
    if case .none = snapshot { return .none }
    guard case .at(let side, let path) = snapshot else { return .any }
    let node = state.node(side, path)
    switch name {
    case "val": return node
    case "exists": return node.exists
    case "isString": return node.isKind(.string)
    case "isNumber": return node.isKind(.number)
    case "isBoolean": return node.isKind(.boolean)
    case "getPriority": return state.priority(side, path)
    case "hasChild": return arguments.first.map { exists(side, path, $0) } ?? .any
    case "hasChildren":
      guard case .list(let names, _)? = arguments.first else { return node.isKind(.children) }
      let all = names.map { exists(side, path, $0) }
      if all.contains(where: \.kinds.isEmpty) { return .none }
      return PossibleValues(canBeTrue: all.allSatisfy(\.canBeTrue), canBeFalse: all.contains(where: \.canBeFalse))
    default: return .any
    }
  }

  private func exists(_ side: DataReference.Side, _ path: RealtimePath, _ argument: RuleExpression) -> PossibleValues {
    let argument = values(argument)
    guard argument.kinds.contains(.string) else { return .none }
    guard let text = argument.text else { return .boolean }
    return state.node(side, path.appending(RealtimePath(text))).exists
  }

  /// Nil for an expression that is no snapshot.
  private func snapshot(_ expression: RuleExpression) -> Snapshot? {
    switch expression {
    case .name("data", _): return .at(.before, location)
    case .name("newData", _): return .at(.after, location)
    case .name("root", _): return .at(.before, .root)
    case .call(let callee, let arguments, _):
      guard let (base, name) = callee.method, name == "parent" || name == "child", let snapshot = snapshot(base) else {
        return nil
      }
      let argument = arguments.first.map { values($0) }
      // Anything but a text as the argument is an error.
      if let argument, !argument.kinds.contains(.string) { return Snapshot.none }
      guard case .at(let side, let path) = snapshot else { return snapshot }
      guard let argument else { return path.parent.map { .at(side, $0) } ?? .unknown }
      guard let text = argument.text else { return .unknown }
      return .at(side, path.appending(RealtimePath(text)))
    default: return nil
    }
  }
}
