import ArgumentParser
import Diagnostics
import Project
import ReportPages
import RunReports
import StructuredText
import Terminal

struct ReportCommand: ReportingCommand {
  static let title = "report"
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Collect the last runs of a project into pages for people and scripts.",
    discussion: """
      Reads what `firebreak run` has saved below .firebreak/runs of the project in DIR, the current folder by default, \
      and writes .firebreak/report: index.html, a page that needs nothing else, summary.md for a comment, report.json for \
      scripts. Each run is shown with the time it was saved, and as stale when its workload has gone or has changed since.

      Exits 2 when there is no saved run, or one of another version.
      """)

  @Argument(help: ArgumentHelp("The folder of the project.", valueName: "dir"), completion: .directory)
  var directory: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ console: Console) async throws -> Outcome {
    var request = try CommandSettings(global, console.environment).request
    if let directory {
      guard InputFile.kind(directory) == .folder else {
        throw UsageError("there is no folder \(QuotedText.of(directory, limit: 200))")
      }
      request.startFolder = directory
    }
    let project: Project
    do throws(ProjectRequestError) { project = try Project.discover(request) } catch { throw error.usageError }
    let runs = SavedRuns(root: project.root)
    let (reports, findings) = runs.read(for: project.workloads(), from: WorkingFolder.path)
    guard findings.isEmpty else { return try console.stop(findings) }
    guard !reports.isEmpty else {
      throw UsageError(
        "there are no saved runs in \(QuotedText.of(runs.folder, limit: 200))",
        help: "play a workload first: `firebreak run`")
    }
    for report in reports {
      if let staleness = report.saved?.staleness {
        console.note(QuotedText.singleLine("stale: \(report.workload): \(staleness)"))
      }
    }
    let pages = try ReportFolder(reports: reports, runs: runs).write(console)
    try console.write { format, _ in
      switch format {
      case .json: pages.json
      default: pages.summary + "\n"
      }
    }
    return .clean
  }
}

/// What `report` writes: one file for each kind of reader.
struct ReportFolder {
  var reports: [RunReport]
  var runs: SavedRuns

  struct Written {
    /// `wrote a/index.html (single file, 412 kB), summary.md, report.json`
    var summary: String
    var json: String
  }

  func write(_ console: Console) throws -> Written {
    let outcome: RunReport.Outcome = reports.contains { $0.outcome == .findings } ? .findings : .clean
    let json =
      JSONWriter.text(
        RunReportsJSON(reports.map { ($0, nil) }).value(outcome: outcome.rawValue, isSingle: true), .figures) + "\n"
    let page = try ReportPage.render(reports, version: FirebreakVersion.current)
    let files = [("index.html", page), ("summary.md", RunReportMarkdown.comment(reports)), ("report.json", json)]
    let folder = runs.reportFolder
    try console.makeScratchFolder(runs.reportFolder, of: runs)
    for (name, text) in files { try console.write(text, toScratch: DisplayPath.join(folder, name)) }
    let size = "single file, \(max(1, page.utf8.count / 1_000)) kB"
    let names = ["\(DisplayPath.join(folder, files[0].0)) (\(size))"] + files.dropFirst().map(\.0)
    return Written(summary: "wrote \(names.joined(separator: ", "))", json: json)
  }
}
