import FirebreakTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Command line: formats") struct CommandLineFormatsTests {
  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /orders/{id} {
          allow read, write: if true;
        }
      }
    }

    """
  static let workload = """
    workload: shop
    clock: {start: "2026-01-05T00:00:00Z", days: 1}
    data: [{path: "orders/{auto}", count: 3, fields: {status: paid, total: 1}}]
    actors:
      buyer:
        count: 1
        auth: {uid: ada}
        client: {sdk: web}
        sessions: {perDay: 1, at: {window: ["08:00", "20:00"], gap: even}, length: 1m}
        steps:
          - {name: orders.search, query: 'orders where status == "paid" orderBy total desc limit 5'}
    budget:
      - {step: orders.search, reads: 1, per: call}
    """
  static let cases = """
    rules: firestore.rules
    cases:
      - {name: "all & <sundry>", as: null, get: orders/o1, expect: deny}
      - {name: owner, as: ada, get: orders/o1, expect: allow}
    """
  static let project = [
    "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
    "firestore.rules": rules, "firestore.indexes.json": #"{"indexes": [], "fieldOverrides": []}"#,
    "shop.workload.yaml": workload, "cases.yaml": cases,
    "chat.rules.json": #"{"rules": {"rooms": {".read": true, ".write": true}}}"#,
  ]

  /// Commands that report findings, and the code that each finds in the project.
  static let commands: [[String]] = [
    ["check"], ["run"], ["rules", "check"], ["rules", "test", "cases.yaml"], ["rules", "coverage", "cases.yaml"],
    ["rules", "prove"], ["indexes", "diff"], ["indexes", "unused"], ["queries", "verify"],
    ["rtdb", "matrix", "chat.rules.json"],
  ]

  private func read(_ name: String, in folder: TestFolder) throws -> Data {
    try Data(contentsOf: folder.url.appending(path: name))
  }

  /// What is wrong with the files `a.*` of a folder.
  private func problems(in folder: TestFolder) throws -> [String] {
    let schema = try SchemaCheck(Data(RepositoryFiles.bytes("Tests/TerminalTests/Findings/sarif.schema.json")))
    var problems = try schema.problems(read("a.sarif", in: folder))
    for file in ["a.json", "a.gitlab"] { _ = try JSONSerialization.jsonObject(with: read(file, in: folder)) }
    for line in String(decoding: try read("a.jsonl", in: folder), as: UTF8.self).split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
    if !XMLParser(data: try read("a.xml", in: folder)).parse() { problems.append("a.xml is no XML") }
    for line in String(decoding: try read("a.github", in: folder), as: UTF8.self).split(separator: "\n")
    where !["::error ", "::warning ", "::notice "].contains(where: line.hasPrefix) {
      problems.append("a.github: \(line)")
    }
    _ = try read("a.md", in: folder)
    _ = try read("a.txt", in: folder)
    return problems
  }

  static let files = [
    "-o", "json=a.json", "-o", "jsonl=a.jsonl", "-o", "sarif=a.sarif", "-o", "github=a.github", "-o", "gitlab=a.gitlab",
    "-o", "junit=a.xml", "-o", "markdown=a.md", "-o", "concise=a.txt",
  ]

  @Test("every command that reports findings writes every format, and exits as without them", arguments: commands)
  func everyFormat(command: [String]) throws {
    let folder = try TestFolder(Self.project)
    let plain = try CommandLineTool.run(command + ["-o", "full"], in: folder)
    let answer = try CommandLineTool.run(command + ["-o", "full"] + Self.files, in: folder)
    #expect(answer.exitCode == plain.exitCode, "\(answer.errors)")
    #expect(answer.output == plain.output)
    #expect(try problems(in: folder) == [])
    let again = try CommandLineTool.run(command + ["-o", "sarif", "-o", "junit=b.xml"], in: folder)
    #expect(Data(again.output.utf8) == (try read("a.sarif", in: folder)))
    #expect(try read("b.xml", in: folder) == (try read("a.xml", in: folder)))
  }

  @Test(
    "an input that cannot be read leaves valid outputs behind",
    arguments: [
      ["check"], ["run"], ["rules", "prove"], ["indexes", "diff"], ["indexes", "unused"], ["queries", "verify"],
    ])
  func unreadable(command: [String]) throws {
    var files = Self.project
    files["firestore.indexes.json"] = "{\"indexes\": ["
    let folder = try TestFolder(files)
    let answer = try CommandLineTool.run(command + Self.files + ["-o", "full"], in: folder)
    guard answer.exitCode == 2 else {
      #expect(command == ["run"], "\(answer)")
      return
    }
    #expect(try problems(in: folder) == [])
    #expect(answer.errors.contains("FB0013") || answer.output.contains("FB0013"))
    let text = String(decoding: try read("a.sarif", in: folder), as: UTF8.self)
    #expect(text.contains("\"executionSuccessful\": false"))
    #expect(String(decoding: try read("a.xml", in: folder), as: UTF8.self).contains("<error "))
    #expect(String(decoding: try read("a.gitlab", in: folder), as: UTF8.self).contains("FB0013"))
  }

  @Test("the report of a run is a page, in a file or on standard output")
  func page() throws {
    var files = Self.project
    files["more.workload.yaml"] = Self.workload.replacingOccurrences(of: "workload: shop", with: "workload: more")
    let folder = try TestFolder(files)
    let written = try CommandLineTool.run(["run", "-o", "full", "-o", "html=a.html"], in: folder)
    #expect(written.output == (try CommandLineTool.run(["run", "-v"], in: folder).output))
    let screen = try CommandLineTool.run(["run"], in: folder)
    #expect(screen.output == (try CommandLineTool.run(["run", "-o", "summary"], in: folder).output))
    #expect(screen.output != written.output && screen.exitCode == written.exitCode)
    let printed = try CommandLineTool.run(["run", "-o", "html"], in: folder)
    #expect(printed.exitCode == written.exitCode)
    #expect(Data(printed.output.utf8) == (try read("a.html", in: folder)))
    #expect(printed.output.hasPrefix("<!DOCTYPE html>"))
    for name in [
      "<h2 class=\"title\" id=\"r1\">more</h2>", "<h2 class=\"title\" id=\"r2\">shop</h2>", "orders.search", "FB2001",
    ] {
      #expect(printed.output.contains(name), "\(name)")
    }
    let one = try CommandLineTool.run(["run", "shop.workload.yaml", "-o", "html"], in: folder)
    #expect(one.output.contains("<h1 class=\"title\" id=\"r1\">shop</h1>"))
  }

  @Test(
    "formats that a command does not write are refused",
    arguments: [
      ["query", "--data", "d.json", "--query", "a", "-o", "sarif"], ["explain", "orders", "-o", "junit"],
      ["rules", "format", "-o", "markdown"], ["indexes", "suggest", "-o", "markdown"],
      ["queries", "list", "-o", "sarif"],
      ["check", "-o", "html"], ["rules", "eval", "-o", "gitlab"], ["rules", "check", "-o", "lcov=a"],
      ["rtdb", "eval", "-o", "sarif"], ["rtdb", "query", "-o", "jsonl"], ["rtdb", "matrix", "-o", "lcov=a"],
    ])
  func refused(arguments: [String]) throws {
    let folder = try TestFolder(Self.project)
    let answer = try CommandLineTool.run(arguments, in: folder)
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    let first = arguments[0] == "check" ? "summary" : "full"
    #expect(answer.errors.contains("is not an output format of this command\nhelp: use `\(first)`"), "\(answer.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "a").path()))
  }

  @Test("JUnit: budgets of a run, cases of rules tests") func junit() throws {
    let folder = try TestFolder(Self.project)
    let tests = try CommandLineTool.run(["rules", "test", "cases.yaml", "-o", "junit"], in: folder)
    #expect(tests.exitCode == 1)
    #expect(
      tests.output.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="firebreak rules test" tests="2" failures="1" errors="0" skipped="0" time="0">
          <testsuite name="cases.yaml" tests="2" failures="1" errors="0" skipped="0" time="0">
            <testcase name="all &amp; &lt;sundry&gt;" classname="cases.yaml" file="cases.yaml" time="0">
              <failure message="expected deny, got allow" type="FB5001 test-failed">cases.yaml:3:
        """), "\(tests.output)")
    #expect(tests.output.contains("<testcase name=\"owner\" classname=\"cases.yaml\" file=\"cases.yaml\" time=\"0\"/>"))
    let run = try CommandLineTool.run(["run", "-o", "junit"], in: folder)
    #expect(run.output.contains("classname=\"shop.budgets\""), "\(run.output)\(run.errors)")
  }

  @Test("--exit-zero keeps failures in the report") func exitZero() throws {
    let folder = try TestFolder(Self.project)
    let answer = try CommandLineTool.run(["check", "--exit-zero", "-o", "junit"], in: folder)
    #expect(answer.exitCode == 0)
    #expect(answer.output.contains("<failure "))
    let selected = try CommandLineTool.run(["check", "--select", "FB4", "-o", "jsonl"], in: folder)
    let lines = selected.output.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("{\"code\":\"FB4") })
    let ignored = try CommandLineTool.run(["check", "--ignore", "FB4,FB2,FB7,FB1", "-o", "gitlab"], in: folder)
    #expect(ignored.exitCode == 0)
    #expect(ignored.output == "[]\n", "\(ignored.output)")
  }

  @Test("the environment asks for outputs, too") func environment() throws {
    let folder = try TestFolder(Self.project)
    let answer = try CommandLineTool.run(
      ["check"], in: folder, environment: ["FIREBREAK_OUTPUT": "jsonl,sarif=a.sarif"])
    #expect(answer.output.hasPrefix("{\"code\":"))
    #expect(try read("a.sarif", in: folder).isEmpty == false)
    let wins = try CommandLineTool.run(
      ["check", "-o", "concise"], in: folder, environment: ["FIREBREAK_OUTPUT": "json"])
    #expect(wins.output.hasPrefix("firestore.rules:5:"))
    #expect(!wins.output.contains("\u{1B}"))
    let colours = try CommandLineTool.run(["check", "--color", "always", "-o", "concise"], in: folder)
    #expect(!colours.output.contains("\u{1B}"))
  }

  // MARK: In jobs

  @Test("a job of GitHub Actions gets annotations and a summary, with paths from the root of the repository")
  func actions() throws {
    let folder = try TestFolder(Self.project)
    let root = folder.url.deletingLastPathComponent().path()
    let inside = folder.url.lastPathComponent
    let environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": root, "GITHUB_STEP_SUMMARY": "summary.md",
      "FIREBREAK_HELP_PAGE": "https://docs.example/CODES.md",
    ]
    let answer = try CommandLineTool.run(
      ["check", "-o", "full", "-o", "sarif=a.sarif"], in: folder, environment: environment)
    let plain = try CommandLineTool.run(["check", "-o", "full"], in: folder)
    #expect(answer.output.hasPrefix(plain.output))
    let lines = answer.output.dropFirst(plain.output.count).split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("::") && $0.contains("file=\(inside)/") })
    let summary = String(decoding: try read("summary.md", in: folder), as: UTF8.self)
    #expect(summary.hasPrefix("### firebreak check\n\n**"))
    let sarif = String(decoding: try read("a.sarif", in: folder), as: UTF8.self)
    #expect(sarif.contains("\"uri\": \"\(inside)/firestore.rules\""))
    #expect(sarif.contains("\"helpUri\": \"https://docs.example/CODES.md#fb4002\""))
    _ = try CommandLineTool.run(["rules", "check"], in: folder, environment: environment)
    let both = String(decoding: try read("summary.md", in: folder), as: UTF8.self)
    #expect(both.hasPrefix(summary) && both.contains("\n### firebreak rules check\n"))
    // Who asks for the annotations alone gets the summary, too.
    let annotated = try CommandLineTool.run(["check", "-o", "github"], in: folder, environment: environment)
    #expect(annotated.output.split(separator: "\n") == lines)
    #expect(String(decoding: try read("summary.md", in: folder), as: UTF8.self) == both + summary)
    // Machines get what they asked for.
    let json = try CommandLineTool.run(["check", "-o", "json"], in: folder, environment: environment)
    #expect(json.json != nil)
    #expect(String(decoding: try read("summary.md", in: folder), as: UTF8.self) == both + summary)
  }

  @Test("a summary stays below the limit of a step") func summaryLimit() throws {
    let full = String(repeating: "x", count: 1024 * 1024 - 300) + "\n"
    var files = Self.project
    files["summary.md"] = full
    let folder = try TestFolder(files)
    let answer = try CommandLineTool.run(
      ["check", "-o", "full"], in: folder, environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(answer.exitCode == 1)
    let summary = String(decoding: try read("summary.md", in: folder), as: UTF8.self)
    #expect(summary.utf8.count <= 1024 * 1024)
    #expect(summary.hasPrefix(full) && summary.hasSuffix("more lines do not fit into the summary.\n"))
  }
}
