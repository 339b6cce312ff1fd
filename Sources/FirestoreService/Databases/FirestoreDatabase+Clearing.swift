import DocumentStore
package import FirestoreModel

extension FirestoreDatabase {
  /// Removes a document or collection with everything below it, and everything for an empty path, in one commit.
  ///
  /// An emulator's own request: no rules are asked, nothing is billed, and transactions that are open do not go on.
  /// - Returns: how many documents there were.
  package func clear(below segments: [Text] = []) async throws(FirestoreError) -> Int {
    let commit = store.clear(below: segments, at: clock.now)
    transactions.dropAll()
    guard let commit else { return 0 }
    changes.raise(.commits)
    if let journal { try await journal.waitUntilDurable(commit.version) }
    return commit.changes.count
  }
}
