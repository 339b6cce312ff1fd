import FirestoreModel
import FirestoreRulesEvaluator

extension AbstractValue {
  /// The values that a filter `== value` returns: numbers are equal across their types, also inside lists and maps.
  static func equal(to value: Value) -> AbstractValue {
    // Filters see the first 1,500 bytes of a value: what is longer may continue in another way.
    guard StorageSizing.standard.size(of: value) < QueryVisibility.byteCount,
      let values = value.equivalents(limit: limit)
    else {
      return .described(ValueDescription(likeContainer: value))
    }
    return .oneOf(values.map { RuleValue($0) })
  }
}

/// How much of a value filters and orders compare.
enum QueryVisibility {
  static let byteCount = 1_500
}

extension ValueDescription {
  /// Of a value that is too large or has too many readings: its type, and the keys of a map.
  fileprivate init(likeContainer value: Value) {
    self.init(RuleTypes(RuleValue(value).type), canBeNaN: false)
    guard case .map(let map) = value, StorageSizing.standard.size(of: value) < QueryVisibility.byteCount else { return }
    var members = MapMembers(known: [:], isOpen: false)
    for field in map.fields { members.known[field.name] = AbstractOutcome(.equal(to: field.value)) }
    self.members = members
    minimumCount = map.count
  }
}

extension Value {
  /// The distinct stored values that filters take for equal to this one; nil when there are more than `limit`.
  func equivalents(limit: Int) -> [Value]? {
    switch self {
    case .integer(let integer):
      guard integer != 0 else { return [.integer(0), .double(0), .double(-0.0)] }
      let double = Double(integer)
      return Int64(exactly: double) == integer ? [self, .double(double)] : [self]
    case .double(let double):
      if double == 0 { return [.double(0), .double(-0.0), .integer(0)] }
      return Int64(exactly: double).map { [self, .integer($0)] } ?? [self]
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint: return [self]
    case .vector(let components):
      // A zero in a vector has two signs.
      return Value.products(components.map { $0 == 0 ? [0, -0.0] : [$0] }, limit).map { $0.map(Value.vector) }
    case .array(let elements):
      let choices = elements.map { $0.equivalents(limit: limit) }
      guard !choices.contains(where: { $0 == nil }) else { return nil }
      return Value.products(choices.compactMap(\.self), limit).map { $0.map(Value.array) }
    case .map(let map):
      let choices = map.fields.map { $0.value.equivalents(limit: limit) }
      guard !choices.contains(where: { $0 == nil }) else { return nil }
      return Value.products(choices.compactMap(\.self), limit).map { products in
        products.map { values in
          .map(MapValue(zip(map.fields, values).map { MapValue.Field(name: $0.name, value: $1) }))
        }
      }
    }
  }

  private static func products<Element>(_ choices: [[Element]], _ limit: Int) -> [[Element]]? {
    var products: [[Element]] = [[]]
    for choice in choices {
      guard products.count * choice.count <= limit else { return nil }
      products = products.flatMap { product in choice.map { product + [$0] } }
    }
    return products
  }
}
