import Diagnostics
import ReportPages
import StructuredText
import Terminal
import Workbench

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
      case .full: text(colored: colored, width: console.width)
      case .json: JSONWriter.text(json(outcome), .figures) + "\n"
      case .markdown: RunReportMarkdown.comment(runs.compactMap(\.report))
      case .html: try page
      case .concise, .jsonl, .sarif, .github, .gitlab, .junit, .lcov: nil
      }
    }
    let unread = FindingList(runs.filter { $0.report == nil }.flatMap(\.findings))
    console.report(unread)
    if runs.count > 1 { console.note(summary) }
    return outcome
  }

  /// All reports on one page; workloads that cannot be read are findings, and stand on standard error. Nil where none can.
  private var page: String? {
    get throws {
      let reports = runs.compactMap(\.report)
      return reports.isEmpty ? nil : try ReportPage.render(reports, version: FirebreakVersion.current)
    }
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
    let parts = ["\(clean) clean", "\(found) with findings", "\(unread) not readable"]
    let shown = zip(parts, [clean, found, unread]).filter { $0.1 > 0 }.map(\.0)
    return "Ran \(Counted.text(runs.count, "workload")): \(shown.joined(separator: ", "))"
  }

  private func json(_ outcome: Outcome) -> JSONValue {
    let unread = runs.filter { $0.report == nil }.flatMap(\.findings)
    return RunReportsJSON(runs.compactMap { run in run.report.map { ($0, run.outcome.rawValue) } })
      .value(outcome: outcome.rawValue, unread: JSONValue.findings(FindingList(unread)).list, isSingle: runs.count == 1)
  }
}
