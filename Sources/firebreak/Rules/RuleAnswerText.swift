import Diagnostics
import ProjectCheck
import RulesTesting

/// The lines that explain one answer of the rules: the place and the reason, each condition with its values, and what
/// would have allowed a denied request.
struct RuleAnswerText {
  /// The place and the reason.
  private let head: String
  private let explanation: [ExplanationRow]
  private let notes: [String]
  private let remedies: [String]
  private let isASCII: Bool
  private static let maximumRows = 16

  init(_ answer: RuleAnswer, isASCII: Bool) {
    let place = answer.reason?.location.map { "\($0.description)  " } ?? ""
    let isJudged = answer.reason != nil
    head = answer.reason.map { place + $0.message } ?? "a privileged caller is not judged by rules"
    explanation = isJudged ? answer.explanation : []
    notes = isJudged ? answer.notes : []
    remedies = isJudged ? answer.remedy : []
    self.isASCII = isASCII
  }

  /// The same of the Realtime Database.
  init(_ answer: RealtimeAnswer, isASCII: Bool) {
    head = (answer.location.map { "\($0.description)  " } ?? "") + answer.message
    explanation = answer.explanation
    notes = []
    remedies = []
    self.isASCII = isASCII
  }

  var lines: [String] { [head] + rows + notes + remedy }

  private var rows: [String] {
    let shown = explanation.prefix(Self.maximumRows)
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
    if explanation.count > shown.count { lines.append("  and \(explanation.count - shown.count) more") }
    return lines
  }

  private var remedy: [String] {
    guard let first = remedies.first else { return [] }
    let rest = remedies.dropFirst().prefix(3)
    return ["would allow it: \(first)"] + rest.map { "            or: \($0)" }
  }
}
