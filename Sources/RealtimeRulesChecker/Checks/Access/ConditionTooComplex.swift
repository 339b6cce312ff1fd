import Diagnostics
import RealtimeRules

/// A condition has more conjunctions than the checks look at, so that their findings may be incomplete.
enum ConditionTooComplex: RealtimeLint {
  static let codes: [DiagnosticCode] = [.unsupportedFeature]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions.filter(\.normalForm.isTruncated).map { condition in
        subject.finding(
          .unsupportedFeature,
          "`\(condition.rule.kind.rawValue)` of `\(location.pattern)` can become true in more than \(DisjunctiveNormalForm.maximum) ways; the checks follow the first \(DisjunctiveNormalForm.maximum)",
          at: condition.span, severity: .warning,
          notes: ["what is said of other rules is complete; `rtdb eval` decides every request, whatever the condition"],
          help: "give parts of the condition to rules further down, or ask for a role instead of a list of cases")
      }
    }
  }
}
