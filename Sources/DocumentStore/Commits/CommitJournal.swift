package import FirestoreModel

/// Keeps the commits of one database beyond the life of the process.
///
/// The store tells every commit in order and goes on; whoever acknowledges a commit to a client, or tells one what was
/// read of it, first waits until it is durable.
package protocol CommitJournal: AnyObject, Sendable {
  /// Called under the store's lock: only remembers the commit. Commits come in the order of their versions.
  func enqueue(_ commit: Commit)

  /// Returns when every commit up to this version survives the death of the process.
  ///
  /// - Throws: UNAVAILABLE when the commit could not be stored. Nothing is stored from then on.
  func waitUntilDurable(_ version: Int) async throws(FirestoreError)

  /// When the newest commit of earlier runs was made: later ones come after it, whatever the clock says. Documents alone do
  /// not tell; the last commit may have deleted one.
  var lastCommitTime: Timestamp? { get }

  /// Why nothing is stored any more; nil: everything is.
  var failure: FirestoreError? { get }
}

extension CommitJournal {
  package var lastCommitTime: Timestamp? { nil }
  package var failure: FirestoreError? { nil }
}

/// Where journals are kept: one for each database.
package protocol JournalFolder: Sendable {
  /// The databases that were written to before, in order.
  func databases() throws(FirestoreError) -> [DatabaseName]

  /// What a database held when the last durable commit was made, and the journal that goes on from there.
  func open(_ database: DatabaseName) throws(FirestoreError) -> (documents: KeptDocuments, journal: any CommitJournal)
}
