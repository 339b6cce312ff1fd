package import Diagnostics
package import RealtimeRules

/// Runs all checks on rules of a Realtime Database that the service accepts.
package enum RealtimeRulesCheck {
  /// The codes of all checks.
  package static var codes: [DiagnosticCode] {
    RealtimeLints.all.flatMap { $0.codes }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The findings of all checks by position. Those that a comment suppresses are marked.
  /// - Parameter others: more findings in the same file, which the same comments can suppress.
  package static func findings(
    _ ruleset: RealtimeRuleset, context: RealtimeCheckContext = RealtimeCheckContext(), and others: [Diagnostic] = []
  ) -> [Diagnostic] {
    findings(RealtimeSubject(ruleset, context: context), and: others)
  }

  package static func findings(_ subject: RealtimeSubject, and others: [Diagnostic] = []) -> [Diagnostic] {
    let merged = OverlappingFindings.merged(RealtimeLints.all.flatMap { $0.findings(in: subject) }, subject)
    return RealtimeSuppressions(subject.source).apply(to: (merged + others).inOrder).inOrder
  }
}
