import CostAnalysis
import Diagnostics
import Project
import ProjectCheck
import RunReports
import Simulation
import Terminal

/// Where the two sides of a comparison come from.
struct CostSides {
  var global: GlobalOptions<PageFormats>
  var options: RunOptions
  var settings: CommandSettings
  /// Of the working tree.
  var project: LoadedProjects.Loaded
  var console: Console

  /// - Parameters:
  ///   - name: a file, a folder or a revision; nil: the working tree.
  ///   - variant: the one that is compared; nil: the baseline. Others are not played.
  ///   - problems: what cannot be read.
  /// - Returns: whether these are all workloads there are: of those that were written to files some may be missing.
  func reports(
    _ name: String?, variant: String?, _ problems: inout [Diagnostic]
  ) async throws -> (reports: [MeasuredReport], isWhole: Bool) {
    guard let name else { return (try await play(prepared(project, variant), project, from: nil, &problems), true) }
    switch InputFile.kind(name) {
    case .file: return (ReportFiles.read(name, &problems), false)
    case .folder where ReportFiles.holdsReports(name): return (ReportFiles.read(name, &problems), false)
    case .missing where name == "-": return (ReportFiles.read(name, &problems), false)
    case .folder, .missing: return (try await revision(name, variant, &problems), true)
    }
  }

  /// The workloads of a revision: their files are read, removed again, and only then played.
  private func revision(
    _ name: String, _ variant: String?, _ problems: inout [Diagnostic]
  ) async throws -> [MeasuredReport] {
    guard global.project.config == nil else {
      throw UsageError("`--config` names a file of the working tree, not of a revision", help: "use `-C DIR`")
    }
    let start = settings.request.startFolder
    let (tree, loaded, preparations) = try RevisionTree.with(name, from: start, console.environment) { tree in
      var global = self.global
      global.project.projectDirectory = tree.folder
      let loaded = try ProjectLoader(global, console).load([])
      guard let project = loaded.projects.first else { throw UsageError("there is no project in `\(name)`") }
      return (tree, project, try prepared(project, variant))
    }
    console.note("playing the workloads of \(QuotedText.singleLine(name))")
    return try await play(preparations, loaded, from: tree, &problems)
  }

  /// Nothing for a side without workloads: a change may bring the first one, or take the last one away.
  private func prepared(_ loaded: LoadedProjects.Loaded, _ variant: String?) throws -> [RunPreparation] {
    let workloads = loaded.queries.scope.workloads
    var flags = try options.flags(console.environment)
    flags.variants = .one(variant)
    let request = try flags.request(settings, loaded)
    return workloads.map { RunPreparation.prepare($0, in: loaded.project, request: request) }
  }

  private func play(
    _ preparations: [RunPreparation], _ loaded: LoadedProjects.Loaded, from tree: RevisionTree?,
    _ problems: inout [Diagnostic]
  ) async throws -> [MeasuredReport] {
    func shown(_ diagnostic: Diagnostic) -> Diagnostic { tree?.shown(diagnostic) ?? diagnostic }
    func named(_ path: String) -> String { tree?.shown(path) ?? path }
    let failures = loaded.project.findings.filter(\.isInputFailure)
    guard failures.isEmpty else {
      problems += failures.map(shown)
      return []
    }
    var reports: [RunReport] = []
    for preparation in preparations {
      let run = await FinishedRun.play(preparation, loaded, console)
      if let report = run.report { reports.append(report) } else { problems += run.findings.map(shown) }
    }
    try WorkloadRuns.refuseTwins(reports)
    return reports.map { MeasuredReport($0).renamed(paths: named, findings: shown) }
  }
}
