package import Diagnostics
package import RealtimeDatabase
import RealtimeRules

/// One check of the rules of a Realtime Database. The first paragraph of a check's documentation says what it finds.
///
/// A check only looks at the subject: no check depends on another one or on the order in which they run.
package protocol RealtimeLint: SendableMetatype {
  static var codes: [DiagnosticCode] { get }

  static func findings(in subject: RealtimeSubject) -> [Diagnostic]
}

/// The list of all checks, which `make codes` writes.
package enum RealtimeLints {}

/// What is known in addition to the rules. Everything is optional: a check reports nothing if its input is missing.
package struct RealtimeCheckContext: Sendable {
  /// An export of the database, or example data.
  package var data: RealtimeNode
  /// Answers to open questions about how the service evaluates rules.
  package var assumptions: RealtimeAssumptions
  /// The writes that were found in the code of the app.
  package var writes: [ObservedWrite]

  package init(
    data: RealtimeNode = .absent, assumptions: RealtimeAssumptions = .standard, writes: [ObservedWrite] = []
  ) {
    self.data = data
    self.assumptions = assumptions
    self.writes = writes
  }
}

extension RealtimeSubject {
  func decide(_ request: RealtimeRuleRequest, data: RealtimeNode) -> RealtimeRuleDecision {
    ruleset.decide(request, data: data, assumptions: context.assumptions)
  }

  func finding(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, notes: [String] = [],
    help: String
  ) -> Diagnostic {
    Diagnostic(code, message, at: source.location(span), severity: severity, notes: notes, help: help)
  }
}
