package import Diagnostics
import FirestoreModel
import QueryModel

extension QueryDraft {
  /// `collection.parent`: the document that the collection lies below, null at the root of the database. Nil for
  /// queries that have no parent.
  package var parent: ScannedValue? {
    let source = query.source
    guard query.filter == nil, !source.allDescendants else { return nil }
    let isKnown = !unresolved.contains { $0.kind == .collection }
    guard source.parent.segments.count >= 2 else { return isKnown ? .null : .document(.unknown(in: database)) }
    return .document(DocumentHandle(path: source.parent, isKnown: isKnown, database: database))
  }
}

extension DocumentHandle {
  /// `document.parent`: the collection that holds the document.
  /// - Parameter location: of what is not known about it.
  package func parent(at location: SourceLocation?) -> ScannedValue {
    guard isKnown, let id = path.segments.dropLast().last else { return .query(.unknown(database, at: location)) }
    let source = QuerySource(parent: PathTemplate(Array(path.segments.dropLast(2))), collectionID: id)
    var draft = QueryDraft(query: Query(source: source), database: database)
    if id.literal == nil { draft.unresolved = [UnresolvedPart(.collection, at: location)] }
    return .query(draft)
  }
}
