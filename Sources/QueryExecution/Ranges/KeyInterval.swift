import FirestoreModel

/// A half-open interval of encoded keys: `lower ≤ key < upper` by unsigned bytes; a nil upper bound is open.
package struct KeyInterval: Hashable, Sendable {
  package var lower: [UInt8]
  package var upper: [UInt8]?

  package init(lower: [UInt8], upper: [UInt8]?) {
    self.lower = lower
    self.upper = upper
  }

  static let everything = KeyInterval(lower: [], upper: nil)

  /// A place between keys that holds none.
  static func point(_ bound: [UInt8]) -> KeyInterval { KeyInterval(lower: bound, upper: bound) }

  /// All keys that start with `prefix`.
  static func startingWith(_ prefix: [UInt8]) -> KeyInterval {
    KeyInterval(lower: prefix, upper: successor(of: prefix))
  }

  var isEmpty: Bool {
    guard let upper else { return false }
    return !lower.lexicographicallyPrecedes(upper)
  }

  func contains(_ key: some Sequence<UInt8>) -> Bool {
    if key.lexicographicallyPrecedes(lower) { return false }
    guard let upper else { return true }
    return key.lexicographicallyPrecedes(upper)
  }

  func intersection(_ other: KeyInterval) -> KeyInterval {
    let low = lower.lexicographicallyPrecedes(other.lower) ? other.lower : lower
    switch (upper, other.upper) {
    case (let mine?, let theirs?):
      return KeyInterval(lower: low, upper: mine.lexicographicallyPrecedes(theirs) ? mine : theirs)
    case (let bound?, nil), (nil, let bound?):
      return KeyInterval(lower: low, upper: bound)
    case (nil, nil):
      return KeyInterval(lower: low, upper: nil)
    }
  }

  /// The interval of complemented keys. Component encodings are prefix-free, so every key that starts with a bound lies
  /// on one side of it: the new bounds are the ends of those prefixes.
  var complemented: KeyInterval {
    let low = upper.map { KeyInterval.successor(of: $0.map(~)) ?? KeyInterval.beyondEverything } ?? []
    return KeyInterval(lower: low, upper: KeyInterval.successor(of: lower.map(~)))
  }

  /// The same point between keys, seen from the other direction.
  var complementedPoint: KeyInterval {
    .point(KeyInterval.successor(of: lower.map(~)) ?? KeyInterval.beyondEverything)
  }

  /// The interval with `prefix` put in front of both bounds.
  func prefixed(by prefix: [UInt8]) -> KeyInterval {
    KeyInterval(lower: prefix + lower, upper: upper.map { prefix + $0 } ?? KeyInterval.successor(of: prefix))
  }

  /// The smallest byte string above all strings that start with `prefix`; nil when there is none.
  static func successor(of prefix: [UInt8]) -> [UInt8]? { KeyBounds.successor(ofPrefix: prefix) }

  /// A lower bound that no key reaches: components never start with 0xFF bytes on either side of the complement.
  static let beyondEverything = [UInt8](repeating: 0xff, count: 16)
}

/// Disjoint intervals in ascending order: the values one index component may take.
struct IntervalSet: Hashable, Sendable {
  /// INVARIANT: none is empty, sorted, disjoint.
  private(set) var intervals: [KeyInterval]

  init(_ intervals: [KeyInterval]) { self.intervals = intervals.filter { !$0.isEmpty } }

  static let everything = IntervalSet([.everything])
  static let nothing = IntervalSet([])

  var isEmpty: Bool { intervals.isEmpty }
  var isEverything: Bool { intervals == [.everything] }

  func contains(_ component: some Sequence<UInt8>) -> Bool { intervals.contains { $0.contains(component) } }

  func intersection(_ other: IntervalSet) -> IntervalSet {
    IntervalSet(intervals.flatMap { mine in other.intervals.map { mine.intersection($0) } })
  }

  /// The same values in a descending component.
  var complemented: IntervalSet { IntervalSet(intervals.reversed().map(\.complemented)) }
}
