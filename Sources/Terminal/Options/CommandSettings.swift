import Diagnostics
package import FirestoreModel
import IndexCatalog
package import Metering
package import Project
package import QueryExecution
package import QueryPlanner
package import RealtimeDatabase

/// What the flags and the environment say, before any file is read.
package struct CommandSettings {
  package var request: ProjectRequest
  /// `--rules`
  package var rulesFile: String?
  private var mode: ServiceMode?
  private var assumed: [AssumedAnswer]
  private var failLevel: FirebreakSettings.FailLevel?
  private var select: [CodeSelector]
  private var ignore: [CodeSelector]
  package var asOf: CalendarDate?

  package init(_ options: GlobalOptions<some FormatChoice>, _ environment: ProcessEnvironment) throws(UsageError) {
    let (project, behavior, output) = (options.project, options.behavior, options.output)
    let folder = try environment.value(project.projectDirectory, flag: "project-dir") { $0 }
    request = ProjectRequest(
      startFolder: folder ?? ".",
      configurationFile: try environment.value(project.config, flag: "config") { $0 },
      project: try environment.value(project.project, flag: "project") { $0 },
      databases: try environment.values(project.database, flag: "database") { $0 },
      indexFile: try environment.value(project.indexes, flag: "indexes") { $0 },
      rulesFile: try environment.value(project.rules, flag: "rules") { $0 },
      edition: try environment.value(project.edition, flag: "edition", Self.choice))
    request.isFolderGiven = folder != nil
    rulesFile = try environment.value(project.rules, flag: "rules") { $0 }
    mode = try environment.value(behavior.mode, flag: "mode", Self.choice)
    assumed = try environment.values(behavior.assume, flag: "assume") { text throws(UsageError) in
      guard let answer = AssumedAnswer(argument: text) else { throw UsageError("`\(text)` is not NAME=VALUE") }
      return answer
    }
    asOf = try environment.value(behavior.asOf, flag: "as-of") { text throws(UsageError) in
      guard let day = CalendarDate(argument: text) else { throw UsageError("`\(text)` is not a day, YYYY-MM-DD") }
      return day
    }
    _ = try environment.value(behavior.jobs, flag: "jobs") { text throws(UsageError) in
      guard let jobs = JobCount(argument: text) else { throw UsageError("`\(text)` is not a number from 1 to 1024") }
      return jobs
    }
    failLevel = try environment.value(output.failLevel, flag: "fail-level", Self.choice)
    if environment.isSet(output.exitZero, flag: "exit-zero") { failLevel = .never }
    select = try Self.selectors(try environment.values(output.select, flag: "select") { CodeList(argument: $0) })
    ignore = try Self.selectors(try environment.values(output.ignore, flag: "ignore") { CodeList(argument: $0) })
    // A question that nobody asks is a mistake of the command line, also for a command that asks none.
    _ = try answers(.none)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws(UsageError) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw UsageError("`\(text)` is not one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  private static func selectors(_ lists: [CodeList]) throws(UsageError) -> [CodeSelector] {
    var selectors: [CodeSelector] = []
    for list in lists { selectors += try list.selectors() }
    return selectors
  }
}

// MARK: Together with firebreak.json

extension CommandSettings {
  /// Flag, then environment, then `firebreak.json`, then the default.
  package func policy(_ settings: FirebreakSettings) -> FindingPolicy {
    FindingPolicy(
      select: select, ignore: ignore, failLevel: (failLevel ?? settings.failLevel ?? .error).severity)
  }

  package func serviceMode(_ settings: FirebreakSettings) -> ServiceMode { mode ?? settings.mode ?? .production }

  package func executionMode(_ settings: FirebreakSettings) throws(UsageError) -> ExecutionMode {
    switch serviceMode(settings) {
    case .production: return .production
    case .permissive: return .permissive
    case .emulator:
      throw UsageError(
        "mode `emulator` is not available yet", help: "use `production` or `permissive`", isUnsupported: true)
    }
  }

  /// The answers to the open questions, of planner and meter; a name that nobody knows is a mistake.
  package func assumptions(
    _ settings: FirebreakSettings
  ) throws(UsageError) -> (planner: PlannerAssumptions, billing: BillingAssumptions) {
    let answers = try answers(settings)
    var planner = PlannerAssumptions()
    for (name, value) in answers.answers { _ = planner.set(name, to: value) }
    return (planner, answers.billingAssumptions)
  }

  /// The answers that concern the Realtime Database.
  package func realtimeAssumptions(_ settings: FirebreakSettings) throws(UsageError) -> RealtimeAssumptions {
    var assumptions = RealtimeAssumptions.standard
    for (name, value) in try answers(settings).answers { _ = assumptions.set(name, to: value) }
    return assumptions
  }

  private func answers(_ settings: FirebreakSettings) throws(UsageError) -> AssumptionSet {
    var answers = AssumptionSet(
      choices: OpenQuestion.allCases.map(AssumptionChoice.init) + AssumptionSet.billing.choices
        + RealtimeSwitch.allCases.map(AssumptionChoice.init))
    let configured = settings.assumptions.map { AssumedAnswer(name: $0.name, value: $0.value) }
    do throws(AssumptionError) {
      for answer in configured + assumed { try answers.set(answer.name, to: answer.value) }
    } catch {
      throw UsageError("\(error)")
    }
    return answers
  }
}
