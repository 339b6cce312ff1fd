package import DocumentStore
package import FirestoreModel
package import FirestoreRulesEvaluator

/// The documents that `get()` and its like find: those of one version of a database, and for `getAfter()` those that a
/// commit is about to leave behind.
package struct StoredDocuments: DocumentReader {
  let snapshot: Snapshot
  let commit: CommitPreview?

  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    commit = nil
  }

  package init(_ commit: CommitPreview) {
    snapshot = commit.snapshot
    self.commit = commit
  }

  package func document(at path: DocumentPath) -> RulesDocument? { snapshot.document(path).map { RulesDocument($0) } }

  package func documentAfter(at path: DocumentPath) -> RulesDocument? {
    guard let commit else { return document(at: path) }
    return commit.documentAfter(path).map { RulesDocument($0) }
  }
}

extension RulesDocument {
  init(_ document: Document) { self.init(path: document.path, fields: document.fields) }
}
