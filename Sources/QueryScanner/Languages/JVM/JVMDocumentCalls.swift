import FirestoreModel
import QueryModel

/// Methods of document references.
enum JVMDocumentCalls {
  static func call(
    _ name: String, on document: DocumentHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "collection":
      return .value((arguments[0]?.value ?? .unknown(UnknownValue())).collection(below: document, at: scope.location))
    case "listCollections": return .value(document.listedCollections(at: scope.location))
    case "get": return .request(SDKRequest(.get, .document(document)))
    case "addSnapshotListener", "snapshots", "dataObjects":
      return .request(SDKRequest(.listen, .document(document)))
    default:
      let kind = JVMWriteCalls.kind(name, options: arguments[1])
      return kind.map { .request(SDKRequest(.write($0), .document(document))) }
    }
  }

  static func member(_ name: String, of document: DocumentHandle, _ scope: VocabularyScope) -> ScannedValue? {
    let segments = document.path.segments
    switch name {
    case "firestore": return .database(document.database)
    case "id": return segments.last.map { .text(path: [$0]) }
    case "path": return document.isKnown ? .text(path: segments) : .text([.unknown])
    case "parent": return document.parent(at: scope.location)
    default: return nil
    }
  }
}

/// Methods of databases.
enum JVMDatabaseCalls {
  static func call(
    _ name: String, on database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let first = arguments[0]?.value ?? .unknown(UnknownValue())
    switch name {
    case "collection": return .value(first.collection(in: database, at: scope.location))
    case "collectionGroup": return .value(first.collectionGroup(in: database, at: scope.location))
    case "document": return .value(first.document(in: database))
    case "listCollections", "getCollections": return .value(database.listedCollections(at: scope.location))
    case "batch", "bulkWriter": return .value(.batch(database))
    case "runTransaction", "runAsyncTransaction": return .transaction(database, isBatch: false)
    case "runBatch": return .transaction(database, isBatch: true)
    case "pipeline": return .value(.query(Pipelines.begun(in: database, scope)))
    case "getAll": return .request(SDKRequest(.get, documents(arguments, database)))
    case "setDatabaseId":
      var named = database
      named.id = first.knownText.map { Text($0) }
      return .value(.database(named))
    case "build", "toBuilder", "setProjectId", "setCredentials", "setEmulatorHost", "setHost":
      return .value(.database(database))
    default: return nil
    }
  }

  static func member(_ name: String, of database: DatabaseHandle) -> ScannedValue? {
    // The options of the server SDK are known by the database that they open.
    name == "service" || name == "options" ? .database(database) : nil
  }

  /// The documents that `getAll` reads.
  static func documents(_ arguments: SDKArguments, _ database: DatabaseHandle) -> ScannedValue {
    let list = arguments.flattened
    let known = list.elements.filter { if case .document = $0 { true } else { false } }
    return known.isEmpty || list.isOpen ? .document(.unknown(in: database)) : .oneOf(known)
  }
}

/// Writes, on their own or in batches and transactions.
enum JVMWriteCalls {
  /// What a method of a document writes; `options` is what follows the data.
  static func kind(_ name: String, options: SDKArguments.Argument?) -> ScannedRequest.WriteKind? {
    switch name {
    case "set": options == nil ? .set : .merge
    case "update": .update
    case "delete": .delete
    case "create": .create
    default: nil
    }
  }

  static func call(_ name: String, batch database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    guard let kind = kind(name, options: arguments[2]) else { return nil }
    return .request(SDKRequest(.write(kind), target(arguments, database), isInBatch: true))
  }

  static func call(_ name: String, transaction database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "get":
      if case .query(let draft)? = arguments[0]?.value {
        let kind: ScannedRequest.Kind = draft.aggregations.isEmpty ? .get : .aggregate
        return .request(SDKRequest(kind, .query(draft), isInTransaction: true))
      }
      return .request(SDKRequest(.get, target(arguments, database), isInTransaction: true))
    case "getAll":
      return .request(
        SDKRequest(.get, JVMDatabaseCalls.documents(arguments, database), isInTransaction: true))
    default:
      guard let kind = kind(name, options: arguments[2]) else { return nil }
      return .request(SDKRequest(.write(kind), target(arguments, database), isInTransaction: true))
    }
  }

  private static func target(_ arguments: SDKArguments, _ database: DatabaseHandle) -> ScannedValue {
    if case .document(let document)? = arguments[0]?.value { return .document(document) }
    return .document(.unknown(in: database))
  }
}
