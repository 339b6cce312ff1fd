import ArgumentParser
import Diagnostics
import FirestoreModel
package import RulesTesting
import Terminal

struct RulesTestCommand: ReportingCommand {
  static let title = "rules test"
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run cases against security rules: requests, and what is expected of them.",
    discussion: """
      PATH is a case file, a test suite of the hosted test service (.json), or a folder that is searched for cases.yaml; \
      without PATH those of the project: `tests` of firebreak.json, or rules/**/cases.yaml and firebreak/cases/.

        rules: firestore.rules
        data: {orders/o1: {owner: alice}}
        cases:
          - {name: owner reads, as: alice, get: orders/o1, expect: allow, because: "firestore.rules:13", reads: 0}

      Exits 1 when a case does not pass.
      """)

  @Argument(help: ArgumentHelp("Case files, test suites or folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(
    name: [.customShort("k"), .customLong("filter")],
    help: ArgumentHelp("Only cases whose name contains this text.", valueName: "text"))
  var filter: String?

  @Flag(help: "Run again whenever a case file or its rules change, until interrupted.")
  var watch = false

  @Flag(help: "Say what of the rules the cases evaluate.")
  var coverage = false

  @Flag(help: "Rewrite the expectations of cases that fail.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "How test suites are evaluated: testapi (as the hosted service) or live.", valueName: "semantics"))
  var semantics: RuleTestRunner.SuiteSemantics?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let updates = environment.isSet(update, flag: "update")
    if updates, environment.nonEmpty("CI") != nil {
      throw UsageError(
        "`--update` is refused where CI is set", help: "update the expectations on your machine and commit them")
    }
    let session = try RuleTestSession(
      console: console, settings: settings, paths: paths, command: "rules test",
      semantics: try environment.value(semantics, flag: "semantics", Self.semantics),
      filter: try environment.value(filter, flag: "filter") { $0 },
      showsCoverage: environment.isSet(coverage, flag: "coverage"), updates: updates)
    return environment.isSet(watch, flag: "watch") ? try await session.watch() : try session.run()
  }

  private static func semantics(_ text: String) throws(UsageError) -> RuleTestRunner.SuiteSemantics {
    if let semantics = RuleTestRunner.SuiteSemantics(rawValue: text) { return semantics }
    throw UsageError("`\(text)` is not one of live, testapi")
  }
}

extension RuleTestRunner.SuiteSemantics: ExpressibleByArgument {}
