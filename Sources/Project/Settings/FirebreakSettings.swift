package import Diagnostics
package import Metering

/// What `firebreak.json` says. Flags and environment win over it.
package struct FirebreakSettings: Hashable, Sendable {
  package var source: SourceText?
  /// `failLevel`: nil inside means `never`.
  package var failLevel: FailLevel?
  package var mode: ServiceMode?
  /// Findings that the team has decided to live with; paths are complete, as findings show them.
  package var ignored: [IgnoreEntry] = []
  package var severities: [SeverityEntry] = []
  package var prices: Prices?
  package var assumptions: [Assumption] = []
  package var budgets: [StepBudget] = []
  package var traffic: [Traffic] = []
  /// `guardrails`: what a change of the bill may not exceed.
  package var guardrails: [Guardrail] = []
  /// Patterns of case files below the root; nil: the usual places.
  package var tests: [GlobPattern]?
  /// `coverage: {expressions: 95}`
  package var coverage: CoverageThreshold?
  /// Who asks, by the path of a source or by name, in the order of the file.
  package var actors: [ActorEntry] = []
  /// Where properties that the rules are to have are named, which nothing proves yet.
  package var properties: SourceLocation?

  package static let none = FirebreakSettings()

  /// Where they are kept.
  static func path(below root: String) -> String { DisplayPath.join(root, fileName) }

  static let fileName = "firebreak.json"

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

  /// `"feed.open": {"reads": 50, "per": "session", "level": "warn", "warnAt": "90%"}`; `step` is `*` for every step
  /// and `total` for all of them together.
  package struct StepBudget: Hashable, Sendable {
    package var step: String
    package var limits: [Limit]
    /// Nil: a call for steps, the whole run for `total`, as in workloads.
    package var period: CostBudget.Period?
    package var level: BudgetLevel?
    package var warnAt: Rational?
    /// `unbounded`: the level of a query without a bound.
    package var unbounded: BudgetLevel?
    package var location: SourceLocation

    package struct Limit: Hashable, Sendable {
      package var metric: Usage.Metric
      package var maximum: Rational
      package var location: SourceLocation
    }
  }

  /// `"increase": 50`
  package struct Guardrail: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Money a month more.
      case increase
      /// Of what the month cost before.
      case increasePercent
      /// Money a month.
      case total
    }

    package var kind: Kind
    package var maximum: Rational
    package var location: SourceLocation

    package init(kind: Kind, maximum: Rational, location: SourceLocation) {
      self.kind = kind
      self.maximum = maximum
      self.location = location
    }
  }

  /// Runs a month of one operation.
  package struct Traffic: Hashable, Sendable {
    package var step: String
    package var runs: Rational
    package var location: SourceLocation
  }
}
