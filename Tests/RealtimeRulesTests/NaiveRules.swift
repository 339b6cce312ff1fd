import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// The rules of the reference once more, in the plainest way: the syntax tree and the file are walked anew for every
/// question, data are nodes, and nothing is compiled, remembered or left out.
struct NaiveRules {
  /// A value, or the end of the whole rule.
  indirect enum Value: Equatable {
    case null, boolean(Bool), number(Double), text([Unicode.Scalar]), container, token(RealtimeNode)
    case place(after: Bool, path: [RealtimeKey])
    case error
  }

  let rules: RuleNode
  let before: RealtimeNode
  let after: RealtimeNode
  let auth: RealtimeNode
  let now: Double
  /// What `query` says of a read; nil for a plain one.
  var query: NaiveQuery?
  var assumptions = RealtimeAssumptions.standard

  // MARK: Who may

  func mayRead(_ path: RealtimePath) -> Bool { isGranted(.read, path) }

  /// All paths of one write.
  func mayWrite(_ paths: [RealtimePath]) -> Bool {
    paths.allSatisfy { path in
      isGranted(.write, path)
        && everyPlace(after, []).union(prefixes(path)).allSatisfy { place in
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
    case .string(let text)?: .text(Array(text.string.unicodeScalars))
    case nil: node.exists ? .container : .null
    }
  }

  private func value(_ expression: RuleExpression, _ place: Place) -> Value {
    switch expression {
    case .boolean(let value, _): return .boolean(value)
    case .number(let value, _): return .number(value)
    case .string(let text, _): return Self.text(text)
    case .null: return .null
    case .regex, .list: return .error
    case .name("auth", _): return token(auth)
    case .name("now", _): return .number(now)
    case .name("root", _): return .place(after: false, path: [])
    case .name("data", _): return .place(after: false, path: place.keys)
    case .name("newData", _): return .place(after: true, path: place.keys)
    case .name(let name, _): return place.names.firstIndex(of: name).map { Self.text(place.keys[$0].string) } ?? .error
    case .member(.name("query", _), let name, _): return query(name)
    case .member(let base, let name, _): return member(name, of: value(base, place))
    case .element(let base, let index, _):
      let owner = value(base, place)
      switch value(index, place) {
      case .text(let name): return member(Self.string(name), of: owner)
      case .number(let number): return member(Self.written(number), of: owner)
      default: return .error
      }
    case .call(.element(let base, .string(let name, _), _), let arguments, _):
      return call(name, value(base, place), arguments, place)
    case .call(.member(let base, let name, _), let arguments, _):
      return call(name, value(base, place), arguments, place)
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

  private func member(_ name: String, of owner: Value) -> Value {
    switch owner {
    case .error: .error
    case .token(let node): token(node.child(RealtimeKey(name)))
    case .text(let text) where name == "length": .number(Double(length(text)))
    default: .null
    }
  }

  private func length(_ text: [Unicode.Scalar]) -> Int {
    let isBytes = assumptions.takesAlternative(.stringLength)
    return text.reduce(0) { $0 + (isBytes ? UTF8.width($1) : UTF16.width($1)) }
  }

  private func query(_ name: String) -> Value {
    let isPlain = query == nil
    let isByKey = assumptions.takesAlternative(.listenOrderByKey) == false
    switch name {
    case "orderByKey": return .boolean(isPlain ? isByKey : query?.order == .key)
    case "orderByPriority": return .boolean(isPlain ? !isByKey : query?.order == .priority)
    case "orderByValue": return .boolean(query?.order == .value)
    case "orderByChild": if case .child(let path)? = query?.order { return Self.text(path) } else { return .null }
    case "startAt": return query?.start(assumptions) ?? .null
    case "endAt": return query?.end(assumptions) ?? .null
    case "equalTo": return query?.equal ?? .null
    case "limitToFirst": return query?.first.map { .number(Double($0)) } ?? .null
    case "limitToLast": return query?.last.map { .number(Double($0)) } ?? .null
    default: return .error
    }
  }

  private func token(_ node: RealtimeNode) -> Value { node.children.isEmpty ? val(node) : .token(node) }

  private func call(_ name: String, _ receiver: Value, _ arguments: [RuleExpression], _ place: Place) -> Value {
    if receiver == .error { return .error }
    if name == "hasChildren", case .list(let keys, _)? = arguments.first {
      let found = keys.map { call("hasChild", receiver, [$0], place) }
      return found.contains(.error) ? .error : .boolean(found.allSatisfy { $0 == .boolean(true) })
    }
    if name == "matches", case .regex(let pattern, let ignoresCase, _)? = arguments.first {
      guard case .text(let text) = receiver else { return .error }
      return .boolean(NaivePattern.finds(pattern, in: text, ignoresCase: ignoresCase))
    }
    let given = arguments.map { value($0, place) }
    if case .place(let isAfter, let path) = receiver, let node = node(receiver) {
      func below(_ text: [Unicode.Scalar]) -> [RealtimeKey] {
        path + text.split(separator: "/").map { RealtimeKey(Self.string(Array($0))) }
      }
      switch (name, given.first) {
      case ("val", nil): return val(node)
      case ("exists", nil): return .boolean(node.exists)
      case ("hasChildren", nil): return .boolean(!node.children.isEmpty)
      case ("parent", nil): return path.isEmpty ? .error : .place(after: isAfter, path: Array(path.dropLast()))
      case ("isString", nil): if case .text = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("isNumber", nil): if case .number = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("isBoolean", nil): if case .boolean = val(node) { return .boolean(true) } else { return .boolean(false) }
      case ("getPriority", nil):
        switch node.priority {
        case .number(let number)?: return .number(number)
        case .string(let text)?: return Self.text(text.string)
        case nil: return .null
        }
      case ("child", .text(let text)?): return .place(after: isAfter, path: below(text))
      case ("hasChild", .text(let text)?):
        return .boolean((isAfter ? after : before)[RealtimePath(below(text))].exists)
      default: return .error
      }
    }
    guard case .text(let text) = receiver else { return .error }
    switch (name, given.first, given.last) {
    case ("toLowerCase", nil, _): return Self.text(Self.string(text).lowercased())
    case ("toUpperCase", nil, _): return Self.text(Self.string(text).uppercased())
    case ("replace", .text(let old)?, .text(let new)?): return .text(replacing(old, by: new, in: text))
    case ("contains", .text(let part)?, _):
      return .boolean((0...text.count).contains { text.dropFirst($0).starts(with: part) })
    case ("beginsWith", .text(let part)?, _): return .boolean(text.starts(with: part))
    case ("endsWith", .text(let part)?, _): return .boolean(text.reversed().starts(with: part.reversed()))
    default: return .error
    }
  }

  /// From the left, and not within what was put in. Nothing is found where nothing is looked for.
  private func replacing(
    _ old: [Unicode.Scalar], by new: [Unicode.Scalar], in text: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    guard let first = text.first, !old.isEmpty else { return text }
    if text.starts(with: old) { return new + replacing(old, by: new, in: Array(text.dropFirst(old.count))) }
    return [first] + replacing(old, by: new, in: Array(text.dropFirst()))
  }

  static func text(_ string: String) -> Value { .text(Array(string.unicodeScalars)) }

  private static func string(_ text: [Unicode.Scalar]) -> String {
    text.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  private func operation(_ left: Value, _ sign: RuleExpression.InfixOperator, _ right: Value) -> Value {
    if left == .error || right == .error { return .error }
    switch sign {
    case .equal, .notEqual:
      var isEqual = left == right
      if case .container = left { isEqual = false }
      if case .token = left { isEqual = false }
      let isContainer = left == .container || right == .container
      if isContainer, left != .null, right != .null, assumptions.takesAlternative(.sentinelEquality) { return .error }
      return .boolean(isEqual == (sign == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      switch (left, right) {
      case (.number(let first), .number(let second)): return .boolean(holds(first, sign, second))
      case (.text(let first), .text(let second)):
        // By code points: less is −1.
        let order = first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
        return .boolean(holds(order, sign, 0))
      default: return .error
      }
    case .plus:
      if case .number(let first) = left, case .number(let second) = right { return .number(first + second) }
      guard let first = joined(left), let second = joined(right) else { return .error }
      return .text(first + second)
    case .minus, .times, .divided, .remainder:
      guard case .number(let first) = left, case .number(let second) = right else { return .error }
      if sign == .minus { return .number(first - second) }
      if sign == .times { return .number(first * second) }
      guard second != 0 else { return .number(.nan) }
      if sign == .divided { return .number(first / second) }
      let times = (first / second).rounded(.towardZero)
      return .number(first - times * second)
    case .or, .and: return .error
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

  private func joined(_ value: Value) -> [Unicode.Scalar]? {
    switch value {
    case .text(let text): text
    case .number(let number): Array(Self.written(number).unicodeScalars)
    default: nil
    }
  }

  /// As JavaScript writes it; numbers here are small, and none has an exponent.
  private static func written(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    return number == number.rounded() ? String(Int(number)) : "\(number)"
  }
}

/// A query as it was drawn.
struct NaiveQuery: Equatable {
  enum Order: Equatable { case key, value, priority, child(String) }

  var order = Order.priority
  var startAt: NaiveRules.Value?
  var endAt: NaiveRules.Value?
  var equal: NaiveRules.Value?
  var first: Int?
  var last: Int?

  func start(_ assumptions: RealtimeAssumptions) -> NaiveRules.Value? {
    startAt ?? (assumptions.takesAlternative(.equalToSetsBounds) ? equal : nil)
  }

  func end(_ assumptions: RealtimeAssumptions) -> NaiveRules.Value? {
    endAt ?? (assumptions.takesAlternative(.equalToSetsBounds) ? equal : nil)
  }
}
