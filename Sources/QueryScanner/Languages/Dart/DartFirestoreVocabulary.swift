import FirestoreModel
import QueryModel

/// The words of `cloud_firestore` (also of its first versions) and of packages that take its queries.
struct DartFirestoreVocabulary: SDKVocabulary {
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    let name = scope.dart.withoutPrefix(name)
    switch name {
    case "FirebaseFirestore.instanceFor": return .value(.database(Self.database(arguments, scope)))
    case "Firestore": return .value(.database(DatabaseHandle(caller: scope.caller)))
    case "Filter", "Filter.and", "Filter.or":
      return .value(.constraint(.filter(DartFilters.composed(name, arguments))))
    case "FieldPath": return .value(Self.fieldPath(names: arguments[0]?.value))
    case "FieldPath.fromString": return .value(.field(arguments[0]?.value.fieldPath ?? .unknown))
    case "FieldValue.serverTimestamp", "FieldValue.increment", "FieldValue.arrayUnion", "FieldValue.arrayRemove",
      "FieldValue.delete":
      return .value(.transform)
    case "Timestamp.now", "Timestamp.fromDate", "Timestamp.fromMillisecondsSinceEpoch", "Timestamp", "GeoPoint",
      "DateTime.now", "DateTime", "DateTime.utc":
      return .value(.scalar)
    case "GetOptions": return .value(arguments["source"]?.value == .handle(.cache) ? .handle(.cache) : .scalar)
    case "SetOptions": return .value(DartReferences.setOptions(arguments))
    case "count":
      guard arguments.count == 0, scope.dart.importsFirestore else { return nil }
      return .value(.aggregation(.count(upTo: nil)))
    case "sum", "average": return scope.dart.importsFirestore ? Self.aggregation(name, arguments) : nil
    case "GeoFirePoint", "Geoflutterfire", "GeoFlutterFire": return .value(.handle(.named(DartGeoQueries.handle)))
    case "Future.wait", "Future.value", "Stream.value", "Stream.fromIterable", "Future.any", "Stream.fromFuture":
      return arguments[0].map { .value($0.value) }
    case "Future.forEach": return arguments[0].map { .iteration(over: $0.value, returns: .nothing) }
    // What others may watch holds what it is made with.
    case "Rx", "RxString", "RxBool", "RxInt", "ValueNotifier":
      return arguments[0].flatMap { $0.value.isPrimitive ? .value($0.value) : nil }
    default: return RiverpodProviders.provider(name, arguments) ?? FlutterWidgets.call(name, arguments, scope)
    }
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .database(let database): DartReferences.call(name, on: database, arguments, scope)
    case .query(let draft): DartQueries.call(name, on: draft, arguments, scope)
    case .document(let document): DartReferences.call(name, on: document, arguments, scope)
    case .batch(let database): DartReferences.batchCall(name, database, arguments)
    case .transaction(let database): DartReferences.transactionCall(name, database, arguments)
    case .result(let result):
      if case .realtime = result.target { nil } else { DartResults.call(name, on: result, arguments, scope) }
    case .handle(.named(DartGeoQueries.handle)): DartGeoQueries.collection(name, arguments)
    case .unknown(let unknown): unknownCall(name, on: unknown, arguments, scope)
    case .list: DartResults.listCall(name, on: receiver)
    default: nil
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    case .query(let draft): DartQueries.member(name, of: draft, scope)
    case .document(let document): DartReferences.member(name, of: document, scope)
    case .result(let result):
      if case .realtime = result.target { nil } else { DartResults.member(name, of: result) }
    case .unknown(let unknown):
      name == "reference" && unknown.isDocumentSnapshot
        ? .document(.unknown(in: DatabaseHandle(caller: scope.caller))) : nil
    // `'name'.obs`, `sort.value`
    case .text, .integer, .boolean: name == "obs" || name == "value" ? receiver : nil
    default: nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    let name = scope.dart.withoutPrefix(name)
    return switch name {
    case _ where DartFilters.adminOperators[name] != nil: .handle(.named(name))
    case "FirebaseFirestore.instance", "Firestore.instance": .database(DatabaseHandle(caller: scope.caller))
    case "FieldPath.documentId", ".documentId": .field(.documentName)
    case _ where name.namesCacheSource: .handle(.cache)
    default: nil
    }
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    let database = DatabaseHandle(caller: scope.caller)
    switch scope.dart.withoutPrefix(type.name) {
    case "FirebaseFirestore", "Firestore": return .database(database)
    case "Query": return scope.dart.importsRealtimeOnly ? nil : .query(.unknown(database, at: scope.location))
    case "CollectionReference": return .query(.unknown(database, at: scope.location))
    case "DocumentReference": return .document(.unknown(in: database))
    case "WriteBatch": return .batch(database)
    case "Transaction": return scope.dart.importsFirestore ? .transaction(database) : nil
    default: return nil
    }
  }

  // MARK: - What nothing is known of

  /// Calls on values that come from elsewhere (a service locator, a package that is not read): the words and labels of
  /// the SDK are enough to know what they are.
  private func unknownCall(
    _ name: String, on unknown: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let database = DatabaseHandle(caller: scope.caller)
    switch name {
    case "collection", "collectionGroup":
      guard arguments.labels == [nil], scope.dart.mayBeFirestore(unknown), arguments[0]?.value.pathSegments != nil
      else {
        return nil
      }
      if name == "collection", !unknown.mayBeDatabase {
        return DartReferences.call(name, on: .unknown(in: database), arguments, scope)
      }
      return DartReferences.call(name, on: database, arguments, scope)
    case "doc":
      // The path of a document has at least two segments: nothing else is called so.
      guard let segments = arguments[0]?.value.pathSegments, segments.count > 1, scope.dart.mayBeFirestore(unknown)
      else {
        return nil
      }
      return DartReferences.call(name, on: database, arguments, scope)
    case "where":
      guard arguments.all.contains(where: { DartFilters.isCondition($0.label) }) else {
        return DartResults.listCall(name, on: .unknown(unknown))
      }
      return DartQueries.call(name, on: .unknown(database, at: scope.location), arguments, scope)
    case "startAfterDocument", "startAtDocument", "endAtDocument", "endBeforeDocument":
      return DartQueries.call(name, on: .unknown(database, at: scope.location), arguments, scope)
    case "orderBy":
      let namesField = arguments.labels == [nil] && arguments[0]?.value.knownText != nil && unknown.isAnswerOfApp
      guard arguments["descending"] != nil || namesField, scope.dart.importsFirestore,
        scope.dart.mayBeFirestore(unknown)
      else { return nil }
      return DartQueries.call(name, on: .unknown(database, at: scope.location), arguments, scope)
    case "runTransaction": return scope.dart.importsFirestore ? .transaction(database, isBatch: false) : nil
    case "snapshots":
      let isListener = arguments.all.allSatisfy { $0.label == "includeMetadataChanges" || $0.label == "source" }
      guard scope.dart.importsFirestore, isListener else { return nil }
      return .request(SDKRequest(.listen, .query(.unknown(database, at: scope.location))))
    case "watch", "read": return RiverpodProviders.asked(name, arguments)
    default: return DartResults.listCall(name, on: .unknown(unknown))
    }
  }

  func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    guard receiver.type == nil, scope.dart.importsFirestore, scope.dart.mayBeFirestore(receiver) else { return false }
    switch name {
    case "where": return arguments.all.contains { DartFilters.isCondition($0.label) }
    case "collection", "collectionGroup", "orderBy", "snapshots", "startAfterDocument", "startAtDocument",
      "endAtDocument", "endBeforeDocument":
      return true
    default: return false
    }
  }

  // MARK: - Single values

  private static func database(_ arguments: SDKArguments, _ scope: VocabularyScope) -> DatabaseHandle {
    guard let id = arguments["databaseId"] ?? arguments["databaseURL"] else {
      return DatabaseHandle(caller: scope.caller)
    }
    return DatabaseHandle(id: id.value.knownText.map { Text($0) }, caller: scope.caller)
  }

  private static func fieldPath(names: ScannedValue?) -> ScannedValue {
    guard case .list(let list)? = names else { return .field(.unknown) }
    return .field(ScannedValue.path(of: list.elements, isOpen: list.isOpen))
  }

  private static func aggregation(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard arguments.labels == [nil], let field = arguments[0]?.value.fieldPath else { return nil }
    return .value(.aggregation(name == "sum" ? .sum(field) : .average(field)))
  }
}

extension UnknownValue {
  /// A parameter or property that is declared as a document's snapshot.
  var isDocumentSnapshot: Bool {
    ["DocumentSnapshot", "QueryDocumentSnapshot"].contains(type?.name ?? "")
  }
}

extension ScannedValue {
  /// A text, number or truth.
  var isPrimitive: Bool {
    switch self {
    case .text, .integer, .boolean: true
    default: false
    }
  }
}
