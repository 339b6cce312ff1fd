import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// Values of a field that satisfy its filters, the most telling first.
struct SampleValues {
  private var tests: [Predicate.Test]
  private var time: RuleTimestamp
  private(set) var values: [Value?] = []
  private var seen: Set<Value> = []

  private static let limit = 64

  init(tests: [Predicate.Test], time: RuleTimestamp) {
    self.tests = tests
    self.time = time
    for test in tests {
      for value in test.operands { for equal in value.equivalents(limit: 8) ?? [value] { add(equal) } }
    }
    for test in tests {
      guard case .contains(let operand) = test else { continue }
      let element = operand.knownValue ?? .string("x")
      for equal in element.equivalents(limit: 4) ?? [element] { add(.array([equal])) }
      for more in [Value.string("other"), .null, .double(.nan)] { add(.array([element, more])) }
    }
  }

  mutating func add(_ value: RuleValue) {
    // A path does not show its project: any one will do.
    if let stored = value.storedValue(project: "p") { add(stored) }
  }

  mutating func add(_ value: Value) {
    guard values.count < SampleValues.limit, tests.allSatisfy({ $0.holds(for: value) }), seen.insert(value).inserted
    else { return }
    values.append(value)
  }

  /// What lies next to the values so far and to the bounds.
  mutating func addNeighbours() {
    let bases = values.compactMap(\.self) + tests.flatMap(\.operands)
    for base in bases {
      for value in base.neighbours { add(value) }
    }
  }

  /// Strings and lists just below and above the sizes that rules may compare with.
  mutating func addSizes(_ numbers: [RuleValue]) {
    let lists = values.compactMap { if case .array(let elements)? = $0 { elements } else { nil } }
    for case .integer(let number) in numbers {
      guard let size = Int(exactly: number), (0...64).contains(size) else { continue }
      for count in [size + 1, size - 1] where count >= 0 {
        add(Value.string(Text(String(repeating: "x", count: count))))
        for list in lists.prefix(2) where list.count < count {
          add(Value.array(list + (list.count..<count).map { .string(Text("x\($0)")) }))
        }
      }
    }
  }

  /// One or two values of each type.
  mutating func addCommon() {
    let now = time.stored ?? Timestamp(microseconds: 0)
    let common: [Value] = [
      .string("other"), .integer(0), .boolean(true), .boolean(false), .null, .integer(1), .double(1.5), .string(""),
      .timestamp(now), .array([]), .array([.string("other")]), .map(MapValue()),
      .map(MapValue([MapValue.Field(name: "other", value: .integer(1))])), .double(.nan), .integer(-1), .bytes([1]),
      .geoPoint(GeoPoint(latitude: 1, longitude: 1)), .integer(.max), .timestamp(.maximum), .timestamp(.minimum),
      .array([.double(.nan)]), .map([Text("other"): .double(.nan)]),
    ]
    for value in common { add(value) }
  }
}

extension Predicate.Test {
  /// The known values it compares with.
  fileprivate var operands: [Value] {
    switch self {
    case .isNull: [.null]
    case .isNaN: [.double(.nan)]
    case .equal(let operand), .lessThan(let operand), .lessThanOrEqual(let operand), .greaterThan(let operand),
      .greaterThanOrEqual(let operand), .notEqual(let operand):
      operand.knownValue.map { [$0] } ?? []
    case .notIn(let operands): operands.compactMap(\.knownValue)
    case .contains, .isNotNull, .isNotNaN, .notInUnknown: []
    }
  }
}

extension Value {
  /// Values just above and below, where the type has them.
  fileprivate var neighbours: [Value] {
    switch self {
    case .integer(let integer):
      let (above, overAbove) = integer.addingReportingOverflow(1)
      let (below, overBelow) = integer.subtractingReportingOverflow(1)
      return [.double(Double(integer) + 0.5), .double(Double(integer) - 0.5)]
        + (overAbove ? [] : [.integer(above)]) + (overBelow ? [] : [.integer(below)])
    case .double(let double): return [.double(double.nextUp), .double(double.nextDown), .double(double + 1)]
    case .string(let text): return [.string(Text(text.string + "a")), .string(Text(String(text.string.dropLast())))]
    case .bytes(let bytes): return [.bytes(bytes + [0]), .bytes(Array(bytes.dropLast()))]
    case .timestamp(let time):
      let (above, over) = time.microseconds.addingReportingOverflow(1)
      let (below, under) = time.microseconds.subtractingReportingOverflow(1)
      let values = (over ? [] : [above]) + (under ? [] : [below])
      return values.map { Timestamp(microseconds: $0) }
        .filter { $0 >= .minimum && $0 <= .maximum }.map(Value.timestamp)
    case .array(let elements): return [.array(elements + [.string("other")])]
    case .map(let map):
      var more = map
      more["other"] = .integer(1)
      return [.map(more)]
    case .vector(let components):
      return [
        .vector(components + [0]), .vector(Array(components.dropLast())), .vector(components.map { $0 + 1 }),
        .vector(components.map { $0 - 1 }),
      ]
    case .geoPoint(let point):
      return [-1.0, 1.0].map { GeoPoint(latitude: point.latitude, longitude: point.longitude + $0) }
        .filter { abs($0.longitude) <= 180 }.map(Value.geoPoint)
    case .reference(let name):
      let collection = name.path.collection
      let ids = [Text(name.path.id.string + "a"), Text(String(name.path.id.string.dropLast())), "0"]
      return ids.filter { $0.byteCount > 0 }.map { id in
        .reference(DocumentName(database: name.database, path: DocumentPath(collection: collection, id: id)))
      }
    case .null, .boolean: return []
    }
  }
}
