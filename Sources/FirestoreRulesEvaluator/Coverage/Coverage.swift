/// What many requests have evaluated of one set of rules. The coverages of several runs add up.
package struct Coverage: Sendable {
  /// By expression id; expressions that were never evaluated have none.
  package internal(set) var expressions: [Int: ExpressionCoverage] = [:]
  /// By place in ``CompiledRules/statements``; statements that were never tried have none.
  package private(set) var statements: [Int: StatementCoverage] = [:]

  package init() {}

  /// Adds what another run of the same rules has evaluated.
  package mutating func merge(_ other: Coverage) {
    for (expression, coverage) in other.expressions {
      expressions[expression, default: ExpressionCoverage()].merge(coverage)
    }
    for (statement, coverage) in other.statements {
      statements[statement, default: StatementCoverage()].merge(coverage)
    }
  }

  /// What a proof says of statements: it evaluates no document, but lets a query through by some of them, or by none.
  package mutating func record(proof isAllowed: Bool, of statements: Set<Int>) {
    for statement in statements {
      self.statements[statement, default: StatementCoverage()].record(isAllowed: isAllowed)
    }
  }

  mutating func record(_ outcome: StatementOutcome, of statement: Int, method: RulesMethod) {
    statements[statement, default: StatementCoverage()].record(outcome, method)
  }
}

/// How often an expression was evaluated, and as what.
package struct ExpressionCoverage: Sendable {
  package private(set) var count = 0
  /// The first values seen, with how often each, in the order of their first appearance.
  package private(set) var values: [(value: CoveredValue, count: Int)] = []
  /// Evaluations with other values than those kept in ``values``.
  package private(set) var otherValues = 0
  /// How often it came out true, false, or as an error or anything else.
  package private(set) var isTrue = 0
  package private(set) var isFalse = 0
  package private(set) var isError = 0
  /// As a condition: how often it alone decided that the whole came out true, or not.
  package var decidedTrue = 0
  package var decidedFalse = 0

  /// Values that are kept apart; more would be a log and not a figure.
  static let valueLimit = 20

  package init() {}

  mutating func record(_ outcome: RuleOutcome) { record(CoveredValue(outcome)) }

  package mutating func record(_ value: CoveredValue) {
    switch value {
    case .boolean(true): isTrue += 1
    case .boolean(false): isFalse += 1
    default: isError += 1
    }
    add(value, 1)
  }

  private mutating func add(_ value: CoveredValue, _ times: Int) {
    count += times
    if let place = values.firstIndex(where: { $0.value == value }) {
      values[place].count += times
    } else if values.count < ExpressionCoverage.valueLimit {
      values.append((value, times))
    } else {
      otherValues += times
    }
  }

  mutating func merge(_ other: ExpressionCoverage) {
    for (value, times) in other.values { add(value, times) }
    count += other.otherValues
    otherValues += other.otherValues
    isTrue += other.isTrue
    isFalse += other.isFalse
    isError += other.isError
    decidedTrue += other.decidedTrue
    decidedFalse += other.decidedFalse
  }
}

/// What an `allow` statement came out as.
package struct StatementCoverage: Hashable, Sendable {
  package struct Totals: Hashable, Sendable {
    package var allowed = 0
    package var denied = 0
    package var errors = 0
  }

  package private(set) var totals = Totals()
  package private(set) var byMethod: [RulesMethod: Totals] = [:]

  package init() {}

  /// One more attempt of a rule that has no methods.
  ///
  /// - Parameter isAllowed: nil for an error.
  package mutating func record(isAllowed: Bool?) {
    switch isAllowed {
    case true?: totals.allowed += 1
    case false?: totals.denied += 1
    case nil: totals.errors += 1
    }
  }

  mutating func record(_ outcome: StatementOutcome, _ method: RulesMethod) {
    totals.add(outcome)
    byMethod[method, default: Totals()].add(outcome)
  }

  mutating func merge(_ other: StatementCoverage) {
    totals.merge(other.totals)
    for (method, totals) in other.byMethod { byMethod[method, default: Totals()].merge(totals) }
  }
}

extension StatementCoverage.Totals {
  fileprivate mutating func add(_ outcome: StatementOutcome) {
    switch outcome.truths {
    case .isTrue: allowed += 1
    case .isFalse: denied += 1
    default: errors += 1
    }
  }

  fileprivate mutating func merge(_ other: StatementCoverage.Totals) {
    allowed += other.allowed
    denied += other.denied
    errors += other.errors
  }
}
