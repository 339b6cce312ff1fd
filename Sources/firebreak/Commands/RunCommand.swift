import ArgumentParser
import CostAnalysis
import Diagnostics
import Project
import ProjectCheck
import Simulation
import StructuredText
import Terminal
import Workloads

struct RunCommand: ReportingCommand {
  static let title = "run"
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play workloads in simulated time and report what they read and bill.",
    discussion: """
      PATH is a workload file, or a folder that is searched for *.workload.yaml; without PATH the current folder. Every \
      variant is played in a world of its own and set beside the first one, the baseline. Only what shows as much for less \
      is called cheaper. What fails comes first, then what costs most, on one screen; -v or -o full prints the whole report.

      The latest report of each workload is kept below .firebreak/runs of the project, for `firebreak report`.

      Exits 1 when an assertion or a budget is broken, or a finding at or above the fail level was not expected, and 2 when a \
      workload cannot be read or played.
      """)

  @Argument(help: ArgumentHelp("Workload files or folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Play only this variant beside the baseline (repeatable).", valueName: "name"))
  var variant: [String] = []

  @Flag(help: "Write expected/<workload>.json beside each workload instead of comparing with it.")
  var updateExpected = false

  @Flag(name: .customLong("no-save"), help: "Do not keep the reports below .firebreak/runs of the project.")
  var noSave = false

  @OptionGroup var options: RunOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<RunFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let updates = environment.isSet(updateExpected, flag: "update-expected")
    if updates, environment.nonEmpty("CI") != nil {
      throw UsageError(
        "`--update-expected` is refused where CI is set",
        help: "update the expectations on your machine and commit them")
    }
    let settings = try CommandSettings(global, environment)
    let loaded = try ProjectLoader(global, console).load(paths)
    guard loaded.projects.contains(where: { !$0.queries.scope.workloads.isEmpty }) else {
      throw UsageError(
        "there is no *.workload.yaml \(paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))")",
        help: "name a workload file or a folder that contains some")
    }
    let ratchets = loaded.projects.map { RatchetFile(of: $0.project) }
    let unreadable =
      loaded.projects.flatMap { $0.project.findings.filter(\.isInputFailure) } + ratchets.flatMap(\.failures)
    guard unreadable.isEmpty else { return try console.stop(unreadable) }
    let saves = !environment.isSet(noSave, flag: "no-save")
    var runs: [FinishedRun] = []
    var flags = try options.flags(environment)
    let names = try environment.values(variant, flag: "variant") { $0 }
    if !names.isEmpty { flags.variants = .named(names) }
    if updates, flags.days != nil { throw UsageError("`--update-expected` is of all days: leave `--days` out") }
    for (project, ratchet) in zip(loaded.projects, ratchets) {
      if let records = ratchet.ratchet, records.replacement != nil, records.replacement != flags.replacement, !updates {
        console.note("\(ratchet.path) is not compared: its records are \(records.run)")
      }
      var played: [FinishedRun] = []
      for path in project.queries.scope.workloads {
        var run = await FinishedRun.play(path, project, try flags.request(settings, project), console)
        // Records are of workloads that were played like this, and are no part of their expectations.
        if let records = ratchet.ratchet, records.replacement == flags.replacement, !updates {
          run.hold(to: records, settings: project.project.settings)
        }
        if saves { run.save(below: project.project.root, console) }
        played.append(run)
      }
      // Only all workloads together have all steps.
      if project.queries.scope.isWhole, flags.variants == .all, !updates, !played.contains(where: { $0.report == nil })
      {
        let settings = project.project.settings
        let unknown = settings.unknownBudgets(among: played.flatMap(\.steps))
        if !unknown.isEmpty, !played.isEmpty {
          played[0].add(unknown, settings: settings)
          if saves { played[0].save(below: project.project.root, console) }
        }
      }
      runs += played
    }
    if updates { try runs.forEach { try $0.writeExpected(console) } }
    return try RunOutput(runs: runs).write(to: console)
  }
}
