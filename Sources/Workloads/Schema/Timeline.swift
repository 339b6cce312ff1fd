package import Diagnostics

/// `background:` — writes by nobody in particular.
package struct BackgroundActivity: Hashable, Sendable {
  package enum Rate: Hashable, Sendable {
    case perDay(Quantity)
    /// Every so often, the first time one interval after `clock.start`.
    case interval(TimeSpan)
  }

  package var rate: Rate
  package var write: OutsideWrite
  package var span: Span

  package init(rate: Rate, write: OutsideWrite, span: Span) {
    self.rate = rate
    self.write = write
    self.span = span
  }
}

/// `timeline:` — one entry of an exact script.
package struct TimelineEntry: Hashable, Sendable {
  package var at: TimeReference
  /// Nil: the outside world.
  package var actor: Name?
  package var steps: [Step]
  package var span: Span

  package init(at: TimeReference, actor: Name?, steps: [Step], span: Span) {
    self.at = at
    self.actor = actor
    self.steps = steps
    self.span = span
  }
}
