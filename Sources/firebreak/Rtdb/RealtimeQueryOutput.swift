import Diagnostics
import ProjectCheck
import StructuredText
import Terminal

/// Writes what one query of the Realtime Database answers, in every requested format.
struct RealtimeQueryOutput {
  var console: Console

  func write(_ answer: RealtimeQueryAnswer) throws -> Outcome {
    try console.write { format, _ in
      switch format {
      case .json: JSONWriter.text(answer.json) + "\n"
      case .markdown: "```\n\(text(answer))```\n"
      default: text(answer)
      }
    }
    return .clean
  }

  /// What an SDK throws instead of asking.
  func write(refusal message: String, help: String?) throws -> Outcome {
    try RealtimeEvalOutput(console: console).write(refusal: message, help: help)
  }

  private func text(_ answer: RealtimeQueryAnswer) -> String {
    var lines: [String] = []
    if case .object(let members) = answer.results {
      lines = members.map { line("\(QuotedText.singleLine($0.key))  \(JSONWriter.text($0.value, .compact))") }
    } else {
      lines = [line(JSONWriter.text(answer.results, .compact))]
    }
    if !lines.isEmpty { lines.append("") }
    lines.append("\(Counted.text(answer.count, "child", "children")), \(Counted.text(answer.bytes, "byte"))")
    if let missing = answer.missingIndex {
      lines.append("index   \(QuotedText.singleLine(missing))")
      lines.append("listen  downloads \(Counted.text(answer.listenerBytes, "byte"))")
    }
    if let index = answer.unknownIndex {
      lines.append("index   needs \(QuotedText.of(index)); --rules FILE says whether it is there")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ text: String) -> String {
    guard text.count > console.width else { return text }
    return String(text.prefix(console.width - 1)) + (console.isASCII ? "~" : "…")
  }
}
