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
      case .markdown: runs.compactMap(\.report).map { RunReportMarkdown($0).text }.joined(separator: "\n")
      case .html: try page
      case .concise, .jsonl, .sarif, .github, .gitlab, .junit, .lcov: nil
      }
    }
    let unread = FindingList(runs.filter { $0.report == nil }.flatMap(\.findings))
    console.report(unread)
    if runs.count > 1 { console.note(summary) }
    return outcome
  }

  /// All reports on one page; workloads that cannot be read are findings, and stand on standard error.
  private var page: String {
    get throws { try ReportPage.render(runs.compactMap(\.report), version: FirebreakVersion.current) }
  }

  /// Several reports each have a title line, or nobody could tell where one ends.
  private func text(colored: Bool, width: Int) -> String {
    let reports = runs.compactMap { run in
      run.report.map { report in
        let title = runs.count == 1 ? "" : "== \(report.workload)  \(run.path)\n\n"
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

  /// One workload is its report. Several keep the same keys: `variants` lists those of all, each naming its workload.
  private func json(_ outcome: Outcome) -> JSONValue {
    if runs.count == 1, let report = runs[0].report { return report.json(outcome: outcome.rawValue) }
    let reports = runs.compactMap { run in run.report.map { ($0.workload, $0.json(outcome: run.outcome.rawValue)) } }
    let unread = runs.filter { $0.report == nil }.flatMap(\.findings)
    return .object([
      .init("outcome", .string(outcome.rawValue)),
      .init("variants", .array(reports.flatMap { name, report in report.elements("variants", naming: name) })),
      .init(
        "findings",
        .array(
          reports.flatMap { name, report in report.elements("findings", naming: name) }
            + JSONValue.findings(FindingList(unread)).list)),
      .init("workloads", .array(reports.map(\.1))),
    ])
  }
}

extension JSONValue {
  fileprivate var list: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The elements of a list of an object, each with the workload it belongs to.
  fileprivate func elements(_ key: String, naming workload: String) -> [JSONValue] {
    guard case .object(let members) = self, let value = members.first(where: { $0.key == key })?.value else { return [] }
    return value.list.map { element in
      guard case .object(let members) = element else { return element }
      return .object(members + [.init("workload", .string(workload))])
    }
  }
}
