import Diagnostics

/// A variable or property that a condition found to be there, as it was before.
struct NarrowedSlot {
  var slot: Slot
  var before: ScannedValue
  var narrowed: ScannedValue
}

extension Interpreter {
  /// After `x != null` or `x` holds, `x` is not null: leaves the other values.
  func narrow(_ tests: [Expression]) -> [NarrowedSlot] { tests.flatMap { narrow($0, depth: 0) } }

  private func narrow(_ test: Expression, depth: Int) -> [NarrowedSlot] {
    switch test.kind {
    case .name, .member: return withoutNull(test).map { [$0] } ?? []
    case .other(let operands):
      guard operands.count > 1, depth < 16, let sign = sign(between: operands) else { return [] }
      if sign == .conjunction { return operands.flatMap { narrow($0, depth: depth + 1) } }
      guard sign == .unequal, operands.count == 2 else { return [] }
      if case .null = operands[1].kind { return withoutNull(operands[0]).map { [$0] } ?? [] }
      if case .null = operands[0].kind { return withoutNull(operands[1]).map { [$0] } ?? [] }
      return []
    default: return []
    }
  }

  private func withoutNull(_ expression: Expression) -> NarrowedSlot? {
    guard let slot = narrowableSlot(of: expression) else { return nil }
    let before = silently { evaluate(expression) }
    guard case .alternatives(let values) = before, values.contains(.null) else { return nil }
    let narrowed = ScannedValue.oneOf(values.filter { $0 != .null })
    state.narrow(slot, narrowed)
    return NarrowedSlot(slot: slot, before: before, narrowed: narrowed)
  }

  /// Where the value of a name or of a property of `this` is kept.
  private func narrowableSlot(of expression: Expression) -> Slot? {
    switch expression.kind {
    case .name(let name):
      if let owner = declaringScope(of: name) { return Slot(owner: owner.id, name: name) }
      guard hasImplicitReceiver, case .instance(let instance)? = receiver else { return nil }
      return Slot(owner: instance.object, name: name)
    case .member(let base, let name):
      guard case .name(let own) = base.kind, own == "this" || own == "self", case .instance(let instance)? = receiver
      else { return nil }
      return Slot(owner: instance.object, name: name)
    default: return nil
    }
  }
}

extension PathState {
  /// Takes back what held in a branch only, unless something else was assigned there.
  mutating func widen(_ slots: [NarrowedSlot]) {
    for part in slots where self[part.slot] == part.narrowed { narrow(part.slot, part.before) }
  }
}
