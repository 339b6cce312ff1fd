import QueryModel

/// The words of `firebase_database`.
struct DartRealtimeVocabulary: SDKVocabulary {
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch scope.dart.withoutPrefix(name) {
    case "FirebaseDatabase.instanceFor", "FirebaseDatabase": .value(.handle(.realtimeDatabase))
    case "ServerValue.increment": .value(.serverValue(.increment))
    default: nil
    }
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .handle(.realtimeDatabase): return databaseCall(name, arguments, scope)
    case .realtime(let draft):
      return stepCall(name, draft, arguments, scope).map { .value(.realtime($0)) }
        ?? request(name, receiver, arguments).map { .request($0) }
    case .result(let result):
      guard case .realtime = result.target else { return nil }
      return resultCall(name, result, arguments, scope)
    default: return nil
    }
  }

  private func databaseCall(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name {
    case "ref", "reference":
      guard let path = arguments[0], path.value != .null else { return .value(.realtime(.root)) }
      return .value(.realtime(.reference(path.value, at: path.location)))
    case "refFromURL":
      return .value(.realtime(.reference(Self.pathOfURL(arguments[0]?.value), at: scope.location)))
    default: return nil
    }
  }

  private static func pathOfURL(_ value: ScannedValue?) -> ScannedValue {
    guard let url = value?.knownText, let scheme = url.firstRange(of: "://") else { return .unknown(UnknownValue()) }
    let rest = url[scheme.upperBound...]
    return .text([.literal(rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "")])
  }

  private func stepCall(
    _ name: String, _ draft: RealtimeDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    let first = arguments[0]?.value ?? .unknown(UnknownValue())
    switch name {
    case "child": return draft.child(first)
    case "push": return draft.newChild(at: scope.location)
    // What is written when the connection ends is written all the same.
    case "onDisconnect": return draft.reference.disconnecting
    case "ref", "reference", "root": return arguments.count == 0 ? draft.reference : nil
    default: return constraint(name, arguments, scope).map { draft.adding($0, by: .flutter, at: scope.location) }
    }
  }

  private func constraint(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> RealtimeDraft? {
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
      guard let kind = RealtimeQuery.BoundKind(rawValue: name) else { return nil }
      return root.bounded(kind, first, key: (arguments["key"] ?? arguments[1])?.value)
    }
  }

  private func request(_ name: String, _ place: ScannedValue, _ arguments: SDKArguments) -> SDKRequest? {
    let value = arguments[0]?.value
    switch name {
    case "get", "once": return SDKRequest(.get, place)
    case "set", "setWithPriority": return SDKRequest(.write(.set), place, write: value.map { .set($0) })
    case "update": return SDKRequest(.write(.update), place, write: value.map { .update($0) })
    case "runTransaction": return SDKRequest(.write(.update), place)
    case "remove": return SDKRequest(.write(.delete), place, write: .removal)
    default: return nil
    }
  }

  private func resultCall(
    _ name: String, _ result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "child": .value(.result(result.with(.document)))
    default:
      switch result.part {
      case .documents: DartResults.listCall(name, on: .result(result))
      case .snapshot, .document: DartResults.deliveryCall(name, .result(result))
      }
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    case .realtime(let draft):
      switch name {
      case "ref": return .realtime(draft.reference)
      case "parent": return .realtime(draft.parent)
      case "root": return .realtime(.root)
      case "key": return draft.key
      default: return nil
      }
    case .result(let result):
      guard case .realtime = result.target else { return nil }
      switch name {
      case "ref": return result.realtimeReference.map(ScannedValue.realtime)
      case "snapshot", "data": return .result(result)
      case "children", "values", "entries", "keys": return .result(result.with(.documents))
      case "value": return .result(result)
      case "first", "last": return .result(result.part == .documents ? result.with(.document) : result)
      default: return nil
      }
    default: return nil
    }
  }

  /// The streams are properties; whoever reads one listens.
  func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest? {
    guard case .realtime(let draft) = receiver, let event = Self.events[name] else { return nil }
    return SDKRequest(.listen, .realtime(draft.waiting(for: event)))
  }

  private static let events: [String: RealtimeQuery.Event] = [
    "onValue": .value, "onChildAdded": .childAdded, "onChildChanged": .childChanged,
    "onChildRemoved": .childRemoved, "onChildMoved": .childMoved,
  ]

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? {
    switch scope.dart.withoutPrefix(name) {
    case "FirebaseDatabase.instance": .handle(.realtimeDatabase)
    case "ServerValue.timestamp": .serverValue(.timestamp)
    default: nil
    }
  }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? {
    switch scope.dart.withoutPrefix(type.name) {
    case "FirebaseDatabase": .handle(.realtimeDatabase)
    case "DatabaseReference": .realtime(.reference(.unknown(UnknownValue()), at: scope.location))
    case "Query":
      scope.dart.importsRealtimeOnly ? .realtime(.reference(.unknown(UnknownValue()), at: scope.location)) : nil
    default: nil
    }
  }
}
