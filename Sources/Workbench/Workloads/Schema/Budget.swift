package import Diagnostics
package import Metering

/// One line of `budget:`, one metric each.
package struct Budget: Hashable, Sendable {
  package enum Scope: Hashable, Sendable {
    /// The operations of that name.
    case step(Name)
    case total
  }

  package enum Metric: String, Hashable, Sendable, CaseIterable {
    case reads, writes, deletes, bytes, listeners
  }

  package enum Period: String, Hashable, Sendable, CaseIterable {
    case call, session, day, month
    case userDay = "user-day"
    /// The whole simulated period.
    case run
  }

  package enum Level: String, Hashable, Sendable, CaseIterable {
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

  package var scope: Scope
  package var metric: Metric
  package var period: Period
  package var maximum: Rational
  package var level: Level
  /// The share of the maximum from which on FB7002 is reported.
  package var warnAt: Rational?
  package var span: Span
  /// Where it stands, when that is not the workload: in `firebreak.json`.
  package var place: SourceLocation?

  package init(
    scope: Scope, metric: Metric, period: Period, maximum: Rational, level: Level = .error, warnAt: Rational? = nil,
    span: Span
  ) {
    self.scope = scope
    self.metric = metric
    self.period = period
    self.maximum = maximum
    self.level = level
    self.warnAt = warnAt
    self.span = span
  }
}
