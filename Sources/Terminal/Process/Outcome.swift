/// How a command ended. Scripts rely on the numbers and on the words.
package enum Outcome: String {
  /// Nothing at or above the fail level.
  case clean
  /// Done, and something was found: findings, a refused query, a failed budget.
  case findings
  /// Not done: a wrong flag, or a file that cannot be read as what it is.
  case usage
  /// Not done: the environment, or a fault in Firebreak.
  case `internal`

  package var exitCode: Int32 {
    switch self {
    case .clean: 0
    case .findings: 1
    case .usage: 2
    case .internal: 3
    }
  }
}

extension Outcome {
  /// Of several parts of one command: what was not done outweighs what was found.
  package static func worst(_ outcomes: [Outcome]) -> Outcome {
    outcomes.max { $0.exitCode < $1.exitCode } ?? .clean
  }
}
