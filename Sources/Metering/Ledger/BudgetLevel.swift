package import Diagnostics

/// How grave it is to break a budget, as projects and workloads write it.
package enum BudgetLevel: String, Hashable, Sendable, CaseIterable {
  case off, info, warn, error

  /// The severity of a broken budget (FB7001); nil: not even looked at.
  package var severity: Severity? {
    switch self {
    case .off: nil
    case .info: .info
    case .warn: .warning
    case .error: .error
    }
  }
}
