import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering

extension FirestoreDatabase {
  /// The ids of the collections directly below a document, or the root, that hold a document at any depth, in order.
  package func listCollectionIDs(
    below parent: DocumentPath?, pageSize: Int32 = 0, pageToken: Text = "",
    _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> (ids: [Text], nextPageToken: Text) {
    try await serve(.listCollectionIDs, RequestTarget.parent(parent), billedAs: .collectionIds, context) {
      (_, served) async throws(FirestoreError) in
      if let parent { try parent.validate() }
      try PageToken.checkSize(pageSize)
      let last = pageToken.isEmpty ? nil : Text(try PageToken.decode(pageToken))
      if let last {
        // Whatever is no id was never a token.
        do throws(FirestoreError) { try last.validateAsResourceID() } catch { throw PageToken.refusal }
      }
      let snapshot = try await snapshot(consistency)
      try served.requirePrivilege(for: .listCollectionIDs, billedAs: .collectionIds)
      let size = pageSize == 0 ? defaultCollectionPageSize : Int(pageSize)
      var ids = snapshot.collectionIDs(below: parent, after: last, limit: size + 1)
      let hasNext = ids.count > size
      if hasNext { ids.removeLast() }
      served.billing = .collectionIds()
      served.billing?.responseBytes = ids.reduce(0) { $0 + Int64($1.byteCount) }
      let token = hasNext ? ids.last.map { PageToken.encode($0.string) } : nil
      return (ids, token ?? "")
    }
  }
}

/// As a test of Google's Java SDK says of production (`ITSystemTest.listCollections`).
private let defaultCollectionPageSize = 20
