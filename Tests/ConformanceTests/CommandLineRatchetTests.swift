import Foundation
import Testing

/// The checked-in file of billed reads, as a user meets it.
@Suite("Command line: cost ratchet") struct CommandLineRatchetTests {
  private static func file(_ folder: TestFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: "firebreak/cost.json"), encoding: .utf8)
  }

  private static func files(limit: Int) -> [String: String] {
    var files = CommandLineRunTests.files
    files["chat.workload.yaml"]?.replace("limit 50", with: "limit \(limit)")
    files["chat.workload.yaml"]?.replace("reads: 50}", with: "reads: 100}")
    return files
  }

  private static func change(_ folder: TestFolder, limit: Int) throws {
    let text = try #require(files(limit: limit)["chat.workload.yaml"])
    try Data(text.utf8).write(to: folder.url.appending(path: "chat.workload.yaml"))
  }

  static let recorded = """
    {
      "schema": 1,
      "reads": {
        "chat": {
          "baseline": {
            "chats.open": 50
          }
        }
      }
    }

    """

  @Test("the first run records, later ones lower, and more is FB7020 at the record")
  func life() throws {
    let folder = try TestFolder(Self.files(limit: 50))
    let first = try CommandLineTool.run(["cost", "ratchet"], in: folder)
    #expect(
      first
        == .init(
          output: "   operation   reads/call\n+  chats.open          50  recorded\n",
          errors: "firebreak/cost.json: 1 recorded, 0 unchanged\n", exitCode: 0))
    #expect(try Self.file(folder) == Self.recorded)
    try Self.change(folder, limit: 60)
    let check = try CommandLineTool.run(["cost", "ratchet", "--check"], in: folder)
    #expect(
      check
        == .init(
          output: "   operation   reads/call\n✗  chats.open     50 → 60  exceeded\n",
          errors: """
            error[FB7020 ratchet-exceeded]: `chats.open` exceeds its recorded 50 reads
              --> firebreak/cost.json:6:23
               |
             5 |       "baseline": {
             6 |         "chats.open": 50
               |                       ^^
               = a call of it in `chat/baseline` bills 60 now, 10 more
               help: find the new read, or accept it: `firebreak cost ratchet --accept chats.open --reason TEXT`

            firebreak/cost.json: 1 exceeded, 0 unchanged

            """, exitCode: 1))
    let json = try CommandLineTool.run(["cost", "ratchet", "-o", "json"], in: folder)
    #expect(json.exitCode == 1)
    #expect(json.json?["outcome"] as? String == "findings")
    #expect(json.json?["lowered"] as? [NSDictionary] == [])
    let exceeded: NSDictionary = [
      "name": "chats.open", "workload": "chat", "variant": "baseline", "step": "chats.open", "recorded": 50, "now": 60,
    ]
    #expect(json.json?["exceeded"] as? [NSDictionary] == [exceeded])
    #expect(try Self.file(folder) == Self.recorded)
    let run = try CommandLineTool.run(["run", "-o", "json"], in: folder)
    #expect(run.exitCode == 1)
    #expect(run.codes == ["FB7020"])
    try Self.change(folder, limit: 40)
    let lower = try CommandLineTool.run(["cost", "ratchet", "--check"], in: folder)
    #expect(lower.exitCode == 0)
    #expect(lower.output == "   operation   reads/call\n↓  chats.open     50 → 40  would be lowered\n")
    #expect(try Self.file(folder) == Self.recorded)
    #expect(try CommandLineTool.run(["cost", "ratchet"], in: folder).exitCode == 0)
    #expect(try Self.file(folder) == Self.recorded.replacing("50", with: "40"))
    #expect(try CommandLineTool.run(["run"], in: folder).exitCode == 0)
  }

  @Test("a raise needs a step that exceeds and a reason")
  func raising() throws {
    let folder = try TestFolder(Self.files(limit: 50))
    #expect(try CommandLineTool.run(["cost", "ratchet", "-q"], in: folder).exitCode == 0)
    let nothing = try CommandLineTool.run(["cost", "ratchet", "--accept", "chats.open", "--reason", "x"], in: folder)
    #expect(nothing.exitCode == 2)
    #expect(nothing.errors == "error: `chats.open` does not exceed its record: there is nothing to accept\n")
    try Self.change(folder, limit: 60)
    let noReason = try CommandLineTool.run(["cost", "ratchet", "--accept", "chats.open", "--reason", " "], in: folder)
    #expect(noReason.exitCode == 2)
    let unknown = try CommandLineTool.run(["cost", "ratchet", "--accept", "chat.open", "--reason", "x"], in: folder)
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: no workload calls a step `chat.open`\nhelp: did you mean `chats.open`?\n")
    let checked = try CommandLineTool.run(["cost", "ratchet", "--check", "--accept", "a", "--reason", "x"], in: folder)
    #expect(checked.exitCode == 2)
    let accepted = try CommandLineTool.run(
      ["cost", "ratchet", "--accept", "chats.open", "--reason", "a longer first page"], in: folder)
    #expect(accepted.exitCode == 0)
    #expect(accepted.output == "   operation   reads/call\n↑  chats.open     50 → 60  accepted: a longer first page\n")
    #expect(
      try Self.file(folder)
        == """
        {
          "schema": 1,
          "reads": {
            "chat": {
              "baseline": {
                "chats.open": 60
              }
            }
          },
          "accepted": [
            {"workload": "chat", "variant": "baseline", "step": "chats.open", "from": 50, "to": 60, "reason": "a longer first page"}
          ]
        }

        """)
  }

  @Test("a broken file is exit 2 for every command that reads it, and records of nothing are warnings of check")
  func broken() throws {
    var files = Self.files(limit: 50)
    files["firebreak/cost.json"] = #"{"schema": 1, "reads": {"chat": 3}}"#
    let folder = try TestFolder(files)
    for command in [["cost", "ratchet"], ["run"], ["check"]] {
      let answer = try CommandLineTool.run(command + ["-o", "json"], in: folder)
      #expect(answer.exitCode == 2)
      #expect(answer.codes.contains("FB0015"))
    }
    files["firebreak/cost.json"] = #"{"schema": 1, "reads": {"chat": {"baseline": {"chats.opens": 3}}}}"#
    let check = try CommandLineTool.run(["check", "-o", "json"], in: TestFolder(files))
    #expect(check.exitCode == 0)
    #expect(check.codes == ["FB7005"])
    let finding = (check.json?["findings"] as? [NSDictionary])?.first
    #expect(finding?["message"] as? String == "reads are recorded for a step `chats.opens` that does not exist")
    #expect(finding?["help"] as? String == "did you mean `chats.open`?")
    #expect(finding?["line"] as? Int == 1)
    #expect(finding?["column"] as? Int == 62)
  }
}
