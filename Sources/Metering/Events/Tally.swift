/// Billed operations, reads kept apart by what caused them. Sums that do not fit stay at the largest number and say so.
package struct Tally: Hashable, Sendable {
  /// Documents returned or delivered.
  package var documents: Int64 = 0
  /// The one read of requests that found nothing, and of requests that cost one read whatever they do.
  package var minimum: Int64 = 0
  /// Documents passed over by `offset`.
  package var skipped: Int64 = 0
  package var missing: Int64 = 0
  /// Index and vector entries, already divided by the number of entries that one read pays for.
  package var entries: Int64 = 0
  package var ruleReads: Int64 = 0
  package var verify: Int64 = 0
  /// Documents of listeners that started again.
  package var reissued: Int64 = 0

  package var writes: Int64 = 0
  package var deletes: Int64 = 0
  package var ttlDeletes: Int64 = 0
  /// Sent by Firestore.
  package var bytes: Int64 = 0
  /// Sent by the Realtime Database.
  package var realtimeBytes: Int64 = 0

  /// True when some sum did not fit 64 bits; the figures are then lower bounds.
  package var overflowed = false

  package init() {}

  package static let zero = Tally()

  /// All billed reads.
  package var reads: Int64 {
    var total = SaturatingSum()
    for part in [documents, minimum, skipped, missing, entries, ruleReads, verify, reissued] { total.add(part) }
    return total.value
  }

  package mutating func add(_ other: Tally, times: Int64 = 1) {
    var lost = overflowed || other.overflowed
    documents = Tally.sum(documents, other.documents, times, &lost)
    minimum = Tally.sum(minimum, other.minimum, times, &lost)
    skipped = Tally.sum(skipped, other.skipped, times, &lost)
    missing = Tally.sum(missing, other.missing, times, &lost)
    entries = Tally.sum(entries, other.entries, times, &lost)
    ruleReads = Tally.sum(ruleReads, other.ruleReads, times, &lost)
    verify = Tally.sum(verify, other.verify, times, &lost)
    reissued = Tally.sum(reissued, other.reissued, times, &lost)
    writes = Tally.sum(writes, other.writes, times, &lost)
    deletes = Tally.sum(deletes, other.deletes, times, &lost)
    ttlDeletes = Tally.sum(ttlDeletes, other.ttlDeletes, times, &lost)
    bytes = Tally.sum(bytes, other.bytes, times, &lost)
    realtimeBytes = Tally.sum(realtimeBytes, other.realtimeBytes, times, &lost)
    overflowed = lost
  }

  private static func sum(_ sum: Int64, _ part: Int64, _ times: Int64, _ lost: inout Bool) -> Int64 {
    guard part != 0 else { return sum }
    var total = SaturatingSum(value: sum)
    total.add(part, times: times)
    lost = lost || total.overflowed
    return total.value
  }

  package static func + (lhs: Tally, rhs: Tally) -> Tally {
    var sum = lhs
    sum.add(rhs)
    return sum
  }

  /// Component by component: what the first has more than the second.
  package static func - (lhs: Tally, rhs: Tally) -> Tally {
    var difference = lhs
    difference.add(rhs, times: -1)
    return difference
  }
}
