import Metering

/// How long the listeners of one operation were attached, in seconds.
///
/// However many there are, only some thousand different lengths are kept: smallest and largest exactly, the others cut to
/// three digits.
package struct ListenerLifetimes {
  package private(set) var minimum = Int64.max
  package private(set) var maximum: Int64 = 0
  private var counts: [Int64: SaturatingSum] = [:]

  mutating func add(seconds: Int64, times: Int64) {
    let seconds = max(0, seconds)
    minimum = min(minimum, seconds)
    maximum = max(maximum, seconds)
    counts[Self.cut(seconds), default: SaturatingSum()].add(times)
  }

  /// What came since then, so many times more.
  mutating func repeatDays(since before: ListenerLifetimes, times: Int64) {
    for (seconds, count) in counts {
      counts[seconds]?.add(count.value - (before.counts[seconds]?.value ?? 0), times: times)
    }
  }

  /// The lower median, cut to three digits. Nil when there was no listener.
  package var median: Int64? {
    let total = counts.values.reduce(into: SaturatingSum()) { $0.add($1.value) }.value
    var seen = SaturatingSum()
    for (seconds, count) in counts.sorted(by: { $0.key < $1.key }) {
      seen.add(count.value)
      if seen.value >= (total - 1) / 2 + 1 { return max(seconds, minimum) }
    }
    return nil
  }

  private static func cut(_ seconds: Int64) -> Int64 {
    var scale: Int64 = 1
    while seconds / scale >= 1_000 { scale *= 10 }
    return seconds / scale * scale
  }
}
