import Foundation
import Testing

/// `firebreak emulator` as its users and their scripts meet it.
@Suite("Command line: emulator") struct EmulatorCommandTests {
  static let path = ["PATH": "/usr/bin:/bin"]
  static let rules = """
    rules_version = "2";
    service cloud.firestore {
      match /databases/{database}/documents {
        match /orders/{id} { allow read: if request.auth != null; }
      }
    }

    """
  static let project = [
    "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
    "firestore.rules": rules, "firestore.indexes.json": #"{"indexes": []}"#,
  ]

  static func exec(_ arguments: [String], in folder: TestFolder, input: String = "") throws -> CommandLineTool.Answer {
    try CommandLineTool.run(
      ["emulator", "exec", "--port", "0"] + arguments, in: folder, input: input, environment: path)
  }

  // MARK: Exit codes

  @Test(
    "the code of the command is ours",
    arguments: [
      (["--", "false"], 1), (["--", "true"], 0), (["--", "sh", "-c", "exit 7"], 7),
      (["--", "sh", "-c", "kill -9 $$"], 137),
      (["test -n \"$FIRESTORE_EMULATOR_HOST\" && exit 5"], 5),
    ] as [([String], Int32)])
  func exitCodes(arguments: [String], code: Int32) throws {
    let answer = try Self.exec(arguments, in: TestFolder(Self.project))
    #expect(answer.exitCode == code)
    #expect(answer.output == "")
    #expect(answer.errors == "firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings\n")
  }

  @Test("a taken port starts nothing, and says whose it is")
  func takenPort() throws {
    let folder = try TestFolder(Self.project)
    let first = try RunningCommand(["emulator", "start", "--port", "0"], in: folder)
    let port = try first.port()
    let answer = try CommandLineTool.run(
      ["emulator", "exec", "--port", "\(port)", "--", "touch", "X"], in: folder, environment: Self.path)
    #expect(answer.exitCode == 3)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("error: port \(port) of 127.0.0.1 is taken"))
    #if os(Linux)
      #expect(answer.errors.contains("(process \(first.process.processIdentifier))"))
    #endif
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "X").path()))
    first.send(SIGTERM)
    #expect(first.rest.exitCode == 0)
  }

  @Test("a command that ignores the signal is killed, with what it has started")
  func stubbornCommand() throws {
    let folder = try TestFolder(Self.project)
    let script = "trap '' INT TERM; sleep 3600 & echo $!; while true; do sleep 1; done"
    let running = try RunningCommand(
      ["emulator", "exec", "--port", "0", "--data-dir", "data", "--", "sh", "-c", script], in: folder)
    let grandchild = try #require(running.nextLine().flatMap { Int32($0) })
    running.send(SIGINT)
    #expect(running.rest.exitCode == 130)
    // Gone, or dead and only not yet collected by whoever inherits orphans.
    let state = (try? String(contentsOfFile: "/proc/\(grandchild)/stat", encoding: .utf8))?.split(separator: " ")
    #expect(state == nil || state?[2] == "Z")
    // The data folder can be used again at once.
    #expect(try Self.exec(["--data-dir", "data", "--", "true"], in: folder).exitCode == 0)
  }

  @Test("signals reach the command, and the second one waits for nobody")
  func signals() throws {
    let folder = try TestFolder(Self.project)
    let polite = try RunningCommand(
      ["emulator", "exec", "--port", "0", "trap 'echo bye; exit 0' TERM; echo up; while true; do sleep 0.05; done"],
      in: folder)
    #expect(polite.nextLine() == "up")
    polite.send(SIGTERM)
    let answer = polite.rest
    #expect(answer.exitCode == 143)
    #expect(answer.output == "bye\n")
    let stubborn = try RunningCommand(
      ["emulator", "exec", "--port", "0", "trap 'echo heard' INT; echo up; while true; do sleep 0.05; done"], in: folder
    )
    #expect(stubborn.nextLine() == "up")
    stubborn.send(SIGINT)
    #expect(stubborn.nextLine() == "heard")
    stubborn.send(SIGINT)
    #expect(stubborn.rest.exitCode == 130)
  }

  @Test("a program that does not exist is no exit code of a command")
  func unknownProgram() throws {
    let answer = try Self.exec(["--", "no-such-program"], in: TestFolder(Self.project))
    #expect(answer.exitCode == 3)
    #expect(answer.errors == "error: cannot start `no-such-program`: No such file or directory\n")
  }

  // MARK: Flags

  @Test(
    "what cannot be done is a usage error",
    arguments: [
      (
        ["start", "--latency", "slow"],
        "error[FB8001 unsupported-feature]: delaying answers (`--latency`) is not available yet"
      ),
      (
        ["start", "--fail-rate", "0.1"],
        "error[FB8001 unsupported-feature]: failing at random (`--fail-rate`) is not available yet"
      ),
      (["start", "--database-port", "x"], "error: The value 'x' is invalid for '--database-port <port>'"),
      (
        ["start", "--only", "firestore", "--database-port", "0"],
        "error: `--database-port` and `--only` without `database` contradict each other"
      ),
      (
        ["start", "--port", "9000", "--database-port", "9000"],
        "error: port 9000 cannot be that of Firestore and of the Realtime Database"
      ),
      (["start", "--only", "auth"], "error: `--only auth` leaves nothing to start"),
      (["exec", "-o", "json", "--", "true"], "error: standard output belongs to the command that is run"),
      (["start", "-o", "json"], "error: `json` is not an output format of this command"),
      (["start", "--port", "65536"], "error: The value '65536' is invalid for '--port <port>'"),
      (["start", "--clock", "noon"], "error: The value 'noon' is invalid for '--clock <time>'"),
      (["start", "--lock-wait", "3 days"], "error: The value '3 days' is invalid for '--lock-wait <duration>'"),
      (["start", "--export-on-exit"], "error: `--export-on-exit` names no folder"),
      (["start", "--import", "nowhere"], "error: there is no folder `nowhere` to import"),
      (["start", "--data-dir", "data", "--ephemeral"], "error: `--data-dir` and `--ephemeral` contradict each other"),
      (["start", "--nope"], "error: Unknown option '--nope'"),
      (["exec"], "error: there is no command to run"),
      (["exec", "true", "--", "true"], "error: there are two commands: `true`, and `true` behind `--`"),
      (["nope"], "error: there is no command `emulator nope`"),
      (["export"], "error: Missing expected argument '<dir>'"),
      (["export", "--format", "xml", "out"], "error: The value 'xml' is invalid for '--format <format>'"),
      (["clock", "--advance", "1h", "--set", "2026-01-01"], "error: `--advance` and `--set` contradict each other"),
      (["tail", "--follow"], "error[FB8001 unsupported-feature]: `emulator tail` is not available yet"),
    ] as [([String], String)])
  func refusedFlags(arguments: [String], message: String) throws {
    let answer = try CommandLineTool.run(["emulator"] + arguments, in: TestFolder(Self.project), environment: Self.path)
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    #expect(answer.errors.split(separator: "\n").first.map(String.init)?.hasPrefix(message) == true, "\(answer.errors)")
  }

  @Test("scripts for the Firebase CLI need one word changed")
  func aliases() throws {
    let answer = try CommandLineTool.run(
      ["emulators:exec", "--only", "firestore,auth,database", "--project", "demo-shop", "echo $GCLOUD_PROJECT"],
      in: TestFolder(Self.project), environment: Self.path.merging(["FIREBREAK_PORT": "0"]) { $1 })
    #expect(answer.exitCode == 0)
    #expect(answer.output == "demo-shop\n")
    #expect(
      answer.errors == """
        warning: `auth` of `--only` is ignored: only `firestore` and `database` are emulated
        firebreak: 0 requests · 0 reads · 0 writes · 0 denials · 0 findings

        """)
  }

  @Test("rules that are named and missing prevent the start, unless open databases are allowed")
  func missingRules() throws {
    let files = ["firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#]
    let refused = try Self.exec(["--", "touch", "X"], in: TestFolder(files))
    #expect(refused.exitCode == 2)
    #expect(refused.errors.hasPrefix("error[FB0003 rules-file-missing]: there is no rules file `firestore.rules`\n"))
    let open = try RunningCommand(["emulator", "start", "--port", "0", "--allow-open"], in: TestFolder(files))
    var lines: [String] = []
    while let line = open.nextLine(), !line.hasPrefix("export") { lines.append(line) }
    #expect(lines.contains { $0.contains("│ OPEN") })
    open.send(SIGINT)
    #expect(open.rest.exitCode == 0)
  }

  // MARK: What the command sees

  @Test("the command finds the emulator and its project, and its streams are its own")
  func environment() throws {
    let script =
      "cat; echo $GCLOUD_PROJECT $GOOGLE_CLOUD_PROJECT $FIREBREAK_HANDED_OVER_BY; echo problem >&2; "
      + "test $FIRESTORE_EMULATOR_HOST = $FIREBASE_FIRESTORE_EMULATOR_ADDRESS || exit 1; echo $FIRESTORE_EMULATOR_HOST"
    let answer = try Self.exec(["-q", "--", "sh", "-c", script], in: TestFolder(Self.project), input: "in\n")
    #expect(answer.exitCode == 0)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["in", "demo-local demo-local"])
    #expect(lines.last?.hasPrefix("127.0.0.1:") == true)
    #expect(answer.errors == "problem\n")
  }

  @Test("arguments behind `--` are untouched")
  func arguments() throws {
    let answer = try Self.exec(
      ["-q", "--", "printf", "<%s>", "a b", "--help", "--", "$HOME", ""], in: TestFolder(Self.project))
    #expect(answer.output == "<a b><--help><--><$HOME><>")
  }

  // MARK: The two halves

  @Test("without its other half the command says how to get it")
  func otherHalfMissing() throws {
    let folder = try TestFolder([:])
    let alone = folder.url.appending(path: "firebreak")
    try FileManager.default.copyItem(at: CommandLineTool.executable, to: alone)
    let answer = try CommandLineTool.run(["emulator", "start"], in: folder, executable: alone)
    #expect(answer.exitCode == 3)
    #expect(answer.output == "")
    #expect(answer.errors.contains("neither beside `firebreak`"))
    #expect(answer.errors.contains("make emulator"))
    let help = try CommandLineTool.run(["emulator", "--help"], in: folder, executable: alone)
    #expect(help.exitCode == 0)
    #expect(help.output.contains("USAGE: firebreak emulator <subcommand>"))
    // A link to the command finds what stands beside the command itself.
    let other = folder.url.appending(path: "firebreak-emulator")
    try Data("#!/bin/sh\nfor word in \"$@\"; do echo \"<$word>\"; done; exit 9\n".utf8).write(to: other)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: other.path())
    let links = try TestFolder([:])
    let link = links.url.appending(path: "firebreak")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: alone)
    let handed = try CommandLineTool.run(
      ["emulators:exec", "-v", "--", "npm", "a b", "--help"], in: links, executable: link)
    #expect(handed.exitCode == 9)
    #expect(handed.output == "<exec>\n<-v>\n<-->\n<npm>\n<a b>\n<--help>\n")
  }

  @Test("halves of two versions are noticed")
  func versions() throws {
    let emulator = CommandLineTool.executable.deletingLastPathComponent().appending(path: "firebreak-emulator")
    let answer = try CommandLineTool.run(
      ["--version"], in: TestFolder([:]), environment: ["FIREBREAK_HANDED_OVER_BY": "0.0.1"], executable: emulator)
    #expect(answer.exitCode == 0)
    #expect(answer.errors.hasPrefix("warning: `firebreak` is 0.0.1, but its `firebreak-emulator` is 0."))
  }
}
