package import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// Everything that can be said about a rules source without a request.
package enum RulesCheck {
  /// Problems of the source and the findings of every check, suppressions applied, by position.
  ///
  /// After syntax errors the checks see what could be read. The refusals of production's compiler cannot be suppressed.
  ///
  /// - Parameter keepsSuppressed: findings that a comment silences are among them, marked as such.
  package static func findings(
    _ parsed: ParsedRules, _ compilation: CompiledRules.Compilation, context: RulesContext = RulesContext(),
    keepsSuppressed: Bool = false
  ) -> [Diagnostic] {
    findings(parsed, problems: compilation.problems, context: context, keepsSuppressed: keepsSuppressed)
  }

  /// The same where the problems of the compilation have been kept without its result.
  package static func findings(
    _ parsed: ParsedRules, problems: [Diagnostic], context: RulesContext = RulesContext(), keepsSuppressed: Bool = false
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let subject = LintSubject(parsed, context: context) {
      for lint in RulesLints.all { findings += lint.findings(in: subject) }
    }
    let refusals = Set(problems.map(Site.init))
    let damage = SyntaxDamage(parsed)
    findings.removeAll { refusals.contains(Site($0)) || damage.hides($0) }
    let suppressions = RulesSuppressions(parsed.ruleset)
    let isComplete = parsed.problems.isEmpty
    let judged = suppressions.apply(to: findings, complete: isComplete)
    return sorted(problems + (keepsSuppressed ? judged : judged.filter { $0.suppression == nil }))
  }

  /// By position, then by code, then by message; the same finding twice counts once.
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

  /// What a compiler's refusal and a check's finding have in common when they say the same.
  private struct Site: Hashable {
    var code: DiagnosticCode
    var start: Int?

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      start = diagnostic.location?.span.start
    }
  }
}
