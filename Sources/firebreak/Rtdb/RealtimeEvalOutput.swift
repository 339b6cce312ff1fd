import Diagnostics
import ProjectCheck
import StructuredText
import Terminal

/// Writes what the rules of the Realtime Database say to one request.
struct RealtimeEvalOutput {
  var console: Console

  func write(_ answer: RealtimeAnswer) throws -> Outcome {
    try console.write { format, colored in
      switch format {
      case .json: JSONWriter.text(answer.json) + "\n"
      case .markdown: "```\n\(text(answer, colored: false))```\n"
      default: text(answer, colored: colored)
      }
    }
    return answer.isAllowed ? .clean : .findings
  }

  /// What an SDK or the service answers to a request that it refuses before the rules are asked.
  func write(refusal message: String, help: String? = nil) throws -> Outcome {
    let advice = help.map { "help: \(QuotedText.singleLine($0))\n" } ?? ""
    try console.write { format, _ in
      switch format {
      case .json:
        JSONWriter.text(.object([.init("error", .string(message))] + (help.map { [.init("help", .string($0))] } ?? [])))
          + "\n"
      case .markdown: "**refused** \(QuotedText.singleLine(message))\n" + (help == nil ? "" : "\n" + advice)
      default: "refused: \(QuotedText.singleLine(message))\n" + advice
      }
    }
    return .findings
  }

  /// What was asked, the rule that decided with its place in the file, and its conditions with their values.
  private func text(_ answer: RealtimeAnswer, colored: Bool) -> String {
    let word = answer.isAllowed ? "allow" : "deny"
    let shown = colored ? "\u{1B}[1;\(answer.isAllowed ? 32 : 31)m\(word)\u{1B}[0m" : word
    var lines = ["\(shown)  \(answer.subject)"]
    lines += RuleAnswerText(answer, isASCII: console.isASCII).lines.map { "  \($0)" }
    if let location = answer.location {
      lines += FullRenderer(colours: colored).snippet(of: location, severity: answer.isAllowed ? .info : .error)
    }
    lines += answer.otherRules.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
