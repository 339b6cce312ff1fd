/// The kinds of values; the raw value is the word that production's messages use.
package enum RuleType: String, Hashable, Sendable, CaseIterable {
  case null
  case boolean = "bool"
  case integer = "int"
  case float
  case string
  case bytes
  case timestamp
  case duration
  case geoPoint = "latlng"
  case path
  case list
  case map
  case set
  case mapDiff = "map_diff"
}

extension RuleType {
  /// The words that may stand after `is`. `set` is accepted and never satisfied (observed in the official emulator).
  package static let testableWords: Set<String> = [
    "bool", "bytes", "duration", "float", "int", "latlng", "list", "map", "number", "path", "set", "string",
    "timestamp",
  ]

  /// Whether a value of this type satisfies `is word`.
  package func satisfies(_ word: String) -> Bool {
    switch self {
    case .null, .set, .mapDiff: false
    case .integer, .float: word == rawValue || word == "number"
    case .boolean, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .map: word == rawValue
    }
  }
}

extension RuleValue {
  package var type: RuleType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .float: .float
    case .string: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .geoPoint: .geoPoint
    case .path: .path
    case .list: .list
    case .map: .map
    case .set: .set
    case .mapDiff: .mapDiff
    }
  }
}
