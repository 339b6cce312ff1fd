package import Metering

/// What writes to one collection mean for its indexes.
package struct WriteFanOut {
  package private(set) var writes = SaturatingSum()
  /// Entries that the written documents have, or had where they were deleted.
  package private(set) var entries = SaturatingSum()
  /// Of these entries.
  package private(set) var bytes = SaturatingSum()

  mutating func add(entries: Int, bytes: Int, times: Int64) {
    writes.add(times)
    self.entries.add(Int64(entries), times: times)
    self.bytes.add(Int64(bytes), times: times)
  }

  /// What came since then, so many times more.
  func repeating(since before: WriteFanOut, times: Int64) -> WriteFanOut {
    var sum = self
    sum.writes.add(writes.value - before.writes.value, times: times)
    sum.entries.add(entries.value - before.entries.value, times: times)
    sum.bytes.add(bytes.value - before.bytes.value, times: times)
    return sum
  }

  func adding(_ other: WriteFanOut) -> WriteFanOut {
    var sum = self
    sum.writes.add(other.writes.value)
    sum.entries.add(other.entries.value)
    sum.bytes.add(other.bytes.value)
    return sum
  }
}
