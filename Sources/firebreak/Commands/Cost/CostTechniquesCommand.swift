import ArgumentParser
import CostAnalysis
import Diagnostics
import ProjectCheck
import Simulation
import StructuredText
import Terminal

struct CostTechniquesCommand: ReportingCommand {
  static let title = "cost techniques"
  static let configuration = CommandConfiguration(
    commandName: "techniques",
    abstract: "What the known ways of reading less would save on a workload, and which of them would be wrong.",
    discussion: """
      PATH is a workload file, or a folder that is searched for *.workload.yaml. Every technique is made into a variant \
      of each reading step and played: timestamp sync, a limit, pages with a cursor, a cursor instead of an offset, \
      counting on the service, copies instead of lookups, a map instead of an array, filtering in the app. What loses \
      or leaves out documents is marked unsound and never recommended, whatever it saves.
      """)

  @Argument(help: ArgumentHelp("Workload files or folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Start from this variant instead of the baseline.", valueName: "name"))
  var variant: String?

  @OptionGroup var options: RunOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let loaded = try ProjectLoader(global, console).load(paths)
    let files = loaded.projects.flatMap { project in project.queries.scope.workloads.map { (project, $0) } }
    guard !files.isEmpty else {
      throw UsageError(
        "there is no *.workload.yaml \(paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))")",
        help: "name a workload file or a folder that contains some")
    }
    let chosen = try environment.value(variant, flag: "variant") { $0 }
    let flags = try options.flags(environment)
    var reports: [TechniqueReport] = []
    for (project, file) in files {
      let request = try flags.request(settings, project)
      do throws(CountedRun.Failure) {
        let template = try VariantTemplate(file, variant: chosen, in: project.project, request: request)
        let progress = ProgressLine(console, label: template.suiteName)
        defer { progress.clear() }
        reports.append(try await TechniqueComparison.compare(template, path: file, progress: progress.show))
      } catch {
        switch error {
        case .unreadable(let findings): return try console.stop(findings)
        case .refused(let diagnostic): return try console.stop([diagnostic])
        }
      }
    }
    let findings = FindingList(reports.flatMap(\.findings))
    let outcome = findings.diagnostics.isEmpty ? Outcome.clean : .findings
    try console.write { format, colored in
      switch format {
      case .json: JSONWriter.text(json(reports, outcome)) + "\n"
      case .markdown: reports.map(\.markdown).joined(separator: "\n")
      default: reports.map { $0.text(colours: colored) }.joined(separator: "\n")
      }
    }
    console.report(findings)
    return outcome
  }

  /// One workload is its report; several are a list of them.
  private func json(_ reports: [TechniqueReport], _ outcome: Outcome) -> JSONValue {
    if reports.count == 1 { return reports[0].json(outcome: outcome.rawValue) }
    return .object([
      .init("outcome", .string(outcome.rawValue)),
      .init("workloads", .array(reports.map { $0.json(outcome: outcome.rawValue) })),
    ])
  }
}
