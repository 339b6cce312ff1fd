/// A value that equals what filters take for the same: `1` and `1.0`, both zeros, every NaN, at every depth.
///
/// For sets of values, where comparing each with all others would take too long. See ``Value/isEquivalent(to:)``.
package struct EquivalentValue: Hashable, Sendable {
  package var value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (left: EquivalentValue, right: EquivalentValue) -> Bool {
    left.value.isEquivalent(to: right.value)
  }

  package func hash(into hasher: inout Hasher) { value.combineEquivalence(into: &hasher) }
}

extension Value {
  fileprivate func combineEquivalence(into hasher: inout Hasher) {
    switch self {
    case .integer(let integer):
      // Where no double has the same value, none can be equal to it.
      if let double = Double(exactly: integer) { double.combineNumber(into: &hasher) } else { hasher.combine(integer) }
    case .double(let double): double.combineNumber(into: &hasher)
    case .geoPoint(let point):
      point.latitude.combineNumber(into: &hasher)
      point.longitude.combineNumber(into: &hasher)
    case .vector(let components):
      hasher.combine(components.count)
      for component in components { component.combineNumber(into: &hasher) }
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.combineEquivalence(into: &hasher) }
    case .map(let map):
      hasher.combine(map.fields.count)
      for field in map.fields {
        hasher.combine(field.name)
        field.value.combineEquivalence(into: &hasher)
      }
    case .null, .boolean, .timestamp, .string, .bytes, .reference: hash(into: &hasher)
    }
  }
}

extension Double {
  fileprivate func combineNumber(into hasher: inout Hasher) {
    hasher.combine(isNaN ? Double.nan.bitPattern : (self == 0 ? 0.0 : self).bitPattern)
  }
}
