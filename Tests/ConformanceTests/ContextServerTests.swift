import Foundation
import Testing

/// `firebreak mcp` as an agent starts it.
@Suite("Command line: the server for agents") struct ContextServerTests {
  /// A message of the current revision.
  static func request(_ id: String, _ method: String, _ parameters: [String: Any] = [:]) throws -> String {
    var parameters = parameters
    parameters["_meta"] = ["io.modelcontextprotocol/protocolVersion": "2026-07-28", "progressToken": id]
    let message: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": method, "params": parameters]
    return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self) + "\n"
  }

  static func call(_ id: String, _ tool: String, _ arguments: Any) throws -> String {
    try request(id, "tools/call", ["name": tool, "arguments": arguments])
  }

  /// The texts of the answers, by the identifiers of their calls.
  static func texts(_ output: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let message = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let id = message["id"] as? String else { continue }
      let result = message["result"] as? [String: Any]
      let content = (result?["content"] as? [[String: Any]])?.first?["text"] as? String
      texts[id] = content ?? (message["error"] as? [String: Any])?["message"] as? String ?? ""
    }
    return texts
  }

  @Test("the examples of docs/mcp.md are answered as it says")
  func manual() throws {
    let folder = try TestFolder([:])
    for name in try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "samples/pantry").path())
    where name != ".firebreak" {
      try FileManager.default.copyItem(
        at: Repository.root.appending(path: "samples/pantry/\(name)"), to: folder.url.appending(path: name))
    }
    #expect(try CommandLineTool.run(["run", "-q", "--no-save", "-o", "json=before.json"], in: folder).exitCode == 0)
    let examples = try Self.examples(in: Repository.text("docs/mcp.md"))
    #expect(examples.count == 8)
    let input = try examples.map { try Self.call($0.tool, $0.tool, $0.arguments) }.joined()
    let answer = try CommandLineTool.run(["mcp"], in: folder, input: input)
    #expect(answer.exitCode == 0 && answer.errors == "")
    let texts = try Self.texts(answer.output)
    for example in examples { #expect(texts[example.tool] == example.answer, "\(example.tool)") }
  }

  private struct Example {
    var tool: String
    var arguments: Any
    var answer: String
  }

  /// A fence ```` ```json TOOL.json ```` with arguments, and the next fence without a language.
  private static func examples(in page: String) throws -> [Example] {
    let parts = page.components(separatedBy: "\n```")
    return try parts.indices.compactMap { index in
      let lines = parts[index].split(separator: "\n", omittingEmptySubsequences: false)
      guard let head = lines.first, head.hasPrefix("json "), head.hasSuffix(".json"), index + 2 < parts.count else {
        return nil
      }
      let text = lines.dropFirst().joined(separator: "\n")
      let arguments = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return Example(
        tool: String(head.dropFirst(5).dropLast(5)), arguments: arguments,
        answer: String(parts[index + 2].dropFirst()) + "\n")
    }
  }

  private static let long = [
    "long.workload.yaml": """
    workload: long
    clock: {start: "2026-01-05T00:00:00Z", days: 3000}
    data: [{path: "orders/{auto}", count: 20000, fields: {status: paid}}]
    actors:
      buyer:
        count: 400
        auth: {uid: ada}
        client: {sdk: web}
        sessions: {perDay: 40, at: {window: ["08:00", "20:00"], gap: even}, length: 1m}
        steps:
          - {name: a, query: 'orders where status == "open" limit 50'}
          - {name: b, create: "orders/{auto}", fields: {status: open}}

    """
  ]

  @Test("a call that is cancelled is stopped, and the next one is answered")
  func cancelled() throws {
    let folder = try TestFolder(Self.long)
    let server = try RunningCommand(["mcp"], in: folder)
    try server.write(Self.call("slow", "run_workload", [:]))
    // The first progress: it is under way.
    let progress = try #require(server.nextLine())
    #expect(progress.contains("notifications/progress"))
    try server.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow"}}"# + "\n")
    try server.write(Self.call("code", "explain_code", ["code": "FB2001"]))
    let texts = try Self.texts(try #require(server.nextLine()))
    #expect(texts["code"]?.hasPrefix("FB2001 missing-composite-index") == true)
    try server.endInput()
    let rest = server.rest
    #expect(rest == .init(output: "", errors: "", exitCode: 0))
  }

  @Test("a call that takes too long is stopped, and says so")
  func outOfTime() throws {
    let folder = try TestFolder(Self.long)
    let input = try Self.call("slow", "run_workload", [:]) + Self.request("list", "prompts/list")
    let answer = try CommandLineTool.run(["mcp", "--timeout", "1"], in: folder, input: input)
    #expect(answer.exitCode == 0)
    let texts = try Self.texts(answer.output)
    #expect(
      texts["slow"] == "stopped after 1 seconds\nhelp: ask for less, or start the server with a longer `--timeout`")
    #expect(texts["list"] != nil)
  }

  @Test("a message that is too long, and bytes that are none, are survived")
  func hostile() throws {
    let folder = try TestFolder([:])
    let huge = String(repeating: "x", count: 9 << 20)
    let input =
      huge + "\n\u{0}\u{1}\n{\"jsonrpc\":\n" + String(repeating: "[", count: 100_000) + "\n"
      + (try Self.request("ping", "prompts/list"))
    let answer = try CommandLineTool.run(["mcp"], in: folder, input: input)
    #expect(answer.exitCode == 0)
    let lines = answer.output.split(separator: "\n")
    let codes = [-32600, -32700, -32700, -32700]
    #expect(lines.count == 5)
    for (line, code) in zip(lines, codes) { #expect(line.contains("\"id\":null,\"error\":{\"code\":\(code)")) }
    #expect(lines.last?.contains("\"id\":\"ping\"") == true)
  }

  @Test("what files of the workspace name outside of it is not read")
  func namedOutside() throws {
    let workload = """
      workload: a
      clock: {start: "2026-01-05T00:00:00Z", days: 1}
      database: {rules: ../secret.rules}
      actors:
        buyer:
          count: 1
          auth: {uid: ada}
          client: {sdk: web}
          sessions: {perDay: 1, at: {window: ["08:00", "20:00"], gap: even}, length: 1m}
          steps:
            - {name: s, query: 'orders limit 5'}

      """
    let folder = try TestFolder([
      "secret.rules": "the password is swordfish", "in/a.workload.yaml": workload,
      "in/nested/firebase.json": #"{"firestore": {"rules": "../../secret.rules"}}"#,
      "in/firebase.json": #"{"firestore": {"indexes": "i.json"}}"#,
      "in/i.json": #"{"indexes": [], "fieldOverrides": []}"#,
    ])
    let link = folder.url.appending(path: "in/nested/b.workload.yaml").path()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../secret.rules")
    let calls = try [
      Self.call("run", "run_workload", ["workload": "a.workload.yaml"]), Self.call("check", "check", [:]),
    ]
    let answer = try CommandLineTool.run(["mcp", "in"], in: folder, input: calls.joined())
    let texts = try Self.texts(answer.output)
    #expect(texts["run"]?.contains("lies outside of the workspace") == true, "\(texts)")
    #expect(texts.count == 2 && !answer.output.contains("swordfish") && !answer.output.contains("password"))
    let other = try CommandLineTool.run(["run", "--no-save", "a.workload.yaml"], in: folder, at: "in")
    #expect(other.errors.contains("swordfish") || other.output.contains("swordfish"))
  }

  @Test("nothing is written without --allow-write, and only what was asked for with it")
  func writing() throws {
    let files = [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
      "firestore.indexes.json": #"{"indexes": [], "fieldOverrides": []}"#,
      "a.workload.yaml": """
      workload: a
      clock: {start: "2026-01-05T00:00:00Z", days: 1}
      data: [{path: "orders/{auto}", count: 3, fields: {status: paid, total: 1}}]
      actors:
        buyer:
          count: 1
          auth: {uid: ada}
          client: {sdk: web}
          sessions: {perDay: 1, at: {window: ["08:00", "20:00"], gap: even}, length: 1m}
          steps:
            - {name: s, query: 'orders where status == "paid" orderBy total desc limit 5'}

      """,
    ]
    let calls = try ["check", "list_requests", "run_workload"].map { try Self.call($0, $0, [:]) }.joined()
    let writing = try Self.call("write", "suggest_indexes", ["write": true])
    let folder = try TestFolder(files)
    let reading = try CommandLineTool.run(["mcp"], in: folder, input: calls + writing)
    #expect(try Self.texts(reading.output)["write"]?.hasPrefix("this server only reads") == true)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path())) == Set(files.keys))
    let index = folder.url.appending(path: "firestore.indexes.json")
    #expect(try String(contentsOf: index, encoding: .utf8) == files["firestore.indexes.json"])
    let allowed = try CommandLineTool.run(["mcp", "--allow-write"], in: folder, input: writing)
    #expect(try Self.texts(allowed.output)["write"]?.contains("1 definition") == true)
    #expect(try String(contentsOf: index, encoding: .utf8).contains("\"total\""))
  }

  @Test("what it is started with has to be right", arguments: [["nowhere"], ["--timeout", "0"], ["--timeout", "x"]])
  func mistakes(arguments: [String]) throws {
    let answer = try CommandLineTool.run(["mcp"] + arguments, in: TestFolder([:]))
    #expect(answer.exitCode == 2 && answer.output == "" && answer.errors != "")
  }
}
