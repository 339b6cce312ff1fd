import ArgumentParser
import Diagnostics
import FirestoreModel
import Project
import ProjectCheck
import RealtimeDatabase
import RealtimeRules
import Terminal

struct RtdbQueryCommand: ReportingCommand {
  static let title = "rtdb query"
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Run one query over the data of a Realtime Database: results in order, and their size.",
    discussion: """
      DATA is the JSON of the whole database, as it is exported. PATH is the location whose children are selected; \
      without it, the root.

      QUERY has the words of the SDKs, joined by `&`: orderByChild=PATH, orderByKey, orderByValue or orderByPriority, \
      startAt, startAfter, endAt, endBefore or equalTo with a value and perhaps a key, limitToFirst or limitToLast. \
      Values are JSON; a bare word is a string:

        firebreak rtdb query --data data.json --path /messages --query 'orderByChild=ts&endBefore=200,"m3"&limitToLast=50'

      With --rules, and only then, it is said whether `.indexOn` has the index that the query needs: without it a get or a REST read \
      fails, and a listener downloads the whole location. A query that the SDKs refuse answers their message and exits 1.
      """)

  @Option(help: ArgumentHelp("The data: a file, or `-`.", valueName: "file"), completion: .file(extensions: ["json"]))
  var data: String?

  @Option(help: ArgumentHelp("The location whose children are selected.", valueName: "path"))
  var path: String?

  @Option(help: ArgumentHelp("The query in one line of text.", valueName: "query"))
  var query: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    // No answer changes what a query selects, but a wrong name is a mistake here, too.
    _ = try settings.realtimeAssumptions(.none)
    guard let data = try environment.value(data, flag: "data", { $0 }) else {
      throw UsageError(
        "`--data FILE` is missing", help: "firebreak rtdb query --data DATA.json --path PATH --query QUERY")
    }
    let location = RealtimePath(try environment.value(path, flag: "path") { $0 } ?? "/")
    guard location.isAddressable else {
      throw UsageError(
        "`\(location)` is no location: keys have none of `.`, `#`, `$`, `[`, `]` and control characters")
    }
    let text = SourceText(path: "<query>", text: try environment.value(query, flag: "query") { $0 } ?? "")
    var problems: [Diagnostic] = []
    let output = RealtimeQueryOutput(console: console)
    let spec: RealtimeQuerySpec
    do throws(RealtimeQueryTextProblem) { spec = try RealtimeQuerySpec(parsing: text) } catch {
      guard error.diagnostic.code == .invalidQuery else { return try console.stop([error.diagnostic]) }
      return try output.write(refusal: error.diagnostic.message, help: error.diagnostic.help)
    }
    let rules = settings.rulesFile.flatMap { RealtimeInputs.readRules($0, &problems) }
    let root = RealtimeInputs.readData(data, &problems)
    guard let root, problems.isEmpty else { return try console.stop(problems) }
    return try output.write(RealtimeQueryAnswer(spec, at: location, in: root, rules: rules))
  }
}
