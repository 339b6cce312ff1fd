import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering

extension FirestoreDatabase {
  /// Deletes the documents whose time to live is over, as the service does by itself: no rules are asked, and the deletes
  /// have a price of their own.
  ///
  /// - Parameter fields: those that say when, by collection group.
  /// - Returns: how many documents that were.
  package func deleteExpired(by fields: [(group: Text, field: FieldPath)]) async throws(FirestoreError) -> Int {
    guard !fields.isEmpty else { return 0 }
    let now = clock.now
    let paths = store.current.allDocuments.filter { document in
      fields.contains { policy in
        guard policy.group == document.path.collection.id,
          case .timestamp(let end)? = document.fields[policy.field]
        else { return false }
        return end <= now
      }
    }.map(\.path)
    var start = 0
    while start < paths.count {
      let end = min(start + Self.expiredAtOnce, paths.count)
      try await delete(paths[start..<end])
      start = end
    }
    return paths.count
  }

  /// Deletes of one commit: other requests come in between.
  private static var expiredAtOnce: Int { 500 }

  private func delete(_ paths: ArraySlice<DocumentPath>) async throws(FirestoreError) {
    let writes = paths.map { Write($0, .delete) }
    let context = RequestContext(caller: .admin, operation: "(time to live)")
    let target = "\(writes.count) expired"
    _ = try await serve(.commit, target, billedAs: nil, context) { (_, served) async throws(FirestoreError) in
      let result = try await transactions.commit(writes, in: nil, of: store) {
        () throws(FirestoreError) in try store.commit(writes, at: clock.now)
      }
      if result.commit != nil { changes.raise(.commits) }
      if let journal { try await journal.waitUntilDurable(result.commit?.version ?? store.current.version) }
      served.billing = .expiring(documents: Int64(writes.count))
    }
  }
}
