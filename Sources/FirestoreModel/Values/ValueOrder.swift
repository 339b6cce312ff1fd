/// The types of values as range filters see them, in ascending order.
///
/// NaN belongs to `number`, sorts below every other number and never satisfies `<`, `<=`, `>` or `>=`.
package enum TypeBracket: Int, Hashable, Sendable, CaseIterable, Comparable {
  case null, boolean, number, timestamp, string, bytes, reference, geoPoint, array, vector, map

  package static func < (lhs: TypeBracket, rhs: TypeBracket) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Value {
  package var typeBracket: TypeBracket {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer, .double: .number
    case .timestamp: .timestamp
    case .string: .string
    case .bytes: .bytes
    case .reference: .reference
    case .geoPoint: .geoPoint
    case .array: .array
    case .vector: .vector
    case .map: .map
    }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var isNaN: Bool {
    if case .double(let value) = self { value.isNaN } else { false }
  }

  /// Equal in filters: numbers compare mathematically (`1 == 1.0`, `-0.0 == 0`), NaN equals NaN.
  package func isEquivalent(to other: Value) -> Bool { compared(to: other) == 0 }

  /// −1, 0 or 1 in Firestore's total order over all values.
  ///
  /// Types first (null, boolean, number, timestamp, string, bytes, reference, geo point, array, vector, map), then by
  /// value. Numbers compare exactly, never through a conversion to double.
  package func compared(to other: Value) -> Int {
    switch (self, other) {
    case (.null, .null): 0
    case (.boolean(let a), .boolean(let b)): a == b ? 0 : (b ? -1 : 1)
    case (.integer(let a), .integer(let b)): threeWay(a, b)
    case (.double(let a), .double(let b)): Value.compare(a, b)
    case (.integer(let a), .double(let b)): Value.compare(a, b)
    case (.double(let a), .integer(let b)): -Value.compare(b, a)
    case (.timestamp(let a), .timestamp(let b)): threeWay(a.microseconds, b.microseconds)
    case (.string(let a), .string(let b)): a.compared(to: b)
    case (.bytes(let a), .bytes(let b)): Value.compare(a, b) { threeWay($0, $1) }
    case (.reference(let a), .reference(let b)): a.compared(to: b)
    case (.geoPoint(let a), .geoPoint(let b)):
      firstDifference(
        Value.compare(a.latitude, b.latitude), Value.compare(a.longitude, b.longitude))
    case (.array(let a), .array(let b)): Value.compare(a, b) { $0.compared(to: $1) }
    case (.vector(let a), .vector(let b)):
      firstDifference(threeWay(a.count, b.count), Value.compare(a, b) { Value.compare($0, $1) })
    case (.map(let a), .map(let b)):
      Value.compare(a.fields, b.fields) {
        firstDifference($0.name.compared(to: $1.name), $0.value.compared(to: $1.value))
      }
    default: threeWay(typeBracket.rawValue, other.typeBracket.rawValue)
    }
  }

  /// NaN is equal to itself and below every other number; the zeros are equal.
  static func compare(_ a: Double, _ b: Double) -> Int {
    if a < b { return -1 }
    if a > b { return 1 }
    if a == b { return 0 }
    return a.isNaN ? (b.isNaN ? 0 : -1) : 1
  }

  /// Exact: a 64-bit integer is never rounded to a double.
  static func compare(_ integer: Int64, _ double: Double) -> Int {
    if double.isNaN { return 1 }
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.towardZero)
    guard let truncated = Int64(exactly: whole) else { return 0 }
    if integer != truncated { return integer < truncated ? -1 : 1 }
    let rest = double - whole
    return rest == 0 ? 0 : (rest > 0 ? -1 : 1)
  }

  /// Element by element; a prefix sorts first.
  private static func compare<Element>(
    _ a: [Element], _ b: [Element], by order: (Element, Element) -> Int
  ) -> Int {
    for (left, right) in zip(a, b) {
      let result = order(left, right)
      if result != 0 { return result }
    }
    return threeWay(a.count, b.count)
  }
}
