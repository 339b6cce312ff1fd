import FirestoreModel
import IndexCatalog

extension MissingIndex {
  /// The page of the console that creates the index. Nil for vector indexes, which production announces by a command.
  package var consoleLink: String? {
    switch kind {
    case .composite:
      let token = IndexToken(composite: definition, database: database)
      return "\(indexesPage)?create_composite=\(token.encoded)"
    case .singleField:
      guard let field = definition.fields.first else { return nil }
      let token = IndexToken(
        exemption: field, collectionGroup: definition.collectionGroup, scope: definition.scope, database: database)
      return "\(indexesPage)?create_exemption=\(token.encoded)"
    case .vector: return nil
    }
  }

  /// The list of indexes of the database; named databases have another path (seen in a real link).
  var indexesPage: String {
    let root = "https://console.firebase.google.com/v1/r/project/\(database.project)/firestore"
    return database.database == "(default)" ? "\(root)/indexes" : "\(root)/databases/\(database.database)/indexes"
  }
}
