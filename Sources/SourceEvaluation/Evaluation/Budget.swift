import SourceSemantics

/// What one question may cost, in steps.
///
/// Every call in a function has an account of its own, and so has what a function asks when it is closed. No question
/// pays for another one: the same code has the same answer, whoever asks first.
struct Budget: Sendable {
  /// The function whose code is being evaluated.
  var function = -1
  var steps: Int
  /// How often a function may be followed that is being followed.
  var repetitions = Self.mostRepetitions
  /// The end was reached: what was answered since is not known, and nobody keeps it.
  var isSpent = false

  static let most = 50_000
  static let mostRepetitions = 64
  /// What a question may cost when all of them together have cost too much: enough for what stands close by.
  static let least = 250
  /// What all questions of one stage may cost before the next ones have less.
  static let mostOfAll = 1_000_000

  init(function: Int = -1, steps: Int = Self.most) {
    self.function = function
    self.steps = steps
  }
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
  private static let diagramSteps = 8

  /// What the next question may cost.
  private var allowance: Int { mutating get { steps < stageEnd ? Budget.most : Budget.least } }

  /// The next stage: what those before it have cost is not taken from its questions.
  mutating func openStage() { stageEnd = steps + Budget.mostOfAll }

  /// An account for a question about a function.
  mutating func account(for function: Int) -> Budget { Budget(function: function, steps: allowance) }

  /// An account of its own for a question about a function.
  /// - Returns: the account of the question that waits for it.
  mutating func openBudget(for function: Int) -> Budget {
    let outer = budget
    budget = account(for: function)
    return outer
  }
}
