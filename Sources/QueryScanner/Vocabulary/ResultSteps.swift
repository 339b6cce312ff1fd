import Diagnostics
import FirestoreModel
import QueryModel

extension ScannedResult {
  /// `snapshot.ref`, `change.document.reference`: where the document lies that this part is; nil for the Realtime
  /// Database and for results that are no single document.
  package var documentReference: DocumentHandle? {
    switch target {
    case .document(let path): return DocumentHandle(path: path, database: database)
    case .query(let query, _):
      guard !query.source.allDescendants, let id = query.source.collectionID,
        case .document(var document) = ScannedValue.document(nil, of: QueryDraft(query: query, database: database))
      else { return .unknown(in: database) }
      document.isKnown = id.literal != nil
      return document
    case .realtime: return nil
    }
  }

  /// Where a write or read goes that is given this part: a document somewhere when nothing more is known.
  package var anyReference: DocumentHandle { documentReference ?? .unknown(in: database) }

  /// The query whose snapshot this is, again.
  package var queryDraft: QueryDraft? {
    guard case .query(let query, let aggregations) = target else { return nil }
    return QueryDraft(query: query, aggregations: aggregations, database: database)
  }

  /// The result as the place where a page ends or begins. Only a document that was read by itself was read for that.
  package var cursorPosition: DraftCursor.Position {
    if case .document = target { .document(readBy: location) } else { .document(readBy: nil) }
  }
}

extension ScannedValue {
  /// The value as the place where a page ends or begins, in an SDK that takes documents and values alike.
  package var singlePosition: DraftCursor.Position {
    let results = possibilities.compactMap { value in if case .result(let result) = value { result } else { nil } }
    if let result = results.first { return result.cursorPosition }
    // Null is what a variable for a document begins with.
    return operand == .unknown || self == .null ? .single : .values([operand])
  }
}
