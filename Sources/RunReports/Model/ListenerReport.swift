/// What the listeners of one operation of Firestore cost, and how long they lived.
package struct ListenerReport: Hashable, Sendable {
  package var operation: String
  /// How often one was attached; coming back after a lost connection is none.
  package var attaches: Int64
  /// Attaches that went on where an earlier one stopped.
  package var resumed: Int64
  /// Reads of first snapshots.
  package var initialReads: Int64
  /// Reads of what changed while somebody listened, or since the server was heard last.
  package var deltaReads: Int64
  /// Reads of listeners that started again as new queries.
  package var reissuedReads: Int64
  package var lifetimes: Lifetimes

  /// From the first answer to the detaching, the end of the session or the end of the period, in seconds, cut.
  package struct Lifetimes: Hashable, Sendable {
    package var minimum: Int64
    /// The lower median, cut to three digits.
    package var median: Int64
    package var maximum: Int64
  }
}
