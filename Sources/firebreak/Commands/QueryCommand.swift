import ArgumentParser
import Diagnostics
import FirestoreModel
import Project
import ProjectCheck
import QueryModel
import QueryPlanner
import Terminal

struct QueryCommand: ReportingCommand {
  static let title = "query"
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Run one query over a data file: results, plan and bill.",
    discussion: """
      DATA is JSON, {"documents":[{"name":"cities/SF","fields":{…}}]} with values in the REST encoding.

      QUERY is a file with a REST structuredQuery (or structuredAggregationQuery) object, `-` for standard input, or the \
      query itself as one line of text:

        firebreak query --data data.json --query 'cities where state == "CA" orderBy population desc limit 10'

      Without --indexes only automatic indexes exist. A query that production would refuse answers its status and \
      message, names the index to add, and exits 1.
      """)

  @Option(help: ArgumentHelp("The documents to query.", valueName: "file"), completion: .file(extensions: ["json"]))
  var data: String?

  @Option(
    help: ArgumentHelp("The query: a file, `-`, or one line of text.", valueName: "query"),
    completion: .file(extensions: ["json"]))
  var query: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let usage = "firebreak query --data DATA.json --query QUERY"
    guard let data = try environment.value(data, flag: "data", { $0 }) else {
      throw UsageError("`--data FILE` is missing", help: usage)
    }
    guard let query = try environment.value(query, flag: "query", { $0 }) else {
      throw UsageError("`--query QUERY` is missing", help: usage)
    }
    if data == "-", query == "-" { throw UsageError("standard input cannot be both the data and the query") }
    let settings = try CommandSettings(global, environment)
    let (planning, billing) = try settings.assumptions(.none)
    let mode = try settings.executionMode(.none)
    let inputs = QueryInputs(
      indexFile: settings.request.indexFile, edition: settings.request.edition ?? .standard,
      project: settings.request.project, database: settings.request.databases.first, assumptions: planning)
    switch inputs.load(query: query, data: data) {
    case .unreadable(let findings): return try console.stop(findings)
    case .refused(let error, let planner):
      return try QueryOutput(console: console, planner: planner).write(QueryRun.Refusal(error: error, missing: nil))
    case .loaded(let loaded):
      console.report(FindingList(loaded.notes.filter { $0.severity == .error } + loaded.documentFindings))
      return try answer(loaded, QueryRunSettings(mode: mode, billing: billing), console)
    }
  }

  private func answer(_ inputs: QueryInputs.Loaded, _ settings: QueryRunSettings, _ console: Console) throws -> Outcome
  {
    if let unknown = inputs.statement.firstUnknownPart {
      throw UsageError(
        "the query has a part that is not known: `\(unknown)`",
        help: "write a value instead; `firebreak explain` judges queries with unknown parts")
    }
    let run = QueryRun(
      data: inputs.data ?? .empty, planner: inputs.planner, mode: settings.mode, billing: settings.billing)
    let output = QueryOutput(console: console, planner: inputs.planner)
    let answer: QueryRun.Answer
    do throws(QueryRun.Refusal) { answer = try run.run(inputs.statement) } catch { return try output.write(error) }
    return try output.write(answer, query: inputs.statement.text(database: inputs.planner.database))
  }
}
