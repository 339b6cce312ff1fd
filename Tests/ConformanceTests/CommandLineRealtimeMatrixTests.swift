import FirebreakTestSupport
import Foundation
import Testing

/// The contracts of `rtdb matrix`.
@Suite("Command line: matrix of the Realtime Database") struct CommandLineRealtimeMatrixTests {
  static let folder = "Tests/RealtimeRulesCheckerTests/Specs/audits"

  private func files(_ name: String, data: Bool) throws -> [String: String] {
    var files = [
      "rules.json": String(decoding: try RepositoryFiles.bytes("\(Self.folder)/\(name).rules.json"), as: UTF8.self),
      "flows.yaml": String(decoding: try RepositoryFiles.bytes("\(Self.folder)/\(name).flows.yaml"), as: UTF8.self),
    ]
    if data {
      files["data.json"] = String(
        decoding: try RepositoryFiles.bytes("\(Self.folder)/\(name).data.json"), as: UTF8.self)
    }
    return files
  }

  @Test("the matrix is a page, and in a terminal its answers have colours")
  func shown() throws {
    let folder = try TestFolder(try files("array-chat", data: true))
    let arguments = ["rtdb", "matrix", "rules.json", "--data", "data.json", "--flows", "flows.yaml"]
    let page = try CommandLineTool.run(arguments + ["-o", "html"], in: folder)
    #expect(page.exitCode == 1 && page.output.hasPrefix("<!DOCTYPE html>"))
    for part in ["Who can do what", "<span class=\"badge good\">allow</span>", "<span class=\"badge bad\">deny</span>"]
    {
      #expect(page.output.contains(part), "\(part)")
    }
    let colored = try CommandLineTool.run(arguments + ["--color", "always"], in: folder).output
    #expect(colored.contains("\u{1B}[32mallow\u{1B}[0m") && colored.contains("\u{1B}[31mdeny\u{1B}[0m"))
    let plain = try CommandLineTool.run(arguments + ["--color", "never"], in: folder).output
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "").hasPrefix(plain.prefix(2_000)))
  }

  @Test("attacks and broken flows fail, and every witness decides the same in `rtdb eval`")
  func witnesses() throws {
    let folder = try TestFolder(try files("array-chat", data: true))
    let answer = try CommandLineTool.run(
      ["rtdb", "matrix", "rules.json", "--data", "data.json", "--flows", "flows.yaml", "-o", "json"], in: folder)
    #expect(answer.exitCode == 1)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    #expect(root["outcome"] as? String == "findings")
    #expect(
      (root["attacks"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }.contains("type confusion") == true)
    let cells = try #require(root["cells"] as? [[String: Any]])
    #expect(cells.count > 200)
    for cell in cells.filter({ $0["without"] == nil }).enumerated().filter({ $0.offset.isMultiple(of: 40) }).map(
      \.element)
    {
      let request = try JSONSerialization.data(withJSONObject: try #require(cell["request"]))
      let replay = try TestFolder(
        try files("array-chat", data: true).merging(["request.json": String(decoding: request, as: UTF8.self)]) { $1 })
      let decision = try CommandLineTool.run(
        ["rtdb", "eval", "--rules", "rules.json", "--data", "data.json", "--request", "request.json", "-o", "json"],
        in: replay)
      #expect(
        decision.exitCode == (cell["verdict"] as? String == "allow" ? 0 : 1),
        "\(String(decoding: request, as: UTF8.self))")
    }
  }

  /// One character of two bytes.
  @Test("answers to open questions reach flows and workloads")
  func assumptions() throws {
    let folder = try TestFolder([
      "firebase.json": #"{"database": {"rules": "rules.json"}}"#,
      "rules.json": #"{"rules": {"a": {".write": "auth != null && newData.isString() && newData.val().length < 2"}}}"#,
      "flows.yaml": "flows: [{name: write, steps: [{as: u, write: /a, value: é}]}]",
      "w.workload.yaml": """
      workload: w
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors: {u: {auth: {uid: u}}}
      timeline: [{at: "day 1 09:00", actor: u, steps: [{name: write, rtdb: {op: set, path: a, value: é}}]}]
      """,
    ])
    for arguments in [["rtdb", "matrix", "rules.json", "--flows", "flows.yaml"], ["run", "w.workload.yaml"]] {
      let standard = try CommandLineTool.run(arguments, in: folder)
      let other = try CommandLineTool.run(arguments + ["--assume", "rtdbStringLength=utf8"], in: folder)
      #expect(!standard.output.contains("FB5005") && standard.output != other.output, "\(standard.output)")
      #expect(other.exitCode == 1, "\(other.output)")
    }
    for arguments in [["run", "w.workload.yaml"], ["check"], ["rtdb", "query", "--data", "rules.json"]] {
      #expect(try CommandLineTool.run(arguments + ["--assume", "rtdbStringLength=utf7"], in: folder).exitCode == 2)
    }
  }

  @Test("the repaired rules pass") func repaired() throws {
    let folder = try TestFolder(try files("repaired-chat", data: false))
    for format in ["full", "markdown", "json"] {
      let answer = try CommandLineTool.run(
        ["rtdb", "matrix", "rules.json", "--flows", "flows.yaml", "-o", format], in: folder)
      #expect(answer.exitCode == 0)
      #expect(!answer.output.isEmpty)
    }
  }

  @Test("files that cannot be read are said to")
  func broken() throws {
    let rules = #"{"rules": {"a": {".read": true}}}"#
    let cases: [(String, String, String)] = [
      ("flows.yaml", "flows: [{name: x, steps: [{as: a, read: /a, write: /b}]}]", "FB0015"),
      ("flows.yaml", "flows: [{name: x, steps: [{as: a, read: /a, expects: deny}]}]", "FB0014"),
      ("flows.yaml", "flows: [{name: x, steps: [{as: a, read: /a, query: limitToLast=0}]}]", "FB1009"),
      ("flows.yaml", "actors: {owner: a}\nflows: [{name: x, steps: [{as: onwer, read: /a, expect: deny}]}]", "FB0015"),
      ("actors.yaml", "[a, b]", "FB0015"), ("data.json", "{", "FB0013"),
    ]
    for (name, text, code) in cases {
      let folder = try TestFolder(["rules.json": rules, name: text])
      let flag = "--" + (name.split(separator: ".").first.map(String.init) ?? "")
      let answer = try CommandLineTool.run(["rtdb", "matrix", "rules.json", flag, name], in: folder)
      #expect(answer.exitCode == 2, "\(text)")
      #expect((answer.output + answer.errors).contains(code), "\(text)")
    }
  }

  @Test("a missing file is named for what it is")
  func missing() throws {
    let folder = try TestFolder(["rules.json": #"{"rules": {"a": {".read": true}}}"#])
    for (flag, name) in [("--data", "gone.json"), ("--actors", "gone.yaml"), ("--flows", "gone.yaml")] {
      let answer = try CommandLineTool.run(["rtdb", "matrix", "rules.json", flag, name], in: folder)
      #expect(answer.exitCode == 2, "\(flag)")
      #expect((answer.output + answer.errors).contains("there is no file `\(name)`"), "\(flag)")
    }
    let rules = try CommandLineTool.run(["rtdb", "matrix", "gone.json"], in: folder)
    #expect((rules.output + rules.errors).contains("there is no rules file `gone.json`"))
  }
}
