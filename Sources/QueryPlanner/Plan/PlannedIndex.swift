package import FirestoreModel
package import IndexCatalog

/// The index a scan reads. Equal values are the same index.
package struct PlannedIndex: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// Documents by name; never exemptible.
    case primaryKey
    /// A single-field index that exists without being declared, or through an override.
    case automatic
    /// Declared in the catalog.
    case composite
    /// Not declared; mode `permissive` runs as if it were.
    case assumed
  }

  /// Nil: every collection ("kindless").
  package var collectionGroup: Text?
  /// The scope the index is declared in: a COLLECTION_GROUP composite also serves collection queries.
  package var scope: QueryScope
  /// Normalised, including `__name__` (before a vector).
  package var fields: [IndexField]
  package var origin: Origin

  package init(collectionGroup: Text?, scope: QueryScope, fields: [IndexField], origin: Origin) {
    self.collectionGroup = collectionGroup
    self.scope = scope
    self.fields = fields
    self.origin = origin
  }
}
