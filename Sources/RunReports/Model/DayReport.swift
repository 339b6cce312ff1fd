package import FirestoreModel
package import Metering

/// One day of the users, in the UTC offset of the workload's clock. Every day of the period has one, also where nothing
/// happened.
package struct DayReport: Hashable, Sendable {
  /// From 1.
  package var number: Int64
  package var date: CalendarDate
  package var tally: Tally
  /// Reads of each of the 24 hours.
  package var hours: [Int64]
  /// Reads of each operation, in the order of ``VariantReport/operations``.
  package var readsByOperation: [Int64]
  /// What it adds to the bill of the month: those of all days are the bill. Nil without a price book.
  package var cost: Rational?

  package var reads: Int64 { tally.reads }
  /// Sent by Firestore.
  package var egressBytes: Int64 { tally.bytes }
}
