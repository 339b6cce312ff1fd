import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension AbstractDomain {
  func negate(_ operand: AbstractOutcome) -> AbstractOutcome {
    strict([operand]) { values in
      concrete.negate(.value(values[0]))
    } otherwise: {
      numeric([operand])
    }
  }

  func binary(_ op: BinaryOperator, _ left: AbstractOutcome, _ right: AbstractOutcome) -> AbstractOutcome {
    var result = strict([left, right]) { values in
      readings(of: values, isMembership: op == .in, fromDocument: [left, right]) { values in
        concrete.binary(op, .value(values[0]), .value(values[1]))
      }
    } otherwise: {
      guard let first = left.value, let second = right.value else { return .failure(.possible) }
      switch op {
      case .equal: return .truths(equality(left, right))
      case .notEqual: return .truths(equality(left, right).negated)
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return .truths(ordering(op, first, second))
      case .in: return .truths(membership(of: first, in: second))
      case .add, .subtract: return sum(op, first, second, isBounded: left.isBounded && right.isBounded)
      case .multiply, .divide, .remainder: return numeric([left, right])
      }
    }
    if op == .in { result.sources.formUnion(testedFields(left, in: right)) }
    return result
  }

  func typeTest(_ value: AbstractOutcome, word: String) -> AbstractOutcome {
    strict([value]) { values in
      concrete.typeTest(.value(values[0]), word: word)
    } otherwise: {
      var truths: Truths = []
      for type in value.value?.types.members ?? [] { truths.insert(type.satisfies(word) ? .isTrue : .isFalse) }
      return .truths(truths)
    }
  }

  // MARK: - Equality

  /// What `left == right` may be, one of them being only described.
  private func equality(_ left: AbstractOutcome, _ right: AbstractOutcome) -> Truths {
    guard let first = left.value, let second = right.value else { return [] }
    if let origin = left.origin, origin == right.origin {
      return first.isAlwaysEqualToItself ? .isTrue : [.isTrue, .isFalse]
    }
    switch (first, second) {
    case (.oneOf(let values), .described(let description)), (.described(let description), .oneOf(let values)):
      return values.contains { canEqual(description, $0) } ? [.isTrue, .isFalse] : .isFalse
    case (.described(let one), .described(let other)):
      return one.types.canEqual(other.types) && overlap(one, other) ? [.isTrue, .isFalse] : .isFalse
    case (.oneOf(let values), .oneOf(let others)):
      return values.contains { value in others.contains { value.isEqual(to: $0) } } ? [.isTrue, .isFalse] : .isFalse
    }
  }

  /// Whether a described value may equal `value`.
  func canEqual(_ description: ValueDescription, _ value: RuleValue) -> Bool {
    guard description.types.canEqual(RuleTypes(value.type)), !value.isNaN, !description.excludes(value) else {
      return false
    }
    switch value {
    case .list(let list):
      guard list.count >= description.minimumCount else { return false }
      let present = list.values
      return description.elements.allSatisfy { alternatives in
        present.contains { element in alternatives.contains { $0.isEqual(to: element) } }
      }
    case .map(let map):
      guard let members = description.members else { return true }
      return map.count >= members.known.count
        && members.known.allSatisfy { key, member in map[key].map { canBeInside(member, $0) } ?? false }
        && !members.absent.contains(where: map.contains)
        && (members.isOpen || map.count == members.known.count)
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .set, .mapDiff:
      guard let bounds = description.bounds else { return true }
      return ordered(.lessOrEqual, bounds, Bounds(value)).contains(.isTrue)
        && ordered(.lessOrEqual, Bounds(value), bounds).contains(.isTrue)
    }
  }

  /// Whether an entry of a map may equal a value, as loosely as numbers can be compared.
  private func canBeInside(_ member: AbstractOutcome, _ value: RuleValue) -> Bool {
    switch member.value {
    case nil: false
    case .oneOf(let values)?: values.contains { $0.isEqual(to: value, as: .member) }
    case .described(let description)?: value.isNaN || canEqual(description, value)
    }
  }

  private func overlap(_ one: ValueDescription, _ other: ValueDescription) -> Bool {
    guard let first = one.bounds, let second = other.bounds else { return true }
    return ordered(.lessOrEqual, first, second).contains(.isTrue)
      && ordered(.lessOrEqual, second, first).contains(.isTrue)
  }

  // MARK: - Ordering

  /// What `left op right` may be for `<`, `<=`, `>` and `>=`.
  private func ordering(_ op: BinaryOperator, _ left: AbstractValue, _ right: AbstractValue) -> Truths {
    var truths: Truths = []
    let isSameKind = RuleTypes.orderedKinds.contains { left.types.isSubset(of: $0) && right.types.isSubset(of: $0) }
    if !isSameKind { truths.insert(.isError) }
    for kind in RuleTypes.orderedKinds {
      let (first, second) = (left.intervals(of: kind), right.intervals(of: kind))
      for one in first {
        for other in second { truths.formUnion(ordered(op, one, other)) }
      }
      if kind == .number, !first.isEmpty || left.canBeNaN, !second.isEmpty || right.canBeNaN,
        left.canBeNaN || right.canBeNaN
      {
        let nan = RuleOutcome.value(.float(.nan))
        truths.formUnion(concrete.truths(of: concrete.binary(op, nan, nan)))
        truths.formUnion(concrete.truths(of: concrete.binary(op, nan, .value(.integer(0)))))
        truths.formUnion(concrete.truths(of: concrete.binary(op, .value(.integer(0)), nan)))
      }
    }
    return truths
  }

  /// What the comparison of any value of the one interval with any of the other may be.
  private func ordered(_ op: BinaryOperator, _ one: Bounds, _ other: Bounds) -> Truths {
    switch op {
    case .less: return precedes(one, other, orEqual: false)
    case .lessOrEqual: return precedes(one, other, orEqual: true)
    case .greater: return precedes(other, one, orEqual: false)
    case .greaterOrEqual: return precedes(other, one, orEqual: true)
    case .equal, .notEqual, .in, .add, .subtract, .multiply, .divide, .remainder: return [.isTrue, .isFalse]
    }
  }

  private func precedes(_ one: Bounds, _ other: Bounds, orEqual: Bool) -> Truths {
    var truths: Truths = []
    // True for some pair: the least of the one precedes the greatest of the other.
    switch gap(one.lower, other.upper) {
    case .below: truths.insert(.isTrue)
    case .meeting: if orEqual { truths.insert(.isTrue) }
    case .apart: break
    }
    // False for some pair: the least of the other precedes the greatest of the one, or equals it.
    switch gap(other.lower, one.upper) {
    case .below: truths.insert(.isFalse)
    case .meeting: if !orEqual { truths.insert(.isFalse) }
    case .apart: break
    }
    return truths
  }

  private enum Gap { case below, meeting, apart }

  /// How a lower bound stands to an upper one.
  private func gap(_ lower: Bound?, _ upper: Bound?) -> Gap {
    guard let lower, let upper else { return .below }
    if holds(.less, lower.value, upper.value) { return .below }
    return lower.isIncluded && upper.isIncluded && lower.value.isEqual(to: upper.value) ? .meeting : .apart
  }

  func holds(_ op: BinaryOperator, _ left: RuleValue, _ right: RuleValue) -> Bool {
    concrete.truths(of: concrete.binary(op, .value(left), .value(right))) == .isTrue
  }

  // MARK: - Arithmetic

  private func numeric(_ operands: [AbstractOutcome]) -> AbstractOutcome {
    let types = operands.compactMap { $0.value?.types }
    guard types.allSatisfy({ !$0.isDisjoint(with: .number) }) else { return .failure(.possible) }
    return .anything(of: .number, error: .possible)
  }

  private func sum(
    _ op: BinaryOperator, _ left: AbstractValue, _ right: AbstractValue, isBounded: Bool
  ) -> AbstractOutcome {
    let both = left.types.union(right.types)
    var types: RuleTypes = []
    if !both.isDisjoint(with: .number) { types.formUnion(.number) }
    for type in [RuleTypes.string, .bytes, .list] where op == .add && both.contains(type) { types.formUnion(type) }
    if !both.isDisjoint(with: [.timestamp, .duration]) { types.formUnion([.timestamp, .duration]) }
    guard !types.isEmpty else { return .failure(.possible) }
    // Joining two strings of a document succeeds; numbers may overflow, and so may points in time and what rules build.
    let isTotal = left.types == .string && right.types == .string && op == .add && isBounded
    return .anything(of: isTotal ? .string : types, error: isTotal ? nil : .possible)
  }
}

extension Truths {
  /// True and false exchanged.
  var negated: Truths {
    var result = intersection(.isError)
    if contains(.isTrue) { result.insert(.isFalse) }
    if contains(.isFalse) { result.insert(.isTrue) }
    return result
  }
}

extension Bounds {
  /// One value.
  init(_ value: RuleValue) {
    lower = Bound(value: value, isIncluded: true)
    upper = lower
  }
}

extension RuleValue {
  var isNaN: Bool { if case .float(let number) = self { number.isNaN } else { false } }
}

extension AbstractValue {
  var canBeNaN: Bool {
    switch self {
    case .oneOf(let values): values.contains(where: \.isNaN)
    case .described(let description): description.canBeNaN
    }
  }

  /// Without NaN inside: NaN is not equal to itself.
  fileprivate var isAlwaysEqualToItself: Bool {
    switch self {
    case .oneOf(let values): values.allSatisfy { $0.isEqual(to: $0) }
    case .described(let description):
      !description.canBeNaN && description.types.isDisjoint(with: [.list, .map, .set, .mapDiff])
    }
  }

  /// Intervals that cover the values of a kind, NaN apart.
  fileprivate func intervals(of kind: RuleTypes) -> [Bounds] {
    switch self {
    case .oneOf(let values):
      values.filter { kind.contains(RuleTypes($0.type)) && !$0.isNaN }.map { Bounds($0) }
    case .described(let description):
      description.types.isDisjoint(with: kind) ? [] : [description.bounds ?? Bounds()]
    }
  }
}
