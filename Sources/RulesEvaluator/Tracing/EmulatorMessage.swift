import Diagnostics
import RulesLanguage

extension CompiledRules {
  /// The message of a denied request as the official emulator words it, which tests are known to read: a line break and
  /// one entry for each statement that did not allow, with the line of its `allow`.
  package func emulatorMessage(for decision: Decision, of method: RulesMethod) -> String {
    guard !decision.isAllowed else { return "" }
    guard !decision.statements.isEmpty else { return "\nNo matching allow statements" }
    let lines = LineTable(ruleset.source)
    let entries = decision.statements.map { statement in
      let place = lines.position(of: statement.span.start)
      let suffix = " for '\(method.rawValue)' @ L\(place.line)"
      if statement.truths == .isFalse { return "false\(suffix)" }
      if let error = statement.error { return error.message + suffix }
      // The evaluation ended for want of budget; the emulator's text for this is known from public reports only.
      let condition = lines.position(of: statement.condition.map { span(of: $0).start } ?? statement.span.start)
      return "evaluation error at L\(condition.line):\(condition.column)\(suffix)"
    }
    return "\n" + entries.joined(separator: ", ")
  }
}
