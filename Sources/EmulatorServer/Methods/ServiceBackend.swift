import FirestoreModel
import FirestoreService

/// What all methods share.
struct ServiceBackend: Sendable {
  let documents: EncodedDocuments
  let ids: DocumentIDSource
  let database: @Sendable (DatabaseName) throws(FirestoreError) -> FirestoreDatabase
}
