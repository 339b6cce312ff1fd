/// A length of simulated time in microseconds; negative before, positive after.
package struct TimeSpan: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static let zero = TimeSpan(microseconds: 0)
  package static let second = TimeSpan(microseconds: 1_000_000)
  package static let day = TimeSpan(microseconds: 86_400_000_000)

  /// Whole units only; for constants of this program.
  package static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count * 1_000_000) }
  package static func minutes(_ count: Int64) -> TimeSpan { seconds(count * 60) }
  package static func hours(_ count: Int64) -> TimeSpan { seconds(count * 3600) }
  package static func days(_ count: Int64) -> TimeSpan { seconds(count * 86400) }

  package static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool { lhs.microseconds < rhs.microseconds }
}
