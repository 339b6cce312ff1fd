package import Diagnostics

/// What `firebreak.json` says. Flags and environment win over it.
package struct FirebreakSettings: Hashable, Sendable {
  package var source: SourceText?
  /// `failLevel`: nil inside means `never`.
  package var failLevel: FailLevel?
  package var mode: ServiceMode?
  /// Findings that the team has decided to live with; paths are complete, as findings show them.
  package var ignored: [IgnoreEntry] = []
  package var prices: Prices?
  package var assumptions: [Assumption] = []
  package var budgets: [StepBudget] = []
  package var traffic: [Traffic] = []
  /// Patterns of case files below the root; nil: the usual places.
  package var tests: [GlobPattern]?
  /// `coverage: {expressions: 95}`
  package var coverage: CoverageThreshold?
  /// Who asks, by the path of a source or by name, in the order of the file.
  package var actors: [ActorEntry] = []
  /// Where properties that the rules are to have are named, which nothing proves yet.
  package var properties: SourceLocation?

  package static let none = FirebreakSettings()

  /// The lowest severity that fails a command.
  package enum FailLevel: String, Hashable, Sendable, CaseIterable {
    case error, warning, info, never

    /// Nil: no finding fails the command.
    package var severity: Severity? {
      switch self {
      case .error: .error
      case .warning: .warning
      case .info: .info
      case .never: nil
      }
    }
  }

  package struct Prices: Hashable, Sendable {
    package var book: String?
    package var location: String?
    package var place: SourceLocation
  }

  package struct Assumption: Hashable, Sendable {
    package var name: String
    package var value: String
    package var location: SourceLocation
  }

  /// `"feed.open": {"reads": 50}`; `step` is `*` for every step.
  package struct StepBudget: Hashable, Sendable {
    package var step: String
    package var limits: [Limit]
    /// `unbounded`: the level of a query without a bound.
    package var unbounded: Budget.Level?
    package var location: SourceLocation

    package struct Limit: Hashable, Sendable {
      package var metric: Budget.Metric
      package var maximum: Rational
      package var location: SourceLocation
    }
  }

  /// Runs a month of one operation.
  package struct Traffic: Hashable, Sendable {
    package var step: String
    package var runs: Rational
    package var location: SourceLocation
  }
}
