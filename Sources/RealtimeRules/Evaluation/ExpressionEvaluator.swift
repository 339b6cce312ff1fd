import Diagnostics
import FirestoreModel
import RealtimeDatabase

/// Why the evaluation of a rule stopped. It ends the whole rule: no operator catches it.
struct RuleFault: Error {
  var message: String
  var span: Span

  init(_ message: String, _ span: Span) {
    self.message = message
    self.span = span
  }
}

/// Evaluates the rules of one request.
final class ExpressionEvaluator {
  let before: RealtimeNode
  /// The whole database after the write; made when a rule asks for it. Nil for reads.
  private let makeAfter: (() -> RealtimeNode)?
  private(set) lazy var after: RealtimeNode = makeAfter?() ?? before
  let auth: RealtimeNode
  let now: Double
  let query: QueryVariables
  let assumptions: RealtimeAssumptions
  /// Nil when nobody looks.
  var recorder: TraceRecorder?
  /// Whether a text was looked for in another that the rule does not write out.
  private(set) var hasSearchedTexts = false
  /// The locations whose data was looked at.
  private(set) var consulted: Set<RealtimePath> = []
  /// The location of the rule that is evaluated.
  private var location = RealtimePath.root

  /// What texts grow to at most: the longest that the database stores.
  static let textLimit = 10 << 20

  init(
    before: RealtimeNode, after: (() -> RealtimeNode)?, auth: RealtimeNode, now: Double, query: QueryVariables,
    assumptions: RealtimeAssumptions, recorder: TraceRecorder?
  ) {
    self.before = before
    makeAfter = after
    self.auth = auth
    self.now = now
    self.query = query
    self.assumptions = assumptions
    self.recorder = recorder
  }

  /// Whether a rule holds at a location.
  func holds(_ expression: CompiledExpression, at location: RealtimePath) throws(RuleFault) -> Bool {
    self.location = location
    return try boolean(expression)
  }

  // MARK: Values

  private func value(_ expression: CompiledExpression) throws(RuleFault) -> RuleValue {
    guard let recorder else { return try result(of: expression) }
    recorder.enter()
    do throws(RuleFault) {
      let value = try result(of: expression)
      recorder.leave(expression, value)
      return value
    } catch {
      recorder.leave(expression, error)
      throw error
    }
  }

  private func boolean(_ expression: CompiledExpression) throws(RuleFault) -> Bool {
    let value = try value(expression)
    guard case .boolean(let isTrue) = value else {
      throw RuleFault("a condition is true or false, this is \(value.description)", expression.span)
    }
    return isTrue
  }

  private func snapshot(_ expression: CompiledExpression) throws(RuleFault) -> RuleValue.Snapshot {
    let value = try value(expression)
    guard case .location(let snapshot) = value else {
      throw RuleFault("this is no location, but \(value.description)", expression.span)
    }
    return snapshot
  }

  private func result(of expression: CompiledExpression) throws(RuleFault) -> RuleValue {
    switch expression.operation {
    case .constant(let value): return value
    case .key(let depth): return location.keys.indices.contains(depth) ? .string(location.keys[depth].text) : .null
    case .auth: return RuleValue(token: auth)
    case .now: return .number(now)
    case .root: return .location(RuleValue.Snapshot(tree: before, path: .root))
    case .data: return .location(RuleValue.Snapshot(tree: before, path: location))
    case .newData: return .location(RuleValue.Snapshot(tree: after, path: location))
    case .query(let member): return query.value(of: member)
    case .member(let base, let name): return member(name, of: try value(base))
    case .element(let base, let index): return try element(base, index)
    case .length(let base): return length(of: try value(base))
    case .locationCall(let member, let receiver): return try call(member, on: snapshot(receiver), expression.span)
    case .pathCall(let member, let receiver, let argument):
      let child = try snapshot(receiver).child(path(argument, of: member))
      return member == .child ? .location(child) : .boolean(consult(child).exists)
    case .hasChildren(let receiver, let keys):
      let snapshot = try snapshot(receiver)
      var hasAll = true
      // An argument that is no text is an error, wherever it stands.
      for key in keys where try !consult(snapshot.child(path(key, of: .hasChildren))).exists { hasAll = false }
      return .boolean(hasAll)
    case .textCall(let member, let receiver, let arguments):
      return try call(member, on: receiver, arguments, expression.span)
    case .matches(let receiver, let pattern): return .boolean(pattern.matches(try text(receiver, calledFor: .matches)))
    case .not(let operand): return .boolean(!(try boolean(operand)))
    case .negative(let operand):
      let value = try value(operand)
      guard case .number(let number) = value else {
        throw RuleFault("`-` takes a number, this is \(value.description)", operand.span)
      }
      return .number(-number)
    case .and(let left, let right):
      if try !boolean(left) { return .boolean(false) }
      return .boolean(try boolean(right))
    case .or(let left, let right):
      if try boolean(left) { return .boolean(true) }
      return .boolean(try boolean(right))
    case .equal(let left, let right, let isNegated):
      return .boolean(try isEqual(value(left), value(right), expression.span) != isNegated)
    case .compare(let left, let sign, let right):
      return .boolean(try compare(value(left), sign, value(right), expression.span))
    case .arithmetic(let left, let sign, let right):
      return try calculate(value(left), sign, value(right), expression.span)
    case .conditional(let condition, let first, let second): return try value(try boolean(condition) ? first : second)
    case .unusable(let message): throw RuleFault(message, expression.span)
    }
  }

  // MARK: Members

  private func member(_ name: RealtimeKey, of base: RuleValue) -> RuleValue {
    switch base {
    case .object(let node): RuleValue(token: node.child(name))
    case .string where name.text == "length": length(of: base)
    // Null has no members, and asking for one is no error.
    case .null, .boolean, .number, .string, .sentinel, .location: .null
    }
  }

  private func element(_ base: CompiledExpression, _ index: CompiledExpression) throws(RuleFault) -> RuleValue {
    let owner = try value(base)
    switch try value(index) {
    case .string(let name): return member(RealtimeKey(name.string), of: owner)
    case .number(let number): return member(RealtimeKey(RuleNumber.text(number)), of: owner)
    case let other: throw RuleFault("a key is a text, this is \(other.description)", index.span)
    }
  }

  private func length(of value: RuleValue) -> RuleValue {
    guard case .string(let text) = value else { return .null }
    return .number(Double(assumptions.takesAlternative(.stringLength) ? text.byteCount : text.string.utf16.count))
  }

  @discardableResult
  private func consult(_ snapshot: RuleValue.Snapshot) -> RealtimeNode {
    consulted.insert(snapshot.path)
    return snapshot.node
  }

  /// What stands at a location after the write.
  func consultAfter(_ location: RealtimePath) -> RealtimeNode {
    consulted.insert(location)
    return after[location]
  }

  // MARK: Calls

  private func call(
    _ member: RuleMember, on snapshot: RuleValue.Snapshot, _ span: Span
  ) throws(RuleFault) -> RuleValue {
    if member != .parent { consult(snapshot) }
    let leaf = snapshot.node.leaf
    switch member {
    case .val: return RuleValue(val: snapshot.node)
    case .parent:
      guard let parent = snapshot.parent else { throw RuleFault("the root has no parent", span) }
      return .location(parent)
    case .exists: return .boolean(snapshot.node.exists)
    case .hasChildren:
      if case .children = snapshot.node.content { return .boolean(true) }
      return .boolean(false)
    case .getPriority:
      switch snapshot.node.priority {
      case .number(let number)?: return .number(number)
      case .string(let text)?: return .string(text)
      case nil: return .null
      }
    case .isString:
      if case .string? = leaf { return .boolean(true) }
      return .boolean(false)
    case .isNumber:
      if case .number? = leaf { return .boolean(true) }
      return .boolean(false)
    case .isBoolean:
      if case .boolean? = leaf { return .boolean(true) }
      return .boolean(false)
    case .child, .hasChild, .length, .contains, .beginsWith, .endsWith, .replace, .toLowerCase, .toUpperCase, .matches:
      throw RuleFault("`\(member.rawValue)` takes an argument", span)
    }
  }

  private func path(
    _ argument: CompiledExpression.PathArgument, of member: RuleMember
  ) throws(RuleFault) -> RealtimePath {
    switch argument {
    case .written(let path): return path
    case .computed(let expression): return RealtimePath(try self.argument(expression, of: member).string)
    }
  }

  private func argument(_ expression: CompiledExpression, of member: RuleMember) throws(RuleFault) -> Text {
    let value = try value(expression)
    guard case .string(let text) = value else {
      throw RuleFault("`\(member.rawValue)` takes a text, this is \(value.description)", expression.span)
    }
    return text
  }

  /// The text that a method is called on.
  private func text(_ receiver: CompiledExpression, calledFor member: RuleMember) throws(RuleFault) -> Text {
    let value = try value(receiver)
    guard case .string(let text) = value else {
      throw RuleFault("`\(member.rawValue)` is called on \(value.description)", receiver.span)
    }
    return text
  }

  private func call(
    _ member: RuleMember, on receiver: CompiledExpression, _ arguments: [CompiledExpression], _ span: Span
  ) throws(RuleFault) -> RuleValue {
    let text = try text(receiver, calledFor: member)
    var given: [Text] = []
    for argument in arguments {
      given.append(try self.argument(argument, of: member))
      if case .constant = argument.operation { continue }
      hasSearchedTexts = true
    }
    let bytes = text.string.utf8
    switch (member, given.first, given.last) {
    case (.contains, let part?, _): return .boolean(ByteSearch(Array(part.string.utf8)).occurs(in: Array(bytes)))
    case (.beginsWith, let part?, _): return .boolean(bytes.starts(with: part.string.utf8))
    case (.endsWith, let part?, _):
      return .boolean(
        bytes.count >= part.byteCount && bytes.suffix(part.byteCount).elementsEqual(part.string.utf8))
    case (.replace, let old?, let new?) where given.count == 2:
      let result = ByteSearch(Array(old.string.utf8)).replaced(
        in: Array(bytes), by: Array(new.string.utf8), limit: Self.textLimit)
      guard let result else { throw Self.tooLong(span) }
      return .string(Text(String(decoding: result, as: UTF8.self)))
    case (.toLowerCase, nil, _): return .string(Text(text.string.lowercased()))
    case (.toUpperCase, nil, _): return .string(Text(text.string.uppercased()))
    default: throw RuleFault("`\(member.rawValue)` has other arguments", span)
    }
  }

  private static func tooLong(_ span: Span) -> RuleFault {
    RuleFault("the text has more than \(textLimit) bytes", span)
  }

  // MARK: Operators

  private func isEqual(_ left: RuleValue, _ right: RuleValue, _ span: Span) throws(RuleFault) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.boolean(let first), .boolean(let second)): return first == second
    case (.number(let first), .number(let second)): return first == second
    case (.string(let first), .string(let second)): return first == second
    case (.null, _), (_, .null): return false
    case (.sentinel, _), (_, .sentinel):
      if assumptions.takesAlternative(.sentinelEquality) {
        throw RuleFault("`val()` of a location with children is compared", span)
      }
      return false
    default: return false
    }
  }

  private func compare(
    _ left: RuleValue, _ sign: RuleExpression.InfixOperator, _ right: RuleValue, _ span: Span
  ) throws(RuleFault) -> Bool {
    switch (left, right) {
    case (.number(let first), .number(let second)): Self.compare(first, sign, second)
    case (.string(let first), .string(let second)): Self.compare(first, sign, second)
    default:
      throw RuleFault(
        "`\(sign.rawValue)` compares two numbers or two texts, not \(left.description) with \(right.description)", span)
    }
  }

  private static func compare<Value: Comparable>(
    _ left: Value, _ sign: RuleExpression.InfixOperator, _ right: Value
  ) -> Bool {
    switch sign {
    case .less: left < right
    case .greater: left > right
    case .lessOrEqual: left <= right
    case .greaterOrEqual: left >= right
    case .or, .and, .equal, .notEqual, .plus, .minus, .times, .divided, .remainder: false
    }
  }

  private func calculate(
    _ left: RuleValue, _ sign: RuleExpression.InfixOperator, _ right: RuleValue, _ span: Span
  ) throws(RuleFault) -> RuleValue {
    if case .number(let first) = left, case .number(let second) = right {
      switch sign {
      case .plus: return .number(first + second)
      case .minus: return .number(first - second)
      case .times: return .number(first * second)
      // Not infinite, unlike elsewhere.
      case .divided: return .number(second == 0 ? .nan : first / second)
      case .remainder: return .number(first.truncatingRemainder(dividingBy: second))
      case .or, .and, .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: break
      }
    }
    if sign == .plus, let first = joinable(left), let second = joinable(right) {
      guard first.utf8.count + second.utf8.count <= Self.textLimit else { throw Self.tooLong(span) }
      return .string(Text(first + second))
    }
    throw RuleFault(
      "`\(sign.rawValue)` takes \(sign == .plus ? "numbers and texts" : "numbers"), not \(left.description) and \(right.description)",
      span)
  }

  private func joinable(_ value: RuleValue) -> String? {
    switch value {
    case .string(let text): text.string
    case .number(let number): RuleNumber.text(number)
    case .null, .boolean, .sentinel, .object, .location: nil
    }
  }
}
