import Diagnostics
import QueryModel

/// The Realtime Database in the namespaced and the server SDK: `firebase.database().ref("x").orderByChild("y").once(…)`.
enum RealtimeMethods {
  static func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .handle(.realtimeDatabase): return onDatabase(name, arguments, scope)
    case .realtime(let draft):
      return step(name, draft, arguments, scope).map { .value(.realtime($0)) } ?? read(name, draft, arguments)
        ?? write(name, draft, arguments, scope)
    case .unknown(let unknown) where name == "ref" && isDatabase(unknown, scope):
      return onDatabase(name, arguments, scope)
    default: return nil
    }
  }

  /// `storage.ref("x")` is another product's.
  private static func isDatabase(_ unknown: UnknownValue, _ scope: VocabularyScope) -> Bool {
    guard scope.imports.mayBeFirebase, let name = unknown.name?.lowercased() else { return false }
    return name.contains("database") || name.contains("rtdb") || name.contains("realtime") || name == "db"
  }

  private static func onDatabase(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "ref", "refFromURL":
      let path = name == "ref" ? arguments[0] : nil
      if name == "ref", path == nil { return .value(.realtime(.root)) }
      let value = path?.value ?? .unknown(UnknownValue())
      return .value(.realtime(.reference(value, at: path?.location ?? scope.location)))
    // AngularFire: a list may be refined by a function of its reference.
    case "list", "object":
      guard let path = arguments[0] else { return nil }
      if case .realtime = path.value { return .value(path.value) }
      let draft = ScannedValue.realtime(.reference(path.value, at: path.location))
      return arguments.count > 1 ? .delivery(draft, returnsClosureValue: true) : .value(draft)
    default: return nil
    }
  }

  private static func step(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    switch name {
    case "child": arguments[0].map { draft.child($0.value) }
    case "push" where arguments.count == 0: draft.newChild(at: scope.location)
    case "onDisconnect": draft.disconnecting
    default:
      RealtimeDraft.constraint(name, arguments).map { draft.adding($0, by: scope.realtimeSDK, at: scope.location) }
    }
  }

  private static func read(_ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "on": return .request(SDKRequest(.listen, .realtime(waiting(draft, arguments[0]))))
    case "once": return .request(SDKRequest(.get, .realtime(waiting(draft, arguments[0]))))
    case "get": return .request(SDKRequest(.get, .realtime(draft)))
    case "valueChanges", "snapshotChanges", "stateChanges", "auditTrail":
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .value))))
    default: return nil
    }
  }

  private static func waiting(_ draft: RealtimeDraft, _ event: SDKArguments.Argument?) -> RealtimeDraft {
    switch event?.value.knownText {
    case "value": draft.waiting(for: .value)
    case "child_added": draft.waiting(for: .childAdded)
    case "child_changed": draft.waiting(for: .childChanged)
    case "child_removed": draft.waiting(for: .childRemoved)
    case "child_moved": draft.waiting(for: .childMoved)
    default: draft
    }
  }

  private static func write(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let value = arguments[0]?.value
    return switch name {
    case "set", "setWithPriority": .request(SDKRequest(.write(.set), .realtime(draft), write: value.map { .set($0) }))
    case "setPriority": .request(SDKRequest(.write(.set), .realtime(draft)))
    case "update": .request(SDKRequest(.write(.update), .realtime(draft), write: value.map { .update($0) }))
    case "transaction": .request(SDKRequest(.write(.update), .realtime(draft)))
    case "push":
      .request(
        SDKRequest(.write(.create), .realtime(draft.newChild(at: scope.location)), write: value.map { .set($0) }))
    case "remove": .request(SDKRequest(.write(.delete), .realtime(draft), write: .removal))
    default: nil
    }
  }
}
