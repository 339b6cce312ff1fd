import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// The rules of the reference once more, in the plainest way: the syntax tree and the file are walked anew for every
/// question, data are nodes, and nothing is compiled, remembered or left out.
struct NaiveRules {
  /// A value, or the end of the whole rule.
  indirect enum Value: Equatable {
    case null, boolean(Bool), number(Double), text(String), container, token(RealtimeNode)
    case place(after: Bool, path: [RealtimeKey])
    case error
  }

  let rules: RuleNode
  let before: RealtimeNode
  let after: RealtimeNode
  let auth: RealtimeNode
  let now: Double

  // MARK: Who may

  func mayRead(_ path: RealtimePath) -> Bool { isGranted(.read, path) }

  /// All paths of one write.
  func mayWrite(_ paths: [RealtimePath]) -> Bool {
    paths.allSatisfy { path in
      isGranted(.write, path) && everyPlace(after, []).union(prefixes(path)).allSatisfy { place in
        let concerns = path.contains(RealtimePath(place)) || RealtimePath(place).contains(path)
        guard concerns, after[RealtimePath(place)].exists, let (node, keys) = rules(at: place) else { return true }
        return node.rules.filter { $0.kind == .validate }.allSatisfy { holds($0, at: keys) }
      }
    }
  }

  private func isGranted(_ kind: Rule.Kind, _ path: RealtimePath) -> Bool {
    prefixes(path).contains { place in
      guard let (node, keys) = rules(at: place) else { return false }
      return node.rules.contains { $0.kind == kind && holds($0, at: keys) }
    }
  }

  private func prefixes(_ path: RealtimePath) -> Set<[RealtimeKey]> {
    Set((0...path.depth).map { Array(path.keys.prefix($0)) })
  }

  private func everyPlace(_ node: RealtimeNode, _ place: [RealtimeKey]) -> Set<[RealtimeKey]> {
    node.children.reduce(into: [place]) { $0.formUnion(everyPlace($1.node, place + [$1.key])) }
  }

  private func rules(at place: [RealtimeKey]) -> (node: RuleNode, keys: [RealtimeKey])? {
    var node = rules
    for key in place {
      let named = node.named.filter { $0.pattern.last == key.string }
      guard let next = (named + node.variable).first else { return nil }
      node = next
    }
    return (node, place)
  }

  // MARK: What holds

  private func holds(_ rule: Rule, at place: [RealtimeKey]) -> Bool {
    let names = rules(at: place)?.node.pattern ?? []
    return value(rule.expression, Place(keys: place, names: names)) == .boolean(true)
  }

  private struct Place {
    var keys: [RealtimeKey]
    var names: [String]
  }

  private func node(_ value: Value) -> RealtimeNode? {
    guard case .place(let isAfter, let path) = value else { return nil }
    return (isAfter ? after : before)[RealtimePath(path)]
  }

  private func val(_ node: RealtimeNode) -> Value {
    switch node.leaf {
    case .boolean(let value)?: .boolean(value)
    case .number(let value)?: .number(value)
    case .string(let text)?: .text(text.string)
    case nil: node.exists ? .container : .null
    }
  }

  private func value(_ expression: RuleExpression, _ place: Place) -> Value {
    switch expression {
    case .boolean(let value, _): return .boolean(value)
    case .number(let value, _): return .number(value)
    case .string(let text, _): return .text(text)
    case .null: return .null
    case .regex, .list: return .error
    case .name("auth", _): return token(auth)
    case .name("now", _): return .number(now)
    case .name("root", _): return .place(after: false, path: [])
    case .name("data", _): return .place(after: false, path: place.keys)
    case .name("newData", _): return .place(after: true, path: place.keys)
    case .name(let name, _): return place.names.firstIndex(of: name).map { .text(place.keys[$0].string) } ?? .error
    case .member(let base, let name, _):
      switch value(base, place) {
      case .error: return .error
      case .token(let node): return token(node.child(RealtimeKey(name)))
      case .text(let text) where name == "length": return .number(Double(text.utf16.count))
      default: return .null
      }
    case .element: return .error
    case .call(.member(let base, let name, _), let arguments, _): return call(name, value(base, place), arguments, place)
    case .call: return .error
    case .prefix(.not, let operand, _):
      guard case .boolean(let isTrue) = value(operand, place) else { return .error }
      return .boolean(!isTrue)
    case .prefix(.minus, let operand, _):
      guard case .number(let number) = value(operand, place) else { return .error }
      return .number(-number)
    case .infix(let left, .and, let right, _):
      guard case .boolean(let isTrue) = value(left, place) else { return .error }
      return isTrue ? value(right, place) : .boolean(false)
    case .infix(let left, .or, let right, _):
      guard case .boolean(let isTrue) = value(left, place) else { return .error }
      return isTrue ? .boolean(true) : value(right, place)
    case .infix(let left, let sign, let right, _): return operation(value(left, place), sign, value(right, place))
    case .conditional(let condition, let first, let second, _):
      guard case .boolean(let isTrue) = value(condition, place) else { return .error }
      return value(isTrue ? first : second, place)
    }
  }

  private func token(_ node: RealtimeNode) -> Value { node.children.isEmpty ? val(node) : .token(node) }

  private func call(_ name: String, _ receiver: Value, _ arguments: [RuleExpression], _ place: Place) -> Value {
    if receiver == .error { return .error }
    if name == "hasChildren", case .list(let keys, _)? = arguments.first {
      let found = keys.map { call("hasChild", receiver, [$0], place) }
      return found.contains(.error) ? .error : .boolean(found.allSatisfy { $0 == .boolean(true) })
    }
    let given = arguments.map { value($0, place) }
    if case .place(let isAfter, let path) = receiver, let node = node(receiver) {
      switch (name, given.first) {
      case ("val", nil): return val(node)
      case ("exists", nil): return .boolean(node.exists)
      case ("hasChildren", nil): return .boolean(!node.children.isEmpty)
      case ("parent", nil): return path.isEmpty ? .error : .place(after: isAfter, path: Array(path.dropLast()))
      case ("isString", nil): if case .text = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("isNumber", nil): if case .number = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("isBoolean", nil): if case .boolean = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("child", .text(let text)?): return .place(after: isAfter, path: path + RealtimePath(text).keys)
      case ("hasChild", .text(let text)?): return .boolean(node[RealtimePath(text)].exists)
      default: return .error
      }
    }
    guard case .text(let text) = receiver, case .text(let part)? = given.first else { return .error }
    switch name {
    case "contains": return .boolean(part.isEmpty || text.contains(part))
    case "beginsWith": return .boolean(text.hasPrefix(part))
    case "endsWith": return .boolean(text.hasSuffix(part))
    default: return .error
    }
  }

  private func operation(_ left: Value, _ sign: RuleExpression.InfixOperator, _ right: Value) -> Value {
    if left == .error || right == .error { return .error }
    switch sign {
    case .equal, .notEqual:
      var isEqual = left == right
      if case .container = left { isEqual = false }
      if case .token = left { isEqual = false }
      return .boolean(isEqual == (sign == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      switch (left, right) {
      case (.number(let first), .number(let second)): return .boolean(holds(first, sign, second))
      case (.text(let first), .text(let second)): return .boolean(holds(first, sign, second))
      default: return .error
      }
    case .plus:
      if case .number(let first) = left, case .number(let second) = right { return .number(first + second) }
      guard let first = joined(left), let second = joined(right) else { return .error }
      return .text(first + second)
    case .or, .and, .minus, .times, .divided, .remainder: return .error
    }
  }

  private func holds<Operand: Comparable>(
    _ left: Operand, _ sign: RuleExpression.InfixOperator, _ right: Operand
  ) -> Bool {
    switch sign {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }

  /// Only whole numbers are made here.
  private func joined(_ value: Value) -> String? {
    switch value {
    case .text(let text): text
    case .number(let number): String(Int(number))
    default: nil
    }
  }
}
