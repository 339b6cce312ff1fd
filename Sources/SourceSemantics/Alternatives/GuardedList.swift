/// Steps in their order, each with the condition under which it is taken: 24 optional filters are 24 steps, not 2^24 lists.
package struct GuardedList<Content: Hashable & Sendable>: Hashable, Sendable {
  package var steps: [GuardedStep<Content>]

  package init(_ steps: [GuardedStep<Content>] = []) { self.steps = steps }

  /// The first list where the condition holds, the second where not. What both begin with is kept once.
  package static func merged(
    _ condition: CondID, _ left: GuardedList, _ right: GuardedList, _ diagrams: inout Diagrams
  ) -> GuardedList {
    let common = zip(left.steps, right.steps).prefix { $0 == $1 }.count
    var merged = GuardedList(Array(left.steps.prefix(common)))
    merged.append(left.steps.dropFirst(common), under: condition, &diagrams)
    merged.append(right.steps.dropFirst(common), under: !condition, &diagrams)
    return merged
  }

  /// More steps, where the condition holds.
  package mutating func append(
    _ more: some Sequence<GuardedStep<Content>>, under condition: CondID, _ diagrams: inout Diagrams
  ) {
    for var step in more {
      step.condition = diagrams.and(step.condition, condition)
      if step.condition != .never { steps.append(step) }
    }
  }
}
