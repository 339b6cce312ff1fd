import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension AbstractDomain {
  /// Cases that cover a value: each constant that rules compare it with, what lies between the constants, its types.
  func cases(of value: AbstractValue, comparedWith constants: [RuleValue]) -> [AbstractValue] {
    switch value {
    case .oneOf(let values): return values.map { .oneOf([$0]) }
    case .described(let description):
      return description.types.members.flatMap { cases(of: description, $0, constants) }
    }
  }

  private func cases(
    of description: ValueDescription, _ type: RuleType, _ constants: [RuleValue]
  ) -> [AbstractValue] {
    switch type {
    case .null: return [.oneOf([.null])]
    case .boolean:
      return [false, true].map(RuleValue.boolean).filter { !description.excludes($0) }.map { .oneOf([$0]) }
    case .integer: return ordered(description, description.types.intersection(.number), constants)
    // Told with the integers.
    case .float: return description.types.contains(.integer) ? [] : ordered(description, .float, constants)
    case .string, .bytes, .timestamp, .duration: return ordered(description, RuleTypes(type), constants)
    case .geoPoint, .path, .list, .map, .set, .mapDiff: return unordered(description, type, constants)
    }
  }

  /// Constants as points, and the open intervals between them.
  private func ordered(
    _ description: ValueDescription, _ types: RuleTypes, _ constants: [RuleValue]
  ) -> [AbstractValue] {
    var points: [RuleValue] = []
    for constant in constants where types.canEqual(RuleTypes(constant.type)) && !constant.isNaN {
      if !points.contains(where: { $0.isEqual(to: constant) }) { points.append(constant) }
    }
    points.sort { holds(.less, $0, $1) }
    var cases: [AbstractValue] = []
    if description.canBeNaN, types.contains(.float) { cases.append(.oneOf([.float(.nan)])) }
    var lower: RuleValue?
    for point in points {
      cases += interval(description, types, lower, point)
      if canEqual(description, point), let exactly = AbstractValue.point(point, types) { cases.append(exactly) }
      lower = point
    }
    return cases + interval(description, types, lower, nil)
  }

  /// The part of a description strictly between two values.
  private func interval(
    _ description: ValueDescription, _ types: RuleTypes, _ lower: RuleValue?, _ upper: RuleValue?
  ) -> [AbstractValue] {
    var part = ValueDescription(types, canBeNaN: false)
    part.excluded = description.excluded
    var bounds = description.bounds ?? Bounds()
    if let lower, bounds.lower.map({ !holds(.greater, $0.value, lower) }) ?? true {
      bounds.lower = Bound(value: lower, isIncluded: false)
    }
    if let upper, bounds.upper.map({ !holds(.less, $0.value, upper) }) ?? true {
      bounds.upper = Bound(value: upper, isIncluded: false)
    }
    if let least = bounds.lower, let greatest = bounds.upper, !holds(.less, least.value, greatest.value) {
      guard least.isIncluded, greatest.isIncluded, least.value.isEqual(to: greatest.value) else { return [] }
    }
    part.bounds = bounds
    return [.described(part)]
  }

  private func unordered(
    _ description: ValueDescription, _ type: RuleType, _ constants: [RuleValue]
  ) -> [AbstractValue] {
    var rest = description
    rest.types = RuleTypes(type)
    rest.canBeNaN = false
    rest.bounds = nil
    if type != .map { rest.members = nil }
    if type != .list { rest.elements = [] }
    var cases: [AbstractValue] = []
    for constant in constants where constant.type == type && canEqual(rest, constant) {
      cases.append(.oneOf([constant]))
      rest.excluded.append(constant)
    }
    return cases + [.described(rest)]
  }
}

extension AbstractValue {
  /// All values equal to one, as far as the types allow: numbers have two types. Nil when there are none.
  fileprivate static func point(_ value: RuleValue, _ types: RuleTypes) -> AbstractValue? {
    let stored: Value? =
      switch value {
      case .integer(let integer): .integer(integer)
      case .float(let float): .double(float)
      case .null, .boolean, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .map, .set, .mapDiff: nil
      }
    let equivalents = stored?.equivalents(limit: limit)?.map { RuleValue($0) } ?? [value]
    return .collected(equivalents.filter { types.contains(RuleTypes($0.type)) })
  }
}
