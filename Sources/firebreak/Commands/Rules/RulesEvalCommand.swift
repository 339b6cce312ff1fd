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
      REQUEST is JSON: {"method":"get|list|create|update|delete","path":"/cities/SF","auth":{"uid":"a","token":{…}} or \
      null,"time":"2026-01-01T00:00:00Z","resource":{…},"query":{…}}. `resource` holds the fields of the new document in \
      the REST encoding, `query` a structuredQuery. For a list the path is that of the collection, for a collection \
      group that of the parent (`/` for the whole database).

      DATA is JSON: {"documents":[{"name":"cities/SF","fields":{…}}]}, what exists before the request.

        firebreak rules eval --rules firestore.rules --request request.json --data data.json

      Exits 0 when the request is allowed and 1 when it is denied.
      """)

  @OptionGroup var given: RequestOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let files = try given.files(settings, environment, of: Self.title)
    let inputs = RuleInputs(
      rules: files.rules, request: files.request, data: files.data,
      project: settings.request.project, database: settings.request.databases.first)
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
}
