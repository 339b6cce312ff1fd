import Diagnostics
import FirestoreModel
import QueryModel

/// The words of the JavaScript SDKs: modular, namespaced, server, and the frameworks' layers over them.
///
/// What a name means is decided by the module it is imported from. In a file without imports, a snippet or a script, the
/// names are taken for the SDK's when their arguments fit.
struct JavaScriptVocabulary: SDKVocabulary {
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    if name == "require" || name == "import", let module = arguments[0]?.value.knownText {
      return .value(.handle(ImportedName(module: JavaScriptModule.of(module), path: []).handle))
    }
    if let imported = ImportedName(name, scope.imports), let meaning = call(imported, arguments, scope) {
      return meaning
    }
    let word = name.hasPrefix("React.") ? String(name.dropFirst("React.".count)) : name
    return ReactState.call(word, arguments, scope) ?? ListWords.global(word, arguments)
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if case .handle(let handle) = receiver, let imported = ImportedName(handle) {
      if name == SDKArguments.selfCall { return call(imported, arguments, scope) }
      if imported.path.first == Self.appMark { return product(name, imported, scope) }
      // `import("firebase/firestore").then(({ getDocs }) => …)`
      if imported.path.isEmpty, name == "then" { return .delivery(receiver, returnsClosureValue: true) }
      return TriggerWords.call(name, on: receiver, arguments) ?? call(imported.appending(name), arguments, scope)
    }
    if case .result(let result) = receiver { return ResultWords.call(name, on: result, arguments, scope) }
    if case .text(let pieces) = receiver, let meaning = ListWords.text(name, pieces) { return meaning }
    return FirestoreMethods.call(name, on: receiver, arguments, scope)
      ?? RealtimeMethods.call(name, on: receiver, arguments, scope)
      ?? AuthenticationWords.call(name, on: receiver, scope) ?? passing(name, receiver, arguments)
      ?? FrameworkWords.call(name, arguments)
  }

  /// Methods of arrays and promises; unknown ones may be either.
  private func passing(_ name: String, _ receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch receiver {
    case .list: ListWords.call(name, on: receiver, arguments)
    case .unknown:
      switch name {
      case "forEach", "map", "flatMap", "filter", "find", "some", "every", "reduce":
        ListWords.call(name, on: receiver, arguments)
      default: nil
      }
    case .instance, .type, .function: nil
    default: ResultWords.delivery(name, receiver)
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    if let value = AuthenticationWords.member(name, of: receiver, scope) { return value }
    switch receiver {
    case .handle(let handle):
      guard let imported = ImportedName(handle) else { return nil }
      return value(imported.appending(name), scope) ?? function(imported.appending(name))
    case .result(let result): return ResultWords.member(name, of: result)
    // What Vue or RxJS keeps.
    case .text, .list: return name == KeptCells.content && receiver.isKeptAsItself ? receiver : nil
    case .query(let draft): return member(name, of: draft)
    case .document(let document): return member(name, of: document)
    case .realtime(let draft):
      switch name {
      case "parent": return .realtime(draft.parent)
      case "root": return .realtime(.root)
      case "ref", "query": return .realtime(draft.reference)
      case "key": return draft.key ?? .null
      default: return nil
      }
    default: return nil
    }
  }

  /// A function of a module as a value: `const { getDocs } = await import("firebase/firestore")`.
  private func function(_ name: ImportedName) -> ScannedValue? {
    guard name.path.count == 1, name.path.first?.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else { return nil }
    switch name.module {
    case .firestore?, .serverFirestore?, .realtimeDatabase?, .serverRealtimeDatabase?, .authentication?,
      .serverAuthentication?:
      return .handle(name.handle)
    default: return nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    guard name != "undefined" else { return .null }
    return ImportedName(name, scope.imports).flatMap { value($0, scope) }
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    if type.name == "Array" || type.name == "ReadonlyArray", let element = type.arguments.first,
      element.lastName == "QueryConstraint", isSDK(element, scope)
    {
      return .list(ScannedList([], isOpen: true))
    }
    guard isSDK(type, scope) else { return nil }
    // What the Node SDK declares for every file.
    let isServer =
      type.name.hasPrefix("FirebaseFirestore.") && !scope.imports.contains { $0.names["FirebaseFirestore"] != nil }
    return value(ofSDKType: type.lastName, isServer ? .admin : scope.caller, scope)
  }
}

// MARK: - Names of modules

extension JavaScriptVocabulary {
  static let appMark = "initializeApp"

  private func call(_ name: ImportedName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    let name = name.inProduct
    switch name.module {
    case .firestore?, .serverFirestore?:
      return FirestoreFunctions.call(name, arguments, scope) ?? FrameworkWords.call(name, arguments, scope)
    case .realtimeDatabase?, .serverRealtimeDatabase?: return RealtimeFunctions.call(name, arguments, scope)
    case .authentication?, .serverAuthentication?: return AuthenticationWords.call(name, arguments)
    case .app?, .serverApp?:
      // The CDN's bundle of everything, or the modular functions re-exported by a package of this family.
      return app(name) ?? anywhere(name, arguments, scope)
    case .functions?: return TriggerWords.call(name, arguments)
    case .angularCompat?: return nil
    case .rxfire?, .frameworks?: return FrameworkWords.call(name, arguments, scope)
    case .local?, nil: return app(name) ?? anywhere(name, arguments, scope)
    case .foreign?: return nil
    }
  }

  /// A name that may come from any of the SDKs.
  private func anywhere(_ name: ImportedName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard !name.path.isEmpty else { return nil }
    if case .realtime? = arguments[0]?.value, let meaning = RealtimeFunctions.call(name, arguments, scope) {
      return meaning
    }
    return FirestoreFunctions.call(name, arguments, scope) ?? RealtimeFunctions.call(name, arguments, scope)
      ?? AuthenticationWords.call(name, arguments) ?? FrameworkWords.call(name, arguments, scope)
  }

  /// `initializeApp()`, whose products are methods in the namespaced SDKs.
  private func app(_ name: ImportedName) -> SDKMeaning? {
    guard let function = name.path.last, name.path.count == 1, ["initializeApp", "getApp", "app"].contains(function),
      name.module != .local, name.module != nil
    else { return nil }
    return .value(.handle(ImportedName(module: name.module, path: [Self.appMark]).handle))
  }

  /// `app.firestore()`, `app.database()`, `app.auth()`.
  private func product(_ name: String, _ app: ImportedName, _ scope: VocabularyScope) -> SDKMeaning? {
    let product = ImportedName(module: app.module, path: [name]).inProduct
    guard product.path.isEmpty else { return nil }
    return call(product, SDKArguments([]), scope)
  }

  /// Namespaces and classes as values.
  private func value(_ name: ImportedName, _ scope: VocabularyScope) -> ScannedValue? {
    let product = name.inProduct
    switch product.module {
    case .firestore?, .serverFirestore?:
      return product.path.isEmpty || FirestoreNamespaces.isNamespace(product.path) ? .handle(product.handle) : nil
    case .functions?: return .handle(product.handle)
    case .app?, .serverApp?, .realtimeDatabase?, .serverRealtimeDatabase?, .authentication?, .serverAuthentication?,
      .rxfire?, .frameworks?:
      if product.path.count == 2, product.path[0] == "ServerValue" {
        return RealtimeFunctions.serverValue(product.path[1])
      }
      return product.path.isEmpty || product.path == ["ServerValue"] ? .handle(product.handle) : nil
    case .angularCompat?, .foreign?, .local?, nil: return nil
    }
  }
}

// MARK: - Members and types

extension JavaScriptVocabulary {
  private func member(_ name: String, of draft: QueryDraft) -> ScannedValue? {
    let source = draft.query.source
    switch name {
    case "firestore": return .database(draft.database)
    case "path": return .text(path: source.parent.segments + [source.collectionID ?? .unknown])
    case "id": return .text(path: [source.collectionID ?? .unknown])
    case "parent": return draft.parent
    // AngularFire wraps the reference; Vue and stores keep a value here.
    case "ref", "query", "value", "current": return .query(draft)
    default: return nil
    }
  }

  private func member(_ name: String, of document: DocumentHandle) -> ScannedValue? {
    let segments = document.path.segments
    switch name {
    case "firestore": return .database(document.database)
    case "path": return document.isKnown ? .text(path: segments) : .text([.unknown])
    case "id": return .text(path: segments.suffix(1))
    case "parent": return document.parent(at: nil)
    case "ref", "value", "current": return .document(document)
    default: return nil
    }
  }

  func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    FirestoreMethods.isUnmistakable(name, receiver, arguments, scope)
  }

  /// Whether a type can be the SDK's: imported from it, below its namespace, or from nowhere.
  private func isSDK(_ type: TypeName, _ scope: VocabularyScope) -> Bool {
    guard let name = ImportedName(type.name, scope.imports) else { return false }
    switch name.inProduct.module {
    case .foreign?: return false
    case nil: return !scope.imports.nameOtherDatabase
    default: return true
    }
  }

  private func value(
    ofSDKType name: String, _ caller: ScannedRequest.Caller, _ scope: VocabularyScope
  ) -> ScannedValue? {
    let database = DatabaseHandle(caller: caller)
    switch name {
    case "Firestore", "FirebaseFirestore", "AngularFirestore": return .database(database)
    case "Query", "CollectionReference", "CollectionGroup", "AngularFirestoreCollection":
      return .query(.unknown(database, at: scope.location))
    case "DocumentReference", "AngularFirestoreDocument": return .document(.unknown(in: database))
    case "WriteBatch", "BulkWriter": return .batch(database)
    case "Transaction": return .transaction(database)
    case "QueryConstraint", "QueryCompositeFilterConstraint", "QueryNonFilterConstraint": return .constraint(.unknown)
    case "QueryFieldFilterConstraint", "QueryFilterConstraint": return .constraint(.filter(.unknown))
    case "Database", "AngularFireDatabase": return .handle(.realtimeDatabase)
    case "DatabaseReference": return .realtime(.reference(.unknown(UnknownValue()), at: scope.location))
    case "Auth", "AngularFireAuth": return .handle(.authentication)
    default: return nil
    }
  }
}
