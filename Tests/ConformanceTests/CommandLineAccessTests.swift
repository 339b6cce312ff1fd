import Foundation
import Testing

/// Security rules in `check`, `explain` and `run`, as users and their scripts meet them.
@Suite("Command line: what rules allow") struct CommandLineAccessTests {
  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /orders/{order} {
          allow list: if resource.data.owner == request.auth.uid || isAdmin();
          allow get: if resource.data.owner == request.auth.uid;
          function isAdmin() {
            return get(/databases/$(database)/documents/users/$(request.auth.uid)).data.admin == true;
          }
        }
      }
    }
    """

  static let data = """
    {"documents": [
      {"name": "orders/o1", "fields": {"owner": {"stringValue": "bob"}}},
      {"name": "users/ada", "fields": {"admin": {"booleanValue": true}}},
      {"name": "users/eve", "fields": {"admin": {"booleanValue": false}}}
    ]}
    """

  static func project(rules file: String = "firestore.rules") -> [String: String] {
    [
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": rules, "data.json": data,
      "orders.workload.yaml": """
      workload: orders
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: \(file)}
      data:
        - {path: users/eve, fields: {admin: false}}
        - {path: orders/o1, fields: {owner: eve}}
      actors:
        eve: {auth: {uid: eve}, client: {sdk: web}}
      timeline:
        - {at: "day 1 08:00", actor: eve, steps: [{name: mine, query: "orders where owner == {uid} limit 5"}]}
        - {at: "day 1 08:01", actor: eve, steps: [{name: everything, query: "orders limit 5"}]}
      """,
    ]
  }

  private func explain(_ query: String, _ flags: String...) throws -> (
    answer: CommandLineTool.Answer, rules: [String: Any]
  ) {
    let answer = try CommandLineTool.run(
      ["explain", query, "--data", "data.json", "-o", "json"] + flags, in: TestFolder(Self.project()))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    return (answer, try #require(object["rules"] as? [String: Any]))
  }

  @Test func `explain says what the rules say to whom`() throws {
    let admin = try explain("orders limit 5", "--as", "ada")
    #expect(admin.answer.exitCode == 0)
    #expect(admin.rules["verdict"] as? String == "allowed")
    #expect((admin.rules["reason"] as? String)?.hasPrefix("firestore.rules:") == true, "\(admin.rules)")
    #expect(admin.rules["reads"] as? Int == 1)
    let stranger = try explain("orders limit 5", "--as", "eve")
    #expect(stranger.answer.exitCode == 1)
    #expect(stranger.rules["verdict"] as? String == "denied")
    #expect(
      try explain(#"orders where owner == "eve" limit 5"#, "--as", "eve").rules["verdict"] as? String == "allowed")
    #expect(try explain("orders limit 5", "--as", "anonymous").rules["verdict"] as? String == "denied")
    #expect(try explain("orders limit 5", "--as", "admin").rules["verdict"] as? String == "allowed")
    #expect(try explain("orders/o1", "--as", "bob").rules["verdict"] as? String == "allowed")
    #expect(try explain("orders/o1", "--as", "eve").rules["verdict"] as? String == "denied")
    let unasked = try explain("orders limit 5")
    #expect(unasked.answer.exitCode == 0)
    #expect(unasked.rules["verdict"] as? String == "unknown")
  }

  @Test func `what the rules read is part of the estimate and of the measured bill`() throws {
    let answer = try CommandLineTool.run(
      ["explain", "orders limit 5", "--data", "data.json", "--as", "ada", "--analyze", "-o", "json"],
      in: TestFolder(Self.project()))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let billing = try #require(object["billing"] as? [String: Any])
    #expect(billing["reads"] as? Int == 2)
    let estimate = try #require((object["estimate"] as? [String: Any])?["reads"] as? [String: Any])
    #expect(estimate["min"] as? Int == 2)
  }

  @Test func `check and run agree on what is denied`() throws {
    let folder = try TestFolder(Self.project())
    let check = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    #expect(check.exitCode == 1)
    #expect(check.codes.contains("FB4101"), "\(check.output)")
    let run = try CommandLineTool.run(["run", "-o", "json"], in: folder)
    #expect(run.exitCode == 1)
    #expect(run.codes.contains("FB4101"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let variant = try #require((object["variants"] as? [[String: Any]])?.first)
    let correctness = try #require(variant["correctness"] as? [String: Any])
    #expect(correctness["denied"] as? Int == 1)
    let components = try #require(variant["components"] as? [String: Any])
    // Of the denied query: that it is not an admin who asks.
    #expect(components["ruleReads"] as? Int == 1)
  }

  @Test func `a rules file that is missing or does not compile stops a run`() throws {
    let missing = try CommandLineTool.run(["run", "-o", "json"], in: TestFolder(Self.project(rules: "other.rules")))
    #expect(missing.exitCode == 2)
    #expect(missing.codes == ["FB0003"])
    var files = Self.project()
    files["broken.rules"] = "service cloud.firestore {"
    let broken = try CommandLineTool.run(["run", "--rules", "broken.rules", "-o", "json"], in: TestFolder(files))
    #expect(broken.exitCode == 2)
    #expect(broken.codes.contains("FB3001"), "\(broken.output)")
  }
}
