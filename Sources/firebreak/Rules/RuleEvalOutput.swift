import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import RulesTesting
import StructuredText
import Terminal

/// Writes what the rules say to one request.
struct RuleEvalOutput {
  var console: Console

  func write(_ answer: RuleAnswer, as actor: Caller) throws -> Outcome {
    try console.write { format, colored in
      switch format {
      case .json: JSONWriter.text(answer.json) + "\n"
      case .markdown: "```\n\(text(answer, actor, .plain))```\n"
      default: text(answer, actor, colored ? .colored : .plain)
      }
    }
    return answer.isAllowed ? .clean : .findings
  }

  /// What the service answers to a request that it refuses before the rules are asked.
  func write(_ error: FirestoreError) throws -> Outcome {
    try console.write { format, _ in
      switch format {
      case .json:
        JSONWriter.text([
          "error": [
            "code": .integer(Int64(error.status.rawValue)), "status": .string(error.status.name),
            "message": .string(error.message),
          ]
        ]) + "\n"
      case .markdown: "**\(error.status.name)** \(error.message)\n"
      default: "\(error.status.name): \(error.message)\n"
      }
    }
    return .findings
  }

  private func budgets(_ budgets: AccessDecision.Budgets) -> [String] {
    let limit = Counted.text(AccessDecision.Budgets.expressionLimit, "expression")
    let documents = "\(budgets.accesses) of \(Counted.text(budgets.accessLimit, "document"))"
    return ["  \(Counted.grouped(budgets.expressions)) of \(limit), \(documents)"]
      + budgets.nearlyUsed.map { "  warning: \($0.percent) % of the \($0.name) that a request may use are used" }
  }

  private enum Style { case plain, colored }

  /// The decision in one screen: what was asked, the conditions with their values, and what would have allowed it.
  private func text(_ answer: RuleAnswer, _ actor: Caller, _ style: Style) -> String {
    let word = answer.isAllowed ? "allow" : "deny"
    let shown = style == .colored ? "\u{1B}[1;\(answer.isAllowed ? 32 : 31)m\(word)\u{1B}[0m" : word
    var lines = ["\(shown)  \(answer.subject) as \(actor.name)"]
    lines += RuleAnswerText(answer, isASCII: console.isASCII).lines.map { "  \($0)" }
    if answer.reason != nil {
      lines.append("  \(Counted.text(answer.documentsRead.count, "document")) read by rules")
      lines += answer.documentsRead.map { "    \($0)" }
      lines += budgets(answer.budgets)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
