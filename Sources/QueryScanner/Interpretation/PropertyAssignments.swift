/// Where a property or global variable belongs.
enum PropertyOwner: Hashable {
  case type(Int)
  case file(Int)
}

/// What methods assign to properties that others read: collected while everything is evaluated for the first time,
/// seen when it is evaluated again.
struct PropertyAssignments {
  private struct Key: Hashable {
    var owner: PropertyOwner
    var name: String
  }

  private var collected: [Key: [ScannedValue]] = [:]
  private var known: [Key: [ScannedValue]] = [:]
  private var reads: Set<Key> = []

  /// How many values of one property are told apart.
  private static let limit = 16

  mutating func collect(_ value: ScannedValue, for name: String, of owner: PropertyOwner) {
    let key = Key(owner: owner, name: name)
    for value in value.possibilities where value != .null && !value.isUnknown {
      if collected[key, default: []].count >= Self.limit || collected[key, default: []].contains(value) { continue }
      collected[key, default: []].append(value)
    }
  }

  /// What a read finds where nothing was assigned on the same way.
  mutating func reading(_ name: String, of owner: PropertyOwner, initial: ScannedValue?) -> ScannedValue? {
    let key = Key(owner: owner, name: name)
    reads.insert(key)
    guard let values = known[key] else { return initial }
    let first = initial.map { $0.isUnknown ? [] : [$0] } ?? []
    return ScannedValue.oneOf(first + values)
  }

  /// What was collected is known from now on; false when nothing reads it.
  mutating func publish() -> Bool {
    known = collected.filter { reads.contains($0.key) }.mapValues { values in
      let places = values.filter { !$0.isUnknownPlace }
      return places.isEmpty ? values : places
    }
    return !known.isEmpty
  }
}
