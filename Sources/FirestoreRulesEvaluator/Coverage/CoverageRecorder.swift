import FirestoreRulesLanguage

/// Counts what is evaluated, and which operand of a logical chain decided it.
struct CoverageRecorder: EvaluationObserver {
  typealias Outcome = RuleOutcome

  private enum Side {
    case isTrue, isFalse, isError
  }

  private(set) var coverage: Coverage
  private let program: Program
  /// The operands seen so far of each node that is being evaluated, the innermost last.
  private var open: [[(expression: Int, side: Side)]] = []

  init(_ coverage: Coverage, program: Program) {
    self.coverage = coverage
    self.program = program
  }

  mutating func entered(_ expression: Int) { open.append([]) }

  mutating func evaluated(_ expression: Int, _ outcome: RuleOutcome) {
    let operands = open.popLast() ?? []
    coverage.expressions[expression, default: ExpressionCoverage()].record(outcome)
    let side: Side = outcome.isTrue ? .isTrue : outcome.isBoolean ? .isFalse : .isError
    if case .logical(let op, _) = program.nodes[expression] { recordDeciding(operands, op, side) }
    if open.isEmpty {
      // The condition of a statement: what it comes out as, it decides.
      decided(expression, isTrue: side == .isTrue)
    } else {
      open[open.count - 1].append((expression, side))
    }
  }

  /// Which operands another value of which would have changed the outcome of the chain, as far as it was evaluated.
  private mutating func recordDeciding(
    _ operands: [(expression: Int, side: Side)], _ op: LogicalOperator, _ side: Side
  ) {
    let neutral: Side = op == .and ? .isTrue : .isFalse
    if side == neutral {
      for operand in operands { decided(operand.expression, isTrue: side == .isTrue) }
      return
    }
    let deciding = operands.filter { $0.side == side }
    guard deciding.count == 1, let operand = deciding.first else { return }
    decided(operand.expression, isTrue: side == .isTrue)
  }

  private mutating func decided(_ expression: Int, isTrue: Bool) {
    if isTrue {
      coverage.expressions[expression, default: ExpressionCoverage()].decidedTrue += 1
    } else {
      coverage.expressions[expression, default: ExpressionCoverage()].decidedFalse += 1
    }
  }
}
