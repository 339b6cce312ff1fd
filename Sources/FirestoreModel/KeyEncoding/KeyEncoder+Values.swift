/// How much of a value still takes part in an index key.
///
/// Only the first 1,500 bytes of a string, bytes value or reference are indexed; the same budget applies to an array or a
/// map as a whole. Values that agree as far as the budget goes get equal keys. A vector is always whole.
struct IndexedValueBudget {
  static let byteCount = 1500

  private var remaining = IndexedValueBudget.byteCount
  private var containers = 0
  /// Something of the value is beyond the budget.
  private(set) var isExceeded = false

  private var isSpent: Bool { remaining <= 0 || containers >= Self.byteCount }

  mutating func spend(_ count: Int) {
    isExceeded = isExceeded || count > remaining
    remaining -= min(count, remaining)
  }

  /// How many bytes of a text of that length are left in; one more is spent for its end.
  mutating func text(_ count: Int) -> Int {
    let kept = min(count, remaining)
    spend(count + 1)
    return kept
  }

  /// How many of so many bytes are left in.
  mutating func bytes(_ count: Int) -> Int {
    let kept = min(count, remaining)
    spend(count)
    return kept
  }

  /// A container inside another one costs nothing, but there may be only so many: that bounds the recursion.
  mutating func nest() { containers += 1 }

  /// Whether something can still be told of what follows.
  mutating func goesOn() -> Bool {
    isExceeded = isExceeded || isSpent
    return !isSpent
  }
}

extension Value {
  /// Whether queries are refused that compare with it: an index holds only a part of it. Vectors are never compared so.
  package var isTooLargeForQueries: Bool {
    if case .vector = self { return false }
    var budget = IndexedValueBudget()
    var key: [UInt8] = []
    appendKey(to: &key, budget: &budget)
    return budget.isExceeded
  }
}

extension Value {
  func appendKey(to bytes: inout [UInt8], budget: inout IndexedValueBudget) {
    switch self {
    case .null:
      bytes.append(KeyTag.null)
      budget.spend(1)
    case .boolean(let value):
      bytes.append(value ? KeyTag.true : KeyTag.false)
      budget.spend(1)
    case .integer(let value):
      bytes.appendNumber(value)
      budget.spend(8)
    case .double(let value):
      bytes.appendNumber(value)
      budget.spend(8)
    case .timestamp(let time):
      bytes.append(KeyTag.timestamp)
      bytes.appendBigEndian(UInt64(bitPattern: time.microseconds) ^ signBit)
      budget.spend(8)
    case .string(let text):
      bytes.append(KeyTag.string)
      bytes.appendContent(text.string.utf8.prefix(budget.text(text.byteCount)))
    case .bytes(let content):
      bytes.append(KeyTag.bytes)
      bytes.appendContent(content.prefix(budget.bytes(content.count)))
    case .reference(let name):
      bytes.appendReference(name, budget: &budget)
    case .geoPoint(let point):
      bytes.append(KeyTag.geoPoint)
      bytes.appendOrdered(point.latitude)
      bytes.appendOrdered(point.longitude)
      budget.spend(16)
    case .array(let values): bytes.appendArray(values, budget: &budget)
    case .vector(let components):
      bytes.appendVector(components)
      budget.spend(8 * components.count)
    case .map(let map): bytes.appendMap(map, budget: &budget)
    }
  }
}

extension [UInt8] {
  /// Exact for every integer: the largest double that is not above it, and what is missing.
  fileprivate mutating func appendNumber(_ integer: Int64) {
    var double = Double(integer)
    // Rounding up to 2^63 leaves the integers' range: certainly above.
    if let rounded = Int64(exactly: double), rounded <= integer {
      appendNumber(double, rest: UInt16(truncatingIfNeeded: integer &- rounded))
      return
    }
    double = double.nextDown
    let rounded = Int64(exactly: double) ?? .min
    appendNumber(double, rest: UInt16(truncatingIfNeeded: integer &- rounded))
  }

  fileprivate mutating func appendNumber(_ double: Double) {
    if double.isNaN { append(KeyTag.nan) } else { appendNumber(double, rest: 0) }
  }

  /// `rest` is below 1,024, the distance of neighbouring doubles just under 2^63.
  private mutating func appendNumber(_ double: Double, rest: UInt16) {
    append(KeyTag.number)
    appendOrdered(double)
    append(UInt8(truncatingIfNeeded: rest >> 8))
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Eight bytes in the order of doubles; NaN first, both zeros equal.
  fileprivate mutating func appendOrdered(_ double: Double) {
    if double.isNaN {
      appendBigEndian(0)
    } else {
      let pattern = (double == 0 ? 0.0 : double).bitPattern
      appendBigEndian(pattern & signBit == 0 ? pattern | signBit : ~pattern)
    }
  }

  fileprivate mutating func appendReference(_ name: DocumentName, budget: inout IndexedValueBudget) {
    append(KeyTag.reference)
    appendContent(name.database.project.string.utf8)
    appendContent(name.database.database.string.utf8)
    budget.spend(16)
    var path = KeyEncoder()
    for id in name.path.segments {
      guard budget.goesOn() else { break }
      let kept = budget.text(id.byteCount)
      if kept < id.byteCount { path.append(cutID: id.string.utf8.prefix(kept)) } else { path.append(id: id) }
    }
    path.appendEnd()
    append(contentsOf: path.bytes)
  }

  fileprivate mutating func appendVector(_ components: [Double]) {
    append(KeyTag.vector)
    let count = UInt32(clamping: components.count)
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
    for component in components { appendOrdered(component) }
  }

  fileprivate mutating func appendArray(_ values: [Value], budget: inout IndexedValueBudget) {
    append(KeyTag.array)
    for value in values {
      guard budget.goesOn() else { break }
      value.appendNestedKey(to: &self, budget: &budget)
    }
    append(KeyTag.end)
  }

  fileprivate mutating func appendMap(_ map: MapValue, budget: inout IndexedValueBudget) {
    append(KeyTag.map)
    for field in map.fields {
      guard budget.goesOn() else { break }
      append(KeyTag.string)
      appendContent(field.name.string.utf8.prefix(budget.text(field.name.byteCount)))
      guard budget.goesOn() else { break }
      field.value.appendNestedKey(to: &self, budget: &budget)
    }
    append(KeyTag.end)
  }
}

extension Value {
  fileprivate func appendNestedKey(to bytes: inout [UInt8], budget: inout IndexedValueBudget) {
    switch self {
    case .array, .map: budget.nest()
    case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint, .vector: break
    }
    appendKey(to: &bytes, budget: &budget)
  }
}
