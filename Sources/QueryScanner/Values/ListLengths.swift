import QueryModel

extension ScannedValue {
  /// How many elements a list has at most, as far as the code says it; nil for anything else, too.
  var maximumCount: Int? {
    switch self {
    case .list(let list): return list.maximumCount
    case .unknown(let unknown): return unknown.maximumCount
    case .result(let result): return result.part == .document ? nil : result.limit
    case .alternatives(let values):
      let counts = values.compactMap(\.maximumCount)
      return counts.count == values.count ? counts.max() : nil
    default: return nil
    }
  }

  /// Whether it is a list with something in it.
  var holdsElements: Bool {
    switch self {
    case .list(let list): !list.elements.isEmpty
    case .alternatives(let values): values.contains(where: \.holdsElements)
    default: false
    }
  }

  /// Whether it may be a list whose length is not known.
  var canHoldMany: Bool {
    switch self {
    case .unknown: true
    case .list(let list): list.isOpen || list.hasGrown
    case .alternatives(let values): values.contains(where: \.canHoldMany)
    default: false
    }
  }

  /// The same with no more elements than that. Of what is known to be something else, nothing changes.
  func holding(atMost count: Int) -> ScannedValue {
    switch self {
    case .unknown(var unknown):
      unknown.maximumCount = min(count, unknown.maximumCount ?? count)
      return .unknown(unknown)
    case .list(var list) where list.isOpen || list.hasGrown:
      list.openMaximum = min(count, list.maximumCount ?? count)
      (list.isOpen, list.hasGrown) = (true, false)
      return .list(list)
    case .alternatives(let values): return ScannedValue.oneOf(values.map { $0.holding(atMost: count) })
    default: return self
    }
  }

  /// The bound of a list whose elements are not all known.
  var openListBound: Int? {
    switch self {
    case .unknown, .result: maximumCount
    case .list(let list): list.isOpen ? list.maximumCount : nil
    default: nil
    }
  }
}

extension [ScannedValue] {
  /// Unknown values that differ only in how long they are at most are one, which is as long as any of them.
  var joiningBounds: [ScannedValue] {
    var bounds: [UnknownValue: Int?] = [:]
    for case .unknown(let unknown) in self {
      let known = bounds[unknown.unbounded] ?? 0
      bounds[unknown.unbounded] = .some(known.flatMap { known in unknown.maximumCount.map { Swift.max(known, $0) } })
    }
    var result: [ScannedValue] = []
    for value in self {
      guard case .unknown(let unknown) = value else {
        result.append(value)
        continue
      }
      guard let bound = bounds.removeValue(forKey: unknown.unbounded) else { continue }
      var joined = unknown
      joined.maximumCount = bound
      result.append(.unknown(joined))
    }
    return result
  }
}

extension UnknownValue {
  fileprivate var unbounded: UnknownValue {
    var copy = self
    copy.maximumCount = nil
    return copy
  }
}

extension ScannedList {
  var maximumCount: Int? { hasGrown ? nil : isOpen ? openMaximum : elements.count }

  mutating func appendOne(_ value: ScannedValue) {
    elements.append(value)
    openMaximum = openMaximum.map { $0 + 1 }
  }
}

extension ScannedResult {
  /// What the query itself says about the length of its answer.
  fileprivate var limit: Int? {
    guard case .query(let query, _) = target, !query.unknownBounds.contains(.limit) else { return nil }
    return query.limit.map(Int.init)
  }
}
