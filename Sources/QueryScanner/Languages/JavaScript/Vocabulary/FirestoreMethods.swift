import Diagnostics
import FirestoreModel
import QueryModel

/// The methods of databases, queries, documents, batches and transactions: the namespaced and the server SDKs.
enum FirestoreMethods {
  static func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .database(let database): onDatabase(name, database, arguments, scope)
    case .query(let draft): onQuery(name, draft, arguments, scope)
    case .document(let document): onDocument(name, document, arguments, scope)
    case .batch(let database): onBatch(name, database, arguments, scope)
    case .transaction(let database): onTransaction(name, database, arguments, scope)
    case .unknown(let unknown): onUnknown(name, unknown, arguments, scope)
    default: nil
    }
  }

  // MARK: - Databases

  private static func onDatabase(
    _ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let receiver = ScannedValue.database(database)
    switch name {
    case "collection", "doc", "collectionGroup": return reference(name, receiver, arguments, scope)
    case "batch", "bulkWriter": return .value(.batch(database))
    case "listCollections": return .value(database.listedCollections(at: scope.location))
    case "runTransaction": return .transaction(database, isBatch: false)
    case "pipeline": return arguments.isEmpty ? .value(.query(Pipelines.begun(in: database, scope))) : nil
    case "getAll": return documents(arguments).map { .request(SDKRequest(.get, .document($0))) }
    case "recursiveDelete": return arguments[0].flatMap { deletion($0.value) }
    // AngularFire and React Native: the wrapped or configured instance is the same database.
    case "firestore": return .value(receiver)
    case "settings", "enablePersistence", "useEmulator", "terminate", "enableNetwork", "disableNetwork",
      "clearPersistence":
      return .value(.null)
    default: return nil
    }
  }

  /// `.collection(…)`, `.doc(…)` and `.collectionGroup(…)` of whatever may have them; AngularFire's second argument
  /// refines the query.
  private static func reference(
    _ name: String, _ receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let path = Array(arguments.all.prefix(1))
    let value: ScannedValue? =
      switch name {
      case "collection":
        // AngularFire also wraps a reference that is there already.
        if case .query? = path.first?.value {
          path.first?.value
        } else if path.isEmpty {
          nil
        } else {
          WebReferences.collection(of: receiver, path, scope)
        }
      case "doc":
        if case .document? = path.first?.value {
          path.first?.value
        } else {
          WebReferences.document(of: receiver, path, scope)
        }
      default: WebReferences.group(path.first, of: receiver, scope)
      }
    guard let value else { return nil }
    if arguments.count > 1, case .function? = arguments[1]?.value {
      return .delivery(value, returnsClosureValue: true)
    }
    return .value(value)
  }

  private static func deletion(_ target: ScannedValue) -> SDKMeaning? {
    switch target {
    case .query, .document: .request(SDKRequest(.write(.delete), target))
    default: nil
    }
  }

  /// `getAll(a, b, ...more)`: one place of many documents; segments in which they differ are not known.
  private static func documents(_ arguments: SDKArguments) -> DocumentHandle? {
    let values = arguments.all.flatMap { argument -> [ScannedValue] in
      if case .list(let list) = argument.value { list.elements } else { [argument.value] }
    }
    let handles = values.compactMap { if case .document(let handle) = $0 { handle } else { nil } }
    guard var common = handles.first else { return arguments.count > 0 ? .unknown(in: .init(caller: .admin)) : nil }
    for handle in handles.dropFirst() {
      guard handle.path.segments.count == common.path.segments.count else { return .unknown(in: common.database) }
      common.path = PathTemplate(zip(common.path.segments, handle.path.segments).map { $0 == $1 ? $0 : .unknown })
      common.isKnown = common.isKnown && handle.isKnown
    }
    return common
  }

  // MARK: - Queries

  private static func onQuery(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let receiver = ScannedValue.query(draft)
    switch name {
    case "where", "orderBy", "limit", "limitToLast", "offset", "startAt", "startAfter", "endAt", "endBefore", "select":
      return WebConstraints.constraint(name, arguments).map {
        .value(.query(draft.applying($0, at: WebConstraints.location(name, arguments, scope))))
      }
    case "doc", "document": return reference("doc", receiver, arguments, scope)
    case "add": return .request(SDKRequest(.write(.create), ScannedValue.document(nil, of: draft)))
    case "count": return .value(.query(draft.counting()))
    case "aggregate":
      return .value(.query(WebConstraints.aggregating(draft, arguments[0], at: scope.location)))
    case "findNearest": return .value(.query(VectorSearch.applying(arguments, to: draft, scope)))
    case "withConverter", "toQuery": return .value(receiver)
    case "getPartitions": return .value(draft.partitions(at: scope.location))
    case "stream" where draft.query.limitToLast:
      return .request(SDKRequest(.get, .query(draft.refusingStream(.server, at: scope.location))))
    default: return read(name, draft) ?? Pipelines.step(name, draft, arguments, scope)
    }
  }

  private static func read(_ name: String, _ draft: QueryDraft) -> SDKMeaning? {
    let target = ScannedValue.query(draft)
    switch name {
    case "get", "stream", "explain", "explainStream":
      return .request(SDKRequest(draft.aggregations.isEmpty ? .get : .aggregate, target))
    case "listDocuments": return .request(SDKRequest(.get, target))
    // The second half is AngularFire's: an observable listens from its first subscription on.
    case "onSnapshot", "valueChanges", "snapshotChanges", "stateChanges", "auditTrail":
      return .request(SDKRequest(.listen, target))
    default: return nil
    }
  }

  // MARK: - Documents

  private static func onDocument(
    _ name: String, _ document: DocumentHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let target = ScannedValue.document(document)
    switch name {
    case "collection": return reference(name, target, arguments, scope)
    case "listCollections": return .value(document.listedCollections(at: scope.location))
    case "get": return .request(SDKRequest(.get, target))
    case "onSnapshot", "valueChanges", "snapshotChanges": return .request(SDKRequest(.listen, target))
    case "set": return .request(SDKRequest(.write(FirestoreFunctions.setting(arguments[1])), target))
    case "update": return .request(SDKRequest(.write(.update), target))
    case "create": return .request(SDKRequest(.write(.create), target))
    case "delete": return .request(SDKRequest(.write(.delete), target))
    case "withConverter": return .value(target)
    default: return nil
    }
  }

  // MARK: - Batches and transactions

  private static func onBatch(
    _ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let (kind, target) = write(name, database, arguments) else { return nil }
    return .request(SDKRequest(.write(kind), target, isInBatch: true))
  }

  private static func onTransaction(
    _ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "get":
      guard let argument = arguments[0] else { return nil }
      let target = transactional(argument, database)
      guard case .query(let draft) = target, !draft.aggregations.isEmpty else {
        return .request(SDKRequest(.get, target, isInTransaction: true))
      }
      return .request(SDKRequest(.aggregate, target, isInTransaction: true))
    case "getAll":
      return documents(arguments).map { .request(SDKRequest(.get, .document($0), isInTransaction: true)) }
    default:
      guard let (kind, target) = write(name, database, arguments) else { return nil }
      return .request(SDKRequest(.write(kind), target, isInTransaction: true))
    }
  }

  private static func transactional(_ argument: SDKArguments.Argument, _ database: DatabaseHandle) -> ScannedValue {
    switch argument.value {
    case .query, .document: return argument.value
    case .unknown(let unknown):
      let hint = (unknown.type?.lastName ?? unknown.name ?? "").lowercased()
      return hint.contains("quer")
        ? .query(.unknown(database, at: argument.location)) : .document(.unknown(in: database))
    default: return .document(.unknown(in: database))
    }
  }

  private static func write(
    _ name: String, _ database: DatabaseHandle, _ arguments: SDKArguments
  ) -> (ScannedRequest.WriteKind, ScannedValue)? {
    guard let first = arguments[0]?.value else { return nil }
    let target: ScannedValue = if case .document = first { first } else { .document(.unknown(in: database)) }
    switch name {
    case "set": return (FirestoreFunctions.setting(arguments[2]), target)
    case "update": return (.update, target)
    case "create": return (.create, target)
    case "delete": return (.delete, target)
    default: return nil
    }
  }

  // MARK: - Unknown receivers

  /// `this.db.collection("users")` where nothing tells what `db` is but the names: they are Firestore's unless the file
  /// uses another database that has them, too.
  private static func onUnknown(
    _ name: String, _ unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    // Who works with both hands over what is not read.
    let isHandedOver = unknown.cause == .parameter && scope.imports.nameFirestore
    guard isHandedOver || !scope.imports.nameOtherDatabase else { return nil }
    let receiver = ScannedValue.unknown(unknown)
    switch name {
    case "collection" where isPlausible(unknown, scope) && isPath(arguments[0]):
      // A parameter may be a document as well.
      let isOpen = unknown.cause == .parameter && unknown.type == nil && unknown.name != nil && !mayBeDatabase(unknown)
      let document = ScannedValue.document(.unknown(in: WebReferences.database(scope, of: receiver)))
      return reference(name, isOpen ? document : receiver, arguments, scope)
    case "collectionGroup" where isPlausible(unknown, scope) && isPath(arguments[0]):
      return reference(name, receiver, arguments, scope)
    case "doc" where isPlausible(unknown, scope) && isPath(arguments[0]):
      return reference(name, receiver, arguments, scope)
    // The name is the SDK's own.
    case "onSnapshot" where scope.imports.mayBeFirebase:
      let argument = SDKArguments.Argument(value: receiver, location: scope.location)
      return FirestoreFunctions.listened(argument, scope).map { .request(SDKRequest(.listen, $0)) }
    case "firestore" where arguments.count == 0 && scope.imports.mayBeFirebase:
      return .value(.database(WebReferences.database(scope)))
    case "where" where isComparison(unknown, arguments, scope), "orderBy" where isOrder(unknown, arguments, scope):
      // A value of another declared type has methods of its own, whatever they are called.
      guard unknown.type == nil || unknown.type?.name == "any" else { return nil }
      return onQuery(name, .unknown(WebReferences.database(scope), at: scope.location), arguments, scope)
    default: return nil
    }
  }

  private static func mayBeDatabase(_ unknown: UnknownValue) -> Bool {
    guard !unknown.mayBeDatabase, let name = unknown.name?.lowercased() else { return true }
    return ["fire", "db", "base", "admin", "app", "store", "fb"].contains { name.contains($0) }
  }

  /// Of what a module that is not read has made: words that are nobody else's.
  static func isUnmistakable(
    _ name: String, _ unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    name == "where" && isComparison(unknown, arguments, scope)
  }

  /// `where("members", "array-contains", id)`: some operators are written so by Firestore alone, the others by SQL's
  /// builders as well.
  private static func isComparison(_ unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope) -> Bool
  {
    guard arguments.count == 3, let op = arguments[1].flatMap({ WebConstraints.comparison($0.value) }) else {
      return false
    }
    switch op {
    case .equal, .arrayContains, .arrayContainsAny, .notIn: return true
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .in:
      return scope.imports.nameFirestore && soundsLikeReference(unknown)
    }
  }

  private static func isOrder(_ unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope) -> Bool {
    guard scope.imports.nameFirestore, soundsLikeReference(unknown), arguments[0]?.value.knownText != nil else {
      return false
    }
    return arguments.count == 1 || ["asc", "desc"].contains(arguments[1]?.value.knownText)
  }

  private static func soundsLikeReference(_ unknown: UnknownValue) -> Bool {
    guard let name = unknown.name?.lowercased() else { return false }
    return name.hasSuffix("ref") || name.contains("collection")
  }

  private static func isPath(_ argument: SDKArguments.Argument?) -> Bool {
    guard let argument else { return false }
    switch argument.value {
    case .text, .unknown, .userID, .integer: return true
    default: return false
    }
  }

  private static func isPlausible(_ unknown: UnknownValue, _ scope: VocabularyScope) -> Bool {
    if scope.imports.nameFirebase || (unknown.cause != .other && scope.imports.mayBeFirebase) { return true }
    guard let name = unknown.name?.lowercased() else { return false }
    return ["db", "firestore", "afs", "database"].contains { name.contains($0) }
  }
}
