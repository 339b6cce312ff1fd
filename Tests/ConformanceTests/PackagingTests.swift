import Diagnostics
import FirebreakTestSupport
import Foundation
import StructuredText
import Testing

/// What can be tested of the packaging without a network and without a container.
@Suite("Packaging") struct PackagingTests {
  private func text(_ path: String) throws -> String {
    String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
  }

  /// Runs a program, in an environment of its own.
  private func run(
    _ program: String, _ arguments: [String], in folder: TestFolder, _ environment: [String: String] = [:]
  ) throws
    -> CommandLineTool.Answer
  {
    try CommandLineTool.run(arguments, in: folder, environment: environment, executable: URL(filePath: program))
  }

  @Test(
    "completions are scripts",
    arguments: [("bash", "complete "), ("zsh", "#compdef firebreak"), ("fish", "complete -c")])
  func completions(shell: String, marker: String) throws {
    let folder = try TestFolder([:])
    let answer = try CommandLineTool.run(["completion", shell], in: folder)
    #expect(answer.exitCode == 0)
    #expect(answer.output.contains(marker) && answer.output.contains("rules"))
    // Codes, and the flags of what the other executable carries out.
    for word in ["FB2001", "missing-composite-index", "data-dir", "export-on-exit", "fail-on-findings"] {
      #expect(answer.output.contains(word), "\(word)")
    }
    guard shell == "bash" else { return }
    let script = try TestFolder(["firebreak.bash": answer.output])
    #expect(try run("/bin/bash", ["-n", "firebreak.bash"], in: script) == .init(output: "", errors: "", exitCode: 0))
    #expect(try CommandLineTool.run(["completion", "tcsh"], in: folder).exitCode == 2)
  }

  @Test(
    "bash completes paths, codes, and the flags of the emulator",
    arguments: [
      ("check so", ["sources"]), ("run so", ["sources"]), ("indexes suggest so", ["sources"]),
      ("cost diff so", ["sources"]),
      ("explain FB200", ["FB2001", "FB2002", "FB2003", "FB2004", "FB2005", "FB2006", "FB2007", "FB2008", "FB2009"]),
      ("help ind", ["indexes"]), ("help queries re", ["record"]), ("help cost ra", ["ratchet"]),
      ("emulator start --data-", ["--data-dir"]), ("emulator exec --fail-on", ["--fail-on-findings"]),
    ])
  func completed(words: String, expected: [String]) throws {
    let script = try CommandLineTool.run(["completion", "bash"], in: TestFolder([:])).output
    let typed = "firebreak \(words)"
    let folder = try TestFolder([
      "firebreak.bash": script, "sources/a.ts": "",
      "ask.sh": """
      source firebreak.bash
      COMP_WORDS=(\(typed)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='\(typed)'; COMP_POINT=${#COMP_LINE}
      _firebreak firebreak "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """,
    ])
    let answer = try run("/bin/bash", ["ask.sh"], in: folder)
    #expect(answer.output.split(separator: "\n").map(String.init).sorted() == expected, "\(answer.errors)")
  }

  /// One command of the declared grammar.
  private struct Declared: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }

      struct Completion: Decodable {
        struct List: Decodable { var values: [String] }
        var list: List?
      }

      var kind: String
      var shouldDisplay: Bool
      var names: [Name]?
      var allValues: [String]?
      var completionKind: Completion?

      var flags: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
      var values: [String] { (allValues ?? []) + (completionKind?.list?.values ?? []) }
    }

    var commandName: String
    var shouldDisplay: Bool
    var arguments: [Argument]?
    var subcommands: [Declared]?

    /// Itself and all below it that are shown, by the words that call them.
    func all(below words: [String] = []) -> [(words: [String], command: Declared)] {
      let own = words + [commandName]
      return [(own, self)] + (subcommands ?? []).filter(\.shouldDisplay).flatMap { $0.all(below: own) }
    }
  }

  private struct Dump: Decodable { var command: Declared }

  /// What a script says about one command.
  private func part(_ script: String, of words: [String], _ shell: String) -> Substring {
    if shell == "fish" {
      let called = "\"" + words.joined(separator: " ")
      let lines = script.split(separator: "\n").filter { line in
        ["\"", " "].contains { line.contains(called + $0) } && line.hasPrefix("complete ")
      }
      return Substring(lines.joined(separator: "\n"))
    }
    guard let start = script.firstRange(of: "\n_\(words.joined(separator: "_"))() {\n")?.upperBound,
      let end = script[start...].firstRange(of: "\n}\n")?.lowerBound
    else { return "" }
    return script[start..<end]
  }

  @Test(
    "completions know every command, flag and value that is declared, also behind `help`",
    arguments: ["bash", "zsh", "fish"])
  func completeness(shell: String) throws {
    let folder = try TestFolder([:])
    let dump = try CommandLineTool.run(["--experimental-dump-help"], in: folder).output
    let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.all()
    let script = try CommandLineTool.run(["completion", shell], in: folder).output
    #expect(commands.count > 30)
    let help = part(script, of: ["firebreak", "help"], shell)
    for (words, command) in commands {
      let known = part(script, of: words, shell)
      var expected = (command.subcommands ?? []).filter(\.shouldDisplay).map(\.commandName)
      for argument in (command.arguments ?? []) where argument.shouldDisplay && !words.contains("help") {
        expected += argument.flags.map { shell == "fish" ? "-l '\($0)'" : "--\($0)" } + argument.values
      }
      let missing = expected.filter { !known.contains($0) }
      #expect(missing == [], "\(words)")
      if words.count > 1, words.last != "help" {
        #expect(help.contains(words[words.count - 1]) || shell == "zsh" && words.count > 2)
      }
    }
    if shell == "zsh" {
      let below = part(script, of: ["firebreak", "help", "subcommands"], shell)
      #expect(below.contains("    queries) compadd -- list record prune verify ;;\n"))
      #expect(help.contains("'2:subcommand:{_firebreak_help_subcommands}'"))
    }
    // Where the shell is at hand, it reads its script.
    for place in ["/bin/\(shell)", "/usr/bin/\(shell)"] where FileManager.default.isExecutableFile(atPath: place) {
      let scripts = try TestFolder(["script": script])
      #expect(try run(place, ["-n", "script"], in: scripts) == .init(output: "", errors: "", exitCode: 0))
    }
  }

  @Test("the manual page has a section for every command and no stray requests") func manual() throws {
    let page = try CommandLineTool.run(["manual"], in: TestFolder([:])).output
    #expect(page.hasPrefix(".TH FIREBREAK 1 "))
    for flag in ["data\\-dir", "export\\-on\\-exit", "lock\\-wait", "fail\\-on\\-findings"] {
      #expect(page.contains(flag), "\(flag)")
    }
    for command in ["check", "run", "rules test", "indexes suggest", "emulator exec", "completion"] {
      #expect(page.contains("\n.SS firebreak \(command)\n"), "\(command)")
    }
    let requests = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }.compactMap { $0.split(separator: " ").first })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".B", ".I", ".PP", ".TP", ".nf", ".fi"]), "\(requests)")
  }

  @Test(
    "YAML files can be read",
    arguments: [
      "action.yml", ".pre-commit-hooks.yaml", "packaging/examples/github-workflow.yml",
      "packaging/examples/github-emulator.yml",
      "packaging/examples/gitlab-ci.yml",
    ])
  func yaml(path: String) throws {
    let result = YAMLReader.read(SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.valid != nil)
  }

  @Test("the action uses every input, and no text of a caller becomes part of a script") func action() throws {
    let action = try text("action.yml")
    let start = try #require(action.firstRange(of: "\ninputs:\n")?.upperBound)
    let end = try #require(action.firstRange(of: "\noutputs:\n")?.lowerBound)
    let names = action[start..<end].split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { $0.dropFirst(2).dropLast() }
    #expect(names == ["command", "args", "working-directory", "fail-level", "sarif", "upload", "comment", "token"])
    for name in names { #expect(action.contains("inputs.\(name)"), "\(name)") }
    for line in action.split(separator: "\n") where line.contains("run:") { #expect(!line.contains("${{"), "\(line)") }
    for script in ["find.sh", "download.sh", "build.sh", "libraries.sh", "run.sh", "comment.sh"] {
      #expect(action.contains("packaging/action/\(script)"))
    }
  }

  /// What the action's script does: the arguments that `firebreak` gets, one per line, and the outputs of the step.
  private func runAction(_ inputs: [String: String]) throws -> (arguments: [String], output: String, files: [String]) {
    let folder = try TestFolder([
      "bin/firebreak": """
      #!/bin/bash
      printf '%s\\n' "$@" "page=${FIREBREAK_HELP_PAGE:-}" > arguments
      for a in "$@"; do case $a in sarif=*) echo '{}' > "${a#sarif=}";; esac; done
      exit 1

      """,
      "output": "",
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "bin/firebreak").path())
    let root = folder.url.path().hasSuffix("/") ? String(folder.url.path().dropLast()) : folder.url.path()
    let environment = ["PATH": "\(root)/bin:/usr/bin:/bin", "GITHUB_OUTPUT": "output", "GITHUB_WORKSPACE": root]
      .merging(inputs) { $1 }
    let answer = try run(
      "/bin/bash", [RepositoryFiles.root.appending(path: "packaging/action/run.sh").path()], in: folder, environment)
    #expect(answer.exitCode == 0, "\(answer.errors)")
    let arguments = try? String(contentsOf: folder.url.appending(path: "arguments"), encoding: .utf8)
    return (
      (arguments ?? "").split(separator: "\n").map(String.init),
      try String(contentsOf: folder.url.appending(path: "output"), encoding: .utf8),
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).sorted()
    )
  }

  @Test("the script of the action runs what it is told to, and leaves the verdict to a later step") func script() throws
  {
    let answer = try runAction([
      "INPUT_COMMAND": "rules check", "INPUT_ARGS": "a.rules  $(touch injected) ;\n 'b c.rules'\n\"d e\".rules\n",
      "INPUT_FAIL_LEVEL": "warning", "INPUT_SARIF": "out file.sarif",
    ])
    #expect(
      answer.arguments == [
        "rules", "check", "a.rules", "$(touch", "injected)", ";", "b c.rules", "d e.rules", "--fail-level", "warning",
        "-o",
        "full", "-o", "sarif=out file.sarif", "page=",
      ])
    #expect(answer.output == "exit-code=1\nsarif=out file.sarif\n")
    #expect(!answer.files.contains("injected"))
  }

  @Test(
    "without a file of the caller's choice, the script asks only commands that report findings for SARIF",
    arguments: [
      ("check", true), ("run", true), ("rules test", true), ("rules prove", true), ("indexes unused", true),
      ("rules coverage", true), ("rtdb matrix", true), ("rtdb eval", false), ("queries verify", true),
      ("indexes suggest", false), ("rules format", false),
    ])
  func defaultReport(command: String, isWritten: Bool) throws {
    let answer = try runAction(["INPUT_COMMAND": command, "INPUT_SARIF": "auto"])
    let report = isWritten ? ["-o", "sarif=firebreak.sarif"] : []
    #expect(
      answer.arguments == command.split(separator: " ").map(String.init) + ["--fail-level", "error", "-o", "full"]
        + report + ["page="])
    #expect(answer.output == "exit-code=1\nsarif=\(isWritten ? "firebreak.sarif" : "")\n")
  }

  @Test("the script leaves another program's arguments alone") func foreignArguments() throws {
    let answer = try runAction([
      "INPUT_COMMAND": "emulator exec", "INPUT_ARGS": "--port 0 -- npm test -- -o x", "INPUT_SARIF": "auto",
    ])
    #expect(
      answer.arguments == [
        "emulator", "exec", "--port", "0", "--fail-level", "error", "-o", "full", "--", "npm", "test", "--", "-o", "x",
        "page=",
      ])
  }

  @Test("the script refuses a quote without its end") func openQuote() throws {
    let answer = try runAction(["INPUT_ARGS": "'a b"])
    #expect(answer.arguments == [])
    #expect(answer.output == "exit-code=2\nsarif=\n")
  }

  @Test(
    "reports link to the action's own repository, and to none that only may be it",
    arguments: [
      ("me/firebreak", "page=https://github.com/me/firebreak/blob/v1/CODES.md"), ("", "page="),
      ("actions/cache", "page="),
    ])
  func helpPage(repository: String, page: String) throws {
    let answer = try runAction([
      "ACTION_REPOSITORY": repository, "ACTION_REF": "v1", "GITHUB_ACTION_PATH": "/runner/_actions/me/firebreak/v1",
    ])
    #expect(answer.arguments.last == page)
  }

  @Test(
    "scripts are valid",
    arguments: [
      "packaging/dist.sh", "packaging/action/find.sh", "packaging/action/build.sh", "packaging/action/libraries.sh",
      "packaging/action/run.sh", "packaging/action/download.sh", "packaging/action/comment.sh",
    ])
  func scripts(path: String) throws {
    let file = RepositoryFiles.root.appending(path: path).path()
    #expect(FileManager.default.isExecutableFile(atPath: file))
    #expect(try run("/bin/bash", ["-n", file], in: TestFolder([:])) == .init(output: "", errors: "", exitCode: 0))
  }

  @Test("the action finds its sources in a checkout that nobody has built yet", arguments: [false, true])
  func find(isBuilt: Bool) throws {
    var files = [
      "packaging/action/find.sh": try text("packaging/action/find.sh"), "Sources/a.swift": "let a = 1\n",
      "Package.swift": "// swift-tools-version: 6.2\n", "output": "",
    ]
    if isBuilt { files["Package.resolved"] = "{}" }
    let folder = try TestFolder(files)
    let answer = try run(
      "/bin/bash", ["packaging/action/find.sh"], in: folder,
      ["PATH": "/usr/bin:/bin", "GITHUB_OUTPUT": "output", "RUNNER_TOOL_CACHE": "/tools", "ImageOS": "ubuntu24"])
    #expect(answer == .init(output: "", errors: "", exitCode: 0))
    let output = try String(contentsOf: folder.url.appending(path: "output"), encoding: .utf8)
    #expect(output.hasPrefix("found=false\nfolder=/tools/firebreak\nversion=ubuntu24-swift"), "\(output)")
  }

  @Test("hooks call commands that exist") func hooks() throws {
    let hooks = try text(".pre-commit-hooks.yaml")
    #expect(hooks.contains("entry: firebreak check\n") && hooks.contains("entry: firebreak rules format\n"))
    let pattern = try #require(hooks.split(separator: "\n").first { $0.contains("files: (") })
    let start = try #require(pattern.firstRange(of: "files: ")).upperBound
    let regex = try Regex(String(pattern[start...]))
    for name in [
      "firestore.rules", "database.rules.json", "firestore.indexes.json", "src/a.ts", "a.workload.yaml", "docs/a.md",
      "rules/cases.yaml", "cases.yaml", ".firebaserc",
    ] {
      #expect(name.contains(regex), "\(name)")
    }
    #expect(!"package.json".contains(regex) && !"a.yaml".contains(regex))
    let folder = try TestFolder([:])
    for command in [["check"], ["rules", "format"]] {
      #expect(try CommandLineTool.run(command + ["--help"], in: folder).exitCode == 0)
    }
  }

  @Test("the container is not run by root, tells its health and listens to the outside") func container() throws {
    let lines = try text("Dockerfile").split(separator: "\n").map(String.init)
    #expect(lines.contains("USER firebreak"))
    #expect(lines.contains(#"ENTRYPOINT ["firebreak"]"#))
    #expect(lines.contains(#"CMD ["emulator", "start", "--host", "0.0.0.0", "--data-dir", "/data"]"#))
    #expect(lines.contains { $0.contains("apt-get install -y --no-install-recommends git ") })
    #expect(lines.contains("EXPOSE 8080 9000"))
    // What firebase.json says of ports is for a developer's machine.
    #expect(lines.contains("ENV FIREBREAK_PORT=8080 FIREBREAK_DATABASE_PORT=9000"))
    #expect(lines.contains { $0.contains("/dev/tcp/127.0.0.1/$FIREBREAK_PORT ") })
    #expect(
      lines.contains { $0.hasPrefix("HEALTHCHECK ") } && lines.contains { $0.contains("GET /firebreak/v1/health") })
  }

  @Test("the problem matcher reads concise output") func problemMatcher() throws {
    let data = Data(try text("packaging/examples/problem-matcher.json").utf8)
    let matcher = try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
    let pattern = try #require((matcher?["problemMatcher"]?.first?["pattern"] as? [[String: Any]])?.first)
    let regex = try Regex(try #require(pattern["regexp"] as? String))
    let source = SourceText(path: "a b/x.rules", text: "\n  x")
    let findings = FindingList([Diagnostic(.openWrite, "anyone can: write", at: source.location(Span(3, 4)))])
    let line = try #require(ConciseRenderer.text(findings).split(separator: "\n").first)
    let match = try #require(try regex.wholeMatch(in: String(line)))
    let groups = match.output.map { $0.substring.map(String.init) ?? "" }
    #expect(Array(groups.dropFirst()) == ["a b/x.rules", "2", "3", "error", "FB4003", "anyone can: write"])
    #expect(
      [pattern["file"], pattern["line"], pattern["column"], pattern["severity"], pattern["code"], pattern["message"]]
        .compactMap { $0 as? Int } == [1, 2, 3, 4, 5, 6])
  }
}
