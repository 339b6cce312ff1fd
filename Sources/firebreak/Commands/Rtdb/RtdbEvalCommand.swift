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
        firebreak rtdb eval read rooms/r1 --as ada --data data.json
        firebreak rtdb eval write rooms/r1/topic --value '"tea"' --as ada --data data.json

      OPERATION is read, write or update, PATH a location. The rules are those of the project, or of --rules; --as names \
      a uid, or somebody whom firebreak.json describes. DATA is the JSON of the whole database before the request, as it \
      is exported.

      A request from a log is a file, given with --request: {"operation":"read|write|update","path":"/a/b",\
      "auth":{"uid":"a","token":{…}} or null,"value":…,"query":{…},"now":1767225600000}. `value` is what is written, for \
      an update an object of paths and their values; {".sv":"timestamp"} and {".sv":{"increment":1}} are resolved. \
      `query` has the words of the SDKs: {"orderByChild":"owner","equalTo":"a","limitToLast":50}. Without `auth` nobody \
      is signed in.

      Exits 0 when the request is allowed, 1 when it is denied, and 2 when the rules cannot be uploaded.
      """)

  @Argument(
    help: ArgumentHelp("What is asked.", valueName: "operation"), completion: .list(["read", "write", "update"]))
  var operation: String?

  @Argument(help: ArgumentHelp("A location.", valueName: "path"))
  var path: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Who asks: a uid or a name of firebreak.json. Default: nobody is signed in.", valueName: "user"))
  var asker: String?

  @Option(help: ArgumentHelp("What is written, as JSON.", valueName: "json"))
  var value: String?

  @Option(help: ArgumentHelp("What is read of it, as JSON in the words of the SDKs.", valueName: "json"))
  var query: String?

  @OptionGroup var given: RequestOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let assumptions = try settings.realtimeAssumptions(.none)
    let found = try? Project.discover(settings.request)
    guard let rules = settings.rulesFile ?? found?.realtimeRules.first?.path else {
      throw UsageError("there are no rules of a Realtime Database here", help: "name them with `--rules FILE`")
    }
    let inputs = RealtimeInputs(
      rules: rules, request: try request(environment, found?.settings ?? .none),
      data: try environment.value(given.data, flag: "data") { $0 })
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

  private func request(
    _ environment: ProcessEnvironment, _ settings: FirebreakSettings
  ) throws(UsageError) -> RealtimeInputs.Request {
    let usage = "firebreak rtdb eval read rooms/r1 --as ada, or --request FILE"
    let asker = try environment.value(asker, flag: "as") { $0 }
    guard let operation else {
      guard let file = try environment.value(given.request, flag: "request", { $0 }) else {
        throw UsageError("nothing is asked", help: usage)
      }
      if asker != nil || value != nil || query != nil {
        throw UsageError("a request in a file says itself who asks, and for what", help: usage)
      }
      return .file(file)
    }
    guard ["read", "write", "update"].contains(operation) else {
      throw UsageError("`\(operation)` is no operation", help: "write one of read, write, update")
    }
    guard let path else { throw UsageError("`\(operation)` needs a location", help: usage) }
    if given.request != nil { throw UsageError("there are two requests: words, and a file", help: usage) }
    var members = [
      "\"operation\": \(JSONWriter.quoted(operation))", "\"path\": \(JSONWriter.quoted(path))",
    ]
    if let asker { members.append("\"auth\": \(JSONWriter.text(settings.realtimeAuth(named: asker), .compact))") }
    if let value { members.append("\"value\": \(value)") }
    if let query { members.append("\"query\": \(query)") }
    return .words("{\(members.joined(separator: ", "))}")
  }
}
