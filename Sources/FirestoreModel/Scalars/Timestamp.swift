/// A point in time with Firestore's microsecond precision, 0001-01-01T00:00:00Z … 9999-12-31T23:59:59.999999Z.
///
/// Anything below a microsecond is rounded down on input, when stored and when used in a filter alike.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static let minimum = Timestamp(microseconds: -62_135_596_800_000_000)
  package static let maximum = Timestamp(microseconds: 253_402_300_799_999_999)

  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.microseconds < rhs.microseconds }
}
