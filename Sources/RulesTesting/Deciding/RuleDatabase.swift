package import DocumentStore
package import FirestoreModel
package import FirestoreRulesEvaluator

/// The documents that exist before a request, in a database of their own.
package enum RuleDatabase {
  /// - Throws: what production answers to documents that it would not store.
  package static func store(
    _ documents: [RulesDocument], in database: DatabaseName
  ) throws(FirestoreError) -> DocumentStore {
    try store(documents.map { ($0.path, $0.fields) }, in: database)
  }

  package static func store(
    _ documents: [(path: DocumentPath, fields: MapValue)], in database: DatabaseName
  ) throws(FirestoreError) -> DocumentStore {
    // Before any time that a request can have, so that requests keep the time they state.
    let store = DocumentStore(database: database, createTime: .minimum)
    if !documents.isEmpty { _ = try store.commit(documents.map { Write($0.path, .set($0.fields)) }, at: .minimum) }
    return store
  }
}
