package import Diagnostics
import FirestoreModel
import QueryModel

/// The SDKs of the Realtime Database that check a query before they send it, each in words of its own.
package enum RealtimeSDK: Sendable {
  case web, nodeServer, apple, android, javaServer, flutter, python

  fileprivate var name: String {
    switch self {
    case .web: "the web SDK"
    case .nodeServer: "the Admin SDK for Node.js"
    case .apple: "the Apple SDK"
    case .android: "the Android SDK"
    case .javaServer: "the Admin SDK for Java"
    case .flutter: "the Flutter SDK"
    case .python: "the Admin SDK for Python"
    }
  }

  fileprivate var words: any RealtimeRefusalWords.Type {
    switch self {
    case .web, .nodeServer: WebRealtimeWords.self
    case .apple: AppleRealtimeWords.self
    case .android, .javaServer: JavaRealtimeWords.self
    case .flutter: FlutterRealtimeWords.self
    case .python: PythonRealtimeWords.self
    }
  }
}

extension RealtimeDraft {
  /// The query with an ordering, a bound or a limit added to it, each made from ``root``: the SDK may throw at it.
  package func adding(_ part: RealtimeDraft, by sdk: RealtimeSDK, at location: SourceLocation) -> RealtimeDraft {
    var draft = self
    draft.query.ordering = part.query.ordering ?? query.ordering
    draft.query.bounds += part.query.bounds
    draft.query.limit = part.query.limit ?? query.limit
    draft.unresolved = (unresolved + part.unresolved.filter { !unresolved.contains($0) }).sorted()
    draft.refusal =
      refusal ?? part.refusal
      ?? RealtimeRefusal.of(part.query, addedTo: query).flatMap { reason in
        sdk.words.message(reason).map { message in
          SDKRefusal(sdk: sdk.name, message: message, help: reason.help, at: location, wouldBeAnswered: false)
        }
      }
    return draft
  }
}

/// What is wrong with a step of a query. Only what is certain: a value that is not known takes nothing back.
enum RealtimeRefusal {
  enum End: Sendable { case start, end }

  case reservedChild(String)
  case emptyChild
  case secondOrder(RealtimeQuery.Ordering)
  case objectBound(RealtimeQuery.BoundKind)
  case emptyBound(RealtimeQuery.BoundKind)
  case boundTwice(RealtimeQuery.BoundKind, End)
  case keyOfKey(RealtimeQuery.BoundKind)
  case notText(RealtimeQuery.BoundKind)
  case noPriority
  case notPositive(RealtimeQuery.Limit)
  case secondLimit(RealtimeQuery.Limit, before: RealtimeQuery.Limit)

  /// - Parameters:
  ///   - part: one ordering, bound or limit.
  ///   - before: what the query was until then.
  static func of(_ part: RealtimeQuery, addedTo before: RealtimeQuery) -> RealtimeRefusal? {
    if let order = part.ordering {
      if case .child(let path) = order {
        if path.segments.isEmpty { return .emptyChild }
        if path.segments.count == 1, let name = path.segments[0].literal?.string,
          ["$key", "$value", "$priority"].contains(name)
        {
          return .reservedChild(name)
        }
      }
      return before.ordering == nil ? ends(order, before.bounds) : .secondOrder(order)
    }
    if let bound = part.bounds.first {
      if bound.value.isObject { return .objectBound(bound.kind) }
      if bound.kind.isStart, before.bounds.contains(where: \.kind.isStart) { return .boundTwice(bound.kind, .start) }
      if bound.kind.isEnd, before.bounds.contains(where: \.kind.isEnd) { return .boundTwice(bound.kind, .end) }
      return ends(before.ordering, [bound]) ?? (bound.value == .value(.null) ? .emptyBound(bound.kind) : nil)
    }
    if let limit = part.limit {
      if let count = limit.count, count <= 0 { return .notPositive(limit) }
      if let earlier = before.limit { return .secondLimit(limit, before: earlier) }
    }
    return nil
  }

  /// Without an ordering the SDKs take bounds for priorities.
  private static func ends(
    _ order: RealtimeQuery.Ordering?, _ bounds: [RealtimeQuery.Bound]
  ) -> RealtimeRefusal? {
    for bound in bounds {
      switch order {
      case .key?:
        if bound.hasKey { return .keyOfKey(bound.kind) }
        if bound.value.isNoText { return .notText(bound.kind) }
      case .priority?, nil: if case .value(.boolean) = bound.value { return .noPriority }
      case .value?, .child?: break
      }
    }
    return nil
  }

  fileprivate var help: String {
    switch self {
    case .reservedChild: "order by key, by value or by priority with the call that is made for it"
    case .emptyChild: "order by value, or name the child"
    case .secondOrder: "a query has one ordering: keep one of the calls, and sort by the other in the app"
    case .objectBound: "compare with a text, a number, a boolean or null"
    case .emptyBound: "name the value, or leave the call out"
    case .boundTwice(_, .start): "keep one of the calls that say where the query starts"
    case .boundTwice(_, .end): "keep one of the calls that say where the query ends"
    case .keyOfKey: "pass the key as the only value"
    case .notText: "keys are text: write the key as one"
    case .noPriority:
      "say what the query is ordered by: without it, and by priority, a bound is a text, a number or null"
    case .notPositive: "ask for at least one child, or do not ask"
    case .secondLimit: "keep one of the limits"
    }
  }
}

extension RealtimeQuery.BoundKind {
  fileprivate var isStart: Bool { self == .startAt || self == .startAfter || self == .equalTo }
  fileprivate var isEnd: Bool { self == .endAt || self == .endBefore || self == .equalTo }
}

extension RealtimeQuery.Limit {
  fileprivate var count: Int? {
    switch self {
    case .first(let count), .last(let count): count
    }
  }

  fileprivate var isFirst: Bool { if case .first = self { true } else { false } }
}

extension Operand {
  fileprivate var isObject: Bool {
    switch self {
    case .array, .map, .value(.array), .value(.map): true
    case .value, .unknown, .parameter, .expression: false
    }
  }

  fileprivate var isNoText: Bool {
    switch self {
    case .value(.string): false
    case .value: true
    case .unknown, .parameter, .expression, .array, .map: false
    }
  }
}

// MARK: - Words

/// The messages of one SDK.
protocol RealtimeRefusalWords {
  /// Nil: this SDK does not mind.
  static func message(_ refusal: RealtimeRefusal) -> String?
}

/// `@firebase/database`, which the Admin SDK for Node.js uses, too.
enum WebRealtimeWords: RealtimeRefusalWords {
  static func message(_ refusal: RealtimeRefusal) -> String? {
    switch refusal {
    case .reservedChild(let name):
      return "orderByChild: \"\(name)\" is invalid.  Use \(orderCall(name))() instead."
    case .emptyChild: return "orderByChild: cannot pass in empty path. Use orderByValue() instead."
    case .secondOrder(let order): return "\(call(order)): You can't combine multiple orderBy calls."
    case .objectBound:
      return
        "Query: First argument passed to startAt(), startAfter(), endAt(), endBefore(), or equalTo() cannot be an object."
    case .emptyBound: return nil
    case .boundTwice(let kind, let end): return twice(kind, end)
    case .keyOfKey:
      return "Query: When ordering by key, you may only pass one argument to startAt(), endAt(), or equalTo()."
    case .notText:
      return
        "Query: When ordering by key, the argument passed to startAt(), startAfter(), endAt(), endBefore(), or equalTo() must be a string."
    case .noPriority:
      return
        "Query: When ordering by priority, the first argument passed to startAt(), startAfter() endAt(), endBefore(), or equalTo() must be a valid priority value (null, a number, or a string)."
    case .notPositive(let limit): return "\(call(limit)): First argument must be a positive integer."
    case .secondLimit(let limit, _):
      return "\(call(limit)): Limit was already set (by another call to limitToFirst or limitToLast)."
    }
  }

  private static func twice(_ kind: RealtimeQuery.BoundKind, _ end: RealtimeRefusal.End) -> String {
    switch (kind, end) {
    case (.startAt, _): "startAt: Starting point was already set (by another call to startAt, startBefore or equalTo)."
    case (.startAfter, _):
      "startAfter: Starting point was already set (by another call to startAt, startAfter, or equalTo)."
    // The SDK's own words: it says so of the end, too.
    case (.endAt, _), (.endBefore, _):
      "\(kind.rawValue): Starting point was already set (by another call to endAt, endBefore or equalTo)."
    case (.equalTo, .start):
      "equalTo: Starting point was already set (by another call to startAt/startAfter or equalTo)."
    case (.equalTo, .end): "equalTo: Ending point was already set (by another call to endAt/endBefore or equalTo)."
    }
  }

  static func orderCall(_ name: String) -> String {
    switch name {
    case "$key": "orderByKey"
    case "$value": "orderByValue"
    default: "orderByPriority"
    }
  }

  static func call(_ order: RealtimeQuery.Ordering) -> String {
    switch order {
    case .key: "orderByKey"
    case .value: "orderByValue"
    case .priority: "orderByPriority"
    case .child: "orderByChild"
    }
  }

  static func call(_ limit: RealtimeQuery.Limit) -> String { limit.isFirst ? "limitToFirst" : "limitToLast" }
}

/// FirebaseDatabase for Apple platforms, whose exceptions speak Objective-C.
enum AppleRealtimeWords: RealtimeRefusalWords {
  static func message(_ refusal: RealtimeRefusal) -> String? {
    switch refusal {
    case .reservedChild(let name):
      let call = "queryOrdered" + WebRealtimeWords.orderCall(name).dropFirst("order".utf8.count)
      return "(queryOrderedByChild:) \(name) is invalid.  Use \(call): instead."
    case .emptyChild: return "(queryOrderedByChild:) with an empty path is invalid.  Use queryOrderedByValue: instead."
    case .secondOrder: return "Cannot use multiple queryOrderedBy calls!"
    case .objectBound(let kind): return "You can only pass nil, NSString or NSNumber to \(call(kind)):"
    case .emptyBound, .noPriority: return nil
    case .boundTwice(.equalTo, _):
      return
        "Can't call queryEqualToValue: after queryStartingAtValue, queryStartingAfterValue, queryEndingAtValue, queryEndingBeforeValue or queryEqualToValue was previously called"
    case .boundTwice(let kind, .start):
      return
        "Can't call \(call(kind)): after queryStartingAtValue, queryStartingAfterValue, or queryEqualToValue was previously called"
    case .boundTwice(let kind, .end):
      return "Can't call \(call(kind)): after queryEndingAtValue or queryEqualToValue was previously called"
    case .keyOfKey(let kind):
      return "You must use \(call(kind)): instead of \(call(kind)):childKey: when using queryOrderedByKey:"
    case .notText(.endAt), .notText(.endBefore):
      return
        "Can't use queryEndingAtValue: or queryEndingBeforeValue: with other types than string in combination with queryOrderedByKey"
    case .notText:
      return
        "Can't use queryStartingAtValue: or queryStartingAfterValue: with non-string types when used with queryOrderedByKey"
    case .notPositive(let limit): return limit.count == 0 ? "Limit can't be zero" : nil
    case .secondLimit(let limit, _):
      return "Can't call queryLimitedTo\(limit.isFirst ? "First" : "Last"): if a limit was previously set"
    }
  }

  private static func call(_ kind: RealtimeQuery.BoundKind) -> String {
    switch kind {
    case .startAt: "queryStartingAtValue"
    case .startAfter: "queryStartingAfterValue"
    case .endAt: "queryEndingAtValue"
    case .endBefore: "queryEndingBeforeValue"
    case .equalTo: "queryEqualToValue"
    }
  }
}

/// The SDK for Android and the Admin SDK for Java, which share their checks.
enum JavaRealtimeWords: RealtimeRefusalWords {
  static func message(_ refusal: RealtimeRefusal) -> String? {
    switch refusal {
    case .reservedChild(let name):
      "Can't use '\(name)' as path, please use \(WebRealtimeWords.orderCall(name))() instead!"
    case .emptyChild: "Can't use empty path, use orderByValue() instead!"
    case .secondOrder: "You can't combine multiple orderBy calls!"
    // The language has no such call.
    case .objectBound, .emptyBound: nil
    case .boundTwice(.equalTo, .start): "Cannot combine equalTo() with startAt() or startAfter()"
    case .boundTwice(.equalTo, .end): "Cannot combine equalTo() with endAt() or endBefore()"
    // The SDK's own spelling.
    case .boundTwice(_, .start): "Can't call startAt(), startAfte(), or equalTo() multiple times"
    case .boundTwice(_, .end): "Can't call endAt() or equalTo() multiple times"
    case .keyOfKey, .notText:
      "You must use startAt(String value), startAfter(String value), endAt(String value), endBefore(String value) or equalTo(String value) in combination with orderByKey(). Other type of values or using the version with 2 parameters is not supported"
    case .noPriority:
      "When using orderByPriority(), values provided to startAt(), startAfter(), endAt(), endBefore(), or equalTo() must be valid priorities."
    case .notPositive: "Limit must be a positive integer!"
    case .secondLimit: "Can't call limitToLast on query with previously set limit!"
    }
  }
}

/// `firebase_database` of Flutter, which asserts what the SDKs of the platforms below it throw at.
enum FlutterRealtimeWords: RealtimeRefusalWords {
  static func message(_ refusal: RealtimeRefusal) -> String? {
    switch refusal {
    case .reservedChild, .emptyChild, .emptyBound, .notPositive: nil
    case .secondOrder: "An order has already been set, you cannot combine multiple order by calls"
    case .objectBound: "value must be a String, Boolean, Number or null."
    case .boundTwice(_, .start):
      "A starting point was already set (by another call to `startAt`, `startAfter`, or `equalTo`)"
    case .boundTwice(_, .end): "A ending point was already set (by another call to `endAt`, `endBefore` or `equalTo`)"
    case .keyOfKey, .notText:
      "When ordering by key, you may only pass a value argument to `startAt`, `endAt`, or `equalTo`"
    case .noPriority: nil
    case .secondLimit: "A limit was already set (by another call to `limitToFirst` or `limitToLast`)"
    }
  }
}

/// `firebase_admin.db` of Python, which checks little: the rest is answered by the service.
enum PythonRealtimeWords: RealtimeRefusalWords {
  static func message(_ refusal: RealtimeRefusal) -> String? {
    switch refusal {
    case .reservedChild(let name): "Illegal child path: \(name)"
    case .emptyBound(let kind):
      switch kind {
      case .startAt: "Start value must not be None."
      case .endAt: "End value must not be None."
      case .equalTo: "Equal to value must not be None."
      case .startAfter, .endBefore: nil
      }
    case .notPositive(let limit): limit.count.map { $0 < 0 } == true ? "Limit must be a non-negative integer." : nil
    case .secondLimit(let limit, let before):
      limit.isFirst == before.isFirst ? nil : "Cannot set both first and last limits."
    case .emptyChild, .secondOrder, .objectBound, .boundTwice, .keyOfKey, .notText, .noPriority: nil
    }
  }
}
