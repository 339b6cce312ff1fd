import FirestoreModel
import QueryModel

/// Static functions and names that the SDKs' objects are got from.
enum JVMEntryPoints {
  static func call(_ name: JVMName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> ScannedValue? {
    switch name.text {
    case "FirebaseFirestore.getInstance", "Firebase.firestore":
      return .database(DatabaseHandle(id: databaseID(arguments), caller: scope.caller))
    case "FirestoreClient.getFirestore":
      return .database(DatabaseHandle(id: databaseID(arguments), caller: .admin))
    case "FirestoreOptions.getDefaultInstance", "FirestoreOptions.newBuilder", "FirestoreOptions.Builder",
      "FirestoreOptions.getDefaultInstance.toBuilder":
      return .database(DatabaseHandle(caller: .admin))
    case "FirebaseDatabase.getInstance", "Firebase.database": return .handle(.realtimeDatabase)
    case "FirebaseAuth.getInstance", "Firebase.auth": return .handle(.authentication)
    case "FieldValue.serverTimestamp", "FieldValue.delete", "FieldValue.increment", "FieldValue.arrayUnion",
      "FieldValue.arrayRemove":
      return name.isSDK(scope) ? .transform : nil
    case "ServerValue.increment": return name.isSDK(scope) ? .serverValue(.increment) : nil
    case "FirestoreRecyclerOptions.Builder", "FirestorePagingOptions.Builder", "FirebaseRecyclerOptions.Builder",
      "FirebaseListOptions.Builder", "DatabasePagingOptions.Builder",
      JVMHandleCalls.listenOptions:
      return .handle(.named(name.text))
    case "Query.Direction.valueOf", "Direction.valueOf":
      guard name.isSDK(scope), let named = arguments[0]?.value, arguments.count == 1 else { return nil }
      return ScannedValue.oneOf(
        named.possibilities.map { $0.knownText.flatMap { direction($0) } ?? .unknown(UnknownValue()) })
    case "Tasks.await", "Tasks.forResult", "ApiFutures.immediateFuture": return arguments[0]?.value
    case "Tasks.whenAllSuccess", "Tasks.whenAllComplete", "ApiFutures.allAsList", "ApiFutures.successfulAsList":
      return .list(arguments.flattened)
    default: return nil
    }
  }

  static func name(_ name: JVMName, _ scope: VocabularyScope) -> ScannedValue? {
    switch name.text {
    case "Firebase.firestore": return .database(DatabaseHandle(caller: scope.caller))
    case "Firebase.database": return .handle(.realtimeDatabase)
    case "Firebase.auth": return .handle(.authentication)
    case "ServerValue.TIMESTAMP": return name.isSDK(scope) ? .serverValue(.timestamp) : nil
    default: break
    }
    if name.text.namesCacheSource, name.isSDK(scope) { return .handle(.cache) }
    if let measure = measure(name), name.isSDK(scope) { return .handle(.named(measure)) }
    guard name.text.hasSuffix("SCENDING") else { return nil }
    let parts = name.text.split(separator: ".").suffix(2)
    guard let direction = parts.last.flatMap({ direction(String($0)) }) else { return nil }
    // `Query.Direction.DESCENDING`, `Direction.DESCENDING`, or the constant alone after a static import.
    guard parts.count == 2 ? parts.first == "Direction" : true, name.isSDK(scope) else { return nil }
    return direction
  }

  private static func direction(_ constant: String) -> ScannedValue? {
    switch constant {
    case "ASCENDING": .direction(.ascending)
    case "DESCENDING": .direction(.descending)
    default: nil
    }
  }

  /// `FindNearest.DistanceMeasure.COSINE`
  private static func measure(_ name: JVMName) -> String? {
    // Every name is asked.
    guard name.text.utf8.count > "DistanceMeasure".utf8.count else { return nil }
    let parts = name.text.split(separator: ".").suffix(2)
    guard parts.count == 2, parts.first == "DistanceMeasure" || parts.first == "DistanceStrategy" else { return nil }
    return parts.last.map(String.init)
  }

  /// The database among the arguments of `getInstance`: none is the default, an app may stand before it.
  private static func databaseID(_ arguments: SDKArguments) -> Text? {
    guard let last = arguments.all.last else { return "(default)" }
    if case .text = last.value { return last.value.knownText.map { Text($0) } }
    if arguments.count > 1 { return nil }
    // A single argument that is no text is an app, unless it is known to be none.
    if case .unknown(let unknown) = last.value, unknown.type?.name == "String" { return nil }
    return "(default)"
  }
}

/// What declared types of the SDKs stand for when nothing else is known of a value.
enum JVMTypes {
  static func value(of type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    let name = JVMName(type.name, scope)
    let database = DatabaseHandle(caller: scope.caller)
    switch name.text {
    case "FirebaseFirestore": return .database(database)
    case "Firestore": return firestore(name, scope) ? .database(DatabaseHandle(caller: .admin)) : nil
    case "FirebaseAuth": return .handle(.authentication)
    case "FirebaseUser": return .handle(.user)
    case "FirebaseDatabase": return .handle(.realtimeDatabase)
    case "DatabaseReference": return .realtime(.unknown(at: scope.location))
    case "CollectionReference", "CollectionGroup", "AggregateQuery":
      return firestore(name, scope) ? .query(.unknown(database, at: scope.location)) : nil
    case "Query":
      if JVMPackages.realtimeProvides(name, scope), !firestore(name, scope) {
        return .realtime(.unknown(at: scope.location))
      }
      return firestore(name, scope) ? .query(.unknown(database, at: scope.location)) : nil
    case "DocumentReference": return firestore(name, scope) ? .document(.unknown(in: database)) : nil
    case "WriteBatch", "BulkWriter": return firestore(name, scope) ? .batch(database) : nil
    case "Transaction": return firestore(name, scope) ? .transaction(database) : nil
    default: return nil
    }
  }

  private static func firestore(_ name: JVMName, _ scope: VocabularyScope) -> Bool {
    JVMPackages.firestoreProvides(name, scope)
  }

  /// Types whose values are documents that were read before.
  static func isSnapshot(_ type: TypeName?, _ scope: VocabularyScope) -> Bool {
    guard let name = type.flatMap({ JVMName($0.name, scope).text.split(separator: ".").last }) else { return false }
    return ["DocumentSnapshot", "QueryDocumentSnapshot"].contains(name)
  }
}
