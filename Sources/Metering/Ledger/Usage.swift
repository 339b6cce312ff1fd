/// What budgets are about: the billed operations of one call, session or day, as one number each.
package struct Usage: Hashable, Sendable {
  package var reads: Int64 = 0
  package var writes: Int64 = 0
  package var deletes: Int64 = 0
  /// Sent by either database.
  package var bytes: Int64 = 0
  /// Listeners attached.
  package var listeners: Int64 = 0

  package init() {}

  package init(_ tally: Tally, listeners: Int64 = 0) {
    reads = tally.reads
    writes = tally.writes
    deletes = tally.deletes
    bytes = SaturatingSum.of(tally.bytes, tally.realtimeBytes)
    self.listeners = listeners
  }

  package mutating func add(_ other: Usage, times: Int64 = 1) {
    reads = Usage.sum(reads, other.reads, times)
    writes = Usage.sum(writes, other.writes, times)
    deletes = Usage.sum(deletes, other.deletes, times)
    bytes = Usage.sum(bytes, other.bytes, times)
    listeners = Usage.sum(listeners, other.listeners, times)
  }

  private static func sum(_ sum: Int64, _ part: Int64, _ times: Int64) -> Int64 {
    guard part != 0 else { return sum }
    var total = SaturatingSum(value: sum)
    total.add(part, times: times)
    return total.value
  }

  /// The larger of both, metric by metric.
  mutating func formMaximum(_ other: Usage) {
    reads = max(reads, other.reads)
    writes = max(writes, other.writes)
    deletes = max(deletes, other.deletes)
    bytes = max(bytes, other.bytes)
    listeners = max(listeners, other.listeners)
  }
}

extension Usage {
  package enum Metric: String, Hashable, Sendable, CaseIterable {
    case reads, writes, deletes, bytes, listeners
  }

  package subscript(metric: Metric) -> Int64 {
    switch metric {
    case .reads: reads
    case .writes: writes
    case .deletes: deletes
    case .bytes: bytes
    case .listeners: listeners
    }
  }
}

/// The largest usage of any one call, session and user's day.
package struct PeakUsage: Hashable, Sendable {
  package var call = Usage()
  package var session = Usage()
  package var userDay = Usage()
}
