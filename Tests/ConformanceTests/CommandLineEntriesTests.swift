import Testing

/// What documents and writes mean for index entries, as a user meets it.
@Suite("Command line: index entries") struct CommandLineEntriesTests {
  private static let project = [
    "firebase.json": #"{"firestore": {"indexes": "i.json"}}"#,
    "i.json": """
    {"indexes": [
      {"collectionGroup": "m", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "room", "order": "ASCENDING"}, {"fieldPath": "at", "order": "DESCENDING"}]},
      {"collectionGroup": "m", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "author", "order": "ASCENDING"}, {"fieldPath": "at", "order": "DESCENDING"}]}]}
    """,
  ]

  /// Forty documents, of which one is in room `a` and by `x`.
  private static var messages: String {
    let documents = (0..<40).map { number in
      let room = number == 0 || number.isMultiple(of: 2) ? "a" : "b"
      let author = number == 0 || !number.isMultiple(of: 2) ? "x" : "y"
      return """
        {"name": "m/d\(number)", "fields": {"room": {"stringValue": "\(room)"}, "author": {"stringValue": "\(author)"}, \
        "at": {"integerValue": "\(number)"}}}
        """
    }
    return "{\"documents\": [\(documents.joined(separator: ",\n"))]}"
  }

  /// The first lines of findings.
  private func heads(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.contains("[FB") }
  }

  @Test func `a merge that reads many entries for one result is said`() throws {
    var files = Self.project
    files["data.json"] = Self.messages
    let query = #"m where room == "a" and author == "x" orderBy at desc limit 20"#
    let answer = try CommandLineTool.run(["explain", query, "--data", "data.json", "--analyze"], in: TestFolder(files))
    #expect(answer.exitCode == 0)
    let found = heads(answer.errors)
    #expect(
      found.count == 1 && found[0].contains("FB2014") && found[0].contains("merges 2 indexes"), "\(answer.errors)")
    let single = try CommandLineTool.run(
      ["explain", #"m where room == "a" orderBy at desc limit 20"#, "--data", "data.json", "--analyze"],
      in: TestFolder(files))
    #expect(heads(single.errors) == [])
  }

  @Test func `a document with too long a value is said by whoever reads it`() throws {
    var files = Self.project
    files["data.json"] = """
      {"documents": [{"name": "t/a", "fields": {"text": {"stringValue": "\(String(repeating: "x", count: 1_600))"}}}]}
      """
    for command in [["query", "--query", "t limit 1"], ["explain", "t limit 1"]] {
      let answer = try CommandLineTool.run(command + ["--data", "data.json"], in: TestFolder(files))
      #expect(answer.exitCode == 0)
      #expect(heads(answer.errors).count == 1 && answer.errors.contains("FB2011"), "\(answer.errors)")
    }
  }

  private static func workload(_ steps: String) -> String {
    let keys = (0..<120).map { "k\($0): 1" }.joined(separator: ", ")
    return """
      workload: log
      clock: {start: "2026-01-05T00:00:00Z", days: 1}
      data:
        - path: "big/b{n}"
          for: {n: 1..2}
          fields: {entries: {map: {\(keys)}}, small: {map: {a: 1}}, long: {string: 1600}}
      actors:
        writer:
          steps: [\(steps)]
      """
  }

  @Test func `check looks at one of each kind of document that workloads start with`() throws {
    var files = Self.project
    files["w.workload.yaml"] = Self.workload(#"{name: q, query: "big where small.a == 1 limit 5"}"#)
    let answer = try CommandLineTool.run(["check", "-o", "concise"], in: TestFolder(files))
    let lines = answer.output.split(separator: "\n").filter { $0.contains("FB2011") || $0.contains("FB2020") }.map(
      String.init)
    #expect(
      lines == [
        "w.workload.yaml:4:5: warning[FB2011 document-exceeds-index-entry-limit]: `long` of `big/b1` is longer than the 1,500 bytes an index keeps; queries on it may be wrong",
        "w.workload.yaml:4:5: info[FB2020 large-unqueried-field]: `entries` of `big/b1` has 242 index entries that no known query reads",
      ], "\(answer.output)")
    files["w.workload.yaml"] = Self.workload(#"{name: q, query: "big where entries.k1 == 1 limit 5"}"#)
    #expect(try !CommandLineTool.run(["check", "-o", "concise"], in: TestFolder(files)).output.contains("FB2020"))
  }

  @Test(
    "times of commits that more than 500 documents a second index", arguments: [(1_000_000, true), (800_000, false)])
  func hotspot(writers: Int, isFound: Bool) throws {
    var files = Self.project
    files["w.workload.yaml"] = """
      workload: log
      clock: {start: "2026-01-05T00:00:00Z", days: 1}
      actors:
        writer:
          count: \(writers)
          sessions: {perDay: 50, at: {first: "06:00", gap: 10m}, length: 1m}
          steps:
            - {name: log, set: "log/u{i}", fields: {at: serverTime, by: "u{i}"}}
      """
    let answer = try CommandLineTool.run(["run", "w.workload.yaml", "-o", "concise"], in: TestFolder(files))
    let expected =
      isFound
      ? [
        "w.workload.yaml:8:47: warning[FB2010 hotspot-monotonic-field]: `at` of `log` rises with every one of 579 writes a second"
      ] : []
    #expect(
      answer.output.split(separator: "\n").filter { $0.contains("FB2010") }.map(String.init) == expected,
      "\(answer.output)")
  }
}
