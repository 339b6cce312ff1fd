import SourceSemantics

/// What the evaluation of units may cost that have to do with one another, in steps: the same on every machine.
///
/// The first question of a stage may cost half of it, and later ones less and less: one large question is answered, many
/// of them leave something for the small ones. Where a budget ends, what is asked is still listed, with what is known of
/// it.
package struct EvaluationBudget: Hashable, Sendable {
  /// What functions ask by themselves.
  package var functions: Int
  /// What callers make of it; and as much again for what could not be followed, and for what no way leads to.
  package var callers: Int
  /// What a question may cost, whatever is left: enough for what stands close by.
  package var least: Int

  package init(functions: Int, callers: Int, least: Int = 8) {
    self.functions = functions
    self.callers = callers
    self.least = least
  }

  /// As large as the code: a function that only hands on to others costs about as much in a large program as in a small one.
  /// - Parameter count: the functions that may have to do with a database.
  package init(forFunctions count: Int) {
    self.init(
      functions: 1_600_000, callers: min(max(240_000, 1_200 * count), 500_000))
  }
}

/// What one question may cost, in steps.
///
/// Every call in a function has an account of its own, and so has what a function asks when it is closed.
struct Budget: Sendable {
  /// The function whose code is being evaluated.
  var function: Int
  var steps: Int
  /// How often a function may be followed that is being followed.
  var repetitions = Self.mostRepetitions
  /// The end was reached: what was answered since is not known, and nobody keeps it.
  var isSpent = false

  static let mostRepetitions = 64
}

/// Limits of the evaluation that were reached on the way to a request: it may be more than is known of it.
package struct ReachedLimits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Calls that were not followed.
  package static let calls = ReachedLimits(rawValue: 1)
  /// More ways than are told apart.
  package static let variants = ReachedLimits(rawValue: 2)
}

/// How often the limits of an evaluation were reached.
package struct LimitCounts: Hashable, Sendable {
  /// Questions that took more steps than one may.
  package var steps = 0
  /// Calls inside of one another beyond those that are followed, and values inside of one another.
  package var depth = 0
  /// Functions too large to be followed.
  package var size = 0
  /// Requests of one place beyond those that are told apart.
  package var variants = 0
  /// Loops around a function beyond those that are told apart.
  package var loops = 0
}

extension Evaluator {
  /// One step of the present question; false where it has none left. Operations on conditions since the last step count,
  /// too.
  mutating func spend() -> Bool {
    let taken = 1 + (diagrams.steps - countedDiagramSteps) / Self.diagramSteps
    countedDiagramSteps = diagrams.steps
    if budget.steps > 0 {
      budget.steps = max(0, budget.steps - taken)
      steps += taken
      return true
    }
    if !budget.isSpent {
      budget.isSpent = true
      limitCounts.steps += 1
    }
    return false
  }

  /// Steps of operations on conditions that count as one.
  private static let diagramSteps = 2

  /// The next stage: what those before it have cost is not taken from its questions.
  mutating func openStage() {
    stageSteps = allowance.callers
    stageEnd = steps + stageSteps
  }

  /// An account for a question about a function.
  mutating func account(for function: Int) -> Budget {
    let left = max(0, stageEnd - steps)
    return Budget(function: function, steps: max(allowance.least, left * left / max(1, 2 * stageSteps)))
  }

  /// An account of its own for a question about a function.
  /// - Returns: the account of the question that waits for it.
  mutating func openBudget(for function: Int) -> Budget {
    let outer = budget
    budget = account(for: function)
    return outer
  }
}
