package import Diagnostics
import FirestoreRulesLanguage

/// A denied request, on one screen: every statement that applied, and each of its conditions with values.
package struct DenialExplanation: Sendable {
  package enum Verdict: String, Hashable, Sendable {
    case satisfied, failed, error
    case notEvaluated = "not-evaluated"
  }

  /// A conjunct of a condition; those of functions and variables that are not true take the place of their call.
  package struct Condition: Hashable, Sendable {
    package var expression: Int
    package var span: Span
    package var line: Int
    /// Its source, on one line.
    package var text: String
    package var verdict: Verdict
    /// The values it worked on, or the text of the error.
    package var detail: String?
    /// What would have made it true.
    package var remedy: String?
    /// For `||`, its operands, none of which was true.
    package var alternatives: [Condition]
    /// One operand of `||`, whose parts have to hold together: they stand in `alternatives`.
    package var isConjunction = false
  }

  package struct Statement: Hashable, Sendable {
    package var span: Span
    package var line: Int
    /// The headers round it, joined.
    package var path: String
    package var methods: [String]
    package var verdict: Verdict
    package var conditions: [Condition]
  }

  package var denial: Denial
  /// The source that spans and lines are of.
  package var source: SourceText
  package var statements: [Statement]

  /// The explanation as lines of text, without colours.
  package var lines: [String] {
    var lines = [denial.message]
    for statement in statements {
      let methods = statement.methods.joined(separator: ", ")
      lines.append("\(source.path):\(statement.line)  allow \(methods)  \(statement.path)")
      for condition in statement.conditions { condition.append(to: &lines, indent: 2) }
    }
    return lines
  }
}

extension DenialExplanation.Condition {
  fileprivate func append(to lines: inout [String], indent: Int) {
    let space = String(repeating: " ", count: indent)
    lines.append("\(space)\(verdict.mark) \(text)" + (detail.map { "   \($0)" } ?? ""))
    if let remedy { lines.append("\(space)  would allow: \(remedy)") }
    for alternative in alternatives { alternative.append(to: &lines, indent: indent + 2) }
  }
}

extension DenialExplanation.Verdict {
  fileprivate var mark: String {
    switch self {
    case .satisfied: "✓"
    case .failed: "✗"
    case .error: "!"
    case .notEvaluated: "·"
    }
  }
}

extension Trace {
  /// Nil when the request was allowed.
  package var explanation: DenialExplanation? {
    guard !outcomes.contains(where: { $0.truths == .isTrue }) else { return nil }
    let list = ConditionList(rules: rules, recorder: recorder)
    let bySpan = Dictionary(rules.statements.map { ($0.span, $0) }, uniquingKeysWith: { first, _ in first })
    let statements = zip(outcomes, roots).map { outcome, root in
      let statement = bySpan[outcome.span]
      return DenialExplanation.Statement(
        span: outcome.span, line: list.line(of: outcome.span), path: statement?.pathText ?? "",
        methods: statement?.declaration.methods.map(\.text) ?? [], verdict: outcome.error == nil ? .failed : .error,
        conditions: root.map { list.conditions(of: $0) } ?? [])
    }
    return DenialExplanation(denial: denial, source: rules.ruleset.source, statements: statements)
  }
}
