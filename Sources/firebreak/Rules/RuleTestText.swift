import Diagnostics
import RulesTesting
import Terminal

/// The result of rules tests for people: what did not pass with its reason, then one line of figures.
struct RuleTestText {
  private let report: RuleTestReport
  /// The command without its filter.
  private let rerun: String
  private let isASCII: Bool
  private let colored: Bool
  private let showsPassed: Bool

  init(_ report: RuleTestReport, rerun: String, isASCII: Bool, colored: Bool, showsPassed: Bool) {
    self.report = report
    self.rerun = rerun
    self.isASCII = isASCII
    self.colored = colored
    self.showsPassed = showsPassed
  }

  var text: String {
    var lines: [String] = []
    for file in report.files {
      let shown = file.cases.filter { showsPassed || $0.outcome != .passed }
      guard !shown.isEmpty else { continue }
      lines.append(file.path)
      lines += shown.flatMap(self.lines)
    }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ result: RuleCaseResult) -> [String] {
    let padding = String(repeating: " ", count: max(2, 49 - DisplayWidth.of(result.name)))
    let head = "  \(mark(result.outcome)) \(result.name)"
    guard let first = result.problems.first else { return [head] }
    let rest = result.problems.dropFirst().map { "      \($0.message)" }
    let explanation = result.answer.map { RuleAnswerText($0, isASCII: isASCII).lines.map { "      \($0)" } } ?? []
    return ["\(head)\(padding)\(first.message)"] + rest + explanation
  }

  private func mark(_ outcome: RuleCaseResult.Outcome) -> String {
    switch outcome {
    case .passed: paint(isASCII ? "ok" : "✓", 32)
    case .failed: paint(isASCII ? "FAIL" : "✗", 31)
    case .error: paint(isASCII ? "ERROR" : "!", 31)
    }
  }

  private func paint(_ text: String, _ code: Int) -> String { colored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

  /// `3 passed, 1 failed · 2 rule reads          rerun: firebreak rules test cases.yaml -k 'stranger cannot'`
  private var summary: String {
    var parts = ["\(report.count(.passed)) passed"]
    if report.count(.failed) > 0 { parts.append("\(report.count(.failed)) failed") }
    if report.count(.error) > 0 { parts.append(Counted.text(report.count(.error), "error")) }
    let reads = Counted.text(report.reads, "rule read")
    let line = "\(parts.joined(separator: ", ")) \(isASCII ? "-" : "·") \(reads)"
    let bad = report.cases.filter { $0.outcome != .passed }
    guard bad.count == 1, let only = bad.first else { return line }
    return "\(line)          rerun: \(rerun) -k \(ShellWord.alwaysQuoted(only.name))"
  }
}

/// One argument as a shell reads it.
enum ShellWord {
  /// Bare where nothing in it means anything to a shell.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "/._-+=:@%,".utf8.contains(byte)
      }
    return isPlain ? text : alwaysQuoted(text)
  }

  static func alwaysQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
