import Diagnostics

/// A variable or property that a condition found to be there, as it was before.
struct NarrowedSlot {
  var slot: Slot
  var before: ScannedValue
  var narrowed: ScannedValue
}

extension Interpreter {
  /// After `x != null` or `x` holds, or `x == null` or `!x` does not, `x` is not null: leaves the other values.
  func narrow(_ tests: [Expression], hold: Bool = true) -> [NarrowedSlot] {
    // Which one of several does not hold nobody knows.
    guard hold || tests.count == 1 else { return [] }
    return tests.flatMap { narrow($0, holds: hold, depth: 0) }
  }

  private func narrow(_ test: Expression, holds: Bool, depth: Int) -> [NarrowedSlot] {
    guard depth < 16 else { return [] }
    switch test.kind {
    case .name: return holds ? withoutNull(test).map { [$0] } ?? [] : []
    case .member: return (holds ? withoutNull(test).map { [$0] } ?? [] : []) + withoutRefuted(test, holds: holds)
    case .call(let call):
      let without = holds ? nil : call.testedForNull.flatMap { withoutNull($0) }
      return (without.map { [$0] } ?? []) + withoutRefuted(test, holds: holds)
    // JavaScript's `a || b`
    case .fallback(let left, let right):
      return holds ? [] : [left, right].flatMap { narrow($0, holds: false, depth: depth + 1) }
    case .other(let operands):
      if let operand = negated(test, operands) { return narrow(operand, holds: !holds, depth: depth + 1) }
      guard operands.count > 1, let sign = sign(between: operands) else { return [] }
      if sign == (holds ? .conjunction : .disjunction) {
        return operands.flatMap { narrow($0, holds: holds, depth: depth + 1) }
      }
      guard operands.count == 2 else { return [] }
      if let slot = withinLength(operands, sign, holds: holds) { return [slot] }
      return withoutRefuted(test, holds: holds)
    default: return []
    }
  }

  /// Leaves the values of a variable of which a test can say that, not those for which it certainly says the opposite.
  private func withoutRefuted(_ test: Expression, holds: Bool) -> [NarrowedSlot] {
    tested(test).compactMap { variable, answer in
      narrow(variable) { before in
        guard case .alternatives(let values) = before else { return nil }
        let left = values.filter { answer($0) != !holds }
        return left.isEmpty || left.count == values.count ? nil : ScannedValue.oneOf(left)
      }
    }
  }

  private func withoutNull(_ expression: Expression) -> NarrowedSlot? {
    narrow(expression) { before in
      let narrowed = before.withoutNull
      return narrowed == before ? nil : narrowed
    }
  }

  /// `ids.length <= 10` holds, or `ids.length > 10` does not: the list is no longer than that.
  private func withinLength(_ operands: [Expression], _ sign: Operator, holds: Bool) -> NarrowedSlot? {
    guard let (list, bound) = lengthTest(operands, sign, holds: holds) else { return nil }
    return narrow(list) { $0.canHoldMany ? $0.holding(atMost: bound) : nil }
  }

  private func narrow(_ expression: Expression, _ narrowing: (ScannedValue) -> ScannedValue?) -> NarrowedSlot? {
    guard let slot = narrowableSlot(of: expression) else { return nil }
    let before = silently { evaluate(expression) }
    guard let narrowed = narrowing(before) else { return nil }
    state.narrow(slot, narrowed)
    return NarrowedSlot(slot: slot, before: before, narrowed: narrowed)
  }

  /// Where the value of a name, or of a property of an object that has one, is kept.
  private func narrowableSlot(of expression: Expression) -> Slot? {
    switch expression.kind {
    case .name(let name):
      if let owner = declaringScope(of: name) { return Slot(owner: owner.id, name: name) }
      guard hasImplicitReceiver, case .instance(let instance)? = receiver else { return nil }
      return Slot(owner: instance.object, name: name)
    case .member(let base, let name):
      guard base.dottedHead != nil, case .instance(let instance) = silently({ evaluate(base) }) else { return nil }
      return Slot(owner: instance.object, name: name)
    default: return nil
    }
  }
}

extension Call {
  /// What a call asks of whether it is there: `x.isNullOrEmpty()`, `TextUtils.isEmpty(x)`.
  fileprivate var testedForNull: Expression? {
    guard let name = callee.dottedName?.last, Self.nullTests.contains(name) else { return nil }
    if let argument = arguments.first { return arguments.count == 1 ? argument.value : nil }
    if case .member(let base, _) = callee.kind { return base }
    return nil
  }

  private static let nullTests: Set<String> = [
    "isNullOrEmpty", "isNullOrBlank", "isEmpty", "isBlank", "isNull", "isNil", "isUndefined",
  ]
}

extension PathState {
  /// Takes back what held in a branch only, unless something else was assigned there.
  mutating func widen(_ slots: [NarrowedSlot]) {
    for part in slots where self[part.slot] == part.narrowed { narrow(part.slot, part.before) }
  }
}
