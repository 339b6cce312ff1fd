import FirestoreModel
import QueryModel
import QueryPlanner

extension DisjunctCompiler {
  /// Sets the scanned ranges and the residual tests from filters on suffix fields and from the cursors.
  func narrow(_ compiled: inout CompiledDisjunct, _ constants: [FieldPath: [UInt8]]) throws(UnboundOperandError) {
    var ranges = IntervalSet.everything
    if let first = compiled.filter.components.first, first.path.isDocumentName {
      ranges = IntervalSet([space.extentInterval(descending: first.descending)])
    }
    for (index, component) in compiled.filter.components.enumerated() {
      let allowed = try allowedEncodings(of: component)
      if allowed.isEmpty {
        ranges = .nothing
      } else if allowed.isEverything {
        continue
      } else if index == 0 {
        ranges = ranges.intersection(allowed)
      } else {
        compiled.filter.tests.append(SuffixFilter.Test(component: index, allowed: allowed))
      }
    }
    for (cursor, side) in [(plan.query.start, CursorTest.Side.start), (plan.query.end, .end)] {
      guard let cursor, !cursor.values.isEmpty else { continue }
      try apply(cursor, side, to: &ranges, &compiled.filter, constants)
    }
    compiled.suffixIntervals = ranges.intervals
  }

  private func allowedEncodings(of component: SuffixComponent) throws(UnboundOperandError) -> IntervalSet {
    var allowed = IntervalSet.everything
    for predicate in disjunct.conjunction.predicates where predicate.path == component.path {
      guard !predicate.isContains else { continue }
      allowed = allowed.intersection(
        component.path.isDocumentName ? try space.nameIntervals(predicate) : try predicate.fieldIntervals())
    }
    return component.descending ? allowed.complemented : allowed
  }

  /// Applies one cursor. Values on fields with an equality are compared here, once; the rest bound the scan as far as
  /// they form a prefix of the suffix, or are tested entry by entry.
  private func apply(
    _ cursor: Cursor, _ side: CursorTest.Side, to ranges: inout IntervalSet, _ filter: inout SuffixFilter,
    _ constants: [FieldPath: [UInt8]]
  ) throws(UnboundOperandError) {
    var test = CursorTest(side: side, includesEqual: side == .start ? cursor.before : !cursor.before, positions: [])
    for (order, operand) in zip(plan.query.order, cursor.values) {
      let equal = try cursorInterval(order, operand)
      if let index = filter.components.firstIndex(where: { $0.path == order.path }) {
        test.positions.append(CursorTest.Position(component: index, equal: equal))
      } else if let constant = constants[order.path] {
        let encoded = order.direction == .descending ? constant.map(~) : constant
        if equal.contains(encoded) { continue }
        // Every entry that agrees so far lies on one side of this value; later values no longer matter.
        test.includesEqual = encoded.lexicographicallyPrecedes(equal.lower) == (side == .end)
        break
      }
    }
    if test.positions.isEmpty {
      if !test.includesEqual { ranges = .nothing }
    } else if let bound = contiguousBound(test) {
      ranges = ranges.intersection(IntervalSet([bound]))
    } else {
      filter.cursorTests.append(test)
    }
  }

  /// All encodings equal to a cursor value, in the order's direction. An empty interval is a point between two keys: a
  /// name that no document of the collection can have.
  private func cursorInterval(_ order: Order, _ operand: Operand) throws(UnboundOperandError) -> KeyInterval {
    let value = try operand.boundValue()
    let ascending = order.path.isDocumentName ? space.namePosition(value) : .startingWith(value.componentKey)
    guard order.direction == .descending else { return ascending }
    return ascending.isEmpty ? ascending.complementedPoint : ascending.complemented
  }

  /// The range a cursor allows when its values are exactly the first components of the suffix.
  private func contiguousBound(_ test: CursorTest) -> KeyInterval? {
    guard !test.positions.isEmpty, test.positions.map(\.component) == Array(test.positions.indices) else { return nil }
    var lower: [UInt8] = []
    for position in test.positions.dropLast() { lower += position.equal.lower }
    guard let last = test.positions.last else { return nil }
    let above = last.equal.upper.map { lower + $0 } ?? KeyInterval.successor(of: lower)
    let below = lower + last.equal.lower
    switch (test.side, test.includesEqual) {
    case (.start, true): return KeyInterval(lower: below, upper: nil)
    case (.start, false): return above.map { KeyInterval(lower: $0, upper: nil) } ?? KeyInterval(lower: [], upper: [])
    case (.end, true): return KeyInterval(lower: [], upper: above)
    case (.end, false): return KeyInterval(lower: [], upper: below)
    }
  }
}
