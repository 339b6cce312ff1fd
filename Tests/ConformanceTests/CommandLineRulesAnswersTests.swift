import Foundation
import Testing

@Suite("Command line: one answer of rules everywhere") struct CommandLineRulesAnswersTests {
  private func run(_ arguments: [String], _ files: [String: String] = CommandLineAccessTests.project()) throws
    -> CommandLineTool.Answer
  {
    try CommandLineTool.run(arguments, in: TestFolder(files))
  }

  @Test(arguments: [
    ["explain", "orders limit 5", "--as", "ada", "--rules", "gone.rules"], ["rules", "check", "gone.rules"],
    ["rules", "prove", "gone.rules"], ["rules", "eval", "--rules", "gone.rules", "--request", "request.json"],
    ["rules", "test", "suite.json", "--rules", "gone.rules"],
  ])
  func `a rules file that is missing has one code`(_ arguments: [String]) throws {
    var files = CommandLineAccessTests.project()
    files["request.json"] = #"{"method": "get", "path": "orders/o1"}"#
    files["suite.json"] = #"{"testSuite": {"testCases": []}}"#
    let answer = try run(arguments, files)
    let text = answer.output + answer.errors
    #expect(text.contains("FB0003"), "\(text)")
    #expect(text.contains("check the path, or create the file"), "\(text)")
    #expect(!text.contains("FB0013"), "\(text)")
  }

  @Test func `somebody is named who asks`() throws {
    let answer = try run(["explain", "orders limit 5", "--as", ""])
    #expect(answer.exitCode == 2, "\(answer)")
    #expect(answer.errors.contains("`--as` names nobody"))
  }

  @Test func `documents that rules read are asked for`() throws {
    let rules = """
      rules_version = '2';
      service cloud.firestore { match /databases/{database}/documents {
        match /a/{x} { allow read: if get(/databases/$(database)/documents/k/none).data.v == 1; }
      } }
      """
    let answer = try run(["explain", "a where x == ? limit 3", "--as", "u", "--rules", "x.rules"], ["x.rules": rules])
    #expect(answer.output.contains("name them with `--data FILE`"), "\(answer.output)")
  }

  @Test func `proofs know the mode of the emulator`() throws {
    let answer = try run(["rules", "prove", "--mode", "emulator", "-o", "json"])
    #expect(answer.output.contains("\"queries\""), "\(answer)")
    #expect(!answer.errors.contains("not available yet"))
  }

  @Test func `a finding names what to add once, and brings the counterexample`() throws {
    let answer = try run(["check", "-o", "json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    let denied = try #require(findings.first { $0["code"] as? String == "FB4101" })
    let message = try #require(denied["message"] as? String)
    #expect(!message.contains("add `where"), "\(message)")
    #expect((denied["help"] as? String)?.hasPrefix("add `where(") == true, "\(denied)")
    #expect((denied["notes"] as? [String])?.contains { $0.hasPrefix("the query could return `") } == true, "\(denied)")
  }
}
