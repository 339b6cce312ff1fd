package import FirestoreModel

/// Where the bytes of the Realtime Database go: per operation name, kind of operation and path pattern, and the figures
/// that have limits of their own.
package struct RealtimeLedger: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package let name: Text
    package let operation: RealtimeTraffic.Operation
    package let path: Text
    package internal(set) var count: Int64 = 0
    package internal(set) var bytes: Int64 = 0
    /// What would have been sent with every index in place.
    package internal(set) var bytesIfIndexed: Int64 = 0
    package internal(set) var unindexed: Int64 = 0
    package internal(set) var denied: Int64 = 0
    /// The largest single one.
    package internal(set) var largest: Int64 = 0
  }

  private struct Key: Hashable {
    var name: Text
    var operation: RealtimeTraffic.Operation
    var path: Text
  }

  private var table: [Key: Row] = [:]
  package private(set) var bytes: Int64 = 0
  package private(set) var uploaded: Int64 = 0
  package private(set) var writes: Int64 = 0
  /// Writes, and bytes written, of every minute in which there were any.
  private var minutes: [Int64: (writes: Int64, bytes: Int64)] = [:]
  /// By how many connections more or fewer there are from this second on.
  private var connections: [Int64: Int64] = [:]

  package init() {}

  package var isEmpty: Bool { table.isEmpty }

  /// By path, operation and name.
  package var rows: [Row] {
    table.values.sorted { first, second in
      if first.path != second.path { return first.path < second.path }
      if first.operation != second.operation { return first.operation < second.operation }
      return first.name < second.name
    }
  }

  mutating func record(_ traffic: RealtimeTraffic, _ event: BillingEvent, sent: Int64) {
    let second = event.time.seconds
    switch traffic.operation {
    case .connect: connections[second, default: 0] += event.multiplicity
    case .disconnect:
      // A connection counts in the second in which it ends, too.
      connections[second.addingClamped(1), default: 0] -= event.multiplicity
      return
    case .listen, .broadcast, .get, .set, .update, .push, .increment, .transaction, .delete, .onDisconnect: break
    }
    if traffic.operation.isWrite, !traffic.isDenied { recordWrite(traffic, event, minute: second / 60) }
    let times = event.multiplicity
    bytes = SaturatingSum.product(sent, times, plus: bytes)
    let key = Key(name: event.operationName, operation: traffic.operation, path: traffic.path)
    var row = table[key] ?? Row(name: key.name, operation: key.operation, path: key.path)
    row.count = SaturatingSum.of(row.count, times)
    row.bytes = SaturatingSum.product(sent, times, plus: row.bytes)
    row.bytesIfIndexed = SaturatingSum.product(
      traffic.isUnindexed ? traffic.bytesIfIndexed : sent, times, plus: row.bytesIfIndexed)
    if traffic.isUnindexed { row.unindexed = SaturatingSum.of(row.unindexed, times) }
    if traffic.isDenied { row.denied = SaturatingSum.of(row.denied, times) }
    row.largest = max(row.largest, sent)
    table[key] = row
  }

  private mutating func recordWrite(_ traffic: RealtimeTraffic, _ event: BillingEvent, minute: Int64) {
    writes = SaturatingSum.of(writes, event.multiplicity)
    uploaded = SaturatingSum.product(traffic.uploaded, event.multiplicity, plus: uploaded)
    var busy = minutes[minute] ?? (0, 0)
    busy.writes = SaturatingSum.of(busy.writes, event.multiplicity)
    busy.bytes = SaturatingSum.product(traffic.uploaded, event.multiplicity, plus: busy.bytes)
    minutes[minute] = busy
  }

  // MARK: Limits

  /// The most connections at any one second.
  package var peakConnections: Int64 {
    var (now, peak) = (Int64(0), Int64(0))
    for second in connections.keys.sorted() {
      now += connections[second] ?? 0
      peak = max(peak, now)
    }
    return peak
  }

  /// The largest answer with data or delivery of all: handshakes and what writes are answered are no responses.
  package var largestResponse: Row? {
    rows.filter { $0.operation != .connect && !$0.operation.isWrite }.max { $0.largest < $1.largest }
  }

  /// Of the minute with the most of them.
  package var peakWritesPerMinute: Int64 { minutes.values.map(\.writes).max() ?? 0 }
  package var peakBytesWrittenPerMinute: Int64 { minutes.values.map(\.bytes).max() ?? 0 }

  package static func == (left: RealtimeLedger, right: RealtimeLedger) -> Bool {
    left.table == right.table && left.bytes == right.bytes && left.uploaded == right.uploaded
      && left.writes == right.writes && left.peakConnections == right.peakConnections
      && left.peakWritesPerMinute == right.peakWritesPerMinute
      && left.peakBytesWrittenPerMinute == right.peakBytesWrittenPerMinute
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(bytes)
  }
}

extension RealtimeTraffic.Operation: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
