import Diagnostics
import FirestoreModel
import QueryModel

/// FirebaseDatabase for Apple platforms.
package struct SwiftRealtimeVocabulary: SwiftVocabulary {
  package init() {}

  package func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name.withoutFirebaseModule {
    case "Database.database": .value(.handle(.realtimeDatabase))
    // In an extension of `Database`; what the project calls so itself was found before.
    case "database", "Self.database":
      arguments.isEmpty && scope.importsRealtimeDatabase ? .value(.handle(.realtimeDatabase)) : nil
    case "ServerValue.timestamp": .value(.serverValue(.timestamp))
    case "ServerValue.increment": .value(.serverValue(.increment))
    // References of Cloud Storage have the same words.
    case "Storage.storage": .value(Self.storage)
    default: nil
    }
  }

  private static let storage = ScannedValue.handle(.named("Storage"))

  package func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .handle(.realtimeDatabase): return name == "reference" ? reference(arguments) : nil
    case Self.storage: return name == "reference" || name == "child" ? .value(receiver) : nil
    case .realtime(let draft):
      if let next = step(name, draft, arguments, scope) { return .value(.realtime(next)) }
      return request(name, draft, arguments)
    case .unknown: return callOnUnknown(name, arguments, scope)
    default: return nil
    }
  }

  package func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    guard case .realtime(let draft) = receiver else { return nil }
    switch name {
    case "parent": return .realtime(draft.parent)
    case "root": return .realtime(.root)
    case "ref": return .realtime(draft.reference)
    case "key": return draft.key
    case "database": return .handle(.realtimeDatabase)
    default: return nil
    }
  }

  package func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest? {
    guard name == "snapshots", case .realtime(let draft) = receiver else { return nil }
    return SDKRequest(.listen, .realtime(draft.waiting(for: .value)))
  }

  package func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    for prefix in ["DataEventType.", "."] where name.hasPrefix(prefix) {
      let word = String(name.dropFirst(prefix.count))
      if RealtimeQuery.Event(rawValue: word) != nil { return .handle(.named(Self.event(word))) }
    }
    return nil
  }

  package func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    guard scope.importsFirebase else { return nil }
    switch type.name.withoutFirebaseModule {
    case "Database": return scope.importsRealtimeDatabase ? .handle(.realtimeDatabase) : nil
    case "DatabaseReference", "DatabaseQuery": return .realtime(unknown(scope))
    case "StorageReference", "Storage": return Self.storage
    default: return nil
    }
  }

  // MARK: - Places

  private func reference(_ arguments: SDKArguments) -> SDKMeaning? {
    guard let path = arguments[0] else { return .value(.realtime(.root)) }
    switch path.label {
    case "withPath": return .value(.realtime(.reference(path.value, at: path.location)))
    case "fromURL": return .value(.realtime(.reference(path.value.pathOfURL, at: path.location)))
    default: return nil
    }
  }

  /// A place of which only the next steps are known.
  private func unknown(_ scope: VocabularyScope) -> RealtimeDraft {
    .reference(.unknown(UnknownValue()), at: scope.location)
  }

  /// References that are declared outside of what is read.
  private func callOnUnknown(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let isSure = ["queryOrdered", "queryOrderedByKey", "queryLimited", "observeSingleEvent"].contains(name)
    guard isSure || (scope.importsRealtimeDatabase && (name == "child" || name == "observe")) else { return nil }
    let draft = unknown(scope)
    if let next = step(name, draft, arguments, scope) { return .value(.realtime(next)) }
    return request(name, draft, arguments)
  }

  // MARK: - Steps

  private func step(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    switch name {
    case "child":
      guard arguments.count == 1, let path = arguments[0], path.label == nil else { return nil }
      return draft.child(path.value)
    case "childByAutoId": return draft.newChild(at: scope.location)
    default: return constraint(name, arguments).map { draft.adding($0, by: .apple, at: scope.location) }
    }
  }

  private func constraint(_ name: String, _ arguments: SDKArguments) -> RealtimeDraft? {
    let root = RealtimeDraft.root
    switch name {
    case "queryOrdered": return arguments["byChild"].map { root.ordered(byChild: $0.value, at: $0.location) }
    case "queryOrderedByKey": return root.ordered(by: .key)
    case "queryOrderedByValue": return root.ordered(by: .value)
    case "queryOrderedByPriority": return root.ordered(by: .priority)
    case "queryStarting", "queryEnding", "queryEqual": return bound(name, arguments)
    case "queryLimited":
      if let count = arguments["toFirst"] { return root.limited(toFirst: count.value) }
      return arguments["toLast"].map { root.limited(toLast: $0.value) }
    default: return nil
    }
  }

  private func bound(_ name: String, _ arguments: SDKArguments) -> RealtimeDraft? {
    guard let value = arguments[0], let label = value.label else { return nil }
    let kind: RealtimeQuery.BoundKind
    switch (name, label) {
    case ("queryStarting", "atValue"): kind = .startAt
    case ("queryStarting", "afterValue"): kind = .startAfter
    case ("queryEnding", "atValue"): kind = .endAt
    case ("queryEnding", "beforeValue"): kind = .endBefore
    case ("queryEqual", "toValue"): kind = .equalTo
    default: return nil
    }
    return RealtimeDraft.root.bounded(kind, value.value, key: arguments["childKey"]?.value)
  }

  // MARK: - Requests

  private func request(_ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "observe":
      guard let event = arguments[0], event.label == nil || event.label == "eventType" else { return nil }
      return .request(SDKRequest(.listen, .realtime(draft.waiting(forEvent: event.value))))
    case "childEvents":
      // Four listeners in one; that for added children brings the data.
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .childAdded))))
    case "observeSingleEvent":
      guard let event = arguments[0] else { return nil }
      let waiting = draft.waiting(forEvent: event.value)
      return .request(SDKRequest(.get, .realtime(waiting.query.event == .value ? draft : waiting)))
    case "getData": return .request(SDKRequest(.get, .realtime(draft)))
    case "keepSynced":
      // Keeps a listener for the place, which downloads all of it.
      guard let isOn = arguments[0], isOn.value != .boolean(false) else { return nil }
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .value))))
    case "runTransactionBlock":
      return .request(SDKRequest(.write(.update), .realtime(draft), isInTransaction: true))
    default:
      let place = ScannedValue.realtime(name.hasPrefix("onDisconnect") ? draft.disconnecting : draft)
      return write(name, place, arguments[0]?.value).map { .request($0) }
    }
  }

  private func write(_ name: String, _ place: ScannedValue, _ value: ScannedValue?) -> SDKRequest? {
    switch name {
    case "setValue", "onDisconnectSetValue": SDKRequest(.write(.set), place, write: value.map { .set($0) })
    case "updateChildValues", "onDisconnectUpdateChildValues":
      SDKRequest(.write(.update), place, write: value.map { .update($0) })
    case "setPriority": SDKRequest(.write(.update), place)
    case "removeValue", "onDisconnectRemoveValue": SDKRequest(.write(.delete), place, write: .removal)
    default: nil
    }
  }

  fileprivate static func event(_ word: String) -> String { "DataEventType.\(word)" }
}

extension RealtimeDraft {
  /// An event that is not known is left out: what is read is the same.
  fileprivate func waiting(forEvent value: ScannedValue) -> RealtimeDraft {
    let event = RealtimeQuery.Event.allCases.first { event in
      value == .handle(.named(SwiftRealtimeVocabulary.event(event.rawValue)))
    }
    return event.map(waiting) ?? self
  }
}

extension VocabularyScope {
  fileprivate var importsRealtimeDatabase: Bool {
    imports.isEmpty || imports.contains { $0.module == "Firebase" || $0.module.hasPrefix("FirebaseDatabase") }
  }
}

extension ScannedValue {
  /// What follows the host in an address.
  fileprivate var pathOfURL: ScannedValue {
    guard let address = knownText else { return .unknown(UnknownValue()) }
    let parts = address.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, parts[0].hasSuffix(":") else { return .unknown(UnknownValue()) }
    let path = parts.dropFirst(2).map { $0.prefix { $0 != "?" } }.joined(separator: "/")
    return .text([.literal(path)])
  }
}
