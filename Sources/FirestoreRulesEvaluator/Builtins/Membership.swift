import FirestoreModel

/// `x in y`: an element of a list or a set, a key of a map.
enum Membership {
  static func evaluate(_ value: RuleValue, in container: RuleValue) -> RuleOutcome {
    switch container {
    case .list(let list): return .value(.boolean(list.contains(value)))
    case .set(let elements): return .value(.boolean(elements.contains { $0.isEqual(to: value, as: .member) }))
    case .map(let map):
      guard case .string(let key) = value else {
        return .error(.unsupportedOperation(received: "map.in(\(value.type.rawValue))", expected: "map.in(string)"))
      }
      return .value(.boolean(map.contains(key)))
    case .null: return .error(.nullValue)
    // The text is production's: `in` is a function that these types do not have.
    case .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .mapDiff:
      return .error(.functionNotFound("in"))
    }
  }
}

extension RuleList {
  /// Compares strings without converting the elements, which is what rules ask most.
  fileprivate func contains(_ value: RuleValue) -> Bool {
    if case .stored(let values) = self, case .string(let text) = value {
      return values.contains { if case .string(let element) = $0 { element == text } else { false } }
    }
    return (0..<count).contains { self[$0].isEqual(to: value, as: .element) }
  }
}
