import ArgumentParser
import Diagnostics
import IndexCatalog
import Project
import ProjectCheck
import QueryShapes
import StructuredText
import Terminal

struct IndexesUnusedCommand: ReportingCommand {
  static let title = "indexes unused"
  static let configuration = CommandConfiguration(
    commandName: "unused",
    abstract: "Definitions that no known query needs.",
    discussion: """
      Only the queries of workloads, sources, documents, the inventory and what an emulator has left in \
      .firebreak/recording.json are known: delete a definition only if they are all there are. Removals are never \
      written.
      """)

  @Argument(help: ArgumentHelp("A project folder, or a workload file.", valueName: "path"), completion: .file())
  var path: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    var loaded = try ProjectLoader(global, console).load([path].compactMap(\.self), readsSources: true)
    try loaded.requireInput(for: "compare")
    var failures = loaded.projects.flatMap(\.inputFailures)
    loaded.addLeftRecording(&failures)
    guard failures.isEmpty else { return try console.stop(failures) }
    let (project, group) = try loaded.chosenGroup(for: "indexes unused")
    guard group.unsupported.isEmpty else { return try console.stop(group.unsupported) }
    guard !group.shapes.isEmpty else {
      throw UsageError(
        "no query of Firestore is known, so nothing can be called unused",
        help: "name the folder of the sources, or add a *.workload.yaml")
    }
    let usage = group.usage()
    let findings = project.policy.apply(
      to: group.source.refusals + usage.findings, settings: project.project.settings, isComplete: false)
    let outcome = Outcome(FindingVerdict(findings, failLevel: project.policy.failLevel))
    let report = FindingReport(findings, outcome: outcome, failLevel: project.policy.failLevel)
    try console.write(report) { format, _ in format == .json ? json(usage, outcome) : nil }
    console.note(
      "\(usage.unused.count) unused, \(usage.redundant.count) redundant of "
        + "\(Counted.text(group.source.catalog.composites.count, "index", "indexes")), "
        + "judged by \(Counted.text(usage.shapeCount, "known query", "known queries"))")
    return outcome
  }

  private func json(_ usage: IndexUsage, _ outcome: Outcome) -> String {
    let redundant = usage.redundant.map { entry in
      JSONValue.object([
        .init("index", entry.index.json), .init("servedBy", .array(entry.servedBy.map(\.json))),
      ])
    }
    return JSONWriter.text(
      .object([
        .init("outcome", .string(outcome.rawValue)), .init("unused", .array(usage.unused.map(\.json))),
        .init("redundant", .array(redundant)),
      ])) + "\n"
  }
}
