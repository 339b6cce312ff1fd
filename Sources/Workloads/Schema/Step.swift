package import Diagnostics
package import FirestoreModel

/// One step of an actor, of a procedure or of the outside world.
///
/// The modifiers apply from the outside in: `chance`, then `repeat` (with `spread`), then `forEach`, then the action.
package struct Step: Hashable, Sendable {
  /// `name:` — the operation's name in budgets, ledger and traffic.
  package var name: Name?
  package var action: StepAction
  /// `chance: 0.2`
  package var chance: Double?
  /// `repeat: n`
  package var repetition: Quantity?
  /// How repetitions are placed in time; only for steps of the outside world.
  package var spread: Spread?
  /// `forEach:` — the action once per id, which it sees as `{id}`.
  package var forEach: IDSelection?
  package var retry: RetryPolicy?
  package var expectation: ExpectedRefusal?
  package var span: Span

  package init(
    name: Name? = nil, action: StepAction, chance: Double? = nil, repetition: Quantity? = nil, spread: Spread? = nil,
    forEach: IDSelection? = nil, retry: RetryPolicy? = nil, expectation: ExpectedRefusal? = nil, span: Span
  ) {
    self.name = name
    self.action = action
    self.chance = chance
    self.repetition = repetition
    self.spread = spread
    self.forEach = forEach
    self.retry = retry
    self.expectation = expectation
    self.span = span
  }
}

package indirect enum StepAction: Hashable, Sendable {
  /// `get`, `query` and `listen`
  case read(ReadStep)
  case page(PageStep)
  /// `unlisten: var`
  case detach(Name)
  case device(DeviceEvent)
  /// `set`, `update`, `create`, `delete`
  case write(WriteOperation)
  case batch([WriteOperation])
  case transaction(TransactionStep)
  /// `let: {name: expression}`, in order.
  case assign([VariableAssignment])
  case condition(Expression, then: [Step], otherwise: [Step])
  case pause(DurationQuantity)
  /// `do: procedure`
  case perform(Name)
  /// `steps: […]`
  case group([Step])
  /// `write:` — the outside world.
  case outsideWrite(OutsideWrite)
  /// `rtdb: {…}`
  case realtime(RealtimeStep)

  /// Whether a client asks a service for it, which may refuse it.
  package var isRequest: Bool {
    switch self {
    case .read, .page, .write, .batch, .transaction, .realtime: true
    case .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite: false
    }
  }
}

/// The life cycle of an app on a device.
package enum DeviceEvent: Hashable, Sendable {
  /// Suspended for so long.
  case background(DurationQuantity)
  case offline(DurationQuantity)
  case kill
  case reinstall
  /// The same user goes on with another device of that name, its caches and variables fresh on first use.
  case secondDevice(Name)
}

package struct VariableAssignment: Hashable, Sendable {
  package var name: Name
  package var value: Expression

  package init(name: Name, value: Expression) {
    self.name = name
    self.value = value
  }
}

/// `forEach:` of a step in `onChange`, or over an earlier result.
package enum IDSelection: Hashable, Sendable {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case all, added, modified, removed
  }

  /// `added ids`, `added ids not in store`: of the snapshot just delivered.
  case snapshot(Part, notInStore: Bool)
  /// The documents of an earlier result.
  case result(Name)
}

/// `expect:` on a step: being refused is the right answer.
package struct ExpectedRefusal: Hashable, Sendable {
  package var status: StatusCode?
  /// `FBnnnn`
  package var code: String?
  package var span: Span

  package init(status: StatusCode?, code: String?, span: Span) {
    self.status = status
    self.code = code
    self.span = span
  }
}

/// `retry: {attempts, timeout, backoff, fails, reaches}`
package struct RetryPolicy: Hashable, Sendable {
  package enum Outcomes: Hashable, Sendable {
    case probability(Double)
    /// Attempt by attempt; beyond the end false.
    case list([Bool])
  }

  /// At least one.
  package var attempts: Int64
  package var timeout: TimeSpan
  /// The pauses after the first, second, … failed attempt; the last one is used again when there are too few.
  package var backoff: [TimeSpan]
  /// Whether an attempt times out.
  package var fails: Outcomes
  /// Whether an attempt that timed out was nevertheless carried out.
  package var reaches: Outcomes
  package var span: Span

  package init(
    attempts: Int64, timeout: TimeSpan, backoff: [TimeSpan], fails: Outcomes, reaches: Outcomes, span: Span
  ) {
    self.attempts = attempts
    self.timeout = timeout
    self.backoff = backoff
    self.fails = fails
    self.reaches = reaches
    self.span = span
  }
}
