import Diagnostics
import FirestoreModel
import QueryModel

/// The functions of the modular SDK, which the server SDK and the frameworks' own modules share.
enum FirestoreFunctions {
  static func call(
    _ name: ImportedName, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let function = name.path.first else {
      // `firestore()` of the namespaced SDKs.
      return .value(.database(database(name.module, arguments[0], scope)))
    }
    if name.path.count > 1 { return FirestoreNamespaces.call(name.path, arguments, scope) }
    return database(function, name.module, arguments, scope) ?? reference(function, arguments, scope)
      ?? query(function, arguments, scope) ?? read(function, arguments, scope) ?? write(function, arguments, scope)
      ?? FirestoreNamespaces.call(name.path, arguments, scope)
  }

  // MARK: - Databases

  private static func database(
    _ function: String, _ module: JavaScriptModule?, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch function {
    case "getFirestore":
      // `getFirestore("db")` is the default app's database of that name.
      let first = arguments[0].flatMap { if case .text = $0.value { $0 } else { nil } }
      let id = arguments.count > 1 ? arguments[1] : first
      return .value(.database(handle(module, id, scope)))
    case "initializeFirestore":
      return .value(.database(handle(module, arguments[2], scope)))
    case "Firestore": return .value(.database(database(module, arguments[0], scope)))
    case "writeBatch":
      guard let target = arguments[0].flatMap({ databaseHandle($0.value, scope) }) else { return nil }
      return .value(.batch(target))
    case "runTransaction":
      guard let target = arguments[0].flatMap({ databaseHandle($0.value, scope) }) else { return nil }
      return .transaction(target, isBatch: false)
    case "connectFirestoreEmulator", "enableIndexedDbPersistence", "enableMultiTabIndexedDbPersistence", "terminate",
      "enableNetwork", "disableNetwork", "waitForPendingWrites", "clearIndexedDbPersistence":
      return .value(.null)
    default: return nil
    }
  }

  /// `new Firestore({ databaseId: "x" })` and `firebase.firestore(app)`.
  static func database(
    _ module: JavaScriptModule?, _ argument: SDKArguments.Argument?, _ scope: VocabularyScope
  ) -> DatabaseHandle {
    var handle = handle(module, nil, scope)
    guard let argument, case .record(let settings) = argument.value else { return handle }
    if let id = settings.last(where: { $0.key == "databaseId" }) { handle.id = self.id(id.value) }
    return handle
  }

  private static func handle(
    _ module: JavaScriptModule?, _ id: SDKArguments.Argument?, _ scope: VocabularyScope
  ) -> DatabaseHandle {
    let caller = module?.isServer == true ? .admin : scope.caller
    guard let id, id.value != .null else { return DatabaseHandle(caller: caller) }
    return DatabaseHandle(id: self.id(id.value), caller: caller)
  }

  /// What it is unless the environment says another, where the code says so.
  private static func id(_ value: ScannedValue) -> Text? {
    let known = value.possibilities.compactMap(\.knownText)
    return known.count == 1 ? known.first.map { Text($0) } : nil
  }

  /// The database that a value is, or may well be.
  static func databaseHandle(_ value: ScannedValue, _ scope: VocabularyScope) -> DatabaseHandle? {
    switch value {
    case .database(let handle): handle
    case .unknown, .handle(.named): WebReferences.database(scope)
    default: nil
    }
  }

  // MARK: - References and queries

  private static func reference(
    _ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let parent = arguments[0]?.value else { return nil }
    let path = Array(arguments.all.dropFirst())
    switch function {
    case "collection":
      return path.isEmpty ? nil : WebReferences.collection(of: parent, path, scope).map(SDKMeaning.value)
    case "doc": return WebReferences.document(of: parent, path, scope).map(SDKMeaning.value)
    case "collectionGroup": return WebReferences.group(path.first, of: parent, scope).map(SDKMeaning.value)
    default: return nil
    }
  }

  private static func query(
    _ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch function {
    case "query":
      guard let base = arguments[0] else { return nil }
      guard let draft = draft(base, scope) else { return nil }
      var result = arguments.all.dropFirst().reduce(draft, applying)
      let refusal = WebRefusals.refusal(of: arguments.all.dropFirst().map(\.value), on: draft, at: scope.location)
      result.refusal = result.refusal ?? refusal
      return .value(.query(result))
    case "where", "or", "and", "orderBy", "limit", "limitToLast", "startAt", "startAfter", "endAt", "endBefore":
      return WebConstraints.constraint(function, arguments).map { .value(.constraint($0)) }
    case "count", "sum", "average": return WebConstraints.aggregation(function, arguments).map(SDKMeaning.value)
    case "documentId": return .value(.field(.documentName))
    case "serverTimestamp", "increment", "arrayUnion", "arrayRemove", "deleteField": return .value(.transform)
    default: return nil
    }
  }

  /// One more argument of `query(…)`: a constraint, a list of them, or what a condition leaves in place of one.
  private static func applying(_ draft: QueryDraft, _ argument: SDKArguments.Argument) -> QueryDraft {
    apply(argument.value, to: draft, at: argument.location)
  }

  private static func apply(_ value: ScannedValue, to draft: QueryDraft, at location: SourceLocation) -> QueryDraft {
    switch value {
    case .constraint(let constraint): return draft.applying(constraint, at: location)
    case .list(let list):
      let result = list.elements.reduce(draft) { apply($1, to: $0, at: location) }
      return list.isOpen ? result.applying(.unknown, at: location) : result
    case .null, .boolean(false): return draft
    case .alternatives(let values) where values.allSatisfy({ isEmpty($0) }): return draft
    default: return draft.applying(.unknown, at: location)
    }
  }

  private static func isEmpty(_ value: ScannedValue) -> Bool {
    switch value {
    case .null, .boolean(false): true
    case .list(let list): list.elements.isEmpty && !list.isOpen
    default: false
    }
  }

  /// The query that an argument is, or of which nothing more is known than that it must be one.
  static func draft(_ argument: SDKArguments.Argument, _ scope: VocabularyScope) -> QueryDraft? {
    switch argument.value {
    case .query(let draft): draft
    case .unknown, .handle(.named), .document: .unknown(WebReferences.database(scope), at: argument.location)
    default: nil
    }
  }

  // MARK: - Reads

  private static func read(_ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard let target = arguments[0] else { return nil }
    switch function {
    case "getDocs", "getDocsFromServer", "getDocsFromCache":
      let isFromCache = function == "getDocsFromCache"
      return draft(target, scope).map { .request(SDKRequest(.get, .query($0), isFromCache: isFromCache)) }
    case "getDoc", "getDocFromServer", "getDocFromCache":
      let isFromCache = function == "getDocFromCache"
      return document(target, scope).map { .request(SDKRequest(.get, $0, isFromCache: isFromCache)) }
    case "execute":
      guard case .query(let draft) = target.value, arguments.count == 1 else { return nil }
      return Pipelines.step(function, draft, SDKArguments([]), scope)
    case "onSnapshot", "onSnapshotResume": return listened(target, scope).map { .request(SDKRequest(.listen, $0)) }
    case "getCountFromServer", "getCount":
      return draft(target, scope).map { .request(SDKRequest(.aggregate, .query($0.counting()))) }
    case "getAggregateFromServer", "getAggregate":
      return draft(target, scope).map { draft in
        let query = WebConstraints.aggregating(draft, arguments[1], at: scope.location)
        return .request(SDKRequest(.aggregate, .query(query)))
      }
    default: return nil
    }
  }

  static func document(_ argument: SDKArguments.Argument, _ scope: VocabularyScope) -> ScannedValue? {
    switch argument.value {
    case .document: argument.value
    case .unknown, .handle(.named): .document(.unknown(in: WebReferences.database(scope)))
    default: nil
    }
  }

  /// What a listener or hook is given: a query, a document, or something unknown.
  static func listened(_ argument: SDKArguments.Argument, _ scope: VocabularyScope) -> ScannedValue? {
    switch argument.value {
    case .query, .document, .realtime: return argument.value
    case .unknown(let unknown):
      if let type = unknown.type?.lastName, type == "DocumentReference" { return document(argument, scope) }
      if let name = unknown.name?.lowercased(), name.contains("doc"), !name.contains("docs") {
        return document(argument, scope)
      }
      return .query(.unknown(WebReferences.database(scope), at: argument.location))
    default: return nil
    }
  }

  // MARK: - Writes

  private static func write(_ function: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard let target = arguments[0] else { return nil }
    switch function {
    case "addDoc":
      guard let draft = draft(target, scope) else { return nil }
      return .request(SDKRequest(.write(.create), ScannedValue.document(nil, of: draft)))
    case "setDoc":
      return document(target, scope).map { .request(SDKRequest(.write(setting(arguments[2])), $0)) }
    case "updateDoc": return document(target, scope).map { .request(SDKRequest(.write(.update), $0)) }
    case "deleteDoc": return document(target, scope).map { .request(SDKRequest(.write(.delete), $0)) }
    default: return nil
    }
  }

  /// `set` with or without `{ merge: true }`.
  static func setting(_ options: SDKArguments.Argument?) -> ScannedRequest.WriteKind {
    guard let options, case .record(let entries) = options.value else { return .set }
    let merges = entries.contains { entry in
      entry.key == "mergeFields" || (entry.key == "merge" && entry.value != .boolean(false))
    }
    return merges ? .merge : .set
  }
}
