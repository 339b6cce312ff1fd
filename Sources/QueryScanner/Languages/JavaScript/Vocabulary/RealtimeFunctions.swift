import Diagnostics
import FirestoreModel
import QueryModel

/// The Realtime Database in the modular SDK. What `orderByChild("x")` makes stands for itself as a read of the root: only
/// what is asked of it counts when `query(ref, …)` puts the parts together.
enum RealtimeFunctions {
  static func call(_ name: ImportedName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    // `database()` of the namespaced SDKs.
    guard let function = name.path.first else { return .value(.handle(.realtimeDatabase)) }
    guard name.path.count == 1 else {
      return name.path.first == "ServerValue" ? serverValue(name.path[1]).map { .value($0) } : nil
    }
    let isImported = name.module == .realtimeDatabase || name.module == .serverRealtimeDatabase
    return reference(function, isImported, arguments, scope) ?? constraint(function, isImported, arguments, scope)
      ?? listener(function, isImported, arguments, scope) ?? request(function, isImported, arguments, scope)
  }

  /// `serverTimestamp`, `increment`, and the members of `ServerValue`.
  static func serverValue(_ name: String) -> ScannedValue? {
    switch name {
    case "TIMESTAMP", "serverTimestamp": .serverValue(.timestamp)
    case "increment": .serverValue(.increment)
    default: nil
    }
  }

  // MARK: - References

  private static func reference(
    _ function: String, _ isImported: Bool, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch function {
    case "getDatabase", "getDatabaseWithUrl", "initializeDatabase": return .value(.handle(.realtimeDatabase))
    case "ref":
      guard isImported || isDatabase(arguments[0]?.value) else { return nil }
      if case .realtime? = arguments[0]?.value { return arguments[0].map { .value($0.value) } }
      return .value(.realtime(arguments[1].map { .reference($0.value, at: $0.location) } ?? .root))
    case "refFromURL":
      return .value(.realtime(.reference(.unknown(UnknownValue()), at: scope.location)))
    case "child":
      guard let base = draft(arguments[0], isImported, scope), let path = arguments[1] else { return nil }
      return .value(.realtime(base.child(path.value)))
    case "query":
      guard let base = draft(arguments[0], isImported, scope) else { return nil }
      return .value(
        .realtime(arguments.all.dropFirst().reduce(base) { $0.applying($1.value, at: $1.location, scope.realtimeSDK) }))
    case "serverTimestamp", "increment": return isImported ? serverValue(function).map { .value($0) } : nil
    default: return nil
    }
  }

  private static func isDatabase(_ value: ScannedValue?) -> Bool {
    switch value {
    case .handle(.realtimeDatabase)?, .realtime?: return true
    case .unknown(let unknown)?:
      let name = unknown.name?.lowercased() ?? ""
      return name == "db" || name == "database" || name == "rtdb" || name.contains("realtime")
    default: return false
    }
  }

  /// The place that an argument is; an unknown one only where the function is known to be the SDK's.
  private static func draft(
    _ argument: SDKArguments.Argument?, _ isImported: Bool, _ scope: VocabularyScope
  ) -> RealtimeDraft? {
    guard let argument else { return nil }
    switch argument.value {
    case .realtime(let draft): return draft
    case .unknown where isImported: return .reference(.unknown(UnknownValue()), at: argument.location)
    default: return nil
    }
  }

  // MARK: - Constraints

  private static func constraint(
    _ function: String, _ isImported: Bool, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    // The other names are Firestore's, too.
    guard
      isImported
        || ["orderByChild", "orderByKey", "orderByValue", "orderByPriority", "limitToFirst", "equalTo"]
          .contains(function)
    else { return nil }
    return RealtimeDraft.constraint(function, arguments).map { .value(.realtime($0)) }
  }

  // MARK: - Requests

  private static func listener(
    _ function: String, _ isImported: Bool, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let event = listeners[function], let draft = draft(arguments[0], isImported, scope) else { return nil }
    return .request(SDKRequest(.listen, .realtime(draft.waiting(for: event))))
  }

  private static let listeners: [String: RealtimeQuery.Event] = [
    "onValue": .value, "onChildAdded": .childAdded, "onChildChanged": .childChanged, "onChildRemoved": .childRemoved,
    "onChildMoved": .childMoved,
    // Those of RxFire and AngularFire.
    "listVal": .value, "objectVal": .value, "object": .value, "list": .value, "stateChanges": .value,
  ]

  private static func request(
    _ function: String, _ isImported: Bool, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard let draft = draft(arguments[0], isImported, scope) else { return nil }
    switch function {
    case "get": return .request(SDKRequest(.get, .realtime(draft)))
    case "push":
      let child = ScannedValue.realtime(draft.newChild(at: scope.location))
      return arguments[1].map { .request(SDKRequest(.write(.create), child, write: .set($0.value))) } ?? .value(child)
    case "set", "setWithPriority":
      return .request(SDKRequest(.write(.set), .realtime(draft), write: arguments[1].map { .set($0.value) }))
    case "setPriority": return .request(SDKRequest(.write(.set), .realtime(draft)))
    case "update":
      return .request(SDKRequest(.write(.update), .realtime(draft), write: arguments[1].map { .update($0.value) }))
    case "runTransaction": return .request(SDKRequest(.write(.update), .realtime(draft)))
    case "remove": return .request(SDKRequest(.write(.delete), .realtime(draft), write: .removal))
    // Its methods write when the connection ends.
    case "onDisconnect": return .value(.realtime(draft.disconnecting))
    default: return nil
    }
  }
}

extension RealtimeDraft {
  /// One ordering, bound or limit by itself; nil when it is none.
  static func constraint(_ name: String, _ arguments: SDKArguments) -> RealtimeDraft? {
    let first = arguments[0]
    switch name {
    case "orderByChild": return first.map { root.ordered(byChild: $0.value, at: $0.location) }
    case "orderByKey": return root.ordered(by: .key)
    case "orderByValue": return root.ordered(by: .value)
    case "orderByPriority": return root.ordered(by: .priority)
    case "limitToFirst": return first.map { root.limited(toFirst: $0.value) }
    case "limitToLast": return first.map { root.limited(toLast: $0.value) }
    default:
      guard let kind = RealtimeQuery.BoundKind(rawValue: name) else { return nil }
      return root.bounded(kind, first?.value ?? .null, key: arguments[1]?.value)
    }
  }

  /// One more argument of `query(…)`.
  func applying(_ value: ScannedValue, at location: SourceLocation, _ sdk: RealtimeSDK) -> RealtimeDraft {
    switch value {
    case .realtime(let part): return adding(part, by: sdk, at: location)
    case .list(let list):
      let result = list.elements.reduce(self) { $0.applying($1, at: location, sdk) }
      return list.isOpen ? result.adding(.constraint, at: location) : result
    case .null, .boolean(false): return self
    case .constraint(let constraint):
      guard let part = RealtimeDraft(constraint) else { return adding(.constraint, at: location) }
      return adding(part, by: sdk, at: location)
    default: return adding(.constraint, at: location)
    }
  }

  /// A snippet without imports: what looked like Firestore's constraint turns out to be one of this database.
  private init?(_ constraint: QueryConstraint) {
    self = .root
    switch constraint {
    case .limit(let count, let fromEnd):
      query.limit = fromEnd ? .last(count.map(Int.init)) : .first(count.map(Int.init))
    case .start(let cursor): append(cursor, cursor.before ? .startAt : .startAfter)
    case .end(let cursor): append(cursor, cursor.before ? .endBefore : .endAt)
    case .filter, .order, .offset, .select, .refused, .variants, .unknown: return nil
    }
  }

  private mutating func append(_ cursor: DraftCursor, _ kind: RealtimeQuery.BoundKind) {
    let values: [Operand] = if case .values(let values) = cursor.position { values } else { [.unknown] }
    query.bounds.append(.init(kind, values.first ?? .unknown, hasKey: values.count > 1))
  }
}

extension VocabularyScope {
  /// The Admin SDK is built on that of the web.
  var realtimeSDK: RealtimeSDK { caller == .admin ? .nodeServer : .web }
}
