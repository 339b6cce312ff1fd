import FirestoreRulesEvaluator

/// A set of types that a value may have.
struct RuleTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ type: RuleType) { rawValue = 1 << RuleTypes.position(type) }

  private static func position(_ type: RuleType) -> UInt16 {
    switch type {
    case .null: 0
    case .boolean: 1
    case .integer: 2
    case .float: 3
    case .string: 4
    case .bytes: 5
    case .timestamp: 6
    case .duration: 7
    case .geoPoint: 8
    case .path: 9
    case .list: 10
    case .map: 11
    case .set: 12
    case .mapDiff: 13
    }
  }

  static let null = RuleTypes(.null)
  static let boolean = RuleTypes(.boolean)
  static let integer = RuleTypes(.integer)
  static let float = RuleTypes(.float)
  static let number: RuleTypes = [.integer, .float]
  static let string = RuleTypes(.string)
  static let bytes = RuleTypes(.bytes)
  static let timestamp = RuleTypes(.timestamp)
  static let duration = RuleTypes(.duration)
  static let geoPoint = RuleTypes(.geoPoint)
  static let path = RuleTypes(.path)
  static let list = RuleTypes(.list)
  static let map = RuleTypes(.map)
  static let set = RuleTypes(.set)
  static let mapDiff = RuleTypes(.mapDiff)

  /// What a field of a document can hold.
  static let stored: RuleTypes = [
    .null, .boolean, .number, .string, .bytes, .timestamp, .geoPoint, .path, .list, .map,
  ]
  static let any: RuleTypes = [.stored, .duration, .set, .mapDiff]

  /// The types between which `<` compares, one group each.
  static let orderedKinds: [RuleTypes] = [.number, .string, .bytes, .timestamp, .duration]

  var members: [RuleType] { RuleType.allCases.filter { contains(RuleTypes($0)) } }
  var only: RuleType? {
    let members = members
    return members.count == 1 ? members[0] : nil
  }

  /// Whether values of the two sets can be equal: numbers compare across their types.
  func canEqual(_ other: RuleTypes) -> Bool { !widened.isDisjoint(with: other.widened) }

  private var widened: RuleTypes { isDisjoint(with: .number) ? self : union(.number) }
}
