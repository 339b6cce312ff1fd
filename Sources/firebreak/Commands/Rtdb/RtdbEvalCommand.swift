import ArgumentParser
import Diagnostics
import FirestoreModel
import Project
import ProjectCheck
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Terminal

struct RtdbEvalCommand: ReportingCommand {
  static let title = "rtdb eval"
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Decide one request to the Realtime Database and show what was evaluated.",
    discussion: """
      REQUEST is JSON: {"operation":"read|write|update","path":"/a/b","auth":{"uid":"a","token":{…}} or null,"value":…,\
      "query":{…},"now":1767225600000}. `value` is what is written, for an update an object of paths and their values; \
      {".sv":"timestamp"} and {".sv":{"increment":1}} are resolved. `query` has the words of the SDKs: \
      {"orderByChild":"owner","equalTo":"a","limitToLast":50}. Without `auth` nobody is signed in.

      DATA is the JSON of the whole database before the request, as it is exported.

        firebreak rtdb eval --rules database.rules.json --data data.json --request request.json

      Exits 0 when the request is allowed, 1 when it is denied, and 2 when the rules cannot be uploaded.
      """)

  @OptionGroup var given: RequestOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let assumptions = try settings.realtimeAssumptions(.none)
    let files = try given.files(settings, environment, of: Self.title)
    let inputs = RealtimeInputs(rules: files.rules, request: files.request, data: files.data)
    let output = RealtimeEvalOutput(console: console)
    switch inputs.load() {
    case .unreadable(let findings): return try console.stop(findings)
    case .refused(let message): return try output.write(refusal: message)
    case .loaded(let rules, let request, let data, let notes):
      console.report(FindingList(notes))
      let answer: RealtimeAnswer
      do throws(RealtimeWriteError) {
        answer = try RealtimeAnswer(rules, request, data: data, assumptions: assumptions)
      } catch {
        return try output.write(refusal: request.refusal(error))
      }
      console.report(FindingList(answer.openQuestions))
      return try output.write(answer)
    }
  }
}
