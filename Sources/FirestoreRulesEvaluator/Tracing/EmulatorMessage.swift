package import Diagnostics
import FirestoreRulesLanguage

extension CompiledRules {
  /// The message of a denied request as the official emulator words it, which tests are known to read: a line break and
  /// one entry for each statement that did not allow, with the line of its `allow`.
  package func emulatorMessage(for decision: Decision, of method: RulesMethod) -> String {
    guard !decision.isAllowed else { return "" }
    guard !decision.statements.isEmpty else { return CompiledRules.emulatorMessageWithoutStatement }
    let lines = LineTable(ruleset.source)
    let entries = decision.statements.map { statement in
      entry(reason(of: statement, lines), for: method, at: statement.span, lines)
    }
    return "\n" + entries.joined(separator: ", ")
  }

  /// The message for one statement.
  /// - Parameter reason: `false`, or the text of the error.
  package func emulatorMessage(_ reason: String, for method: RulesMethod, at statement: Span) -> String {
    "\n" + entry(reason, for: method, at: statement, LineTable(ruleset.source))
  }

  /// No header matches, or none for the method.
  package static let emulatorMessageWithoutStatement = "\nNo matching allow statements"

  private func entry(_ reason: String, for method: RulesMethod, at statement: Span, _ lines: LineTable) -> String {
    "\(reason) for '\(method.rawValue)' @ L\(lines.position(of: statement.start).line)"
  }

  private func reason(of statement: StatementOutcome, _ lines: LineTable) -> String {
    if statement.truths == .isFalse { return "false" }
    if let error = statement.error { return error.message }
    // The evaluation ended for want of budget; the emulator's text for this is known from public reports only.
    let condition = lines.position(of: statement.condition.map { span(of: $0).start } ?? statement.span.start)
    return "evaluation error at L\(condition.line):\(condition.column)"
  }
}
