/// How bad a finding is. `error` fails the command by default.
package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  case info, warning, error

  package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
