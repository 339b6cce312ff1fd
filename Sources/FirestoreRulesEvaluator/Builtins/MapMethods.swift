import FirestoreModel

enum MapMethods {
  static let signatures = [
    BuiltinSignature(.map, "diff", [.map], .mapDiff),
    BuiltinSignature(.map, "get", [.string, nil], nil),
    BuiltinSignature(.map, "get", [.list, nil], nil),
    BuiltinSignature(.map, "keys", [], .list),
    BuiltinSignature(.map, "size", [], .integer),
    BuiltinSignature(.map, "values", [], .list),
  ]

  static func call(_ method: BuiltinMethod, _ map: RuleMap, _ arguments: [RuleValue]) -> RuleOutcome? {
    switch (method, arguments.count) {
    case (.size, 0): return .value(.integer(Int64(map.count)))
    case (.keys, 0): return .value(.list(.built(map.keys.map(RuleValue.string))))
    case (.values, 0): return .value(.list(.built((0..<map.count).map { map.value(at: $0) })))
    case (.get, 2):
      switch arguments[0] {
      case .string(let key): return .value(map[key] ?? arguments[1])
      case .list(let keys): return get(map, keys, arguments[1])
      default: return nil
      }
    case (.diff, 1):
      guard case .map(let other) = arguments[0] else { return nil }
      return .value(.mapDiff(MapDiff(from: other, to: map)))
    default: return nil
    }
  }

  /// Walks nested maps; the default when a step is absent, or has something before it that is not a map.
  private static func get(_ map: RuleMap, _ keys: RuleList, _ fallback: RuleValue) -> RuleOutcome? {
    var current = RuleValue.map(map)
    for index in 0..<keys.count {
      // Not recorded for keys that are no strings.
      guard case .string(let key) = keys[index] else {
        return .error(.unsupportedOperation(received: "map[\(keys[index].type.rawValue)]", expected: "map[string]"))
      }
      guard case .map(let step) = current, let next = step[key] else { return .value(fallback) }
      current = next
    }
    return .value(current)
  }
}
