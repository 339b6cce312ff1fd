import ArgumentParser
import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import IndexCatalog
import Project
import RulesTesting
import StructuredText
import Terminal

struct RulesEvalCommand: ReportingCommand {
  static let title = "rules eval"
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Decide one request and show what was evaluated.",
    discussion: """
        firebreak rules eval get recipes/r1 --as ada
        firebreak rules eval list 'recipes where public == true limit 20' --as ada
        firebreak rules eval update households/h/items/milk --fields '{"done": true}' --as ben --data rules/cases.yaml

      METHOD is get, list, create, update, set, merge or delete, TARGET the path of a document, or for list a query. The \
      rules are those of the project, or of --rules; --as names a uid or somebody whom firebreak.json describes. DATA is \
      what exists before the request: YAML, as `data` of a file of cases, or JSON in the REST encoding, \
      {"documents":[{"name":"cities/SF","fields":{…}}]}.

      A request from a log is a file, given with --request: {"method":"get|list|create|update|delete",\
      "path":"/cities/SF","auth":{"uid":"a","token":{…}} or null,"time":"2026-01-01T00:00:00Z","resource":{…},\
      "query":{…}}. `resource` holds the fields of the new document in the REST encoding, `query` a structuredQuery. For \
      a list the path is that of the collection, for a collection group that of the parent (`/` for the whole database).

      Exits 0 when the request is allowed and 1 when it is denied.
      """)

  @Argument(
    help: ArgumentHelp("What is asked.", valueName: "method"), completion: .list(RequestFile.words))
  var method: String?

  @Argument(help: ArgumentHelp("A document, or for list a query.", valueName: "target"))
  var target: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Who asks: a uid, a name of firebreak.json, `signed-in`, `anonymous`, or `admin` (default: anonymous).",
      valueName: "user"),
    completion: .list(["signed-in", "anonymous", "admin"]))
  var asker: String?

  @Option(help: ArgumentHelp("What is written, as JSON.", valueName: "json"))
  var fields: String?

  @OptionGroup var given: RequestOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let found = try? Project.discover(settings.request)
    let database = found?.databases.first
    guard let rules = settings.rulesFile ?? database?.rules?.path else {
      throw UsageError("there are no rules: no project is here", help: "name them with `--rules FILE`")
    }
    let inputs = RuleInputs(
      rules: rules, request: try request(environment), data: try environment.value(given.data, flag: "data") { $0 },
      settings: found?.settings ?? .none, project: settings.request.project,
      database: settings.request.databases.first)
    switch inputs.load() {
    case .unreadable(let findings): return try console.stop(findings)
    case .refused(let error): return try RuleEvalOutput(console: console).write(error)
    case .loaded(let loaded):
      console.report(FindingList(loaded.notes))
      var coverage = Coverage()
      let judge = RuleJudge(loaded.rules, mode: settings.serviceMode(.none))
      let answer: RuleAnswer
      do throws(FirestoreError) {
        answer = try judge.answer(
          loaded.request.operation, by: loaded.request.actor, on: loaded.store, at: loaded.request.time,
          recording: &coverage)
      } catch {
        return try RuleEvalOutput(console: console).write(error)
      }
      return try RuleEvalOutput(console: console).write(answer, as: loaded.request.actor)
    }
  }

  private func request(_ environment: ProcessEnvironment) throws(UsageError) -> RuleInputs.Request {
    let asker = try environment.value(asker, flag: "as") { $0 }
    let usage = "firebreak rules eval get recipes/r1 --as ada, or --request FILE"
    guard let method else {
      guard let file = try environment.value(given.request, flag: "request", { $0 }) else {
        throw UsageError("nothing is asked", help: usage)
      }
      if asker != nil || fields != nil {
        throw UsageError("a request in a file says itself who asks and what is written", help: usage)
      }
      return .file(file)
    }
    guard RequestFile.words.contains(method) else {
      throw UsageError(
        "`\(method)` is no method of a request", help: "write one of \(RequestFile.words.joined(separator: ", "))")
    }
    guard let target else { throw UsageError("`\(method)` needs a target", help: usage) }
    if given.request != nil { throw UsageError("there are two requests: words, and a file", help: usage) }
    if fields != nil, !RequestFile.wordsWithFields.contains(method) {
      throw UsageError("`\(method)` writes no fields", help: usage)
    }
    if asker?.isEmpty == true { throw UsageError("`--as` names nobody", help: usage) }
    return .words(word: method, target: target, fields: fields, asker: asker)
  }
}
