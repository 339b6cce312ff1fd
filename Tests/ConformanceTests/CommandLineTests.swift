import Foundation
import Testing

/// The command line as its users and their scripts meet it.
@Suite("Command line") struct CommandLineTests {
  static let chatIndex = """
    {"collectionGroup":"chats","queryScope":"COLLECTION","fields":[\
    {"fieldPath":"participants","arrayConfig":"CONTAINS"},{"fieldPath":"lastMessageTime","order":"DESCENDING"}]}
    """

  /// A workload whose one query is `query`, with a limit unless it brings its own clauses.
  static func workload(_ steps: String, more: String = "") -> String {
    """
    workload: chat
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    actors:
      member:
        sessions: {perDay: 1, at: {window: ["08:00","22:00"], gap: even}, length: 2m}
        steps:
    \(steps)
    \(more)
    """
  }

  static let chatSteps = """
          - name: chats.open
            query: 'chats where participants array-contains "u1" orderBy lastMessageTime desc limit 50'
    """

  static func project(indexes: String = #"{"indexes": []}"#, steps: String = chatSteps, more: String = "") -> [String:
    String]
  {
    [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#, "firestore.indexes.json": indexes,
      "chat.workload.yaml": workload(steps, more: more),
    ]
  }

  // MARK: Flags and exit codes

  @Test("an unknown flag is a usage error, on standard error only")
  func unknownFlag() throws {
    let answer = try CommandLineTool.run(["check", "--nope"], in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    #expect(answer.errors.contains("Unknown option '--nope'"))
    #expect(answer.errors.contains("Usage: firebreak check"))
  }

  @Test("one machine format at most on standard output")
  func formats() throws {
    let folder = try TestFolder(Self.project())
    let two = try CommandLineTool.run(["check", "-o", "json", "-o", "junit"], in: folder)
    #expect(two.exitCode == 2)
    #expect(two.output == "")
    #expect(two.errors.contains("only one format may use standard output, not `json` and `junit`"))
    let files = try CommandLineTool.run(["check", "-o", "json", "-o", "markdown=a.md"], in: folder)
    #expect(files.exitCode == 1)
    #expect(files.codes == ["FB2001"])
    #expect(try String(contentsOf: folder.url.appending(path: "a.md"), encoding: .utf8).hasPrefix("**1 error**"))
    let annotated = try CommandLineTool.run(["check", "-o", "github", "-o", "full"], in: folder)
    #expect(annotated.exitCode == 1)
    let lines = annotated.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("error[FB2001 missing-composite-index]") == true)
    #expect(lines.last?.hasPrefix("::error file=") == true)
    let twice = try CommandLineTool.run(["check", "-o", "full", "-o", "full"], in: folder)
    #expect(twice.exitCode == 2)
    #expect(
      twice.errors == """
        error: `full` is asked for twice on standard output
        help: ask once, or write the other to a file, as in `-o full=FILE`

        """)
    let texts = try CommandLineTool.run(["check", "-o", "full", "-o", "concise"], in: folder)
    #expect(texts.errors.hasPrefix("error: only one format may use standard output, not `full` and `concise`\n"))
    let later = try CommandLineTool.run(["check", "-o", "lcov"], in: folder)
    #expect(later.exitCode == 2)
    #expect(later.output == "")
    #expect(
      later.errors == """
        error: `lcov` is not an output format of this command
        help: use `summary`, `full`, `concise`, `json`, `jsonl`, `sarif`, `github`, `gitlab`, `junit` or `markdown`

        """)
  }

  @Test(
    "help and mistyped formats list what the command writes",
    arguments: [
      (["check"], "summary, full, concise, json, jsonl, sarif, github, gitlab, junit, markdown"),
      (["explain"], "full, json, markdown"), (["indexes", "suggest"], "full, json"),
      (["queries", "list"], "full, json"),
      (["rules", "coverage"], "full, concise, json, jsonl, sarif, github, gitlab, junit, markdown, html, lcov"),
      (["rules", "format"], "full, json"),
    ])
  func formatsInHelp(command: [String], formats: String) throws {
    let folder = try TestFolder([:])
    let help = try CommandLineTool.run(command + ["--help"], in: folder)
    #expect(help.exitCode == 0)
    let words = help.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("may be repeated. (values: \(formats))"), "\(words)")
    let mistyped = try CommandLineTool.run(command + ["-o", "xml"], in: folder)
    #expect(mistyped.exitCode == 2)
    for format in ["html", "sarif"] {
      #expect(
        mistyped.errors.contains("'\(format)'") || mistyped.errors.contains("- \(format)\n") == formats.contains(format)
      )
    }
  }

  @Test("only warnings")
  func failLevels() throws {
    let steps = """
            - name: chats.open
              query: 'chats where participants array-contains "u1"'
      """
    let folder = try TestFolder(Self.project(steps: steps))
    let runs = [[], ["--fail-level", "warning"], ["--exit-zero"], ["--fail-level", "never"]]
    let codes = try runs.map { try CommandLineTool.run(["check"] + $0, in: folder).exitCode }
    #expect(codes == [0, 1, 0, 0])
    let byEnvironment = try CommandLineTool.run(["check"], in: folder, environment: ["FIREBREAK_FAIL_LEVEL": "warning"])
    #expect(byEnvironment.exitCode == 1)
    let flagWins = try CommandLineTool.run(
      ["check", "--fail-level", "error"], in: folder, environment: ["FIREBREAK_FAIL_LEVEL": "warning"])
    #expect(flagWins.exitCode == 0)
  }

  @Test(
    "colours",
    arguments: [
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], [], false), (["NO_COLOR": "", "FORCE_COLOR": "1"], [], true),
      (["NO_COLOR": "1"], ["--color", "always"], true), ([:], [], false), (["CLICOLOR_FORCE": "1"], [], true),
      (["FORCE_COLOR": "1"], ["--color", "never"], false),
    ] as [([String: String], [String], Bool)])
  func colours(environment: [String: String], flags: [String], isColored: Bool) throws {
    let folder = try TestFolder(Self.project())
    let answer = try CommandLineTool.run(["check"] + flags, in: folder, environment: environment)
    #expect(answer.output.contains("\u{1B}[") == isColored)
  }

  @Test("a budget of an unknown step")
  func unknownBudgetStep() throws {
    let budget = """
      budget:
        - {step: chats.opn, reads: 50}
      """
    let folder = try TestFolder(Self.project(indexes: "{\"indexes\": [\(Self.chatIndex)]}", more: budget))
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(answer.codes == ["FB7005"])
    let help = (answer.json?["findings"] as? [NSDictionary])?.first?["help"] as? String
    #expect(help?.contains("chats.open") == true)
    #expect(answer.exitCode == 1)
  }

  @Test("the same command gives the same bytes")
  func determinism() throws {
    let folder = try TestFolder(Self.project())
    let first = try CommandLineTool.run(["check", "-j", "1"], in: folder)
    let second = try CommandLineTool.run(["check", "-j", "16"], in: folder)
    #expect(first == second)
  }

  @Test("deployed and used, but not in the file")
  func atRisk() throws {
    var files = Self.project()
    files["deployed.json"] = """
      {"indexes": [\(Self.chatIndex), {"collectionGroup":"logs","queryScope":"COLLECTION","fields":[\
      {"fieldPath":"level","order":"ASCENDING"},{"fieldPath":"at","order":"DESCENDING"}]}]}
      """
    let answer = try CommandLineTool.run(
      ["indexes", "diff", "--deployed", "deployed.json", "-o", "json"], in: TestFolder(files))
    #expect(answer.exitCode == 1)
    #expect(answer.codes == ["FB2005", "FB2006"])
    let severities = (answer.json?["findings"] as? [NSDictionary])?.compactMap { $0["severity"] as? String }
    #expect(severities == ["error", "info"])
    #expect((answer.json?["remove"] as? [NSDictionary])?.count == 2)
    #expect(answer.json?["same"] as? Int == 0)
  }

  @Test("version and help")
  func versionAndHelp() throws {
    let folder = try TestFolder([:])
    let version = try CommandLineTool.run(["--version"], in: folder)
    #expect(version == CommandLineTool.Answer(output: "firebreak 0.1.0\n", errors: "", exitCode: 0))
    for command in [["check"], ["query"], ["explain"], ["indexes"], ["indexes", "suggest"]] {
      let help = try CommandLineTool.run(command + ["--help"], in: folder)
      #expect(help.exitCode == 0)
      #expect(help.output.hasPrefix("OVERVIEW: "))
    }
  }

  @Test(
    "a command that does not exist has no help",
    arguments: [
      (["nope", "--help"], "there is no command `nope`"), (["chekc"], "did you mean `firebreak check`?"),
      (["help", "nope"], "there is no command `nope`"), (["--help", "nope"], "there is no command `nope`"),
      (["rules", "tset", "--help"], "did you mean `firebreak rules test`?"), (["indexes", "nope"], "`suggest`"),
      (["check", "--select", "FB2O01"], "did you mean `FB2001`?"),
      (["check", "--ignore", "FB2,missing-compsite-index"], "did you mean `missing-composite-index`?"),
      (["check", "--select", "nope"], "`nope` selects no code"),
    ])
  func unknownWords(arguments: [String], message: String) throws {
    let answer = try CommandLineTool.run(arguments, in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("error: ") && answer.errors.contains(message), "\(answer.errors)")
  }

  @Test(
    "help of commands that exist, however it is asked for",
    arguments: [
      ["help"], ["--help"], ["-h"], ["help", "rules"], ["help", "rules", "test"], ["rules", "--help", "test"],
    ])
  func helpForms(arguments: [String]) throws {
    let answer = try CommandLineTool.run(arguments, in: TestFolder([:]))
    #expect(answer.exitCode == 0)
    #expect(answer.output.hasPrefix("OVERVIEW: "))
  }

  @Test("nothing to work on is not success")
  func nothingHere() throws {
    let answer = try CommandLineTool.run(["check"], in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.errors.hasPrefix("error: there is nothing to check here"))
  }

  @Test(
    "an assumption nobody knows is a usage error, also where nothing is assumed",
    arguments: [["check"], ["indexes", "list"], ["rules", "check"], ["rules", "test"], ["rules", "format"]])
  func unknownAssumption(command: [String]) throws {
    let unknown = try CommandLineTool.run(command + ["--assume", "ownEchoo=true"], in: TestFolder(Self.project()))
    #expect(
      unknown
        == .init(
          output: "", errors: "error: no assumption is named `ownEchoo`; did you mean `ownEcho`?\n", exitCode: 2))
  }

  @Test("an answer to an open question changes what is judged")
  func assumptions() throws {
    let folder = try TestFolder(Self.project())
    #expect(try CommandLineTool.run(["check", "--assume", "Q-2=composite"], in: folder).exitCode == 1)
  }

  // MARK: check and indexes

  @Test("a missing index is found in the workload, suggested, and then there")
  func suggestionMakesCheckClean() throws {
    let folder = try TestFolder(Self.project())
    let before = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(before.exitCode == 1)
    let finding = (before.json?["findings"] as? [NSDictionary])?.first
    #expect(finding?["code"] as? String == "FB2001")
    #expect(finding?["name"] as? String == "missing-composite-index")
    #expect(finding?["file"] as? String == "chat.workload.yaml")
    #expect(finding?["line"] as? Int == 8)
    #expect(finding?["column"] as? Int == 16)
    let suggested = try CommandLineTool.run(["indexes", "suggest"], in: folder)
    #expect(suggested.exitCode == 0)
    let definitions = (suggested.json?["indexes"] as? [NSDictionary]) ?? []
    let wanted = try JSONSerialization.jsonObject(with: Data(Self.chatIndex.utf8)) as? NSDictionary
    #expect(definitions == [wanted])
    try Data(suggested.output.utf8).write(to: folder.url.appending(path: "firestore.indexes.json"))
    let after = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(after.exitCode == 0)
    #expect(after.json?["outcome"] as? String == "clean")
    #expect(after.codes == [])
  }

  @Test("suggest --write edits in place and prints nothing on standard output")
  func suggestionInPlace() throws {
    let folder = try TestFolder(Self.project(indexes: "{\n  // ours\n  \"indexes\": []\n}\n"))
    let answer = try CommandLineTool.run(["indexes", "suggest", "--write"], in: folder)
    #expect(answer.output == "")
    #expect(answer.exitCode == 0)
    let text = try String(contentsOf: folder.url.appending(path: "firestore.indexes.json"), encoding: .utf8)
    #expect(text.contains("// ours"))
    #expect(try CommandLineTool.run(["check", "-q"], in: folder).exitCode == 0)
  }

  @Test("explain prints a code's page, and the plan of a query")
  func explain() throws {
    let folder = try TestFolder(["i.json": "{\"indexes\": [\(Self.chatIndex)]}"])
    let page = try CommandLineTool.run(["explain", "missing-composite-index"], in: folder)
    #expect(page.output.hasPrefix("FB2001 missing-composite-index (error)\n"))
    let unknown = try CommandLineTool.run(["explain", "FB999"], in: folder)
    #expect(unknown.exitCode == 2)
    let plan = try CommandLineTool.run(
      [
        "explain", "chats where participants array-contains ? orderBy lastMessageTime desc limit 20", "--indexes",
        "i.json", "-o", "json",
      ], in: folder)
    let uses = (plan.json?["plan"] as? NSDictionary)?["indexesUsed"] as? [NSDictionary]
    #expect(
      uses == [
        [
          "properties": "(participants ARRAY_CONTAINS, lastMessageTime DESC, __name__ DESC)",
          "query_scope": "Collection",
        ]
      ])
  }
}
