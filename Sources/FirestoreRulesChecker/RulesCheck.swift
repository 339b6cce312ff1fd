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
    return (problems + (keepsSuppressed ? judged : judged.filter { $0.suppression == nil })).inOrder
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
