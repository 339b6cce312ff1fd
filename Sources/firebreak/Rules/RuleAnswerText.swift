import Diagnostics
import Workbench

/// The lines that explain one answer of the rules: the place and the reason, each condition with its values, and what
/// would have allowed a denied request.
struct RuleAnswerText {
  private let answer: RuleAnswer
  private let isASCII: Bool
  private static let maximumRows = 16

  init(_ answer: RuleAnswer, isASCII: Bool) {
    self.answer = answer
    self.isASCII = isASCII
  }

  var lines: [String] {
    guard let reason = answer.reason else { return ["a privileged caller is not judged by rules"] }
    let place = reason.location.map { "\($0.description)  " } ?? ""
    return [place + reason.message] + rows + answer.notes + remedy
  }

  private var rows: [String] {
    let shown = answer.explanation.prefix(Self.maximumRows)
    let labels = shown.map { row in
      let line = row.line.map { "\($0)  " } ?? ""
      return String(repeating: "  ", count: row.depth) + line + row.condition
    }
    let width = min(labels.map { DisplayWidth.of($0) }.max() ?? 0, 60)
    let arrow = isASCII ? "->" : "→"
    let isMarked = shown.count > 1
    var lines = zip(shown, labels).map { row, label in
      let padding = String(repeating: " ", count: max(1, width + 2 - DisplayWidth.of(label)))
      let values = row.values.isEmpty ? "" : "\(row.values)  "
      let mark = isMarked && row.isDeciding ? (isASCII ? "   <- decided" : "   ← decided") : ""
      return "  \(label)\(padding)\(values)\(arrow) \(row.outcome)\(mark)"
    }
    if answer.explanation.count > shown.count { lines.append("  and \(answer.explanation.count - shown.count) more") }
    return lines
  }

  private var remedy: [String] {
    guard let first = answer.remedy.first else { return [] }
    let rest = answer.remedy.dropFirst().prefix(3)
    return ["would allow it: \(first)"] + rest.map { "            or: \($0)" }
  }
}
