import FirestoreModel
import QueryModel

/// Which encoded values of a field satisfy a predicate, in ascending component space.
///
/// This is the only place that turns operators into key ranges; the equality rules are those recorded in production:
/// a raw null or NaN operand matches nothing, ranges stay inside the operand's type bracket, negations do not.
extension Predicate {
  func fieldIntervals() throws(UnboundOperandError) -> IntervalSet {
    switch test {
    case .isNull: return .only(.null)
    case .isNaN: return .only(.double(.nan))
    case .isNotNull: return .notNull
    case .isNotNaN: return IntervalSet.notNull.intersection(.except(.double(.nan)))
    case .equal(let operand): return try Predicate.equality(operand.boundValue())
    case .contains: return .everything
    case .lessThan(let operand):
      return try Predicate.range(operand.boundValue()) { value, bracket in
        KeyInterval(lower: bracket.lower, upper: value.lower)
      }
    case .lessThanOrEqual(let operand):
      return try Predicate.range(operand.boundValue()) { value, bracket in
        KeyInterval(lower: bracket.lower, upper: value.upper)
      }
    case .greaterThan(let operand):
      return try Predicate.range(operand.boundValue()) { value, bracket in
        value.upper.map { KeyInterval(lower: $0, upper: bracket.upper) } ?? KeyInterval(lower: [], upper: [])
      }
    case .greaterThanOrEqual(let operand):
      return try Predicate.range(operand.boundValue()) { value, bracket in
        KeyInterval(lower: value.lower, upper: bracket.upper)
      }
    case .notEqual(let operand):
      let value = try operand.boundValue()
      return value == .null ? .nothing : IntervalSet.notNull.intersection(.except(value))
    case .notIn(let operands):
      return try Predicate.exclusion(operands.map { operand throws(UnboundOperandError) in try operand.boundValue() })
    case .notInUnknown: throw UnboundOperandError()
    }
  }

  private static func equality(_ value: Value) -> IntervalSet {
    value == .null || value.isNaN ? .nothing : .only(value)
  }

  private static func range(
    _ value: Value, _ bounds: (_ value: KeyInterval, _ bracket: KeyInterval) -> KeyInterval
  ) -> IntervalSet {
    guard value != .null, !value.isNaN else { return .nothing }
    return IntervalSet([bounds(.startingWith(value.componentKey), value.bracketInterval)])
  }

  /// `not-in`: a null member empties the result, NaN excludes NaN; fields that are null never match.
  private static func exclusion(_ values: [Value]) -> IntervalSet {
    if values.contains(.null) { return .nothing }
    return values.reduce(IntervalSet.notNull) { $0.intersection(.except($1)) }
  }
}

extension IntervalSet {
  static func only(_ value: Value) -> IntervalSet { IntervalSet([.startingWith(value.componentKey)]) }

  static func except(_ value: Value) -> IntervalSet {
    let excluded = KeyInterval.startingWith(value.componentKey)
    var parts = [KeyInterval(lower: [], upper: excluded.lower)]
    if let above = excluded.upper { parts.append(KeyInterval(lower: above, upper: nil)) }
    return IntervalSet(parts)
  }

  static let notNull = IntervalSet([
    KeyInterval(lower: KeyInterval.successor(of: Value.null.componentKey) ?? [], upper: nil)
  ])
}

extension Value {
  var isNaN: Bool {
    if case .double(let number) = self { number.isNaN } else { false }
  }
}

/// A query with unknown operands was asked to run: a mistake of the caller, who must bind shapes first.
package struct UnboundOperandError: Error, Hashable {
  package init() {}
}

extension Operand {
  func boundValue() throws(UnboundOperandError) -> Value {
    guard case .value(let value) = self else { throw UnboundOperandError() }
    return value
  }
}
