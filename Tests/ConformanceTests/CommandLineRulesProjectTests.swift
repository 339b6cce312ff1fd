import Foundation
import Testing

/// `rules` over a project: proofs of its workloads' queries, the settings of its tests, and the layout of its files.
@Suite("Command line: rules of a project") struct CommandLineRulesProjectTests {
  static let files = [
    "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#,
    "firebreak.json": #"{"tests": ["other/**/*.yaml"], "coverage": {"expressions": 100}}"#,
    "firestore.rules": """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{db}/documents {
        match /cities/{city} {
          allow list: if resource.data.owner == request.auth.uid;
          allow get: if resource.data.open;
        }
      }
    }

    """,
    "w.workload.yaml": """
    workload: w
    clock: {start: "2026-01-05T00:00:00Z", days: 1}
    data: [{path: "cities/{auto}", count: 1, fields: {owner: a}}]
    actors:
      me: {auth: {uid: a}, client: {sdk: web}}
    timeline:
      - at: "day 1 09:00"
        actor: me
        steps:
          - {name: mine, query: 'cities where owner == "a" limit 5'}
          - {name: all, query: 'cities limit 5'}

    """,
    "other/deep/mine.yaml": """
    rules: ../../firestore.rules
    cases: [{name: mine, as: a, list: {from: cities, where: [[owner, ==, a]]}, expect: allow}]

    """,
    "rules/cases.yaml": "this is not read",
  ]

  @Test("prove shows which queries the rules allow, and why not the others")
  func prove() throws {
    let answer = try CommandLineTool.run(["rules", "prove", "-o", "json"], in: try TestFolder(Self.files))
    #expect(answer.exitCode == 1)
    #expect(answer.errors == "")
    #expect(answer.json?["outcome"] as? String == "findings")
    #expect(answer.codes == ["FB4101"])
    #expect(
      answer.json?["queries"] as? [NSDictionary] == [
        [
          "query": "mine", "actor": "me", "verdict": "allowed",
          "reason": #"resource.data.owner == request.auth.uid follows from owner == "a""#,
          "counterexample": NSNull(), "missingFilter": NSNull(),
        ],
        [
          "query": "all", "actor": "me", "verdict": "denied",
          "reason":
            #"`resource.data.owner == request.auth.uid` is not implied by the query; add `where("owner", "==", "a")`"#,
          "counterexample": ["name": "cities/doc", "fields": NSDictionary()] as NSDictionary,
          "missingFilter": #"where("owner", "==", "a")"#,
        ],
      ])
    let text = try CommandLineTool.run(["rules", "prove"], in: try TestFolder(Self.files))
    #expect(
      text.output == """
        queries
          ✓ mine  provable  firestore.rules:5:22  resource.data.owner == request.auth.uid follows from owner == "a"
          ✗ all   refuted  firestore.rules:5:22  `resource.data.owner == request.auth.uid` is not implied by the query; add `where("owner", "==", "a")`
              counterexample: cities/doc {} read by me
        1 provable, 1 refuted, 0 unknown

        """)
  }

  @Test("properties are named as not proven, never passed over")
  func properties() throws {
    var files = Self.files
    files["firebreak.json"] = #"{"properties": {"p": {}}}"#
    let answer = try CommandLineTool.run(["rules", "prove", "-o", "json"], in: try TestFolder(files))
    #expect(answer.codes == ["FB8001", "FB4101"])
    #expect(answer.exitCode == 1)
  }

  @Test("without anything to prove, nothing is done")
  func nothing() throws {
    let folder = try TestFolder(["firestore.rules": Self.files["firestore.rules"] ?? ""])
    #expect(try CommandLineTool.run(["rules", "prove"], in: folder).exitCode == 2)
    #expect(try CommandLineTool.run(["rules", "test"], in: folder).exitCode == 2)
  }

  @Test("firebreak.json names the tests and the share of expressions that they have to reach")
  func settings() throws {
    let folder = try TestFolder(Self.files)
    let tests = try CommandLineTool.run(["rules", "test"], in: folder)
    #expect(tests.output == "1 passed · 0 rule reads\n")
    #expect(tests.exitCode == 0)
    let coverage = try CommandLineTool.run(["rules", "coverage"], in: folder)
    #expect(coverage.exitCode == 1)
    #expect(coverage.errors.contains("FB5003"))
    #expect(coverage.output.hasSuffix("Expressions 70.0 % (threshold 100 %)\n"))
    let lower = try CommandLineTool.run(["rules", "coverage", "--threshold", "70"], in: folder)
    #expect(lower.exitCode == 0)
  }

  @Test("format rewrites files, --check only lists them, and broken ones stay as they are")
  func format() throws {
    let folder = try TestFolder([
      "a.rules": "rules_version='2'\nservice cloud.firestore{match /a/{b}{allow read:if true}}", "b.rules": "service {",
    ])
    let check = try CommandLineTool.run(["rules", "format", "--check", "a.rules"], in: folder)
    #expect(check == CommandLineTool.Answer(output: "a.rules\n", errors: "1 file: 1 not formatted\n", exitCode: 1))
    let format = try CommandLineTool.run(["rules", "format", "a.rules"], in: folder)
    #expect(format == CommandLineTool.Answer(output: "a.rules\n", errors: "1 file: 1 formatted\n", exitCode: 0))
    #expect(
      try String(contentsOf: folder.url.appending(path: "a.rules"), encoding: .utf8) == """
        rules_version = '2';
        service cloud.firestore {
          match /a/{b} {
            allow read: if true;
          }
        }

        """)
    let again = try CommandLineTool.run(["rules", "format", "--check", "a.rules"], in: folder)
    #expect(again == CommandLineTool.Answer(output: "", errors: "1 file: 0 not formatted\n", exitCode: 0))
    let broken = try CommandLineTool.run(["rules", "format", "b.rules", "-o", "json"], in: folder)
    #expect(Set(broken.codes) == ["FB3001"])
    #expect(broken.exitCode == 2)
    #expect(try String(contentsOf: folder.url.appending(path: "b.rules"), encoding: .utf8) == "service {")
  }
}
