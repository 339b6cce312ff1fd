import Diagnostics
import FirestoreModel
import QueryModel

/// References and queries of the Realtime Database.
enum JVMRealtimeCalls {
  static func call(
    _ name: String, on draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let next = step(name, draft, arguments, scope) { return .value(.realtime(next)) }
    return request(name, draft, arguments)
  }

  private static func step(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    let first = arguments[0]?.value ?? .unknown(UnknownValue())
    switch name {
    case "child": return draft.child(first)
    case "push": return draft.newChild(at: scope.location)
    // What the server does when the client goes away is written like anything else.
    case "onDisconnect": return draft.disconnecting
    default:
      let sdk: RealtimeSDK = scope.caller == .admin ? .javaServer : .android
      return constraint(name, arguments, scope).map { draft.adding($0, by: sdk, at: scope.location) }
    }
  }

  private static func constraint(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    let first = arguments[0]?.value ?? .unknown(UnknownValue())
    let root = RealtimeDraft.root
    switch name {
    case "orderByChild": return root.ordered(byChild: first, at: arguments[0]?.location ?? scope.location)
    case "orderByKey": return root.ordered(by: .key)
    case "orderByValue": return root.ordered(by: .value)
    case "orderByPriority": return root.ordered(by: .priority)
    case "limitToFirst": return root.limited(toFirst: first)
    case "limitToLast": return root.limited(toLast: first)
    default:
      return RealtimeQuery.BoundKind(rawValue: name).map { root.bounded($0, first, key: arguments[1]?.value) }
    }
  }

  private static func request(_ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "get", "addListenerForSingleValueEvent": return .request(SDKRequest(.get, .realtime(draft)))
    case "addValueEventListener": return .request(SDKRequest(.listen, .realtime(draft)))
    case "addChildEventListener":
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .childAdded))))
    case "keepSynced":
      return arguments[0]?.value == .boolean(false) ? nil : .request(SDKRequest(.listen, .realtime(draft)))
    case "values": return .request(SDKRequest(.listen, .realtime(draft)))
    case "setValue", "setValueAsync":
      return .request(SDKRequest(.write(.set), .realtime(draft), write: arguments[0].map { .set($0.value) }))
    case "updateChildren", "updateChildrenAsync":
      return .request(SDKRequest(.write(.update), .realtime(draft), write: arguments[0].map { .update($0.value) }))
    case "setPriority": return .request(SDKRequest(.write(.update), .realtime(draft)))
    case "removeValue", "removeValueAsync":
      return .request(SDKRequest(.write(.delete), .realtime(draft), write: .removal))
    case "runTransaction": return .request(SDKRequest(.write(.set), .realtime(draft), isInTransaction: true))
    default: return nil
    }
  }

  static func member(_ name: String, of draft: RealtimeDraft) -> ScannedValue? {
    switch name {
    case "parent": .realtime(draft.parent)
    case "root": .realtime(.root)
    case "ref", "reference": .realtime(draft.reference)
    case "key": draft.key ?? .null
    case "database": .handle(.realtimeDatabase)
    default: nil
    }
  }

  static func request(byMember name: String, of draft: RealtimeDraft) -> SDKRequest? {
    switch name {
    case "snapshots": SDKRequest(.listen, .realtime(draft))
    case "childEvents": SDKRequest(.listen, .realtime(draft.waiting(for: .childAdded)))
    default: nil
    }
  }

  /// `getReferenceFromUrl(text)`: the path of an address.
  static func reference(ofAddress address: ScannedValue, at location: SourceLocation) -> RealtimeDraft {
    guard let text = address.knownText else { return .unknown(at: location) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, parts[0].hasSuffix(":") else { return .unknown(at: location) }
    let path = parts.dropFirst(2).joined(separator: "/")
    return path.isEmpty ? .root : .reference(.text([.literal(path)]), at: location)
  }
}

extension RealtimeDraft {
  /// A place of which nothing is known.
  static func unknown(at location: SourceLocation) -> RealtimeDraft {
    .reference(.unknown(UnknownValue()), at: location)
  }
}
