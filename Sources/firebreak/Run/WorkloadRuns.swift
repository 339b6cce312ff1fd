import Diagnostics
import ProjectCheck
import RunReports
import Terminal

/// Plays the workloads of a project for the figures of another command.
enum WorkloadRuns {
  /// - Parameter paths: what the user named, for the message when there is nothing to play.
  static func play(
    _ loaded: LoadedProjects.Loaded, _ flags: RunFlags, _ settings: CommandSettings, _ console: Console,
    paths: [String]
  ) async throws(UsageError) -> [FinishedRun] {
    let workloads = loaded.queries.scope.workloads
    guard !workloads.isEmpty else {
      throw UsageError(
        "there is no *.workload.yaml \(paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))")",
        help: "name a workload file or a folder that contains some")
    }
    let request = try flags.request(settings, loaded)
    var runs: [FinishedRun] = []
    for path in workloads { runs.append(await FinishedRun.play(path, loaded, request, console)) }
    return runs
  }

  /// Figures are kept by the names of workloads.
  static func refuseTwins(_ reports: [RunReport]) throws(UsageError) {
    var seen: Set<String> = []
    for report in reports where !seen.insert(report.workload).inserted {
      throw UsageError(
        "two workloads are named \(QuotedText.of(report.workload))", help: "give every workload a name of its own")
    }
  }
}
