package import FirestoreModel

/// Where `get`, `exists`, `getAfter` and `existsAfter` find documents. The evaluator caches and counts; a reader only
/// looks up.
package protocol DocumentReader {
  /// The document before the request, nil when there is none.
  func document(at path: DocumentPath) -> RulesDocument?
  /// The document as it would be after all writes of the request; the same as before for reads.
  func documentAfter(at path: DocumentPath) -> RulesDocument?
}

extension DocumentReader {
  package func documentAfter(at path: DocumentPath) -> RulesDocument? { document(at: path) }
}

/// A database without documents.
package struct NoDocuments: DocumentReader {
  package init() {}

  package func document(at path: DocumentPath) -> RulesDocument? { nil }
}
