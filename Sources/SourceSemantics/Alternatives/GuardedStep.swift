/// One step of what is built up under conditions: a constraint of a query, an element of a list.
package struct GuardedStep<Content: Hashable & Sendable>: Hashable, Sendable {
  package var content: Content
  /// Under what it is taken.
  package var condition: CondID
  package var role: StepRole
  /// Later rounds of a loop may add it again.
  package var repeats: Bool

  package init(_ content: Content, under condition: CondID, as role: StepRole, repeats: Bool = false) {
    self.content = content
    self.condition = condition
    self.role = role
    self.repeats = repeats
  }
}

/// What a step asks of indexes.
package enum StepRole: Hashable, Sendable {
  /// An index has to hold it together with all others of this kind: what is looked through, a range, an order.
  case frame
  /// An index of its own can be merged with others: an equality. So can what asks nothing of indexes: a limit.
  case addition
}
