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
    let found = sorted(
      OverlappingFindings.merged(RealtimeLints.all.flatMap { $0.findings(in: subject) }, subject) + others)
    return sorted(RealtimeSuppressions(subject.source).apply(to: found))
  }

  /// Sorts by position, then by code, then by message, and removes duplicates.
  static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return findings.filter { seen.insert($0).inserted }.sorted { left, right in
      let (one, other) = (left.location?.span, right.location?.span)
      if one?.start != other?.start { return (one?.start ?? -1) < (other?.start ?? -1) }
      if left.code != right.code { return left.code.number < right.code.number }
      if one?.end != other?.end { return (one?.end ?? -1) < (other?.end ?? -1) }
      return left.message < right.message
    }
  }
}
