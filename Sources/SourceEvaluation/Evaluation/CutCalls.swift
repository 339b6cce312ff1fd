import SourceSemantics
import SourceSyntax
import SourceTokens

/// What is left of values and calls where a budget ends.
extension Evaluator {
  /// A call beyond the limits. What the tables say of it needs no steps: a request is made all the same.
  mutating func notFollowed(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let info = calls[Int(shape)]
    if let answer = byTables(callee, arguments, shape, info) { return answer }
    var result = Applied(value: arena.unknown(.calls, info.origin))
    guard arena.kind(callee) == .function, arena[callee].variant == FunctionForm.own else { return result }
    let function = Int(arena[callee].payload)
    unfollowed.insert(function)
    result.effects = visited(function, nil)
    return result
  }

  private mutating func byTables(
    _ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32, _ info: CallShape
  ) -> Applied? {
    if let name = info.name {
      return isHandle(callee) || sort(callee) == .wrapper ? applyRow(callee, name, arguments, shape) : nil
    }
    guard arena.kind(callee) == .external, implicitName(callee) == nil else { return nil }
    return applyExternal(callee, arguments, shape)
  }

  /// What tells values that were not worked out from other places.
  private static let cut: UInt32 = 1 << 30

  /// Values beyond which nothing is kept of one that was not worked out.
  private static let largestKept = 64

  /// A value that was not worked out for want of steps. Handles stay what they are, with what is known of them; of the
  /// rest, each is unknown by itself: what is asked of one says nothing about others.
  mutating func notFollowed(_ value: ValueID) -> ValueID {
    guard arena.isOpen(value) else { return value }
    let nothing = arena.unknown(.calls, origin(0, NodeID(0), extra: Self.cut | value.raw))
    guard Int(arena[value].size) <= Self.largestKept else { return nothing }
    switch arena.kind(value) {
    case .text: return arena.text(arena.parts(value).map { notFollowed($0) })
    case .made:
      guard let construct = arena.construct(value), Self.places.contains(construct) else { return nothing }
      return arena.make(construct, arena.parts(value).map { notFollowed($0) })
    case .query:
      let base = notFollowed(arena.base(value))
      guard arena.kind(base) == .made else { return query(arena.make(.anyQuery, [base]), []) }
      let steps = arena.steps(value).map { step in
        var step = step
        if isOpen(step.under) { step.under = cut(step.under) }
        step.value = notFollowed(step.value)
        return step
      }
      return query(base, steps)
    default: return nothing
    }
  }

  /// What is made of its parts, whatever they are.
  private static let places: Set<Construct> = [
    .database, .collection, .group, .document, .batch, .transaction, .bulkWriter, .wrapper, .parent, .reference,
    .documentOf,
    .realtimeReference, .child, .newChild, .filter, .order, .limit, .limitToLast, .offset, .startAt, .startAfter,
    .endAt, .endBefore,
  ]
}
