import ArgumentParser
import Diagnostics
import FirestoreModel
import Project
import RealtimeDatabase
import RealtimeRules
import RealtimeRulesChecker
import ReportPages
import StructuredText
import Terminal

struct RtdbMatrixCommand: ReportingCommand {
  static let title = "rtdb matrix"
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract:
      "Show who can do what: actors × operations per location, attacks, and what becomes of the app's own flows.",
    discussion: """
      FILE is a rules file of the Realtime Database; without it the one of the project. Every location of the rules is \
      read, listed, created, overwritten, changed in part, deleted and written with values of another type, by somebody \
      who is not signed in, a stranger, a member and the owner. `-o json` has the request of every cell, as `rtdb eval` \
      reads it.

      DATA is the JSON of a database. What it does not hold is made from what the rules ask for; where that is not \
      possible the answer is `unknown`.

      ACTORS is YAML or JSON, FLOWS what the app does, one request per step:

        {stranger: {uid: mallory}, member: {uid: bob}, owner: {uid: alice, token: {admin: true}}}

        flows:
          - name: send a message
            steps:
              - {as: alice, push: /messages/c1, value: {from: alice, at: {.sv: timestamp}}}
              - {as: mallory, read: /messages/c1, query: limitToLast=50, expect: deny}

      Exits 1 when an attack is found or a step does not end as expected.
      """)

  @Argument(help: ArgumentHelp("The rules file.", valueName: "file"), completion: .file(extensions: ["json"]))
  var file: String?

  @Option(
    help: ArgumentHelp("What the database holds.", valueName: "file"), completion: .file(extensions: ["json"]))
  var data: String?

  @Option(
    help: ArgumentHelp("Who the actors are.", valueName: "file"), completion: .file(extensions: ["yaml", "json"]))
  var actors: String?

  @Option(
    help: ArgumentHelp("What the app does.", valueName: "file"), completion: .file(extensions: ["yaml", "json"]))
  var flows: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<PageFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let project = RulesPaths.settings(settings)
    let inputs = MatrixInputs(
      rules: try rulesFile(settings, console), data: try environment.value(data, flag: "data") { $0 },
      actors: try environment.value(actors, flag: "actors") { $0 },
      flows: try environment.value(flows, flag: "flows") { $0 },
      assumptions: try settings.realtimeAssumptions(project))
    let report: MatrixReport
    switch inputs.load() {
    case .unreadable(let findings): return try console.stop(findings)
    case .loaded(let loaded): report = loaded
    }
    let policy = settings.policy(project)
    let list = policy.apply(to: report.findings, settings: project, isComplete: false)
    let outcome = Outcome(FindingVerdict(list, failLevel: policy.failLevel))
    try console.write(FindingReport(list, outcome: outcome, failLevel: policy.failLevel, members: report.json)) {
      format, colored in
      switch format {
      case .full:
        report.text(colours: colored) + (list.diagnostics.isEmpty ? "" : "\n")
          + FullRenderer(colours: colored, width: console.width).text(list)
      case .markdown: report.markdown
      case .html: try report.page(list).html
      default: nil
      }
    }
    return outcome
  }

  private func rulesFile(_ settings: CommandSettings, _ console: Console) throws -> String {
    if let path = file ?? settings.rulesFile { return path }
    let projects = try ProjectLoader(global, console).load([]).projects
    guard let found = projects.flatMap(\.project.realtimeRules).first else {
      throw UsageError(
        "the project has no rules of a Realtime Database",
        help: "firebreak rtdb matrix FILE, or name them in firebase.json")
    }
    return found.path
  }
}
