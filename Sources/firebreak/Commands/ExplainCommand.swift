import ArgumentParser
import Diagnostics
import FirestoreModel
import Project
import ProjectCheck
import QueryModel
import QueryPlanner
import StructuredText
import Terminal

struct ExplainCommand: ReportingCommand {
  static let title = "explain"
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Plan and bill of one query, or the help page of a diagnostic code.",
    discussion: """
      firebreak explain FB2001
      firebreak explain FB20
      firebreak explain --all -o markdown
      firebreak explain 'orders where status == ? and total >= ? orderBy total desc limit 20'
      firebreak explain 'orders where status == "paid"' --data data.json --analyze
      firebreak explain 'orders where owner == "ada"' --as ada

      QUERY is one line of text, a file with a REST structuredQuery, or `-`. Parts written `?` stand for values that are \
      not known. The indexes are those of the project, or of --indexes; with --as, the rules of the project, or of --rules, \
      are asked whether this query is allowed.
      """)

  @Argument(
    help: ArgumentHelp(
      "A query, or a code such as FB2001 or missing-composite-index; FB20 lists codes.", valueName: "query|code"),
    completion: .list(DiagnosticCode.all.flatMap { [$0.id, $0.name] }))
  var subject: String?

  @Flag(help: "The help pages of all codes.")
  var all = false

  @Option(help: ArgumentHelp("Documents to estimate with, and to run over.", valueName: "file"), completion: .file())
  var data: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Who asks, for the rules: a uid, a name of firebreak.json, `signed-in` for any user, `anonymous`, or `admin`.",
      valueName: "user"),
    completion: .list(["signed-in", "anonymous", "admin"]))
  var asker: String?

  @Flag(help: "Run the query over --data and show what it really reads.")
  var analyze = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let explainsAll = console.environment.isSet(all, flag: "all")
    if explainsAll, subject != nil { throw UsageError("`--all` stands for every code, so name none") }
    if explainsAll { return try CodeExplanation.all.write(to: console) }
    guard let subject else {
      throw UsageError("nothing is named", help: "firebreak explain FB2001, firebreak explain 'QUERY'")
    }
    let isNumber = subject.utf8.count == 4 && subject.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let name = isNumber ? "FB" + subject : subject
    if let code = DiagnosticCode(named: name) { return try CodeExplanation.one(code).write(to: console) }
    if let codes = beginning(with: name) { return try CodeExplanation.list(codes).write(to: console) }
    if looksLikeCode(name) {
      throw UsageError(
        "there is no code \(QuotedText.of(subject))",
        help: DiagnosticCode.nearest(to: name).map { "did you mean `\($0)`?" }
          ?? "`firebreak explain --all` lists the codes")
    }
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let project = try discover(settings.request)
    let configured = project?.settings ?? .none
    let (planning, billing) = try settings.assumptions(configured)
    let run = QueryRunSettings(mode: try settings.executionMode(configured), billing: billing)
    let data = try environment.value(data, flag: "data") { $0 }
    let asker = try environment.value(asker, flag: "as") { $0 }
    if asker?.isEmpty == true {
      throw UsageError(
        "`--as` names nobody", help: "name a uid, or one of `signed-in`, `anonymous` and `admin`")
    }
    let analyzes = environment.isSet(analyze, flag: "analyze")
    if analyzes, data == nil { throw UsageError("`--analyze` needs documents", help: "name them with `--data FILE`") }
    let database = project?.databases.first
    let inputs = QueryInputs(
      indexFile: settings.request.indexFile ?? database?.indexes.flatMap { $0.exists ? $0.path : nil },
      edition: database?.edition ?? settings.request.edition ?? .standard, project: settings.request.project,
      database: database?.id ?? settings.request.databases.first, assumptions: planning)
    switch inputs.load(query: subject, data: data) {
    case .unreadable(let findings): return try console.stop(findings)
    case .refused(let error, let planner):
      return try QueryOutput(console: console, planner: planner).write(QueryRun.Refusal(error: error))
    case .loaded(let loaded):
      let rules = ExplainRules(
        file: settings.request.rulesFile ?? database?.rules?.path, asker: asker,
        settings: configured)
      switch rules.judge(loaded) {
      case .failure(let problems): return try console.stop(problems.findings)
      case .success(let access):
        return try ExplainOutput(
          console: console, inputs: loaded, settings: run, analyzes: analyzes, access: access
        ).write()
      }
    }
  }

  /// `FB70`: the codes that begin so; nil for what is no such beginning.
  private func beginning(with text: String) -> [DiagnosticCode]? {
    let prefix = text.uppercased()
    guard prefix.hasPrefix("FB"), prefix.count > 2, prefix.dropFirst(2).allSatisfy(\.isNumber) else { return nil }
    let codes = DiagnosticCode.all.filter { $0.id.hasPrefix(prefix) }
    return codes.isEmpty ? nil : codes
  }

  /// A mistyped code rather than a collection: `FB` with a digit soon behind it, or several words that are almost the
  /// name of a code. A collection of such a name can be asked for with a clause: `open-reads limit 10`.
  private func looksLikeCode(_ subject: String) -> Bool {
    guard subject.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return false }
    let text = subject.uppercased()
    if text.hasPrefix("FB") {
      let rest = text.dropFirst(2).drop { $0 == "-" || $0 == "_" }
      return rest.contains(where: \.isNumber) && rest.count <= 6 && rest.allSatisfy { $0.isLetter || $0.isNumber }
    }
    let name = subject.replacing("_", with: "-")
    return name.contains("-") && DiagnosticCode.nearest(to: name) != nil
  }

  /// Nil when there is no project here: then only automatic indexes exist.
  private func discover(_ request: ProjectRequest) throws(UsageError) -> Project? {
    do throws(ProjectRequestError) { return try Project.discover(request) } catch { throw error.usageError }
  }
}
