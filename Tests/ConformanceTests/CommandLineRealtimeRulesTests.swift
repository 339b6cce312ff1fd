import Foundation
import Testing

/// The contracts of `rtdb eval`, and what `check` says about the rules of the Realtime Database.
@Suite("Command line: rules of the Realtime Database") struct CommandLineRealtimeRulesTests {
  static let rules = #"""
    {
      "rules": {
        // Members only.
        "rooms": {
          "$room": {
            ".read": "auth != null &&
                      data.child(\"members\").hasChild(auth.uid)",
            ".write": "newData.child('at').val() === now",
            "name": {".validate": "newData.isString() && newData.val().length < 9"}
          }
        }
      }
    }
    """#
  static let data = #"{"rooms": {"a": {"members": {"u1": true}, "n": 1}}}"#

  private func eval(
    _ request: String, _ more: [String] = ["-o", "json"], rules: String = Self.rules, data: String = Self.data
  ) throws -> CommandLineTool.Answer {
    let folder = try TestFolder(["rules.json": rules, "data.json": data, "request.json": request])
    return try CommandLineTool.run(
      ["rtdb", "eval", "--rules", "rules.json", "--data", "data.json", "--request", "request.json"] + more, in: folder)
  }

  @Test("a denial names the rule, the condition and every value")
  func denial() throws {
    let answer = try eval(#"{"operation":"read","path":"/rooms/a","auth":{"uid":"u2"}}"#)
    #expect(answer.exitCode == 1)
    #expect(answer.errors == "")
    #expect(
      answer.output == #"""
        {
          "decision": "deny",
          "path": "/rooms/a",
          "rule": {
            "path": "/rooms/$room",
            "location": "/rooms/a",
            "kind": ".read",
            "file": "rules.json",
            "line": 6,
            "column": 9
          },
          "reason": {
            "kind": "condition-false",
            "message": ".read of /rooms/$room is false",
            "line": 7,
            "column": 19
          },
          "trace": [
            {
              "line": 6,
              "column": 19,
              "rule": "/rooms/a .read",
              "expression": "auth",
              "value": "(object)"
            },
            {
              "line": 6,
              "column": 19,
              "rule": "/rooms/a .read",
              "expression": "auth != null",
              "value": true
            },
            {
              "line": 7,
              "column": 19,
              "rule": "/rooms/a .read",
              "expression": "data.child(\"members\")",
              "value": "/rooms/a/members"
            },
            {
              "line": 7,
              "column": 52,
              "rule": "/rooms/a .read",
              "expression": "auth",
              "value": "(object)"
            },
            {
              "line": 7,
              "column": 52,
              "rule": "/rooms/a .read",
              "expression": "auth.uid",
              "value": "u2"
            },
            {
              "line": 7,
              "column": 19,
              "rule": "/rooms/a .read",
              "expression": "data.child(\"members\").hasChild(auth.uid)",
              "value": false
            },
            {
              "line": 6,
              "column": 19,
              "rule": "/rooms/a .read",
              "expression": "auth != null && data.child(\"members\").hasChild(auth.uid)",
              "value": false
            }
          ]
        }

        """#)
  }

  @Test("for people: the place, the conditions, the rule with carets")
  func people() throws {
    let answer = try eval(#"{"operation":"read","path":"/rooms/a","auth":{"uid":"u2"}}"#, [])
    #expect(answer.exitCode == 1)
    #expect(
      answer.output == #"""
        deny  read /rooms/a as u2
          rules.json:7:19  .read of /rooms/$room is false
            6  auth != null                              (object) != null  → true
            7  data.child("members").hasChild(auth.uid)  /rooms/a/members.hasChild("u2")  → false   ← decided
           |
         6 |         ".read": "auth != null &&
         7 |                   data.child(\"members\").hasChild(auth.uid)",
           |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        """#)
  }

  @Test("server values, validation and allowed requests")
  func writes() throws {
    let write =
      #"{"operation":"write","path":"/rooms/b","auth":null,"value":{"at":{".sv":"timestamp"},"name":"NAME"},"now":5}"#
    let allowed = try eval(write.replacingOccurrences(of: "NAME", with: "short"))
    #expect(allowed.exitCode == 0)
    #expect(allowed.output.contains(#""decision": "allow""#) && allowed.output.contains(#""kind": ".write""#))
    let denied = try eval(write.replacingOccurrences(of: "NAME", with: "much too long"))
    #expect(denied.exitCode == 1)
    #expect(denied.output.contains(#""kind": ".validate""#) && denied.output.contains(#""path": "/rooms/$room/name""#))
    let update = try eval(
      #"{"operation":"update","path":"/rooms","value":{"a/at":{".sv":"timestamp"},"b/at":6},"now":5}"#)
    #expect(update.exitCode == 1 && update.output.contains(#""condition-false""#))
    let nowhere = try eval(#"{"operation":"read","path":"/elsewhere"}"#)
    #expect(
      nowhere.exitCode == 1 && nowhere.output.contains(#""no-rule""#) && nowhere.output.contains(#""rule": null"#))
  }

  @Test("a write of many children is explained by the first rules, the one that decided, and how many more there were")
  func longTrace() throws {
    let rules = #"{"rules": {".write": true, "$k": {".validate": "newData.isNumber()"}}}"#
    let children = (0..<300).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let request = #"{"operation":"write","path":"/","value":{"# + children + #", "z": "no"}}"#
    let answer = try eval(request, rules: rules)
    #expect(answer.exitCode == 1)
    #expect(answer.output.contains(#""location": "/z""#))
    #expect(answer.output.contains(#""rule": "/z .validate""#))
    #expect(answer.output.contains(#""moreRules": 101"#))
    #expect(try eval(request, [], rules: rules).output.contains("asked, too: 101 more rules\n"))
    let long = (0..<250).map { "newData.child('c\($0)').exists()" }.joined(separator: " || ")
    let parts = try eval(
      #"{"operation":"write","path":"/","value":1}"#, rules: "{\"rules\": {\".write\": \"\(long)\"}}")
    #expect(parts.exitCode == 1)
    #expect(parts.output.contains(#""more": 549"#))
  }

  @Test("rules that do not upload are findings, exit 2")
  func upload() throws {
    let answer = try eval(
      #"{"operation":"read","path":"/"}"#, rules: #"{"rules": {".read": "data.numChildren() > 1", ".reed": true}}"#)
    #expect(answer.exitCode == 2)
    #expect(answer.output.contains(#""code": "FB6003""#) && answer.output.contains(#""code": "FB6002""#))
    #expect(answer.output.contains(#""outcome": "usage""#))
  }

  @Test("what cannot be read is exit 2, what is refused before the rules exit 1")
  func inputs() throws {
    for request in [
      "{", "[]", #"{"operation":"list","path":"/"}"#, #"{"operation":"write","path":"/"}"#, #"{"path":"/"}"#,
      #"{"operation":"read","path":"/","auth":5}"#,
    ] {
      #expect(try eval(request).exitCode == 2, "\(request)")
    }
    #expect(try eval(#"{"operation":"read","path":"/"}"#, data: "{").exitCode == 2)
    #expect(try eval(#"{"operation":"read","path":"/"}"#, data: #"{"a.b": 1}"#).exitCode == 2)
    #expect(try eval(#"{"operation":"read","path":"/"}"#, ["--assume", "rtdbNothing=1"]).exitCode == 2)
    let refused = try eval(#"{"operation":"write","path":"/rooms/a","value":{"a.b":1}}"#)
    #expect(refused.exitCode == 1)
    #expect(
      refused.output == ##"""
        {
          "error": "set failed: value argument  contains an invalid key (a.b) in property 'rooms.a'.  Keys must be non-empty strings and can't contain \".\", \"#\", \"$\", \"/\", \"[\", or \"]\""
        }

        """##)
    let above = try eval(#"{"operation":"update","path":"/rooms","value":{"a":1,"a/b":2}}"#, [])
    #expect(
      above.output
        == "refused: update failed: values argument contains a path /a that is ancestor of another path /a/b\n")
    let path = try eval(#"{"operation":"read","path":"/../a"}"#, [])
    #expect(path.exitCode == 1)
    #expect(
      path.output.hasPrefix(#"refused: child failed: path argument was an invalid path = "/../a". Paths must be"#))
    let number = try eval(#"{"operation":"update","path":"/rooms","value":5}"#)
    #expect(number.exitCode == 2 && number.errors.contains("request.json:1:47"))
    let query = try eval(#"{"operation":"read","path":"/rooms","query":{"orderByKey":true,"startAt":5}}"#)
    #expect(query.exitCode == 1 && query.output.contains("must be a string"))
  }

  @Test("a decision that rests on an open question says so")
  func assumptions() throws {
    let rules = #"{"rules": {".read": "data.val() != 5"}}"#
    let request = #"{"operation":"read","path":"/"}"#
    let standard = try eval(request, [], rules: rules, data: #"{"a": 1}"#)
    #expect(standard.exitCode == 0 && standard.errors.contains("FB8002"))
    let other = try eval(request, ["--assume", "rtdbSentinelEquality=error"], rules: rules, data: #"{"a": 1}"#)
    #expect(other.exitCode == 1)
  }

  @Test("check reports what the upload refuses, and files that are not there")
  func check() throws {
    let configuration = #"{"database": {"rules": "database.rules.json"}}"#
    func check(_ rules: String?) throws -> CommandLineTool.Answer {
      var files = ["firebase.json": configuration]
      files["database.rules.json"] = rules
      return try CommandLineTool.run(["check", "-o", "concise"], in: try TestFolder(files))
    }
    let own = "auth != null && auth.uid === $uid"
    let fine = try check(
      """
      {"rules": {"notes": {"$uid": {".read": "\(own)", ".write": "\(own)",
        ".validate": "newData.isString() && newData.val().length <= 200"}}}}
      """)
    #expect(fine.exitCode == 0 && !fine.output.contains("error"))
    let wrong = try check(#"{"rules": {".read": "newData.exists()"}}"#)
    #expect(wrong.exitCode == 1 && wrong.output.contains("database.rules.json:1:22") && wrong.output.contains("FB6003"))
    let broken = try check(#"{"rules": {".read": true,}}"#)
    #expect(broken.exitCode == 2 && broken.output.contains("FB6001"))
    let missing = try check(nil)
    #expect(missing.exitCode == 2 && missing.output.contains("FB0003"))
  }
}
