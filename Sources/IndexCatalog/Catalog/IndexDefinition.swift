package import FirestoreModel

/// How an index stores one field.
package enum IndexMode: Hashable, Sendable {
  case ascending
  case descending
  /// Array membership.
  case contains
  case vector(dimension: Int)
}

package struct IndexField: Hashable, Sendable {
  package var path: FieldPath
  package var mode: IndexMode

  package init(_ path: FieldPath, _ mode: IndexMode) {
    self.path = path
    self.mode = mode
  }
}

/// Which queries an index serves. Raw values are those of `firestore.indexes.json`.
package enum QueryScope: String, Hashable, Sendable, CaseIterable {
  case collection = "COLLECTION"
  case collectionGroup = "COLLECTION_GROUP"
}

/// A composite index: its fields are normalised, ending with `__name__` (before a vector field).
package struct IndexDefinition: Hashable, Sendable {
  package var collectionGroup: Text
  package var scope: QueryScope
  package var fields: [IndexField]

  package init(collectionGroup: Text, scope: QueryScope, fields: [IndexField]) {
    self.collectionGroup = collectionGroup
    self.scope = scope
    self.fields = fields
  }
}
