import Diagnostics
import ReportPages
import RunReports
import StructuredText
import Terminal

/// Writes the reports of one `run`.
struct RunOutput {
  var runs: [FinishedRun]

  func write(to console: Console) throws -> Outcome {
    let outcome = Outcome.worst(runs.map(\.outcome))
    let report = FindingReport(
      FindingList(runs.flatMap(\.findings)), outcome: outcome, failLevel: .error,
      tests: JUnitReport(name: "firebreak run", suites: runs.map(\.tests)))
    try console.write(report) { format, colored in
      switch format {
      case .summary where !console.isVerbose: screen(colored, console)
      case .summary, .full: text(colored: colored, width: console.width)
      case .json: JSONWriter.text(json(outcome), .figures) + "\n"
      case .markdown: markdown
      case .html: try page
      case .concise, .jsonl, .sarif, .github, .gitlab, .junit, .lcov: nil
      }
    }
    console.report(unread)
    if !console.writesToStandardOutput { ending.forEach(console.note) }
    if runs.count > 1 { console.note(summary) }
    return outcome
  }

  /// All workloads at a glance.
  private func screen(_ colored: Bool, _ console: Console) -> String {
    let reports = runs.compactMap(\.report)
    guard !reports.isEmpty else { return "" }
    return RunSummaryText(reports, colours: colored, isASCII: console.isASCII, width: console.width).text
  }

  /// How each workload ended, where nothing else says so.
  private var ending: [String] {
    runs.compactMap { run in
      run.report.map { report in
        let parts = RunVerdict(report).demands + [RunVerdict(report).cost, FindingList(run.findings).summary]
        let word = run.outcome == .clean ? "passed" : "failed"
        return "\(word): \(QuotedText.singleLine(report.workload)): \(parts.joined(separator: ", "))"
      }
    }
  }

  /// Of workloads that could not be played.
  private var unread: FindingList { FindingList(runs.filter { $0.report == nil }.flatMap(\.findings)) }

  /// All reports on one page, and what could not be read above them: no page says that all is well when it is not.
  private var page: String {
    get throws {
      try ReportPage.render(runs.compactMap(\.report), unread: unread.diagnostics, version: FirebreakVersion.current)
    }
  }

  private var markdown: String {
    let reports = runs.compactMap(\.report)
    let parts = [MarkdownRenderer.text(unread), reports.isEmpty ? "" : RunReportMarkdown.comment(reports)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Several reports each have a title line, or nobody could tell where one ends.
  private func text(colored: Bool, width: Int) -> String {
    let reports = runs.compactMap { run in
      run.report.map { report in
        let title = runs.count == 1 ? "" : "== \(QuotedText.singleLine("\(report.workload)  \(run.path)"))\n\n"
        return title + RunReportText(report, colours: colored, width: width).text
      }
    }
    return reports.joined(separator: "\n")
  }

  /// `Ran 7 workloads: 6 clean, 1 with findings`
  private var summary: String {
    let clean = runs.count { $0.outcome == .clean }
    let found = runs.count { $0.outcome == .findings }
    let unread = runs.count - clean - found
    let parts = ["\(clean) clean", "\(found) with findings", "\(unread) not played"]
    let shown = zip(parts, [clean, found, unread]).filter { $0.1 > 0 }.map(\.0)
    return "Ran \(Counted.text(runs.count, "workload")): \(shown.joined(separator: ", "))"
  }

  private func json(_ outcome: Outcome) -> JSONValue {
    RunReportsJSON(runs.compactMap { run in run.report.map { ($0, run.outcome.rawValue) } })
      .value(outcome: outcome.rawValue, unread: JSONValue.findings(unread).list, isSingle: runs.count == 1)
  }
}
