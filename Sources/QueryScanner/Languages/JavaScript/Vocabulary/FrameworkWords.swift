import Diagnostics
import QueryModel

/// Hooks, stores and observables that listen: `react-firebase-hooks`, VueFire, ReactFire, SvelteFire, RxFire,
/// AngularFire.
enum FrameworkWords {
  static func call(_ name: ImportedName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard name.path.count == 1, let function = name.path.first else { return nil }
    // VueUse's hook of the name of VueFire's database listens.
    if function == "useFirestore", arguments.count > 0 {
      return isRequestable(arguments[0]?.value)
        ? target(arguments[0], scope).map { .request(SDKRequest(.listen, $0)) } : nil
    }
    if let listened = ReduxFirestore.call(function, arguments, scope) { return listened }
    if let value = environment(function), isEnvironment(function, name.module) { return .value(value) }
    if name.module == .rxfire, function == "collection" || function == "doc" {
      return target(arguments[0], scope).map { .request(SDKRequest(.listen, $0)) }
    }
    if observables.contains(function) { return target(arguments[0], scope).map { .request(SDKRequest(.listen, $0)) } }
    if function == "collectionCount" || function == "collectionCountSnap" { return count(arguments[0], scope) }
    // Hooks of these names are the app's own unless they are imported from such a library or get a query.
    guard name.module == .frameworks || isRequestable(arguments[0]?.value) else { return nil }
    if let index = keyed[function] { return query(arguments[index], arguments[index + 1], scope) }
    if stores.contains(function) { return store(function, arguments, scope) }
    if onceHooks.contains(function) { return target(arguments[0], scope).map { .request(SDKRequest(.get, $0)) } }
    guard hooks.contains(function) else { return nil }
    let kind: ScannedRequest.Kind = isOnce(arguments[1]?.value) ? .get : .listen
    return target(arguments[0], scope).map { .request(SDKRequest(kind, $0)) }
  }

  private static let observables: Set<String> = [
    "collectionData", "collectionChanges", "collectionSnapshots", "docData", "docSnapshots", "sortedChanges",
    "auditTrail", "collection$", "doc$", "fromRef", "fromDocRef", "fromCollectionRef", "snapToData",
  ]

  private static let hooks: Set<String> = [
    "useCollection", "useCollectionData", "useDocument", "useDocumentData", "useFirestoreCollection",
    "useFirestoreCollectionData", "useFirestoreDoc", "useFirestoreDocData", "useList", "useListVals", "useListKeys",
    "useObject", "useObjectVal", "useDatabaseList", "useDatabaseObject", "useDatabaseListData",
    "useDatabaseObjectData", "useSubscription",
  ]

  private static let onceHooks: Set<String> = [
    "useCollectionOnce", "useCollectionDataOnce", "useDocumentOnce", "useDocumentDataOnce",
    "useFirestoreDocOnce", "useFirestoreDocDataOnce", "useFirestoreCollectionOnce",
  ]

  /// Their first argument is a key of the cache.
  private static let keyed = [
    "useFirestoreQuery": 1, "useFirestoreQueryData": 1, "useFirestoreDocument": 1, "useFirestoreDocumentData": 1,
    "useFirestoreInfiniteQuery": 1,
  ]

  /// SvelteFire: the database, then a path or a reference.
  private static let stores: Set<String> = ["collectionStore", "docStore"]

  private static func environment(_ function: String) -> ScannedValue? {
    switch function {
    case "useAuthState", "useIdToken":
      .list(ScannedList([.handle(.user), .unknown(UnknownValue()), .unknown(UnknownValue())]))
    case "useCurrentUser", "userStore", "useUserStore": .handle(.user)
    case "getCurrentUser": .handle(.user)
    case "useUser": .record([ScannedEntry("data", .handle(.user))])
    case "useSigninCheck": .record([ScannedEntry("data", .record([ScannedEntry("user", .handle(.user))]))])
    case "useFirebaseAuth": .handle(.authentication)
    case "useDatabase": .handle(.realtimeDatabase)
    case "useFirestore": .database(DatabaseHandle(caller: .client))
    default: nil
    }
  }

  /// An app's own hooks may have the same names. Nuxt brings two of them without an import.
  private static func isEnvironment(_ function: String, _ module: JavaScriptModule?) -> Bool {
    switch module {
    case .frameworks?, .authentication?, .firestore?: true
    case nil: function == "useFirestore" || function == "useCurrentUser"
    default: false
    }
  }

  private static func isRequestable(_ value: ScannedValue?) -> Bool {
    switch value {
    case .query?, .document?, .realtime?, .function?: true
    default: false
    }
  }

  /// VueFire takes a function or a computed value in place of the query, too; the interpreter asks for what it returns.
  private static func target(_ argument: SDKArguments.Argument?, _ scope: VocabularyScope) -> ScannedValue? {
    guard let argument else { return nil }
    if case .function = argument.value { return argument.value }
    return FirestoreFunctions.listened(argument, scope)
  }

  private static func isOnce(_ options: ScannedValue?) -> Bool {
    guard case .record(let entries)? = options else { return false }
    return entries.contains { $0.key == "once" && $0.value == .boolean(true) }
  }

  private static func query(
    _ argument: SDKArguments.Argument?, _ options: SDKArguments.Argument?, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    var isListener = false
    if case .record(let entries)? = options?.value {
      isListener = entries.contains { $0.key == "subscribe" && $0.value == .boolean(true) }
    }
    return target(argument, scope).map { .request(SDKRequest(isListener ? .listen : .get, $0)) }
  }

  private static func count(_ argument: SDKArguments.Argument?, _ scope: VocabularyScope) -> SDKMeaning? {
    argument.flatMap { FirestoreFunctions.draft($0, scope) }.map {
      .request(SDKRequest(.aggregate, .query($0.counting())))
    }
  }

  private static func store(_ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard let database = arguments[0]?.value, let place = arguments[1] else { return nil }
    var value: ScannedValue? = place.value
    if case .text = place.value {
      value =
        function == "docStore"
        ? WebReferences.document(of: database, [place], scope)
        : WebReferences.collection(of: database, [place], scope)
    }
    return value.map { .request(SDKRequest(.listen, $0)) }
  }

  // MARK: - Methods

  /// VueFire's `this.$bind("todos", query)` and the actions of Vuexfire.
  static func call(
    _ name: String, _ arguments: SDKArguments
  ) -> SDKMeaning? {
    guard
      ["$bind", "$firestoreBind", "$databaseBind", "$rtdbBind", "bindFirestoreRef", "bindFirebaseRef"].contains(name),
      let place = arguments[1]?.value, isRequestable(place)
    else { return nil }
    return .request(SDKRequest(.listen, place))
  }
}
