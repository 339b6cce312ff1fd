package import Diagnostics

/// One write of an actor.
package struct WriteOperation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case set(merge: Bool)
    /// Fails when the document does not exist; field names are paths.
    case update
    /// Fails when the document exists.
    case create
    case delete
  }

  package var kind: Kind
  package var path: PathPattern
  package var fields: [FieldAssignment]
  /// `as:` — a variable that gets the document's id.
  package var result: Name?
  package var span: Span

  package init(kind: Kind, path: PathPattern, fields: [FieldAssignment], result: Name? = nil, span: Span) {
    self.kind = kind
    self.path = path
    self.fields = fields
    self.result = result
    self.span = span
  }
}

/// `transaction: {reads, writes, conflicts}`
package struct TransactionStep: Hashable, Sendable {
  package var reads: [ReadTarget]
  package var writes: [WriteOperation]
  /// The probability that an attempt is aborted and done again, reads included.
  package var conflictProbability: Double

  package init(reads: [ReadTarget], writes: [WriteOperation], conflictProbability: Double) {
    self.reads = reads
    self.writes = writes
    self.conflictProbability = conflictProbability
  }
}

/// `write:` — the outside world changes data: listeners wake, rules are not asked, nobody is billed unless `metered`.
package struct OutsideWrite: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case set(merge: Bool)
    case delete
  }

  package var kind: Kind
  package var path: PathPattern
  /// Of `for:`; when the write names none, those of the `data` entry of the same path pattern that the path uses.
  package var loops: [Loop]
  package var count: Quantity
  /// Nil: where the step stands decides (gap, session length, or at once).
  package var spread: Spread?
  /// Nil: the `data` entry of the same path pattern generates the document, its times being the moment of the write.
  package var fields: [FieldAssignment]?
  /// `as:` — a variable that gets the id of the document written last.
  package var result: Name?
  package var isMetered: Bool
  package var span: Span

  package init(
    kind: Kind = .set(merge: false), path: PathPattern, loops: [Loop] = [], count: Quantity = .constant(1),
    spread: Spread? = nil, fields: [FieldAssignment]? = nil, result: Name? = nil, isMetered: Bool = false, span: Span
  ) {
    self.kind = kind
    self.path = path
    self.loops = loops
    self.count = count
    self.spread = spread
    self.fields = fields
    self.result = result
    self.isMetered = isMetered
    self.span = span
  }
}

/// Over which stretch of time several writes are placed, and how.
package struct Spread: Hashable, Sendable {
  package enum Interval: Hashable, Sendable {
    /// The stretch between two sessions that the step stands in.
    case gap
    /// The session that the step stands in.
    case length
    case duration(TimeSpan)
  }

  package enum Fraction: Hashable, Sendable {
    /// 0.437 s, and a microsecond more for each write: times are never whole seconds.
    case distinct
    /// `wholeSeconds`
    case none
  }

  package var interval: Interval
  package var fraction: Fraction
  /// `burst`: all of them in the first second.
  package var isBurst: Bool

  package init(_ interval: Interval, fraction: Fraction = .distinct, isBurst: Bool = false) {
    self.interval = interval
    self.fraction = fraction
    self.isBurst = isBurst
  }
}
