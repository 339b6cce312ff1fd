/// A Firestore value.
///
/// `==` is *identity of what is stored*: `1` and `1.0` differ, `-0.0` and `0.0` differ, every NaN is the same value.
/// Filters and ordering use ``compared(to:)``, in which numbers compare mathematically.
package enum Value: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case timestamp(Timestamp)
  case string(Text)
  case bytes([UInt8])
  indirect case reference(DocumentName)
  case geoPoint(GeoPoint)
  case array([Value])
  case vector([Double])
  case map(MapValue)
}

/// Latitude −90…90 and longitude −180…180, in degrees.
package struct GeoPoint: Hashable, Sendable {
  package var latitude: Double
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Value: Hashable {
  package static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.geoPoint(let a), .geoPoint(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.vector(let a), .vector(let b)): Value.array(a.map(Value.double)) == Value.array(b.map(Value.double))
    case (.map(let a), .map(let b)): a == b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
    case .timestamp(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .bytes(let value): hasher.combine(value)
    case .reference(let value): hasher.combine(value)
    case .geoPoint(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .vector(let components): for component in components { Value.double(component).hash(into: &hasher) }
    case .map(let value): hasher.combine(value)
    }
  }
}
