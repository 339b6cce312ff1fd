package import FirestoreModel
package import IndexCatalog

/// The index production asks for when it refuses a query.
package struct MissingIndex: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case composite
    /// Exempted, or never enabled for collection groups; cannot be repaired by an entry in `indexes`.
    case singleField(IndexMode)
    /// Nil: the query vector is not known.
    case vector(dimension: Int?)
  }

  /// The complete index, normalised: array-contains, equalities by path, then the order.
  package var definition: IndexDefinition
  package var kind: Kind
  package var database: DatabaseName
  /// The query ranges over more than one field; production adds a paragraph about it.
  package var rangesOverSeveralFields: Bool
  /// The index is declared but still being built.
  package var isBuilding: Bool
  /// Position of the disjunct that is not served.
  package var disjunct: Int
  /// Open questions the refusal depends on, ascending.
  package var openQuestions: [OpenQuestion]

  package init(
    definition: IndexDefinition, kind: Kind, database: DatabaseName, rangesOverSeveralFields: Bool = false,
    isBuilding: Bool = false, disjunct: Int = 0, openQuestions: [OpenQuestion] = []
  ) {
    self.definition = definition
    self.kind = kind
    self.database = database
    self.rangesOverSeveralFields = rangesOverSeveralFields
    self.isBuilding = isBuilding
    self.disjunct = disjunct
    self.openQuestions = openQuestions
  }
}
