import FirestoreModel
package import StructuredText

/// Puts a query together as the SDKs do: constraint by constraint, each checked against those before it.
package struct RealtimeQueryBuilder: Hashable, Sendable {
  package enum Constraint: Hashable, Sendable {
    case orderByChild(String)
    case orderByKey, orderByValue, orderByPriority
    case startAt(JSONValue, key: String? = nil)
    case startAfter(JSONValue, key: String? = nil)
    case endAt(JSONValue, key: String? = nil)
    case endBefore(JSONValue, key: String? = nil)
    case equalTo(JSONValue, key: String? = nil)
    case limitToFirst(JSONValue)
    case limitToLast(JSONValue)
  }

  private var ordering: RealtimeQuerySpec.Ordering?
  private var start: End?
  private var end: End?
  private var limit: RealtimeQuerySpec.Limit?

  private struct End: Hashable, Sendable {
    var value: JSONValue
    var key: String?
    var isInclusive: Bool
    /// Without a key, but set while the order was not yet by key: then the SDK has put in a virtual one.
    var hasVirtualKey: Bool
  }

  package init() {}

  /// - Throws: what the JavaScript SDK throws.
  package init(_ constraints: some Sequence<Constraint>) throws(RealtimeQueryRefusal) {
    for constraint in constraints { try add(constraint) }
  }

  package mutating func add(_ constraint: Constraint) throws(RealtimeQueryRefusal) {
    switch constraint {
    case .orderByChild(let path): try order(by: childOrdering(path), "orderByChild")
    case .orderByKey: try order(by: .key, "orderByKey")
    case .orderByValue: try order(by: .value, "orderByValue")
    case .orderByPriority: try order(by: .priority, "orderByPriority")
    case .startAt(let value, let key): try setStart(value, key, isInclusive: true, "startAt")
    case .startAfter(let value, let key): try setStart(value, key, isInclusive: false, "startAfter")
    case .endAt(let value, let key): try setEnd(value, key, isInclusive: true, "endAt")
    case .endBefore(let value, let key): try setEnd(value, key, isInclusive: false, "endBefore")
    case .equalTo(let value, let key):
      if start != nil { throw .alreadySet("equalTo", "Starting", by: "startAt/startAfter or equalTo") }
      if end != nil { throw .alreadySet("equalTo", "Ending", by: "endAt/endBefore or equalTo") }
      try setStart(value, key, isInclusive: true, "equalTo")
      try setEnd(value, key, isInclusive: true, "equalTo")
    case .limitToFirst(let count): try setLimit(.first(try positive(count, "limitToFirst")), "limitToFirst")
    case .limitToLast(let count): try setLimit(.last(try positive(count, "limitToLast")), "limitToLast")
    }
  }

  package var spec: RealtimeQuerySpec {
    RealtimeQuerySpec(
      ordering: ordering ?? .priority, start: start.flatMap(bound), end: end.flatMap(bound), limit: limit)
  }

  private func bound(_ end: End) -> RealtimeQuerySpec.Bound? {
    guard let value = RealtimeNode(primitive: end.value) else { return nil }
    return RealtimeQuerySpec.Bound(value, key: end.key.map { RealtimeKey($0) }, isInclusive: end.isInclusive)
  }
}

extension RealtimeQueryBuilder {
  private mutating func order(by new: RealtimeQuerySpec.Ordering, _ function: String) throws(RealtimeQueryRefusal) {
    if ordering != nil { throw RealtimeQueryRefusal("\(function): You can't combine multiple orderBy calls.") }
    ordering = new
    try checkEnds()
  }

  private func childOrdering(_ path: String) throws(RealtimeQueryRefusal) -> RealtimeQuerySpec.Ordering {
    for (name, function) in [("$key", "orderByKey"), ("$priority", "orderByPriority"), ("$value", "orderByValue")]
    where path.utf8.elementsEqual(name.utf8) {
      throw RealtimeQueryRefusal("orderByChild: \"\(name)\" is invalid.  Use \(function)() instead.")
    }
    let parsed = RealtimePath(path)
    guard !path.isEmpty, parsed.isAddressable else {
      throw .invalidPath(path, "orderByChild")
    }
    guard !parsed.isRoot else {
      throw RealtimeQueryRefusal("orderByChild: cannot pass in empty path. Use orderByValue() instead.")
    }
    return .child(parsed)
  }

  private mutating func setStart(
    _ value: JSONValue, _ key: String?, isInclusive: Bool, _ function: String
  ) throws(RealtimeQueryRefusal) {
    try checkFinite(value, function)
    let previous = start
    start = End(value: value, key: key, isInclusive: isInclusive, hasVirtualKey: needsVirtualKey(key, isInclusive))
    try checkEnds()
    guard previous == nil else {
      let others = isInclusive ? "startAt, startBefore or equalTo" : "startAt, startAfter, or equalTo"
      throw .alreadySet(function, "Starting", by: others)
    }
  }

  private mutating func setEnd(
    _ value: JSONValue, _ key: String?, isInclusive: Bool, _ function: String
  ) throws(RealtimeQueryRefusal) {
    try checkFinite(value, function)
    let previous = end
    end = End(value: value, key: key, isInclusive: isInclusive, hasVirtualKey: needsVirtualKey(key, isInclusive))
    try checkEnds()
    // The SDK says "Starting" here too.
    guard previous == nil else { throw .alreadySet(function, "Starting", by: "endAt, endBefore or equalTo") }
  }

  private func checkFinite(_ value: JSONValue, _ function: String) throws(RealtimeQueryRefusal) {
    guard case .number(let number) = value.shape, !number.isFinite else { return }
    throw RealtimeQueryRefusal("\(function) failed: value argument contains \(number < 0 ? "-" : "")Infinity ")
  }

  private func needsVirtualKey(_ key: String?, _ isInclusive: Bool) -> Bool {
    key == nil && !isInclusive && ordering != .key
  }

  private mutating func setLimit(
    _ new: RealtimeQuerySpec.Limit, _ function: String
  ) throws(RealtimeQueryRefusal) {
    guard limit == nil else {
      throw RealtimeQueryRefusal("\(function): Limit was already set (by another call to limitToFirst or limitToLast).")
    }
    limit = new
  }

  private func positive(_ count: JSONValue, _ function: String) throws(RealtimeQueryRefusal) -> Int {
    if case .number(let number) = count.shape, let integer = Int(exactly: number), integer > 0 { return integer }
    throw RealtimeQueryRefusal("\(function): First argument must be a positive integer.")
  }

  /// What a bound may be depends on the ordering.
  private func checkEnds() throws(RealtimeQueryRefusal) {
    for end in [start, end] {
      guard let end else { continue }
      switch ordering ?? .priority {
      case .key:
        guard end.key == nil, !end.hasVirtualKey else {
          throw RealtimeQueryRefusal(
            "Query: When ordering by key, you may only pass one argument to startAt(), endAt(), or equalTo().")
        }
        guard case .string = end.value else {
          throw .keyIsNoString
        }
      case .priority:
        switch end.value {
        case .null, .string, .integer, .number: break
        case .boolean, .array, .object:
          throw .noPriority
        }
      case .value, .child:
        switch end.value {
        case .null, .string, .integer, .number, .boolean: break
        case .array, .object:
          throw RealtimeQueryRefusal(
            "Query: First argument passed to startAt(), startAfter(), endAt(), endBefore(), or equalTo() cannot be an "
              + "object.")
        }
      }
    }
  }
}

extension RealtimeQueryRefusal {
  /// What the JavaScript SDK throws for a path that no location can have, `function` being what it was given to.
  package static func invalidPath(_ path: String, _ function: String) -> RealtimeQueryRefusal {
    RealtimeQueryRefusal(
      "\(function) failed: path argument was an invalid path = \"\(path)\". "
        + ##"Paths must be non-empty strings and can't contain ".", "#", "$", "[", or "]""##)
  }

  static let keyIsNoString = RealtimeQueryRefusal(
    "Query: When ordering by key, the argument passed to startAt(), startAfter(), endAt(), endBefore(), or "
      + "equalTo() must be a string.")

  fileprivate static func alreadySet(_ function: String, _ end: String, by others: String) -> RealtimeQueryRefusal {
    RealtimeQueryRefusal("\(function): \(end) point was already set (by another call to \(others)).")
  }
}

extension RealtimeNode {
  /// A bound: null, a boolean, a finite number or a string; nil for anything else.
  init?(primitive: JSONValue) {
    switch primitive.shape {
    case .null: self = .absent
    case .boolean(let value): self.init(.boolean(value))
    case .number(let value):
      guard value.isFinite else { return nil }
      self.init(.number(value))
    case .string(let text): self.init(.string(Text(text)))
    case .array, .object: return nil
    }
  }
}
