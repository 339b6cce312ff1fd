import DocumentStore
package import FirestoreModel

extension FirestoreDatabase {
  /// Removes a document or collection with everything below it, and everything for an empty path, in one commit.
  ///
  /// An emulator's own request: no rules are asked, nothing is billed, and transactions that are open do not go on.
  /// - Parameter version: what is removed has to be as it was then; nil: as it may be.
  /// - Returns: how many documents there were.
  /// - Throws: ABORTED where it was written since.
  package func clear(
    below segments: [Text] = [], unchangedSince version: Int? = nil
  ) async throws(FirestoreError) -> Int {
    try await cleared(by: store.clear(below: segments, at: clock.now, unchangedSince: version))
  }

  /// The same for the documents of collections wherever they lie; those below them stay.
  @discardableResult
  package func clear(collectionGroups: Set<Text>) async throws(FirestoreError) -> Int {
    try await cleared(by: store.clear(collectionGroups: collectionGroups, at: clock.now))
  }

  private func cleared(by commit: Commit?) async throws(FirestoreError) -> Int {
    transactions.dropAll()
    guard let commit else { return 0 }
    changes.raise(.commits)
    if let journal { try await journal.waitUntilDurable(commit.version) }
    return commit.changes.count
  }
}
