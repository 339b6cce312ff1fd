import Diagnostics
import FirestoreModel
import QueryModel

/// The Realtime Database: `firebase_admin.db`, and wrappers of its REST interface such as pyrebase.
struct PythonRealtimeVocabulary: SDKVocabulary {
  private static let wrapper = ScannedValue.handle(.named("pyrebase"))

  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    if scope.python.realtimeName(name) == "reference" {
      guard let path = arguments["path"] ?? arguments[0], path.value != .null, path.label != "url", path.label != "app"
      else { return .value(.realtime(.root)) }
      return .value(.realtime(.reference(path.value, at: path.location)))
    }
    guard name.hasSuffix("initialize_app"), scope.python.importsRealtimeWrapper else { return nil }
    let full = scope.python.resolved(name) ?? name
    return full.hasPrefix("firebase_admin") ? nil : .value(Self.wrapper)
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case Self.wrapper: return name == "database" ? .value(.realtime(.root)) : nil
    case .realtime(let draft):
      return stepCall(name, draft, arguments, scope).map { .value(.realtime($0)) }
        ?? request(name, draft, arguments, scope).map(SDKMeaning.request)
    case .result(let result):
      guard case .realtime = result.target else { return nil }
      switch name {
      case "val": return .value(receiver)
      case "each", "items", "values": return .value(.result(result.with(.documents)))
      default: return nil
      }
    case .unknown: return unknownCall(name, arguments, scope)
    default: return nil
    }
  }

  private func stepCall(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    let first = arguments[0]?.value ?? .unknown(UnknownValue())
    switch name {
    case "child": return arguments.all.reduce(draft) { $0.child($1.value) }
    case "shallow": return draft
    default:
      guard let part = constraint(name, first, arguments[0]?.location ?? scope.location) else { return nil }
      var next = draft.adding(part, by: .python, at: scope.location)
      // Wrappers of the REST interface check otherwise.
      if scope.python.importsRealtimeWrapper { next.refusal = nil }
      return next
    }
  }

  private func constraint(_ name: String, _ first: ScannedValue, _ location: SourceLocation) -> RealtimeDraft? {
    let root = RealtimeDraft.root
    switch name {
    case "order_by_child": return root.ordered(byChild: first, at: location)
    case "order_by_key": return root.ordered(by: .key)
    case "order_by_value": return root.ordered(by: .value)
    case "limit_to_first": return root.limited(toFirst: first)
    case "limit_to_last": return root.limited(toLast: first)
    case "start_at": return root.bounded(.startAt, first)
    case "start_after": return root.bounded(.startAfter, first)
    case "end_at": return root.bounded(.endAt, first)
    case "end_before": return root.bounded(.endBefore, first)
    case "equal_to": return root.bounded(.equalTo, first)
    default: return nil
    }
  }

  private func request(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKRequest? {
    let value = (arguments["value"] ?? arguments[0])?.value
    return switch name {
    case "get", "get_if_changed": SDKRequest(.get, .realtime(draft))
    case "listen", "stream": SDKRequest(.listen, .realtime(draft.waiting(for: .value)))
    case "set": SDKRequest(.write(.set), .realtime(draft), write: value.map { .set($0) })
    // What somebody else has written in between refuses it.
    case "set_if_unchanged": SDKRequest(.write(.set), .realtime(draft))
    case "push":
      SDKRequest(
        .write(.create), .realtime(draft.newChild(at: scope.location)), write: .set(value ?? .text([.literal("")])))
    case "update": SDKRequest(.write(.update), .realtime(draft), write: value.map { .update($0) })
    case "transaction": SDKRequest(.write(.update), .realtime(draft))
    case "delete", "remove": SDKRequest(.write(.delete), .realtime(draft), write: .removal)
    default: nil
    }
  }

  /// A wrapper that was made elsewhere: its words are enough to know what it is.
  private func unknownCall(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name {
    case "child":
      let isDatabase = scope.python.importsRealtimeWrapper || scope.python.imports(["firebase_admin.db"])
      guard isDatabase, arguments[0]?.value.pathSegments != nil else { return nil }
      return stepCall(name, .root, arguments, scope).map { .value(.realtime($0)) }
    case "order_by_child":
      let place = RealtimeDraft.reference(.unknown(UnknownValue()), at: scope.location)
      return stepCall(name, place, arguments, scope).map { .value(.realtime($0)) }
    default: return nil
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    guard case .realtime(let draft) = receiver else { return nil }
    switch name {
    case "parent": return .realtime(draft.parent)
    case "key": return draft.key
    default: return nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? { nil }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    guard ["Reference", "Query"].contains(scope.python.realtimeName(type.name) ?? "") else { return nil }
    return .realtime(.reference(.unknown(UnknownValue()), at: scope.location))
  }
}
