import FirestoreModel
import QueryModel

/// Calls on clients, documents, batches and transactions.
enum PythonReferences {
  static func call(
    _ name: String, on database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let location = arguments[0]?.location ?? scope.location
    switch name {
    case "collection": return .value(path(arguments).collection(in: database, at: location))
    case "collection_group": return arguments[0].map { .value($0.value.collectionGroup(in: database, at: location)) }
    case "document": return .value(path(arguments).document(in: database))
    case "batch": return .value(.batch(database))
    case "bulk_writer": return .value(.handle(.named(PythonFirestoreVocabulary.bulkWriter)))
    case "transaction": return .value(.transaction(database))
    case "get_all":
      return .request(
        SDKRequest(
          .get, documents(arguments["references"] ?? arguments[0], database),
          isInTransaction: isInTransaction(arguments)))
    case "collections": return .value(database.listedCollections(at: location))
    case "pipeline": return .value(.query(Pipelines.begun(in: database, scope)))
    case "recursive_delete":
      return .request(SDKRequest(.write(.delete), deleted(arguments["reference"] ?? arguments[0], database)))
    default: return nil
    }
  }

  /// `collection("users", uid, "posts")` is `collection("users/{uid}/posts")`.
  static func path(_ arguments: SDKArguments) -> ScannedValue {
    guard arguments.count > 1 else { return arguments[0]?.value ?? .unknown(UnknownValue()) }
    var pieces: [TextPiece] = []
    for (index, argument) in arguments.all.enumerated() {
      if index > 0 { pieces.append(.literal("/")) }
      pieces += argument.value.textPieces
    }
    return .text(pieces)
  }

  /// What `get_all` is asked for: one of the documents of the list.
  private static func documents(_ argument: SDKArguments.Argument?, _ database: DatabaseHandle) -> ScannedValue {
    guard case .list(let list)? = argument?.value else { return .document(.unknown(in: database)) }
    let documents = list.elements.filter { if case .document = $0 { true } else { false } }
    guard documents.count == list.elements.count, !documents.isEmpty else { return .document(.unknown(in: database)) }
    return ScannedValue.oneOf(documents)
  }

  private static func deleted(_ argument: SDKArguments.Argument?, _ database: DatabaseHandle) -> ScannedValue {
    switch argument?.value {
    case .query(let draft)?: ScannedValue.document(nil, of: draft)
    case .document(let document)?: .document(document)
    default: .document(.unknown(in: database))
    }
  }

  static func call(
    _ name: String, on document: DocumentHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let target = ScannedValue.document(document)
    switch name {
    case "collection":
      return .value(path(arguments).collection(below: document, at: arguments[0]?.location ?? scope.location))
    case "collections": return .value(document.listedCollections(at: scope.location))
    case "get": return .request(SDKRequest(.get, target, isInTransaction: isInTransaction(arguments)))
    case "on_snapshot": return .request(SDKRequest(.listen, target))
    default: return writeKind(name, arguments).map { .request(SDKRequest(.write($0), target)) }
    }
  }

  private static func writeKind(_ name: String, _ arguments: SDKArguments) -> ScannedRequest.WriteKind? {
    switch name {
    case "set":
      switch arguments["merge"]?.value {
      case nil, .boolean(false)?, .null?: .set
      default: .merge
      }
    case "create": .create
    case "update": .update
    case "delete": .delete
    default: nil
    }
  }

  static func isInTransaction(_ arguments: SDKArguments) -> Bool {
    if let transaction = arguments["transaction"]?.value { return transaction != .null }
    return arguments.all.contains { if case .transaction = $0.value { true } else { false } }
  }

  static func batchCall(_ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    writeKind(name, arguments).map {
      .request(SDKRequest(.write($0), document(arguments, database), isInBatch: true))
    }
  }

  static func bulkCall(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    writeKind(name, arguments).map {
      .request(SDKRequest(.write($0), document(arguments, DatabaseHandle(caller: .admin))))
    }
  }

  static func transactionCall(_ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "get":
      return .request(SDKRequest(.get, document(arguments, database), isInTransaction: true))
    case "get_all":
      return .request(SDKRequest(.get, documents(arguments[0], database), isInTransaction: true))
    default:
      return writeKind(name, arguments).map {
        .request(SDKRequest(.write($0), document(arguments, database), isInTransaction: true))
      }
    }
  }

  private static func document(_ arguments: SDKArguments, _ database: DatabaseHandle) -> ScannedValue {
    let first = arguments["reference"] ?? arguments["ref_or_query"] ?? arguments[0]
    switch first?.value {
    case .document?, .query?: return first?.value ?? .document(.unknown(in: database))
    case .result(let result)?: return .document(result.anyReference)
    default: return .document(.unknown(in: database))
    }
  }

  static func member(_ name: String, of document: DocumentHandle) -> ScannedValue? {
    let segments = document.path.segments
    switch name {
    case "id": return segments.last.map { .text(path: [$0]) }
    case "path":
      return document.isKnown ? .text(path: segments) : nil
    case "parent":
      return document.parent(at: nil)
    default: return nil
    }
  }
}
