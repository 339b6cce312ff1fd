import FirestoreModel

/// How large a value may be that a rule builds. Within the 1,000 expressions of a request a value could be doubled
/// hundreds of times; production's own bound has not been recorded. Nothing that is made of a few documents of 1 MiB
/// comes near.
enum SizeLimit {
  static let byteCount = 8 << 20
  /// Elements and entries at all depths, one that is used twice counted twice.
  static let nodeCount = 2 << 20

  static func check(_ value: RuleValue, _ operation: @autoclosure () -> String) -> RuleOutcome {
    var remaining = nodeCount
    return value.fits(&remaining) ? .value(value) : .error(.sizeLimit(operation: operation()))
  }
}

extension RuleValue {
  /// Takes the nodes of the value off what remains; false when too few remain. The work is bounded by the limit.
  fileprivate func fits(_ remaining: inout Int) -> Bool {
    remaining -= 1
    guard remaining >= 0 else { return false }
    switch self {
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .mapDiff: return true
    case .path(let path):
      remaining -= path.segments.count
      return remaining >= 0
    case .list(.built(let elements)), .set(let elements):
      for element in elements {
        guard element.fits(&remaining) else { return false }
      }
      return true
    case .map(.built(let map)):
      for entry in map.entries {
        guard entry.value.fits(&remaining) else { return false }
      }
      return true
    case .list(.stored(let values)): return values.allSatisfy { $0.fits(&remaining) }
    case .map(.stored(let map)): return map.fields.allSatisfy { $0.value.fits(&remaining) }
    }
  }
}

extension Value {
  fileprivate func fits(_ remaining: inout Int) -> Bool {
    remaining -= 1
    guard remaining >= 0 else { return false }
    switch self {
    case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint: return true
    case .vector(let components):
      remaining -= components.count
      return remaining >= 0
    case .array(let values): return values.allSatisfy { $0.fits(&remaining) }
    case .map(let map): return map.fields.allSatisfy { $0.value.fits(&remaining) }
    }
  }
}
