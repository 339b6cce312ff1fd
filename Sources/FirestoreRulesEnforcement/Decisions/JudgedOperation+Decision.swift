import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

// What the evaluator says to one operation, with places instead of ids.

extension JudgedOperation {
  init(_ decision: Decision, of request: RulesRequest, under rules: CompiledRules) {
    let source = rules.ruleset.source
    self.init(method: request.method, target: request.path.text)
    if let denial = decision.denial {
      self.denial = AccessDenial(
        kind: .rules(denial.kind), method: method, target: target,
        location: denial.place.map { source.location($0) }, condition: denial.span.map { source.line(of: $0) },
        message: denial.message,
        emulatorMessage: rules.emulatorMessage(for: decision, of: method))
    } else {
      allowedBy = decision.statements.last.map { source.location($0.span) }
    }
  }
}

extension SourceText {
  /// The text of a range on one line, shortened where it is long.
  func line(of span: Span) -> String {
    let words = text(in: span).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 160 ? String(words.prefix(159)) + "…" : words
  }
}
