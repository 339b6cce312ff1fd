package import StructuredText

extension JSONValue {
  /// The value of a key; nil for what is no object, or has no such key.
  package func member(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// An object with only these keys, in this order; anything else as it is.
  package func keeping(_ keys: [String]) -> JSONValue {
    guard case .object = self else { return self }
    return .object(keys.compactMap { key in member(key).map { Member(key, $0) } })
  }

  /// An object with another value for a key that it has.
  package func changing(_ key: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.key == key ? Member(key, change($0.value)) : $0 })
  }
}
