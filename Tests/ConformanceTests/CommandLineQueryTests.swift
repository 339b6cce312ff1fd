import Foundation
import Testing

/// The contract of `query`, and what every reader says about broken input.
@Suite("Command line: query") struct CommandLineQueryTests {
  static let data = """
    {"documents":[
      {"name":"chats/a","fields":{"participants":{"arrayValue":{"values":[{"stringValue":"u1"},{"stringValue":"u2"}]}},"lastMessageTime":{"integerValue":"5"}}},
      {"name":"chats/b","fields":{"participants":{"arrayValue":{"values":[{"stringValue":"u1"}]}},"lastMessageTime":{"integerValue":"7"}}},
      {"name":"chats/c","fields":{"participants":{"arrayValue":{"values":[{"stringValue":"u2"}]}},"lastMessageTime":{"integerValue":"9"}}}]}
    """

  static let query = """
    {"from":[{"collectionId":"chats"}],
     "where":{"fieldFilter":{"field":{"fieldPath":"participants"},"op":"ARRAY_CONTAINS","value":{"stringValue":"u1"}}},
     "orderBy":[{"field":{"fieldPath":"lastMessageTime"},"direction":"DESCENDING"}]}
    """

  @Test("two array-contains in one conjunction are refused in production's words")
  func twoArrayContains() throws {
    let folder = try TestFolder(["data.json": Self.data])
    let answer = try CommandLineTool.run(
      [
        "query", "--data", "data.json", "-o", "json", "--query",
        #"chats where participants array-contains "u1" and participants array-contains "u2""#,
      ], in: folder)
    #expect(answer.exitCode == 1)
    #expect(
      answer.json == [
        "error": [
          "code": 3, "status": "INVALID_ARGUMENT",
          "message": "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.",
        ] as NSDictionary
      ])
  }

  @Test("a missing index is named exactly; with it the query runs and bills what it returns")
  func missingIndex() throws {
    let folder = try TestFolder(["data.json": Self.data, "query.json": Self.query])
    let arguments = ["query", "--data", "data.json", "--query", "query.json", "-o", "json"]
    let refused = try CommandLineTool.run(arguments, in: folder)
    #expect(refused.exitCode == 1)
    let error = refused.json?["error"] as? NSDictionary
    #expect(error?["code"] as? Int == 9)
    #expect(error?["status"] as? String == "FAILED_PRECONDITION")
    #expect(
      (error?["message"] as? String)?.hasPrefix(
        "The query requires an index. You can create it here: https://console.firebase.google.com/v1/r/project/demo-local/"
      ) == true)
    let wanted = try JSONSerialization.jsonObject(with: Data(CommandLineTests.chatIndex.utf8)) as? NSDictionary
    #expect(error?["missingIndex"] as? NSDictionary == wanted)

    let indexes = "{\"indexes\": [\(CommandLineTests.chatIndex)]}"
    try Data(indexes.utf8).write(to: folder.url.appending(path: "indexes.json"))
    let served = try CommandLineTool.run(arguments + ["--indexes", "indexes.json"], in: folder)
    #expect(served.exitCode == 0)
    let results = served.json?["results"] as? [NSDictionary]
    #expect(results?.compactMap { $0["name"] as? String } == ["chats/b", "chats/a"])
    #expect((results?.first?["fields"] as? NSDictionary)?["lastMessageTime"] as? NSDictionary == ["integerValue": "7"])
    #expect(
      served.json?["plan"] as? NSDictionary == [
        "indexesUsed": [
          [
            "properties": "(participants ARRAY_CONTAINS, lastMessageTime DESC, __name__ DESC)",
            "query_scope": "Collection",
          ]
        ]
      ])
    #expect(
      served.json?["billing"] as? NSDictionary == ["reads": 2, "indexEntriesScanned": 2, "documentsScanned": 2])

    let permissive = try CommandLineTool.run(arguments + ["--mode", "permissive"], in: folder)
    #expect(permissive.exitCode == 0)
    #expect(permissive.errors.contains("FB2001"))
  }

  @Test("an aggregation answers its aliases")
  func aggregation() throws {
    let folder = try TestFolder(["data.json": Self.data])
    let answer = try CommandLineTool.run(
      ["query", "--data", "-", "--query", "chats aggregate count() as n", "-o", "json"], in: folder, input: Self.data)
    #expect(answer.json?["aggregate"] as? NSDictionary == ["n": ["integerValue": "3"]])
    #expect((answer.json?["billing"] as? NSDictionary)?["reads"] as? Int == 1)
  }

  @Test("names are repeated as given, and an empty answer bills the minimum")
  func names() throws {
    let full = "projects/p/databases/(default)/documents/a/b"
    let folder = try TestFolder(["data.json": "{\"documents\":[{\"name\":\"\(full)\"}]}"])
    let answer = try CommandLineTool.run(["query", "--data", "data.json", "--query", "a", "-o", "json"], in: folder)
    #expect((answer.json?["results"] as? [NSDictionary])?.compactMap { $0["name"] as? String } == [full])
    let none = try CommandLineTool.run(["query", "--data", "data.json", "--query", "x", "-o", "json"], in: folder)
    #expect((none.json?["billing"] as? NSDictionary)?["reads"] as? Int == 1)
  }

  // MARK: Bad input

  struct BadInput: CustomTestStringConvertible {
    var name: String
    var bytes: Data
    var code: String
    var line: Int
    var column: Int
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ code: String, _ line: Int, _ column: Int) {
      self.init(name, Data(text.utf8), code, line, column)
    }

    init(_ name: String, _ bytes: Data, _ code: String, _ line: Int, _ column: Int) {
      self.name = name
      self.bytes = bytes
      self.code = code
      self.line = line
      self.column = column
    }
  }

  static let badData: [BadInput] = [
    BadInput("empty file", "", "FB0013", 1, 1),
    BadInput("broken JSON", "{\"documents\":\n [}", "FB0013", 2, 3),
    BadInput("wrong type", "{\"documents\": 5}", "FB0015", 1, 15),
    BadInput("not an object", "[]", "FB0015", 1, 1),
    BadInput("unknown key", "{\"documents\": [], \"x\": 1}", "FB0014", 1, 19),
    BadInput("duplicate key", "{\"documents\": [],\n \"documents\": []}", "FB0016", 2, 2),
    BadInput("invalid UTF-8", Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]), "FB0013", 1, 3),
    BadInput("document twice", "{\"documents\":[{\"name\":\"a/b\"},\n{\"name\":\"a/b\"}]}", "FB0016", 2, 9),
    BadInput("collection name", "{\"documents\":[{\"name\":\"a\"}]}", "FB0013", 1, 23),
    BadInput(
      "refused by production", "{\"documents\":[{\"name\":\"a/b\",\"fields\":{\"__x__\":{\"nullValue\":null}}}]}",
      "FB0013", 1,
      23),
  ]

  @Test("broken data is located, exit 2", arguments: badData)
  func brokenData(_ bad: BadInput) throws {
    let folder = try TestFolder(bytes: ["data.json": bad.bytes])
    let answer = try CommandLineTool.run(["query", "--data", "data.json", "--query", "a", "-o", "json"], in: folder)
    #expect(answer.exitCode == 2)
    #expect(answer.json?["outcome"] as? String == "usage")
    let first = (answer.json?["findings"] as? [NSDictionary])?.first
    let place = "\(first?["code"] ?? "") \(first?["file"] ?? "") \(first?["line"] ?? 0):\(first?["column"] ?? 0)"
    #expect(place == "\(bad.code) data.json \(bad.line):\(bad.column)")
    #expect(answer.errors.contains("error[\(bad.code) "))
  }

  @Test(
    "deep nesting and a long line",
    arguments: ["data.json", "firestore.indexes.json", "firebase.json", "chat.workload.yaml"])
  func hostileInput(file: String) throws {
    let deep = String(repeating: "[", count: 200_000)
    let long = "{\"a\": \"" + String(repeating: "x", count: 3_000_000)
    for text in [deep, long] {
      var files = CommandLineTests.project()
      files["data.json"] = Self.data
      files[file] = text
      let folder = try TestFolder(files)
      let arguments = file == "data.json" ? ["query", "--data", file, "--query", "a"] : ["check"]
      let answer = try CommandLineTool.run(arguments + ["-o", "json"], in: folder)
      #expect(answer.exitCode == 2)
      #expect(answer.codes.contains("FB0013"))
      #expect(answer.output.utf8.count < 10_000)
    }
  }

  @Test("files that are not there, and folders in their place")
  func missingFiles() throws {
    let folder = try TestFolder(["data.json": Self.data, "folder/x": ""])
    for data in ["none.json", "folder"] {
      let answer = try CommandLineTool.run(["query", "--data", data, "--query", "a", "-o", "json"], in: folder)
      #expect(answer.exitCode == 2)
      #expect(answer.codes == ["FB0013"])
    }
    for flags in [["--indexes", "none.json"], ["--indexes", "folder"]] {
      let answer = try CommandLineTool.run(["query", "--data", "data.json", "--query", "a"] + flags, in: folder)
      #expect(answer.exitCode == 2)
    }
    let query = try CommandLineTool.run(["query", "--data", "data.json", "--query", "none.json"], in: folder)
    #expect(query.exitCode == 2)
    #expect(
      query.errors.hasPrefix("error[FB0013 malformed-input]: there is no file `none.json`\n  --> none.json:1:1\n"))
  }

  static let badFiles: [(file: String, text: String, code: String)] = [
    ("firestore.indexes.json", "{\"indexes\": [", "FB0013"), ("firestore.indexes.json", "", "FB0013"),
    ("firestore.indexes.json", "{\"indexes\": 5}", "FB0015"), ("firebase.json", "{\"firestore\": 5}", "FB0015"),
    ("firebase.json", "{\"firestore\": {}, \"firestore\": {}}", "FB0016"), ("firebreak.json", "{\"x\": 1}", "FB0014"),
    ("chat.workload.yaml", "workload: [", "FB0013"), ("chat.workload.yaml", "", "FB0013"),
    ("chat.workload.yaml", "workload: a\nworkload: b\n", "FB0016"),
    ("chat.workload.yaml", "workload: a\nclokc: {}\n", "FB0014"),
    ("chat.workload.yaml", "workload: {a: 1}\n", "FB0015"),
    ("chat.workload.yaml", "workload: a\nactors: {u: &a {steps: []}, v: {<<: *a}}\n", "FB8001"),
  ]

  @Test("broken project files are located, exit 2", arguments: badFiles)
  func brokenProjectFiles(_ bad: (file: String, text: String, code: String)) throws {
    var files = CommandLineTests.project()
    files[bad.file] = bad.text
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: TestFolder(files))
    #expect(answer.exitCode == 2)
    #expect(answer.json?["outcome"] as? String == "usage")
    let matching = (answer.json?["findings"] as? [NSDictionary])?.filter { $0["code"] as? String == bad.code }
    #expect(matching?.first?["file"] as? String == bad.file)
  }
}
