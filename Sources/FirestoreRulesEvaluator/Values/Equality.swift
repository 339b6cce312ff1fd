import FirestoreModel

/// How two values are compared. Production has three ways to compare numbers, depending on where they stand (observed
/// in the Rules Test API).
package enum Equality: Hashable, Sendable {
  /// The operators `==` and `!=`: numbers by value, so `1 == 1.0` and `0.0 == -0.0`; NaN equals nothing.
  case comparison
  /// An element of a list looked for by `in`, `hasAny` and the like: of one numeric type, so `1.0 in [1]` is false.
  case element
  /// Inside lists and maps that are compared: of one numeric type, and `0.0` is not `-0.0`.
  case identity
  /// Elements of sets, at every depth, and what `diff` compares: numbers by value, and NaN is NaN.
  case member

  /// What holds for the elements of containers that are compared in this way.
  var inside: Equality { self == .member ? .member : .identity }
}

extension RuleValue {
  package func isEqual(to other: RuleValue, as equality: Equality = .comparison) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): equality.holds(a, b)
    case (.integer(let a), .float(let b)), (.float(let b), .integer(let a)): equality.holds(a, b)
    case (.string(let a), .string(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.geoPoint(let a), .geoPoint(let b)): a == b
    case (.path(let a), .path(let b)): a == b
    case (.list(let a), .list(let b)): a.isEqual(to: b, as: equality.inside)
    case (.map(let a), .map(let b)): a.isEqual(to: b, as: equality.inside)
    case (.set(let a), .set(let b)): a.count == b.count && ElementIndex(b, as: .member).containsAll(of: a)
    case (.mapDiff(let a), .mapDiff(let b)): a == b
    default: false
    }
  }
}

extension Equality {
  fileprivate func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .comparison, .element: a == b
    case .identity: a == b && a.sign == b.sign
    case .member: a == b || (a.isNaN && b.isNaN)
    }
  }

  fileprivate func holds(_ integer: Int64, _ double: Double) -> Bool {
    switch self {
    // Exact: nothing is rounded.
    case .comparison, .member: Int64(exactly: double) == integer
    case .element, .identity: false
    }
  }
}

extension RuleList {
  fileprivate func isEqual(to other: RuleList, as equality: Equality) -> Bool {
    count == other.count && (0..<count).allSatisfy { self[$0].isEqual(to: other[$0], as: equality) }
  }
}

extension RuleMap {
  fileprivate func isEqual(to other: RuleMap, as equality: Equality) -> Bool {
    count == other.count
      && (0..<count).allSatisfy { index in
        key(at: index) == other.key(at: index)
          && value(at: index).isEqual(to: other.value(at: index), as: equality)
      }
  }
}
