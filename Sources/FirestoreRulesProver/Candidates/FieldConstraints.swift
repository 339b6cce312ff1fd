import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// What the filters on one field say together.
struct FieldConstraints {
  /// In the order of the query.
  var tests: [Predicate.Test] = []

  /// The values that satisfy all tests; nil when there are none.
  func value(at path: FieldPath) -> AbstractValue? {
    if let known = tests.lazy.compactMap(\.equalValue).first {
      guard tests.allSatisfy({ $0.holds(for: known) }) else { return nil }
      return .equal(to: known)
    }
    var narrowed = Narrowing(path: path)
    for test in tests {
      guard narrowed.apply(test) else { return nil }
    }
    return narrowed.value(satisfying: tests)
  }
}

extension Predicate.Test {
  /// The only value that satisfies the test, up to numeric types.
  fileprivate var equalValue: Value? {
    switch self {
    case .equal(.value(let value)): value
    case .isNull: .null
    case .isNaN: .double(.nan)
    case .equal, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn,
      .notInUnknown, .isNotNull, .isNotNaN:
      nil
    }
  }
}

/// A description that shrinks test by test.
private struct Narrowing {
  private var description: ValueDescription
  private var bracket: TypeBracket?
  private var lower: (value: Value, isIncluded: Bool)?
  private var upper: (value: Value, isIncluded: Bool)?

  init(path: FieldPath) {
    description = ValueDescription(.stored)
    description.members = MapMembers(known: [:], isOpen: true, place: .field(path))
  }

  /// False when nothing satisfies the test.
  mutating func apply(_ test: Predicate.Test) -> Bool {
    switch test {
    case .isNull: keep(.null)
    case .isNaN: keep(.float)
    case .isNotNull, .notInUnknown: dropNull()
    case .isNotNaN: dropNullAndNaN()
    case .equal(let operand): equal(operand)
    case .contains(let operand): return contains(operand)
    case .notEqual(let operand): return exclude(operand)
    case .notIn(let operands): return operands.allSatisfy { exclude($0) }
    case .lessThan(let operand): return range(operand, isLower: false, isIncluded: false)
    case .lessThanOrEqual(let operand): return range(operand, isLower: false, isIncluded: true)
    case .greaterThan(let operand): return range(operand, isLower: true, isIncluded: false)
    case .greaterThanOrEqual(let operand): return range(operand, isLower: true, isIncluded: true)
    }
    return !description.types.isEmpty
  }

  private mutating func keep(_ types: RuleTypes) {
    description.types.formIntersection(types)
    if !description.types.contains(.float) { description.canBeNaN = false }
  }

  private mutating func dropNull() { description.types.remove(.null) }

  private mutating func dropNullAndNaN() {
    dropNull()
    description.canBeNaN = false
  }

  /// An operand that is not known as a whole.
  private mutating func equal(_ operand: Operand) {
    dropNullAndNaN()
    switch operand {
    case .value, .unknown, .parameter, .expression: break
    case .array(let members):
      keep(.list)
      description.elements += members.compactMap { $0.knownValue?.equivalents(limit: 4)?.map { RuleValue($0) } }
      description.minimumCount = max(description.minimumCount, members.count)
    case .map(let fields):
      keep(.map)
      for field in fields {
        let value = field.operand.knownValue.map { AbstractValue.equal(to: $0) }
        description.members?.known[field.name] = AbstractOutcome(value ?? .anything(of: .stored))
      }
      description.members?.isOpen = false
      description.minimumCount = max(description.minimumCount, fields.count)
    }
  }

  private mutating func contains(_ operand: Operand) -> Bool {
    keep(.list)
    description.minimumCount = max(description.minimumCount, 1)
    if case .value(let value) = operand {
      // Null and NaN are in no list as far as filters go, and no list is in a list.
      if value.isNull || value.isNaN || value.typeBracket == .array { return false }
      if StorageSizing.standard.size(of: value) < QueryVisibility.byteCount,
        let alternatives = value.equivalents(limit: AbstractValue.limit)
      {
        description.elements.append(alternatives.map { RuleValue($0) })
      }
    }
    return !description.types.isEmpty
  }

  private mutating func exclude(_ operand: Operand) -> Bool {
    dropNull()
    guard case .value(let value) = operand else { return true }
    if value.isNull { return false }
    if value.isNaN { description.canBeNaN = false }
    // References to two projects are one path in rules: excluding the one does not exclude the other.
    if !value.containsReference { description.excluded.append(RuleValue(value)) }
    return true
  }

  private mutating func range(_ operand: Operand, isLower: Bool, isIncluded: Bool) -> Bool {
    dropNullAndNaN()
    guard case .value(let value) = operand else { return true }
    guard !value.isNull, !value.isNaN, bracket == nil || bracket == value.typeBracket else { return false }
    bracket = value.typeBracket
    keep(RuleTypes(value.typeBracket))
    guard !description.types.isEmpty, !value.isExtreme(isLower: isLower, isIncluded: isIncluded) else { return false }
    if isLower {
      if let old = lower, !isTighter(value, isIncluded, than: old, by: >) { return isNotEmpty }
      lower = (value, isIncluded)
    } else {
      if let old = upper, !isTighter(value, isIncluded, than: old, by: <) { return isNotEmpty }
      upper = (value, isIncluded)
    }
    return isNotEmpty
  }

  private func isTighter(
    _ value: Value, _ isIncluded: Bool, than old: (value: Value, isIncluded: Bool), by precedes: (Int, Int) -> Bool
  ) -> Bool {
    let order = value.compared(to: old.value)
    return precedes(order, 0) || (order == 0 && !isIncluded)
  }

  private var isNotEmpty: Bool {
    guard let lower, let upper else { return true }
    let order = lower.value.compared(to: upper.value)
    return order < 0 || (order == 0 && lower.isIncluded && upper.isIncluded)
  }

  func value(satisfying tests: [Predicate.Test]) -> AbstractValue? {
    // The few values of some types are told one by one.
    if description.types.isSubset(of: [.null, .boolean]) {
      let all: [Value] = [.null, .boolean(false), .boolean(true)]
      let values = all.filter { value in
        description.types.contains(RuleTypes(RuleValue(value).type)) && tests.allSatisfy { $0.holds(for: value) }
      }
      return AbstractValue.collected(values.map { RuleValue($0) })
    }
    if let lower, let upper, lower.value.isEquivalent(to: upper.value) {
      return tests.allSatisfy { $0.holds(for: lower.value) } ? .equal(to: lower.value) : nil
    }
    var result = description
    if !result.types.contains(.map) { result.members = nil }
    let bounds = Bounds(
      lower: lower.flatMap { Bound($0.value, isIncluded: $0.isIncluded) },
      upper: upper.flatMap { Bound($0.value, isIncluded: $0.isIncluded) })
    if bounds.lower != nil || bounds.upper != nil { result.bounds = bounds }
    return .described(result)
  }
}

extension Bound {
  /// Nil where filters and rules may order values differently: strings with characters above the surrogates, of which
  /// it is not known whether rules compare UTF-8 bytes or UTF-16 units; values of which filters see only the beginning;
  /// types that rules do not order.
  fileprivate init?(_ value: Value, isIncluded: Bool) {
    switch value {
    case .integer, .double, .timestamp: break
    case .string(let text):
      guard text.byteCount < QueryVisibility.byteCount, text.string.unicodeScalars.allSatisfy({ $0.value < 0xD800 })
      else { return nil }
    case .bytes(let bytes):
      guard bytes.count < QueryVisibility.byteCount else { return nil }
    case .null, .boolean, .reference, .geoPoint, .array, .vector, .map: return nil
    }
    self.init(value: RuleValue(value), isIncluded: isIncluded)
  }
}

extension RuleTypes {
  /// What the values of a bracket of range filters are in rules.
  fileprivate init(_ bracket: TypeBracket) {
    switch bracket {
    case .null: self = .null
    case .boolean: self = .boolean
    case .number: self = .number
    case .timestamp: self = .timestamp
    case .string: self = .string
    case .bytes: self = .bytes
    case .reference: self = .path
    case .geoPoint: self = .geoPoint
    case .array: self = .list
    // Rules see the map that the wire format makes of a vector.
    case .vector, .map: self = .map
    }
  }
}

extension Value {
  /// Whether nothing of its type lies beyond the value.
  fileprivate func isExtreme(isLower: Bool, isIncluded: Bool) -> Bool {
    if isIncluded { return false }
    return switch self {
    case .double(let double): double == (isLower ? .infinity : -.infinity)
    case .string(let text): !isLower && text.byteCount == 0
    case .bytes(let bytes): !isLower && bytes.isEmpty
    case .array(let elements): !isLower && elements.isEmpty
    case .vector(let components): !isLower && components.isEmpty
    case .map(let map): !isLower && map.isEmpty
    case .timestamp(let time): time == (isLower ? .maximum : .minimum)
    case .null, .boolean, .integer, .reference, .geoPoint: false
    }
  }

  fileprivate var containsReference: Bool {
    switch self {
    case .reference: true
    case .array(let elements): elements.contains(where: \.containsReference)
    case .map(let map): map.fields.contains { $0.value.containsReference }
    case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .geoPoint, .vector: false
    }
  }
}
