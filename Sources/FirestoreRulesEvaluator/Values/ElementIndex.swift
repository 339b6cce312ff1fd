import FirestoreModel

/// Finds values among many. Few are compared one by one, many by a hashed key, so that no operation on lists and sets
/// is quadratic in what a document may hold.
struct ElementIndex {
  private let elements: [RuleValue]
  private let equality: Equality
  private let keys: Set<ElementKey>?

  /// Below this many elements a scan is cheaper than keys.
  private static let scanLimit = 16

  init(_ elements: [RuleValue], as equality: Equality) {
    self.elements = elements
    self.equality = equality
    keys =
      elements.count <= ElementIndex.scanLimit
      ? nil : Set(elements.lazy.compactMap { ElementKey($0, as: equality) })
  }

  func contains(_ value: RuleValue) -> Bool {
    guard let keys else { return elements.contains { $0.isEqual(to: value, as: equality) } }
    return ElementKey(value, as: equality).map(keys.contains) ?? false
  }

  func containsAll(of values: [RuleValue]) -> Bool { values.allSatisfy(contains) }
  func containsAny(of values: [RuleValue]) -> Bool { values.contains(where: contains) }
}

extension [RuleValue] {
  /// Without repetitions, in the order of first appearance.
  func distinct() -> [RuleValue] {
    var seen = Set<ElementKey>()
    return filter { value in ElementKey(value, as: .member).map { seen.insert($0).inserted } ?? true }
  }
}

/// A text of bytes that two values share exactly if they are equal.
struct ElementKey: Hashable {
  private var bytes: [UInt8] = []

  /// Nil for a value that is equal to nothing, not even to itself: one with NaN, except among the members of sets.
  init?(_ value: RuleValue, as equality: Equality) {
    guard append(value, equality) else { return nil }
  }

  private enum Tag: UInt8 {
    case null, no, yes, integer, float, string, bytes, timestamp, duration, geoPoint, path, list, map, set, mapDiff
  }

  private mutating func append(_ value: RuleValue, _ equality: Equality) -> Bool {
    switch value {
    case .null: append(.null)
    case .boolean(let value): append(value ? .yes : .no)
    case .integer(let value): append(.integer, UInt64(bitPattern: value))
    case .float(let value): return append(value, equality)
    case .string(let text):
      append(.string)
      append(text)
    case .bytes(let value):
      append(.bytes, UInt64(value.count))
      bytes += value
    case .timestamp(let time): append(.timestamp, UInt64(bitPattern: time.seconds), UInt64(time.nanoseconds.magnitude))
    case .duration(let span): append(.duration, UInt64(bitPattern: span.seconds), UInt64(span.nanoseconds.magnitude))
    case .geoPoint(let point): append(.geoPoint, zeroless(point.latitude), zeroless(point.longitude))
    case .path(let path):
      append(.path, UInt64(path.segments.count))
      for segment in path.segments { append(segment) }
    case .list, .map, .set, .mapDiff: return appendContainer(value, equality)
    }
    return true
  }

  private mutating func append(_ double: Double, _ equality: Equality) -> Bool {
    switch equality {
    case .comparison, .element:
      guard !double.isNaN else { return false }
      if equality == .comparison, let integer = Int64(exactly: double) {
        append(.integer, UInt64(bitPattern: integer))
      } else {
        append(.float, zeroless(double))
      }
    case .identity:
      guard !double.isNaN else { return false }
      append(.float, double.bitPattern)
    case .member:
      if let integer = Int64(exactly: double) {
        append(.integer, UInt64(bitPattern: integer))
      } else {
        append(.float, double.isNaN ? Double.nan.bitPattern : double.bitPattern)
      }
    }
    return true
  }

  private mutating func appendContainer(_ value: RuleValue, _ equality: Equality) -> Bool {
    switch value {
    case .list(let list):
      append(.list, UInt64(list.count))
      for index in 0..<list.count {
        guard append(list[index], equality.inside) else { return false }
      }
    case .map(let map):
      append(.map, UInt64(map.count))
      for index in 0..<map.count {
        append(map.key(at: index))
        guard append(map.value(at: index), equality.inside) else { return false }
      }
    case .set(let elements):
      // Sets have no order: the keys of their elements are sorted.
      append(.set, UInt64(elements.count))
      let keys = elements.compactMap { ElementKey($0, as: .member)?.bytes }
      for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        append(UInt64(key.count))
        bytes += key
      }
    case .mapDiff(let diff):
      append(.mapDiff)
      for keys in [diff.added, diff.removed, diff.changed, diff.unchanged] {
        append(UInt64(keys.count))
        for key in keys { append(key) }
      }
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path: break
    }
    return true
  }

  private mutating func append(_ tag: Tag, _ words: UInt64...) {
    bytes.append(tag.rawValue)
    for word in words { append(word) }
  }

  private mutating func append(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  private mutating func append(_ text: Text) {
    append(UInt64(text.byteCount))
    bytes += text.string.utf8
  }

  /// The bits of a number, both zeros as one.
  private func zeroless(_ double: Double) -> UInt64 { double == 0 ? 0 : double.bitPattern }
}
