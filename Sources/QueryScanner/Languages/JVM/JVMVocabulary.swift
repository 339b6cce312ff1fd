import Diagnostics
import QueryModel

/// The Android SDKs, the server SDK for Java and the Admin SDK, as Kotlin and Java call them: Firestore, the Realtime
/// Database, Authentication as far as it names the user, FirebaseUI, tasks, futures and flows.
struct JVMVocabulary: SDKVocabulary {
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    let name = JVMName(name, scope)
    if let value = JVMEntryPoints.call(name, arguments, scope) { return .value(value) }
    if let value = JVMFilters.call(name, arguments, scope) { return .value(value) }
    return JVMStandardLibrary.call(name.text, arguments)
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let meaning = sdkCall(name, on: receiver, arguments, scope) { return meaning }
    if arguments.count == 0, let property = JVMName.property(ofGetter: name),
      let value = sdkMember(property, of: receiver, scope)
    {
      return .value(value)
    }
    return JVMStandardLibrary.call(name, on: receiver, arguments)
  }

  private func sdkCall(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .database(let database): JVMDatabaseCalls.call(name, on: database, arguments, scope)
    case .query(let draft): JVMQueryCalls.call(name, on: draft, arguments, scope)
    case .document(let document): JVMDocumentCalls.call(name, on: document, arguments, scope)
    case .batch(let database): JVMWriteCalls.call(name, batch: database, arguments)
    case .transaction(let database): JVMWriteCalls.call(name, transaction: database, arguments)
    case .result(let result): JVMResultCalls.call(name, on: result, arguments, scope)
    case .realtime(let draft): JVMRealtimeCalls.call(name, on: draft, arguments, scope)
    case .handle(let handle): JVMHandleCalls.call(name, on: handle, arguments, scope)
    case .unknown(let unknown): JVMUnknownReceiver.call(name, on: unknown, arguments, scope)
    default: nil
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    sdkMember(name, of: receiver, scope)
  }

  private func sdkMember(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    case .database(let database): JVMDatabaseCalls.member(name, of: database)
    case .query(let draft): JVMQueryCalls.member(name, of: draft)
    case .document(let document): JVMDocumentCalls.member(name, of: document, scope)
    case .result(let result): JVMResultCalls.member(name, of: result)
    case .realtime(let draft): JVMRealtimeCalls.member(name, of: draft)
    case .handle(let handle): JVMHandleCalls.member(name, of: handle)
    case .list(let list): JVMStandardLibrary.member(name, of: list)
    case .unknown(let unknown):
      name == "reference" && JVMTypes.isSnapshot(unknown.type, scope)
        ? .document(.unknown(in: DatabaseHandle(caller: scope.caller))) : nil
    default: nil
    }
  }

  func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest? {
    switch receiver {
    case .realtime(let draft): JVMRealtimeCalls.request(byMember: name, of: draft)
    // The multiplatform SDK's flows are properties.
    case .query, .document: name == "snapshots" ? SDKRequest(.listen, receiver) : nil
    default: nil
    }
  }

  func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    if JVMTypes.isSnapshot(receiver.type, scope) { return name == "getReference" }
    return receiver.type == nil && JVMUnknownReceiver.isUnmistakable(name, scope)
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    JVMEntryPoints.name(JVMName(name, scope), scope)
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    JVMTypes.value(of: type, scope)
  }
}

extension SDKArguments {
  /// The values of variadic arguments; a list that is spread stands for its elements.
  var flattened: ScannedList {
    var list = ScannedList([])
    for argument in all {
      if case .list(let inner) = argument.value {
        list.elements += inner.elements
        list.isOpen = list.isOpen || inner.isOpen
      } else {
        list.elements.append(argument.value)
      }
    }
    return list
  }

  /// Whether code of its own is among the arguments.
  var hasClosure: Bool { all.contains { if case .function = $0.value { true } else { false } } }
}
