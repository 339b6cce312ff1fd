import Foundation
import Testing

/// The contract of `run`, and how the tool behaves in pipes.
@Suite("Command line: run") struct CommandLineRunTests {
  static let files: [String: String] = {
    var files = CommandLineTests.project(indexes: "{\"indexes\": [\(CommandLineTests.chatIndex)]}")
    files["chat.workload.yaml"] = CommandLineTests.workload(
      """
              - name: chats.open
                query: 'chats where participants array-contains "u1" orderBy lastMessageTime desc limit 50'
      """,
      more: """
        prices: {book: google-standard, location: nam5}
        data:
          - path: chats/{auto}
            count: 100
            fields: {participants: [u1, u2], lastMessageTime: {spread: [-30d, 0d]}}
        budget:
          - {step: chats.open, reads: 50}
        """)
    return files
  }()

  @Test("a run bills what the query returns, and keeps the keys that scripts rely on")
  func contract() throws {
    let answer = try CommandLineTool.run(["run", ".", "-o", "json"], in: TestFolder(Self.files))
    #expect(answer.exitCode == 0)
    #expect(answer.json?["outcome"] as? String == "clean")
    #expect(answer.codes == [])
    let variants = answer.json?["variants"] as? [NSDictionary]
    #expect(variants?.count == 1)
    let variant = variants?.first
    #expect(variant?["reads"] as? Int == 50)
    #expect(variant?["writes"] as? Int == 0)
    #expect(variant?["deletes"] as? Int == 0)
    #expect((variant?["monthlyCost"] as? NSDictionary)?["currency"] as? String == "USD")
    let operation = (variant?["operations"] as? [NSDictionary])?.first
    #expect(operation?["name"] as? String == "chats.open")
    #expect(operation?["calls"] as? Int == 1)
    #expect(operation?["reads"] as? Int == 50)
    #expect(operation?["plan"] as? [String] == ["(participants ARRAY_CONTAINS, lastMessageTime DESC, __name__ DESC)"])
  }

  @Test("what several variants need alike is said of each of them, at the severity of the settings")
  func sharedNeeds() throws {
    var files = Self.files
    files["firestore.indexes.json"] = #"{"indexes": [], "fieldOverrides": []}"#
    files["chat.workload.yaml"]?.append(
      #"""

      variants:
        all: {}
        half: {set: {steps.chats.open.query: 'chats where participants array-contains "u1" orderBy lastMessageTime desc limit 25'}}
      """#)
    let needed = [
      "error FB2001 query `chats.open` needs an index that `firestore.indexes.json` does not define",
      "error FB2001 query `chats.open` needs an index that `firestore.indexes.json` does not define",
    ]
    func found(_ answer: CommandLineTool.Answer) -> [String] {
      (answer.json?["findings"] as? [NSDictionary] ?? []).compactMap { finding in
        guard let code = finding["code"] as? String, code == "FB2001" else { return nil }
        return "\(finding["severity"] ?? "") \(code) \(finding["message"] ?? "")"
      }
    }
    let answer = try CommandLineTool.run(["run", ".", "-o", "json"], in: TestFolder(files))
    #expect(answer.exitCode == 1)
    #expect(found(answer) == needed)
    files["firebreak.json"] = #"{"severity": {"FB2001": "warning"}}"#
    let lowered = try CommandLineTool.run(["run", ".", "-o", "json"], in: TestFolder(files))
    #expect(lowered.exitCode == 0)
    #expect(found(lowered) == needed.map { $0.replacing("error", with: "warning") })
  }

  @Test("an actor that never acts has no bill, and a step that nobody comes to stands below the bill")
  func whatIsNotPlayed() throws {
    var files = Self.files
    files["chat.workload.yaml"] = """
      workload: idle
      database: {rules: none}
      actors:
        never: {steps: [{get: a/b}]}
        me: {sessions: {at: {first: "08:00"}}, steps: [{get: a/b, missing: ok}]}
      """
    let idle = try CommandLineTool.run(["run"], in: TestFolder(files))
    #expect(idle.exitCode == 2)
    #expect(idle.output == "")
    #expect(
      idle.errors.hasPrefix(
        "error[FB7024 actor-never-acts]: `never` never does anything: it has no sessions, and no entry of the timeline "
          + "names it\n  --> chat.workload.yaml:4:3\n"))
    files["chat.workload.yaml"] = """
      workload: unreached
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      actors:
        me:
          sessions: {at: {first: "08:00"}}
          steps:
            - {get: a/b, missing: ok}
            - {if: "1 > 2", then: [{name: rare, get: a/c, missing: ok}]}
      """
    let unreached = try CommandLineTool.run(["run"], in: TestFolder(files))
    #expect(unreached.exitCode == 0)
    #expect(
      unreached.output.hasPrefix(
        """
        unreached   1 user, 1 session a day   $0.00/mo
          ! FB7025 no variant comes to `rare`   chat.workload.yaml:9

        """))
  }

  @Test(
    "a location that does not exist is answered with the nearest ones",
    arguments: [
      ("us-est1", "did you mean `us-east1`? "), ("US-CENTRAL1", "did you mean `us-central1`? "),
      ("eur", "did you mean `eur3`? "),
      ("me", "those that begin like it: `me-central1`, `me-central2`, `me-west1`; "), ("mars", ""),
    ])
  func unknownLocation(_ name: String, _ suggestion: String) throws {
    let answer = try CommandLineTool.run(["run", "--location", name], in: TestFolder(Self.files))
    #expect(answer.exitCode == 2)
    #expect(answer.errors.contains("there is no location `\(name)`"))
    #expect(answer.errors.contains("   help: \(suggestion)locations with prices: "))
  }

  @Test("assertions about variants that are not played are left out, and that is said")
  func someVariants() throws {
    var files = Self.files
    files["chat.workload.yaml"]?.append(
      #"""

      variants:
        all: {}
        half: {set: {steps.chats.open.query: 'chats where participants array-contains "u1" orderBy lastMessageTime desc limit 25'}}
        few: {set: {steps.chats.open.query: 'chats where participants array-contains "u1" orderBy lastMessageTime desc limit 10'}}
      assert:
        - {expect: "reads(all) == 50"}
        - {expect: "reads(few) == 10"}
        - {expect: "reads > 0"}
      """#)
    let answer = try CommandLineTool.run(
      ["run", ".", "-o", "json", "--variant", "few", "--no-save"], in: TestFolder(files))
    #expect(answer.exitCode == 0)
    #expect(answer.codes == [])
    #expect(
      (answer.json?["assertions"] as? [NSDictionary])?.compactMap { $0["expect"] as? String } == [
        "reads(all) == 50", "reads(few) == 10",
      ])
    let remarks = answer.json?["remarks"] as? [String]
    #expect(
      remarks?.last == "1 assertion or claim is left out, about variants that are not played or all of them together")
  }

  @Test("fewer days are played without what is demanded of all of them")
  func someDays() throws {
    var files = Self.files
    files["chat.workload.yaml"]?.append(
      #"""

      assert:
        - {expect: "reads == 51"}
      """#)
    let folder = try TestFolder(files)
    #expect(try CommandLineTool.run(["run", ".", "--no-save", "-q"], in: folder).exitCode == 1)
    let answer = try CommandLineTool.run(["run", ".", "-o", "json", "--days", "2", "--no-save"], in: folder)
    #expect(answer.exitCode == 0)
    #expect((answer.json?["period"] as? NSDictionary)?["days"] as? Int == 2)
    #expect((answer.json?["assertions"] as? [NSDictionary])?.count == 0)
    let remarks = answer.json?["remarks"] as? [String]
    #expect(
      remarks?.last
        == "1 assertion, claim or budget is left out, since 2 days are played and not those of the workload")
    let refused = try CommandLineTool.run(["run", ".", "--days", "0"], in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.errors == "error: `--days 0` is not from 1 to 3660\n")
  }

  @Test("a broken budget and a missing index fail the run")
  func failures() throws {
    var files = Self.files
    files["chat.workload.yaml"]?.replace("reads: 50}", with: "reads: 40}")
    let budget = try CommandLineTool.run(["run", ".", "-o", "json"], in: TestFolder(files))
    #expect(budget.exitCode == 1)
    #expect(budget.codes == ["FB7001"])
    files = Self.files
    files["firestore.indexes.json"] = #"{"indexes": []}"#
    let refused = try CommandLineTool.run(["run", ".", "-o", "json"], in: TestFolder(files))
    #expect(refused.exitCode == 1)
    #expect(refused.codes.contains("FB2001"))
  }

  @Test("what cannot be read is exit 2, with the place")
  func unreadable() throws {
    var files = Self.files
    files["chat.workload.yaml"] = "workload: [\n"
    let broken = try CommandLineTool.run(["run", "."], in: TestFolder(files))
    #expect(broken.exitCode == 2)
    #expect(broken.errors.contains("--> chat.workload.yaml:"))
    let none = try CommandLineTool.run(["run"], in: TestFolder([:]))
    #expect(none.exitCode == 2)
    #expect(none.errors.hasPrefix("error: there is no *.workload.yaml here"))
  }

  @Test("the same run gives the same bytes")
  func determinism() throws {
    let folder = try TestFolder(Self.files)
    #expect(
      try CommandLineTool.run(["run", ".", "-j", "1"], in: folder)
        == CommandLineTool.run(["run", ".", "-j", "16"], in: folder))
  }

  @Test("expectations are not recorded in CI")
  func expectations() throws {
    let folder = try TestFolder(Self.files)
    let refused = try CommandLineTool.run(["run", ".", "--update-expected"], in: folder, environment: ["CI": "true"])
    #expect(refused.exitCode == 2)
    #expect(try CommandLineTool.run(["run", ".", "--update-expected"], in: folder).exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "expected/chat.json").path()))
  }

  @Test("a reader that goes away is no crash, a full disk is exit 3")
  func streams() throws {
    let folder = try TestFolder([:])
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "\"$0\" explain FB2001 | true; \"$0\" --help > /dev/full", CommandLineTool.executable.path(),
    ]
    shell.currentDirectoryURL = folder.url
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationReason == .exit)
    #expect(shell.terminationStatus == 3)
  }
}
