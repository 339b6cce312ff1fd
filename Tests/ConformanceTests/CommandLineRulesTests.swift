import Foundation
import Testing

/// The contracts of `rules eval`, `rules check` and `rules test`.
@Suite("Command line: rules") struct CommandLineRulesTests {
  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{db}/documents {
        match /cities/{city} {
          allow get: if resource.data.open == true;
          allow list: if resource.data.owner == request.auth.uid;
          allow create: if request.auth != null && request.resource.data.owner == request.auth.uid;
          allow update: if get(/databases/$(db)/documents/users/$(request.auth.uid)).data.admin;
        }
      }
    }

    """

  static let data = """
    {"documents":[
      {"name":"cities/SF","fields":{"open":{"booleanValue":false},"owner":{"stringValue":"a"}}},
      {"name":"users/a","fields":{"admin":{"booleanValue":true}}}]}
    """

  private func eval(_ request: String, _ more: [String] = [], data: String? = Self.data) throws
    -> CommandLineTool.Answer
  {
    let folder = try TestFolder(["firestore.rules": Self.rules, "data.json": data ?? "", "request.json": request])
    let arguments = ["rules", "eval", "--rules", "firestore.rules", "--request", "request.json"]
    return try CommandLineTool.run(arguments + (data == nil ? [] : ["--data", "data.json"]) + more, in: folder)
  }

  // MARK: eval in words

  static let project = [
    "firebase.json": #"{"firestore": {"rules": "firestore.rules"}, "database": {"rules": "database.rules.json"}}"#,
    "firestore.rules": rules,
    "firebreak.json": #"{"actors": {"boss": {"uid": "a", "token": {"admin": true}}}}"#,
    "cases.yaml": "data: {cities/SF: {open: true, owner: a}, users/a: {admin: true}}\ncases: []\n",
    "plain.yml": "cities/SF: {open: false, owner: a}\n",
    "database.rules.json":
      #"{"rules": {"rooms": {"$r": {".read": "auth.token.admin === true", ".write": "auth.uid === 'a'"}}}}"#,
    "rtdb.json": #"{"rooms": {"r1": {"topic": "tea"}}}"#,
  ]

  @Test(
    "a request in words is asked of the rules of the project, by who is named",
    arguments: [
      ("rules eval get cities/SF --data cases.yaml", 0, "allow  get cities/SF as nobody"),
      ("rules eval get cities/SF --data plain.yml", 1, "deny  get cities/SF as nobody"),
      ("rules eval get cities/SF --data data.json", 1, "deny  get cities/SF as nobody"),
      ("rules eval update cities/SF --fields {\"x\":1} --as boss --data cases.yaml", 0, "allow  update cities/SF as a"),
      ("rules eval create cities/LA --fields {\"owner\":\"b\"} --as b", 0, "allow  create cities/LA as b"),
      ("rules eval create cities/LA --fields {\"owner\":\"b\"}", 1, "deny  create cities/LA as nobody"),
      ("rules eval delete cities/LA --as b", 1, "deny  delete cities/LA as b"),
      ("rules eval delete cities/LA --as admin", 0, "allow  delete cities/LA as an admin"),
      ("rtdb eval read rooms/r1 --as boss --data rtdb.json", 0, "allow  read /rooms/r1 as a"),
      ("rtdb eval read rooms/r1 --as a --data rtdb.json", 1, "deny  read /rooms/r1 as a"),
      ("rtdb eval write rooms/r1/topic --value \"x\" --as a", 0, "allow  write /rooms/r1/topic as a"),
    ])
  func words(_ command: String, _ exitCode: Int32, _ first: String) throws {
    var files = Self.project
    files["data.json"] = Self.data
    let answer = try CommandLineTool.run(command.split(separator: " ").map(String.init), in: TestFolder(files))
    #expect(answer.exitCode == exitCode, "\(answer.output)\(answer.errors)")
    #expect(answer.output.split(separator: "\n").first.map(String.init) == first)
  }

  @Test(
    "words that are no request are refused with the way to write it",
    arguments: [
      ("rules eval", "nothing is asked"), ("rules eval read cities/SF", "`read` is no method of a request"),
      ("rules eval get", "`get` needs a target"),
      ("rules eval get cities/SF --fields {}", "`get` writes no fields"),
      ("rules eval get cities/SF --request r.json", "there are two requests: words, and a file"),
      ("rules eval --request r.json --as ada", "a request in a file says itself who asks and what is written"),
      ("rules eval get cities", "`cities` is not the path of a document"),
      ("rtdb eval", "nothing is asked"), ("rtdb eval get rooms", "`get` is no operation"),
      ("rtdb eval write rooms/r1", "the key `value` is missing"),
    ])
  func noRequest(_ command: String, _ message: String) throws {
    let answer = try CommandLineTool.run(command.split(separator: " ").map(String.init), in: TestFolder(Self.project))
    #expect(answer.exitCode == 2)
    #expect(answer.errors.contains(message), "\(answer.errors)")
  }

  // MARK: eval

  @Test("a denial says which condition failed, where, and what was evaluated")
  func denial() throws {
    let answer = try eval(#"{"method":"get","path":"/cities/SF","auth":null}"#, ["-o", "json"])
    #expect(answer.exitCode == 1)
    #expect(answer.errors == "")
    #expect(
      answer.output == """
        {
          "decision": "deny",
          "reason": {
            "file": "firestore.rules",
            "line": 5,
            "column": 21,
            "kind": "condition-false",
            "message": "resource.data.open == true is false: false == true"
          },
          "documentReads": 0,
          "budgets": {
            "expressions": {
              "used": 5,
              "limit": 1000
            },
            "documents": {
              "used": 0,
              "limit": 10,
              "cached": 0
            }
          },
          "trace": [
            {
              "line": 5,
              "column": 21,
              "expression": "resource",
              "value": {
                "__name__": "/databases/(default)/documents/cities/SF",
                "data": {
                  "open": false,
                  "owner": "a"
                },
                "id": "SF"
              }
            },
            {
              "line": 5,
              "column": 21,
              "expression": "resource.data",
              "value": {
                "open": false,
                "owner": "a"
              }
            },
            {
              "line": 5,
              "column": 21,
              "expression": "resource.data.open",
              "value": false
            },
            {
              "line": 5,
              "column": 43,
              "expression": "true",
              "value": true
            },
            {
              "line": 5,
              "column": 21,
              "expression": "resource.data.open == true",
              "value": false
            }
          ]
        }

        """)
  }

  @Test("for people a denial is one screen, with what would have allowed it")
  func denialForPeople() throws {
    let answer = try eval(#"{"method":"get","path":"/cities/SF"}"#)
    #expect(answer.exitCode == 1)
    #expect(
      answer.output == """
        deny  get cities/SF as nobody
          firestore.rules:5:21  resource.data.open == true is false: false == true
            5  resource.data.open == true  false == true  → false
          would allow it: resource.data.open == true
          0 documents read by rules
          5 of 1,000 expressions, 0 of 10 documents

        """)
  }

  @Test("a nearly used budget is a warning, and calls that cost nothing are counted")
  func budgets() throws {
    let calls =
      (1...8).map { "exists(/databases/$(db)/documents/k/d\($0))" } + ["exists(/databases/$(db)/documents/k/d1)"]
    let rules = Self.rules.replacing("resource.data.open == true", with: calls.joined(separator: " || "))
    let request = #"{"method":"get","path":"/cities/SF","auth":null}"#
    let folder = try TestFolder(["firestore.rules": rules, "request.json": request])
    let arguments = ["rules", "eval", "--rules", "firestore.rules", "--request", "request.json"]
    let text = try CommandLineTool.run(arguments, in: folder).output
    #expect(
      text.contains(
        " of 1,000 expressions, 8 of 10 documents\n  warning: 80 % of the documents that a request may use are used\n"))
    #expect(!text.contains("% of the expressions"))
    let json = try CommandLineTool.run(arguments + ["-o", "json"], in: folder).json
    let budgets = json?["budgets"] as? NSDictionary
    #expect(budgets?["documents"] as? NSDictionary == ["used": 8, "limit": 10, "cached": 1])
  }

  @Test("a list that is refused for an error says so, as a get does", arguments: ["get", "list"])
  func listError(_ method: String) throws {
    let rules = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /a/{id} { allow read: if get(/databases/$(database)/documents/k/none).data.v == 1; }
        }
      }
      """
    let request = #"{"method":"\#(method)","path":"/a\#(method == "get" ? "/x" : "")","auth":null}"#
    let folder = try TestFolder(["firestore.rules": rules, "request.json": request])
    let answer = try CommandLineTool.run(
      ["rules", "eval", "--rules", "firestore.rules", "--request", "request.json", "-o", "json"], in: folder)
    #expect(answer.exitCode == 1)
    #expect((answer.json?["reason"] as? NSDictionary)?["kind"] as? String == "error")
    let last = (answer.json?["trace"] as? [NSDictionary])?.last
    #expect(last?["expression"] as? String == "get(/databases/$(database)/documents/k/none).data.v == 1")
    #expect(last?["error"] as? String == "Null value error.")
    #expect(last?["value"] == nil)
  }

  @Test("a permission names its statement and counts what rules read")
  func permission() throws {
    let request =
      #"{"method":"update","path":"/cities/SF","auth":{"uid":"a"},"resource":{"open":{"booleanValue":true}}}"#
    let answer = try eval(request, ["-o", "json"])
    #expect(answer.exitCode == 0)
    #expect(answer.json?["decision"] as? String == "allow")
    #expect(answer.json?["documentReads"] as? Int == 1)
    #expect(
      answer.json?["reason"] as? NSDictionary == [
        "file": "firestore.rules", "line": 8, "column": 7,
        "message": "get(/databases/$(db)/documents/users/$(request.auth.uid)).data.admin is true",
      ])
  }

  struct Decision: CustomTestStringConvertible {
    var request: String
    var decision: String
    var kind: String?
    var testDescription: String { request }
  }

  static let decisions: [Decision] = [
    // The new document, with and without the wrapper of a document.
    Decision(
      request: #"{"method":"create","path":"cities/LA","auth":{"uid":"a"},"resource":{"owner":{"stringValue":"a"}}}"#,
      decision: "allow"),
    Decision(
      request:
        #"{"method":"create","path":"/databases/(default)/documents/cities/LA","auth":{"uid":"a","token":{}},"resource":{"fields":{"owner":{"stringValue":"a"}}}}"#,
      decision: "allow"),
    // A creation is judged as one even where the document exists.
    Decision(
      request: #"{"method":"create","path":"/cities/SF","auth":{"uid":"a"},"resource":{"owner":{"stringValue":"a"}}}"#,
      decision: "allow"),
    Decision(request: #"{"method":"create","path":"/cities/LA","auth":{"uid":"a"}}"#, decision: "deny", kind: "error"),
    Decision(request: #"{"method":"get","path":"/cities/none"}"#, decision: "deny", kind: "error"),
    Decision(
      request: #"{"method":"delete","path":"/cities/SF","auth":{"uid":"a"}}"#, decision: "deny", kind: "no-match"),
    Decision(request: #"{"method":"get","path":"/towns/x"}"#, decision: "deny", kind: "no-match"),
    Decision(
      request:
        #"{"method":"list","path":"/cities","auth":{"uid":"a"},"query":{"where":{"fieldFilter":{"field":{"fieldPath":"owner"},"op":"EQUAL","value":{"stringValue":"a"}}}}}"#,
      decision: "allow"),
    Decision(
      request: #"{"method":"list","path":"/cities","auth":{"uid":"a"}}"#, decision: "deny", kind: "condition-false"),
    Decision(
      request:
        #"{"method":"list","path":"/","auth":{"uid":"a"},"query":{"from":[{"collectionId":"cities","allDescendants":true}],"where":{"fieldFilter":{"field":{"fieldPath":"owner"},"op":"EQUAL","value":{"stringValue":"a"}}}}}"#,
      decision: "deny", kind: "no-match"),
  ]

  @Test("decisions", arguments: decisions)
  func decision(_ wanted: Decision) throws {
    let answer = try eval(wanted.request, ["-o", "json"])
    #expect(answer.json?["decision"] as? String == wanted.decision)
    #expect((answer.json?["reason"] as? NSDictionary)?["kind"] as? String == wanted.kind)
    #expect(answer.exitCode == (wanted.decision == "allow" ? 0 : 1))
  }

  @Test("what the service refuses before it asks the rules is its answer")
  func refused() throws {
    let request = #"{"method":"create","path":"/cities/LA","resource":{"__x__":{"integerValue":"1"}}}"#
    let answer = try eval(request, ["-o", "json"])
    #expect(answer.exitCode == 1)
    #expect((answer.json?["error"] as? NSDictionary)?["status"] as? String == "INVALID_ARGUMENT")
  }

  struct BadRequest: CustomTestStringConvertible {
    var text: String
    var codes: [String]
    var testDescription: String { text }
  }

  static let badRequests: [BadRequest] = [
    BadRequest(text: "", codes: ["FB0013"]),
    BadRequest(text: "[]", codes: ["FB0015"]),
    BadRequest(text: "{}", codes: ["FB0015", "FB0015"]),
    BadRequest(text: #"{"method":"read","path":"/a/b"}"#, codes: ["FB0015"]),
    BadRequest(text: #"{"method":"get","path":"/a"}"#, codes: ["FB0013"]),
    BadRequest(text: #"{"method":"get","path":"/a//b/c"}"#, codes: ["FB0013"]),
    BadRequest(text: #"{"method":"get","path":"/a/b","auth":{"id":"a"}}"#, codes: ["FB0015", "FB0014"]),
    BadRequest(text: #"{"method":"get","path":"/a/b","auth":"a"}"#, codes: ["FB0015"]),
    BadRequest(text: #"{"method":"get","path":"/a/b","time":"yesterday"}"#, codes: ["FB0015"]),
    BadRequest(text: #"{"method":"create","path":"/a/b","resource":{"x":1}}"#, codes: ["FB0015"]),
    BadRequest(text: #"{"method":"list","path":"/a","query":{"from":[{"collectionId":"b"}]}}"#, codes: ["FB0013"]),
    BadRequest(text: #"{"method":"list","path":"/a/b"}"#, codes: ["FB0013"]),
    BadRequest(text: #"{"method":"list","path":"/a","query":{"form":[]}}"#, codes: ["FB0014"]),
  ]

  @Test("a request that cannot be read is located findings, and exit code 2", arguments: badRequests)
  func badRequest(_ bad: BadRequest) throws {
    let answer = try eval(bad.text, ["-o", "json"])
    #expect(answer.codes.sorted() == bad.codes.sorted())
    #expect(answer.json?["outcome"] as? String == "usage")
    #expect(answer.exitCode == 2)
  }

  @Test("rules that do not compile are findings, and exit code 2")
  func brokenRules() throws {
    let folder = try TestFolder([
      "firestore.rules": "service cloud.firestore {\n  match /a/{b} { allow read: if ; }\n}\n",
      "request.json": #"{"method":"get","path":"/a/b"}"#,
    ])
    let answer = try CommandLineTool.run(
      ["rules", "eval", "--rules", "firestore.rules", "--request", "request.json", "-o", "json"], in: folder)
    #expect(answer.exitCode == 2)
    #expect(Set(answer.codes) == ["FB3001"])
    let place = (answer.json?["findings"] as? [NSDictionary])?.first
    #expect(place?["file"] as? String == "firestore.rules")
    #expect(place?["line"] as? Int == 2)
  }

  // MARK: check

  @Test("check reports findings as `check` does")
  func check() throws {
    let folder = try TestFolder([
      "firestore.rules": Self.rules.replacingOccurrences(of: "request.auth != null", with: "request.auth.id != null")
    ])
    let answer = try CommandLineTool.run(["rules", "check", "-o", "json"], in: folder)
    #expect(answer.exitCode == 1)
    #expect(answer.json?["outcome"] as? String == "findings")
    #expect(answer.codes.contains("FB3104"))
    let missing = try CommandLineTool.run(["rules", "check", "none.rules", "-o", "json"], in: folder)
    #expect(missing.exitCode == 2)
    #expect(missing.codes == ["FB0003"])
    let nothing = try CommandLineTool.run(["rules", "check"], in: try TestFolder([:]))
    #expect(nothing.exitCode == 2)
  }

  @Test(
    "where no statement covers a request, the nearest block is named",
    arguments: [
      (#"{"method":"delete","path":"/cities/SF"}"#, 4, 5), (#"{"method":"get","path":"/towns/x"}"#, 3, 3),
    ])
  func nearestBlock(_ request: String, _ line: Int, _ column: Int) throws {
    let reason = try eval(request, ["-o", "json"]).json?["reason"] as? NSDictionary
    #expect(reason?["kind"] as? String == "no-match")
    #expect(reason?["file"] as? String == "firestore.rules")
    #expect([reason?["line"] as? Int, reason?["column"] as? Int] == [line, column])
  }

  // MARK: test

  static let cases = """
    rules: firestore.rules
    data: {cities/SF: {open: true, owner: a}, users/a: {admin: true}}
    cases:
      - {name: an open city, get: cities/SF, expect: allow, because: "firestore.rules:5", reads: 0}
      - {name: somebody else, as: b, list: {from: cities, where: [[owner, ==, a]]}, expect: allow}
      - {name: an admin, as: a, update: {path: cities/SF, fields: {open: false}}, expect: allow, reads: 2}
      - {name: no admin, as: b, update: {path: cities/SF, fields: {open: false}}, expect: deny, because: is no admin}
      - {name: twice, as: a, create: {path: cities/SF, fields: {owner: a}}, expect: deny}

    """

  @Test("cases pass, fail and end in errors")
  func test() throws {
    let folder = try TestFolder(["firestore.rules": Self.rules, "cases.yaml": Self.cases])
    let answer = try CommandLineTool.run(["rules", "test", "cases.yaml", "-o", "json"], in: folder)
    #expect(answer.exitCode == 1)
    #expect(answer.json?["outcome"] as? String == "findings")
    #expect(answer.json?["passed"] as? Int == 1)
    #expect(answer.json?["failed"] as? Int == 3)
    #expect(answer.json?["errors"] as? Int == 1)
    let cases = answer.json?["cases"] as? [NSDictionary]
    #expect(cases?.compactMap { $0["outcome"] as? String } == ["passed", "failed", "failed", "failed", "error"])
    #expect(cases?.compactMap { $0["line"] as? Int } == [4, 5, 6, 7, 8])
    #expect(cases?.compactMap { $0["reads"] as? Int } == [0, 0, 1, 1, 0])
    #expect(answer.codes == ["FB5001", "FB5001", "FB5002", "FB5001"])
    let one = try CommandLineTool.run(["rules", "test", "-k", "an open", "cases.yaml"], in: folder)
    #expect(one.exitCode == 0)
    #expect(one.output == "1 passed · 0 rule reads\n")
    let none = try CommandLineTool.run(
      ["rules", "test", "-k", "nothing of this", "cases.yaml", "-o", "json"], in: folder)
    #expect(none.exitCode == 2)
    #expect((none.output + none.errors).contains("no name contains `nothing of this`"))
    try Data("rules: firestore.rules\ncases: []\n".utf8).write(to: folder.url.appending(path: "empty.yaml"))
    let empty = try CommandLineTool.run(["rules", "test", "empty.yaml", "-o", "json"], in: folder)
    #expect(empty.codes == ["FB5004"])
    #expect(empty.exitCode == 0)
  }

  @Test("a failed case is shown with the conditions that decided")
  func failure() throws {
    let folder = try TestFolder(["firestore.rules": Self.rules, "cases.yaml": Self.cases])
    let answer = try CommandLineTool.run(["rules", "test", "-k", "somebody", "cases.yaml"], in: folder)
    #expect(answer.exitCode == 1)
    #expect(
      answer.output.hasPrefix(
        "cases.yaml\n  ✗ somebody else                                    expected allow, got deny\n"))
    #expect(
      answer.output.hasSuffix(
        "0 passed, 1 failed · 0 rule reads          rerun: firebreak rules test cases.yaml -k 'somebody else'\n"))
  }

  @Test("--update writes what the rules say, and is refused where CI is set")
  func update() throws {
    let folder = try TestFolder(["firestore.rules": Self.rules, "cases.yaml": Self.cases])
    let refused = try CommandLineTool.run(
      ["rules", "test", "--update", "cases.yaml"], in: folder, environment: ["CI": "1"])
    #expect(refused.exitCode == 2)
    let answer = try CommandLineTool.run(["rules", "test", "--update", "cases.yaml", "-o", "json"], in: folder)
    #expect(answer.json?["failed"] as? Int == 0)
    #expect(answer.json?["errors"] as? Int == 1)
    let text = try String(contentsOf: folder.url.appending(path: "cases.yaml"), encoding: .utf8)
    #expect(text.contains("where: [[owner, ==, a]]}, expect: deny}"))
    #expect(text.contains("fields: {open: false}}, expect: allow, reads: 1}"))
  }

  @Test("coverage lists what is open, and knows a threshold")
  func coverage() throws {
    let one = "rules: firestore.rules\ncases: [{get: cities/SF, data: {cities/SF: {open: true}}, expect: allow}]"
    let folder = try TestFolder(["firestore.rules": Self.rules, "cases.yaml": one])
    let text = try CommandLineTool.run(["rules", "coverage", "cases.yaml"], in: folder)
    #expect(text.exitCode == 0)
    #expect(
      text.output == """
        firestore.rules                     rules 1/4   expressions 4/31   conditions 1/10
            5  resource.data.open == true                                                                  never false
            6  allow list: if resource.data.owner == request.auth.uid;                                     never evaluated
            7  allow create: if request.auth != null && request.resource.data.owner == request.auth.uid;   never evaluated
            8  allow update: if get(/databases/$(db)/documents/users/$(request.auth.uid)).data.admin;      never evaluated
        Expressions 12.9 %

        """)
    let answer = try CommandLineTool.run(
      ["rules", "coverage", "cases.yaml", "--threshold", "100", "-o", "html=page.html", "-o", "json=coverage.json"],
      in: folder)
    #expect(answer.exitCode == 1)
    #expect(answer.errors.contains("FB5003"))
    let page = try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    let json =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.url.appending(path: "coverage.json"))) as? NSDictionary
    #expect(
      ((json?["rules"] as? NSDictionary)?["files"] as? [NSDictionary])?.first?["name"] as? String == "firestore.rules")
    #expect((json?["report"] as? [NSDictionary])?.count == 4)
    try Data("cases: nothing".utf8).write(to: folder.url.appending(path: "cases.yaml"))
    let failed = try CommandLineTool.run(
      ["rules", "coverage", "cases.yaml", "-o", "html=page.html", "-o", "json=coverage.json"], in: folder)
    #expect(failed.exitCode == 2)
    #expect(try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8) == page)
    #expect(
      try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url.appending(path: "coverage.json")))
        as? NSDictionary
        == json)
    let wrong = try CommandLineTool.run(["rules", "coverage", "--threshold", "much"], in: folder)
    #expect(wrong.exitCode == 2)
  }

  // MARK: Case files that cannot be read

  static let badCases: [BadRequest] = [
    BadRequest(text: "cases: []", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{expect: allow}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, delete: a/b, expect: allow}]", codes: ["FB0013"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a, expect: allow}]", codes: ["FB0013"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, expect: maybe}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, expect: allow, reads: -1}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, expect: allow, because: \"/(/\"}]", codes: ["FB0013"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, expect: allow, as: 5}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{get: a/b, expects: allow}]", codes: ["FB0014", "FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{list: {where: []}, expect: allow}]", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{list: a where, expect: allow}]", codes: ["FB0013"]),
    BadRequest(
      text: "rules: firestore.rules\ncases: [{list: {from: a, where: [[b, is, 1]]}, expect: allow}]", codes: ["FB0015"]),
    BadRequest(text: "rules: none.rules\ncases: []", codes: ["FB0003"]),
    BadRequest(text: "rules: firestore.rules\nsource: x\ncases: []", codes: ["FB0013"]),
    BadRequest(text: "rules: firestore.rules\ndata: {a/b: {c: serverTime}}\ncases: []", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ndata: {a: {}}\ncases: []", codes: ["FB0013"]),
    BadRequest(text: "rules: firestore.rules\ntime: soon\ncases: []", codes: ["FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{commit: [], expect: allow}]", codes: ["FB0015"]),
    BadRequest(
      text: "rules: firestore.rules\ncases: [{commit: [{get: a/b}], expect: allow}]", codes: ["FB0014", "FB0015"]),
    BadRequest(text: "rules: firestore.rules\ncases: [{update: {path: a/b}, expect: allow}]", codes: ["FB0015"]),
  ]

  @Test("a case file that cannot be read is located findings, and exit code 2", arguments: badCases)
  func badCase(_ bad: BadRequest) throws {
    let folder = try TestFolder(["firestore.rules": Self.rules, "cases.yaml": bad.text])
    let answer = try CommandLineTool.run(["rules", "test", "cases.yaml", "-o", "json"], in: folder)
    #expect(answer.codes.sorted() == bad.codes.sorted())
    #expect(answer.exitCode == 2)
    for finding in answer.json?["findings"] as? [NSDictionary] ?? [] {
      #expect(finding["file"] as? String == "cases.yaml")
      #expect((finding["line"] as? Int ?? 0) >= 1)
    }
  }
}
