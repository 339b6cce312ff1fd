import Foundation
import Testing

/// The contract of `rtdb query`.
@Suite("Command line: queries of the Realtime Database") struct CommandLineRealtimeQueryTests {
  static let data = #"""
    {"messages": {"c1": {
      "k1": {"ts": 300, "text": "c"}, "k2": {"ts": 100, "text": "a"}, "k3": {"ts": 200, "tags": {"0": "x", "1": "y"}}
    }}, "n": 5}
    """#
  static let rules = #"{"rules": {"messages": {"$c": {".indexOn": ["ts"]}}}}"#

  private func query(
    _ query: String, at path: String = "/messages/c1", _ more: [String] = ["-o", "json"], data: String = Self.data
  ) throws -> CommandLineTool.Answer {
    let folder = try TestFolder(["rules.json": Self.rules, "data.json": data])
    return try CommandLineTool.run(
      ["rtdb", "query", "--data", "data.json", "--path", path, "--query", query] + more, in: folder)
  }

  @Test("results in order, their keys and their size")
  func results() throws {
    let answer = try query("orderByChild=ts&limitToLast=2", ["-o", "json", "--rules", "rules.json"])
    #expect(answer.exitCode == 0)
    #expect(answer.errors == "")
    #expect(
      answer.output == #"""
        {
          "results": {
            "k3": {
              "tags": [
                "x",
                "y"
              ],
              "ts": 200
            },
            "k1": {
              "text": "c",
              "ts": 300
            }
          },
          "keys": [
            "k3",
            "k1"
          ],
          "bytes": 69,
          "indexed": true
        }

        """#)
  }

  @Test(
    "an index is one of the rules, of the keys or of the priorities; without rules nobody knows of others",
    arguments: [
      ("orderByChild=ts", true, true), ("orderByChild=text", true, false), ("orderByValue", true, false),
      ("orderByKey", true, true), ("", true, true), ("orderByChild=ts", false, nil), ("orderByKey", false, true),
    ])
  func indexed(text: String, hasRules: Bool, isIndexed: Bool?) throws {
    let answer = try query(text, ["-o", "json"] + (hasRules ? ["--rules", "rules.json"] : []))
    #expect(answer.exitCode == 0)
    #expect(answer.output.contains("\"indexed\": \(isIndexed.map { "\($0)" } ?? "null")\n"))
  }

  @Test("for people, with what a missing index costs")
  func text() throws {
    let answer = try query("orderByChild=text&equalTo=a", ["--rules", "rules.json"])
    #expect(answer.exitCode == 0)
    #expect(
      answer.output == """
        k2  {"text":"a","ts":100}

        1 child, 28 bytes
        index   Index not defined, add ".indexOn": "text", for path "/messages/c1", to the rules
        listen  downloads 96 bytes

        """)
    let unknown = try query("orderByChild=text&equalTo=a", [])
    #expect(unknown.exitCode == 0)
    #expect(
      unknown.output == """
        k2  {"text":"a","ts":100}

        1 child, 28 bytes
        index   needs `text`; --rules FILE says whether it is there

        """)
  }

  @Test("a value has no children") func leaf() throws {
    #expect(
      try query("", at: "/n").output == #"""
        {
          "results": 5,
          "keys": [],
          "bytes": 1,
          "indexed": true
        }

        """#)
    #expect(try query("limitToFirst=1", at: "/n").output.contains("\"results\": {},\n"))
  }

  @Test("what the SDKs refuse is an answer") func refusal() throws {
    let answer = try query("orderByKey&startAt=1")
    #expect(answer.exitCode == 1)
    #expect(
      answer.output == """
        {
          "error": "Query: When ordering by key, the argument passed to startAt(), startAfter(), endAt(), endBefore(), or equalTo() must be a string.",
          "help": "write `\\"1\\"`"
        }

        """)
  }

  @Test("a text that is no query is located") func malformed() throws {
    let answer = try query("orderByKid")
    #expect(answer.exitCode == 2)
    #expect(answer.errors.contains("FB0013"))
    #expect(answer.errors.contains("<query>:1:1"))
    #expect(answer.errors.contains("did you mean `orderByKey`?"))
  }

  @Test("data that cannot be is located") func place() throws {
    let answer = try query("", data: #"{"a": {"b": 1, "c.d": 2}}"#)
    #expect(answer.exitCode == 2)
    #expect(
      answer.errors.hasPrefix(
        "error[FB0013 malformed-input]: this is no data of a Realtime Database: contains an invalid key (c.d) in "
          + "property 'a'."))
    #expect(answer.errors.contains("data.json:1:16"))
  }

  @Test("bad data and bad paths are refused", arguments: [#"{"a.b": 1}"#, "{", #"{"a": {".sv": "timestamp"}}"#, ""])
  func badData(data: String) throws {
    let answer = try query("", data: data)
    #expect(answer.exitCode == 2)
    #expect(answer.errors.contains("data.json:1:"))
    #expect(try query("", at: "/a.b").exitCode == 2)
  }
}
