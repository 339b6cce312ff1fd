import FirestoreModel
import FirestoreRulesEvaluator

extension AbstractDomain {
  /// Whether `1 in [1.0]` holds in live production is not known: what a document's number decides in a membership test
  /// is computed in both readings, by numeric type and by value.
  func readings(
    of values: [RuleValue], isMembership: Bool, fromDocument operands: [AbstractOutcome],
    _ compute: ([RuleValue]) -> RuleOutcome
  ) -> [RuleOutcome] {
    guard isMembership, !sources(of: operands).isEmpty, values.contains(where: \.hasNumericElement) else {
      return [compute(values)]
    }
    let byValue = compute(values.map(\.loosened))
    return countsNumbersByValue ? [byValue] : [compute(values), byValue]
  }

  /// The fields that a test for a key looks at.
  func testedFields(_ key: AbstractOutcome, in container: AbstractOutcome) -> Set<FieldPath> {
    guard case .string(let name)? = key.known, case .described(let description)? = container.value,
      let place = description.members?.place
    else { return [] }
    return [place.appending(name)]
  }

  /// What `value in container` may be, one of them being only described.
  func membership(of value: AbstractValue, in container: AbstractValue) -> Truths {
    var truths: Truths = []
    let types = container.types
    if !types.isSubset(of: [.list, .set, .map]) { truths.insert(.isError) }
    if !types.isDisjoint(with: [.list, .set]) { truths.formUnion(elementTruths(of: value, in: container)) }
    if types.contains(.map) { truths.formUnion(keyTruths(of: value, in: container)) }
    return truths
  }

  private func elementTruths(of value: AbstractValue, in container: AbstractValue) -> Truths {
    switch (value, container) {
    case (.oneOf(let values), .described(let description)):
      values.allSatisfy { certainly(description, contains: $0) } ? .isTrue : [.isTrue, .isFalse]
    case (.described(let description), .oneOf(let containers)):
      // Among the elements of a set, NaN is NaN and numbers inside maps are equal by value.
      containers.contains { container in
        if case .set = container { return true }
        return container.elements?.contains { canEqual(description, $0) } ?? false
      } ? [.isTrue, .isFalse] : .isFalse
    case (.described, .described), (.oneOf, .oneOf): [.isTrue, .isFalse]
    }
  }

  private func keyTruths(of key: AbstractValue, in container: AbstractValue) -> Truths {
    var truths: Truths = []
    if key.types != .string { truths.insert(.isError) }
    guard key.types.contains(.string) else { return truths }
    guard case .oneOf(let keys) = key, case .described(let description) = container, let members = description.members
    else { return truths.union([.isTrue, .isFalse]) }
    for case .string(let key) in keys { truths.formUnion(members.presence(of: key)) }
    return truths
  }

  /// Whether every list or set described contains `value`; with both readings of numbers, whichever way they are
  /// compared.
  private func certainly(_ description: ValueDescription, contains value: RuleValue) -> Bool {
    let value = countsNumbersByValue ? value.loosened : value
    return description.elements.contains { alternatives in
      alternatives.allSatisfy { alternative in
        let alternative = countsNumbersByValue ? alternative.loosened : alternative
        return alternative.type == value.type && alternative.isEqual(to: value, as: .identity)
      }
    }
  }

  // MARK: - hasAll, hasAny, hasOnly

  /// What `receiver.hasAll(argument)` and its like may be, one of them being only described.
  func containment(_ name: Text, _ receiver: AbstractValue, _ argument: AbstractValue) -> Truths {
    var truths: Truths = []
    let containers: RuleTypes = [.list, .set]
    if !receiver.types.isSubset(of: containers) || !argument.types.isSubset(of: containers) { truths.insert(.isError) }
    guard !receiver.types.isDisjoint(with: containers), !argument.types.isDisjoint(with: containers) else {
      return truths
    }
    switch name {
    case "hasAll": truths.formUnion(isSubset(argument, of: receiver))
    case "hasOnly": truths.formUnion(isSubset(receiver, of: argument))
    default: truths.formUnion(intersects(receiver, argument))
    }
    return truths
  }

  private func isSubset(_ part: AbstractValue, of whole: AbstractValue) -> Truths {
    switch (part, whole) {
    case (.oneOf(let parts), .described(let description)):
      parts.allSatisfy { $0.elements?.allSatisfy { certainly(description, contains: $0) } ?? false }
        ? .isTrue : [.isTrue, .isFalse]
    case (.described(let description), .oneOf(let wholes)):
      // An element of the part that equals nothing of the whole refutes it.
      description.elements.contains { alternatives in
        wholes.allSatisfy { whole in
          alternatives.allSatisfy { element in
            !(whole.elements?.contains { $0.isEqual(to: element, as: .member) } ?? true)
          }
        }
      } ? .isFalse : [.isTrue, .isFalse]
    case (.described, .described), (.oneOf, .oneOf): [.isTrue, .isFalse]
    }
  }

  private func intersects(_ one: AbstractValue, _ other: AbstractValue) -> Truths {
    switch (one, other) {
    case (.oneOf(let values), .described(let description)), (.described(let description), .oneOf(let values)):
      values.allSatisfy { $0.elements?.contains { certainly(description, contains: $0) } ?? false }
        ? .isTrue : [.isTrue, .isFalse]
    case (.described, .described), (.oneOf, .oneOf): [.isTrue, .isFalse]
    }
  }
}

extension MapMembers {
  /// Whether the map has the key.
  func presence(of key: Text) -> Truths {
    if known[key] != nil { return .isTrue }
    return !isOpen || absent.contains(key) ? .isFalse : [.isTrue, .isFalse]
  }
}

extension RuleValue {
  /// Of a list or set.
  var elements: [RuleValue]? {
    switch self {
    case .list(let list): list.values
    case .set(let elements): elements
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .map, .mapDiff:
      nil
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .float: true
    case .null, .boolean, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .map, .set, .mapDiff: false
    }
  }

  fileprivate var hasNumericElement: Bool { isNumber || (elements?.contains(where: \.isNumber) ?? false) }

  /// The value with whole floats as integers, at the top and among elements.
  fileprivate var loosened: RuleValue {
    switch self {
    case .float(let number): Int64(exactly: number).map(RuleValue.integer) ?? self
    case .list(let list): .list(.built(list.values.map(\.loosenedNumber)))
    case .set(let elements): .set(elements.map(\.loosenedNumber))
    case .null, .boolean, .integer, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .map, .mapDiff: self
    }
  }

  private var loosenedNumber: RuleValue {
    if case .float(let number) = self, let whole = Int64(exactly: number) { return .integer(whole) }
    return self
  }
}
