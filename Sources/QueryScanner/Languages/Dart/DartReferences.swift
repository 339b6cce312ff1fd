import FirestoreModel
import QueryModel

/// Calls on databases, documents, batches and transactions.
enum DartReferences {
  static func call(
    _ name: String, on database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let path = arguments[0]?.value else {
      return switch name {
      case "batch": .value(.batch(database))
      case "pipeline": .value(.query(Pipelines.begun(in: database, scope)))
      default: nil
      }
    }
    let location = arguments[0]?.location ?? scope.location
    switch name {
    case "collection": return .value(path.collection(in: database, at: location))
    case "collectionGroup": return .value(path.collectionGroup(in: database, at: location))
    case "doc", "document": return .value(path.document(in: database))
    case "runTransaction": return .transaction(database, isBatch: false)
    case "namedQueryGet", "namedQueryWithConverterGet":
      return .request(SDKRequest(.get, .query(.unknown(database, at: location))))
    default: return nil
    }
  }

  static func call(
    _ name: String, on document: DocumentHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let target = ScannedValue.document(document)
    switch name {
    case "collection":
      guard let path = arguments[0] else { return nil }
      return .value(path.value.collection(below: document, at: path.location))
    case "withConverter": return .value(target)
    case "get": return .request(SDKRequest(.get, target))
    case "snapshots": return .request(SDKRequest(.listen, target))
    case "create": return .request(SDKRequest(.write(.create), target))
    default: return writeKind(name, arguments).map { .request(SDKRequest(.write($0), target)) }
    }
  }

  /// - Parameter arguments: without the document, also of batches and transactions.
  private static func writeKind(_ name: String, _ arguments: SDKArguments) -> ScannedRequest.WriteKind? {
    switch name {
    case "set", "setData": return merges(arguments) ? .merge : .set
    case "update", "updateData": return .update
    case "delete": return .delete
    default: return nil
    }
  }

  /// `SetOptions(merge: true)`, and `merge: true` of the first versions.
  private static func merges(_ arguments: SDKArguments) -> Bool {
    if arguments["merge"]?.value == .boolean(true) { return true }
    return arguments.all.contains { item in
      guard case .record(let options) = item.value, item.label == nil else { return false }
      return options.contains { $0.key == mergeOption }
    }
  }

  /// Marks the value of `SetOptions(merge: true)` and `SetOptions(mergeFields: …)`.
  private static let mergeOption = "SetOptions.merge"

  static func setOptions(_ arguments: SDKArguments) -> ScannedValue {
    let merges = arguments["merge"]?.value == .boolean(true) || arguments["mergeFields"] != nil
    return .record(merges ? [ScannedEntry(mergeOption, .boolean(true))] : [])
  }

  static func batchCall(_ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    guard let kind = writeKind(name, arguments) else { return nil }
    return .request(SDKRequest(.write(kind), document(arguments, database), isInBatch: true))
  }

  static func transactionCall(_ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments) -> SDKMeaning? {
    let kind: ScannedRequest.Kind
    switch name {
    case "get": kind = .get
    case "create": kind = .write(.create)
    default:
      guard let write = writeKind(name, arguments) else { return nil }
      kind = .write(write)
    }
    return .request(SDKRequest(kind, document(arguments, database), isInTransaction: true))
  }

  /// What a batch or transaction is told to read or write; a document anywhere when the code does not say which.
  private static func document(_ arguments: SDKArguments, _ database: DatabaseHandle) -> ScannedValue {
    switch arguments[0]?.value {
    case .document(let document)?: .document(document)
    case .query(let draft)?: .query(draft)
    case .result(let result)?: .document(result.anyReference)
    default: .document(.unknown(in: database))
    }
  }

  static func member(_ name: String, of document: DocumentHandle, _ scope: VocabularyScope) -> ScannedValue? {
    switch name {
    case "firestore": return .database(document.database)
    case "id", "documentID": return document.path.segments.last.map { .text(path: [$0]) }
    case "path":
      return document.isKnown ? .text(path: document.path.segments) : nil
    case "parent":
      return document.parent(at: scope.location)
    default: return nil
    }
  }
}
