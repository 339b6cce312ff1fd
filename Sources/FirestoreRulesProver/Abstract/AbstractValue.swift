import FirestoreModel
import FirestoreRulesEvaluator

/// What an expression may come out as, over all documents of a branch: one of some values, an error, or either.
struct AbstractOutcome: Sendable {
  /// Nil when it is never a value.
  var value: AbstractValue?
  /// Nil when it is never an error.
  var error: EvaluationError?
  /// Where the value was read: two values of one place are the same value.
  var origin: Origin?
  /// Fields of the candidate that the outcome depends on, for explanations and case splits.
  var sources: Set<FieldPath>
  /// Whether it is the result of an access to a document whose path is not known.
  var isOfUnknownDocument = false

  init(_ value: AbstractValue?, error: EvaluationError? = nil, origin: Origin? = nil, sources: Set<FieldPath> = []) {
    self.value = value
    self.error = error
    self.origin = origin
    self.sources = sources
  }

  init(_ value: RuleValue) { self.init(.oneOf([value])) }

  static func failure(_ error: EvaluationError, sources: Set<FieldPath> = []) -> AbstractOutcome {
    AbstractOutcome(nil, error: error, sources: sources)
  }

  /// The value when there is exactly one, and no error.
  var known: RuleValue? {
    guard error == nil, case .oneOf(let values)? = value, values.count == 1 else { return nil }
    return values[0]
  }
}

/// The identity of a value of the candidate document.
enum Origin: Hashable, Sendable {
  case field(FieldPath)
  case documentID
}

/// A set of values, never empty.
indirect enum AbstractValue: Sendable {
  /// INVARIANT: not empty, at most ``AbstractValue/limit`` values.
  case oneOf([RuleValue])
  case described(ValueDescription)

  /// How many values are told apart before a set is only described.
  static let limit = 16

  static func anything(of types: RuleTypes) -> AbstractValue { .described(ValueDescription(types)) }
  static let eitherBoolean = AbstractValue.oneOf([.boolean(true), .boolean(false)])

  /// Nil for an empty set.
  static func booleans(_ truths: Truths) -> AbstractValue? {
    var values: [RuleValue] = []
    if truths.contains(.isTrue) { values.append(.boolean(true)) }
    if truths.contains(.isFalse) { values.append(.boolean(false)) }
    return values.isEmpty ? nil : .oneOf(values)
  }

  /// Nil for an empty list. Simple values are kept once; what cannot be told apart cheaply is kept as it is.
  static func collected(_ values: [RuleValue]) -> AbstractValue? {
    var distinct: [RuleValue] = []
    for value in values where !distinct.contains(where: { $0.isPlainlySame(as: value) }) { distinct.append(value) }
    if distinct.isEmpty { return nil }
    if distinct.count <= limit { return .oneOf(distinct) }
    return .described(distinct.reduce(into: ValueDescription([])) { $0.formUnion(ValueDescription($1)) })
  }

  var description: ValueDescription {
    switch self {
    case .oneOf(let values):
      values.dropFirst().reduce(into: ValueDescription(values[0])) { $0.formUnion(ValueDescription($1)) }
    case .described(let description): description
    }
  }

  var types: RuleTypes {
    switch self {
    case .oneOf(let values): values.reduce(into: []) { $0.formUnion(RuleTypes($1.type)) }
    case .described(let description): description.types
    }
  }

  func union(_ other: AbstractValue) -> AbstractValue {
    if case .oneOf(let first) = self, case .oneOf(let second) = other,
      let both = AbstractValue.collected(first + second)
    {
      return both
    }
    var result = description
    result.formUnion(other.description)
    return .described(result)
  }
}

/// What is known of a value that is not one of a few.
struct ValueDescription: Sendable {
  var types: RuleTypes
  /// Bounds of the numbers, strings, bytes, timestamps or durations among the values.
  var bounds: Bounds?
  /// Only where the types include floats.
  var canBeNaN: Bool
  /// No value equals one of these.
  var excluded: [RuleValue] = []
  /// A list or set contains, for each entry, one of its values.
  var elements: [[RuleValue]] = []
  /// A list, set or map has at least so many elements, a string so many characters.
  var minimumCount = 0
  /// Of a map; nil when nothing is known about its keys.
  var members: MapMembers?
  /// A path begins with these segments.
  var leadingSegments: [Text] = []

  init(_ types: RuleTypes, bounds: Bounds? = nil, canBeNaN: Bool? = nil) {
    self.types = types
    self.bounds = bounds
    self.canBeNaN = canBeNaN ?? (types.contains(.float) && bounds == nil)
  }

  /// As little as its type.
  init(_ value: RuleValue) {
    var isNaN = false
    if case .float(let number) = value { isNaN = number.isNaN }
    self.init(RuleTypes(value.type), canBeNaN: isNaN)
  }

  mutating func formUnion(_ other: ValueDescription) {
    let shared = excluded.isEmpty || other.excluded.isEmpty ? [] : excluded.filter(other.excludes)
    self = ValueDescription(types.union(other.types), canBeNaN: canBeNaN || other.canBeNaN)
    excluded = shared
  }

  func excludes(_ value: RuleValue) -> Bool { excluded.contains { $0.isEqual(to: value) } }
}

/// An interval; a missing bound is infinite. NaN is in none.
struct Bounds: Sendable {
  var lower: Bound?
  var upper: Bound?
}

struct Bound: Sendable {
  var value: RuleValue
  var isIncluded: Bool
}

/// The keys of a map.
struct MapMembers: Sendable {
  /// INVARIANT: each has a value and no error.
  var known: [Text: AbstractOutcome]
  /// Keys that the map does not have.
  var absent: Set<Text> = []
  /// Whether it may have other keys than the known ones.
  var isOpen: Bool
  /// Where the map stands in the candidate document, so that what is read from it has an origin.
  var place: Place?

  /// The candidate's fields, or a map below them.
  enum Place: Hashable, Sendable {
    case root
    case field(FieldPath)

    func appending(_ key: Text) -> FieldPath {
      switch self {
      case .root: FieldPath(name: key)
      case .field(let path): FieldPath(segments: path.segments + [key])
      }
    }
  }

  /// Reading `key`: a value, an error, or either.
  func reading(_ key: Text) -> AbstractOutcome {
    if let member = known[key] { return member }
    let path = place?.appending(key)
    let sources = path.map { Set([$0]) } ?? []
    if !isOpen || absent.contains(key) {
      return AbstractOutcome(nil, error: .undefinedProperty(key), origin: path.map(Origin.field), sources: sources)
    }
    // What lies below an unknown field has a place too, so that it can be named and varied.
    let value = path.map { AbstractValue.unknownField(at: $0) } ?? .anything(of: .any)
    return AbstractOutcome(value, error: .undefinedProperty(key), origin: path.map(Origin.field), sources: sources)
  }
}

extension AbstractValue {
  /// Any stored value; if it is a map, its keys have places.
  static func unknownField(at path: FieldPath, _ types: RuleTypes = .stored) -> AbstractValue {
    var description = ValueDescription(types)
    if types.contains(.map) { description.members = MapMembers(known: [:], isOpen: true, place: .field(path)) }
    return .described(description)
  }
}

extension RuleValue {
  /// The same value, for the simple types; false does not mean that the values differ.
  func isPlainlySame(as other: RuleValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a == b
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.path(let a), .path(let b)): a == b
    default: false
    }
  }
}
