import Diagnostics
import Project
import ProjectCheck
import RunReports
import Simulation
import Terminal
import Workloads

extension FinishedRun {
  /// Reads one workload of a project and plays it.
  static func play(
    _ path: String, _ loaded: LoadedProjects.Loaded, _ request: RunRequest, _ console: Console
  ) async -> FinishedRun {
    await play(RunPreparation.prepare(path, in: loaded.project, request: request), loaded, console)
  }

  /// Plays a workload whose files have been read: they may be gone by now.
  static func play(
    _ preparation: RunPreparation, _ loaded: LoadedProjects.Loaded, _ console: Console
  ) async -> FinishedRun {
    guard let input = preparation.input else {
      return FinishedRun(path: preparation.path, unread: preparation.findings, policy: loaded.policy)
    }
    let long = LongRun(input)
    if let long { console.note(long.text(name: input.suite.name, isASCII: console.isASCII)) }
    let progress = ProgressLine(
      console, label: input.suite.name,
      days: input.suite.variants.reduce(0) { $0 + Int64($1.workload.clock.days) }, isLong: long != nil)
    let report = await WorkloadRunner.run(
      input, hazards: { WorkloadHazards.findings(in: $0, source: $1) }, progress: progress.show)
    progress.clear()
    guard report.obstacles.isEmpty else {
      return FinishedRun(path: preparation.path, unread: preparation.findings + report.obstacles, policy: loaded.policy)
    }
    return FinishedRun(path: preparation.path, report: report, policy: loaded.policy, settings: loaded.project.settings)
  }
}

extension LongRun {
  private var ways: [String] {
    let looks = (isPlayingDays ? ["`--days 1` for a first look"] : []) + ["fewer users (--set)"]
    return looks + (isShared ? ["`world: own` where users do not see one another's data"] : [])
  }

  /// What to expect, why, and what would be quick.
  func text(name: String, isASCII: Bool) -> String {
    let played = "\(Counted.text(Int(clamping: sessions), "session")) of \(Counted.text(Int(clamping: users), "user"))"
    let many = steps / 20 >= sessions ? ", \(Grouped.counted(steps, "step"))" : ""
    let text =
      "\(QuotedText.singleLine(name)): plays \(played) one by one\(many) · \(location.lineText): \(reason)\n"
      + "  quicker: \(ways.joined(separator: ", "))"
    return isASCII ? text.replacing("·", with: "-") : text
  }
}
