import Foundation
import Testing

/// What the emulator says and leaves behind when clients have asked it something.
@Suite("Command line: serving") struct EmulatorServingTests {
  static let documents = "/v1/projects/demo-local/databases/(default)/documents"

  /// Two documents, a query that is served and one that needs an index.
  static func ask(_ port: Int) throws -> [Int] {
    let query = { (order: String) in
      """
      {"structuredQuery": {"from": [{"collectionId": "orders"}], "where": {"fieldFilter": {"field": {"fieldPath": \
      "status"}, "op": "EQUAL", "value": {"stringValue": "paid"}}}\(order)}}
      """
    }
    let order = #", "orderBy": [{"field": {"fieldPath": "total"}, "direction": "DESCENDING"}]"#
    var statuses: [Int] = []
    for id in ["a", "b"] {
      let body = #"{"fields": {"status": {"stringValue": "paid"}, "total": {"integerValue": "1"}}}"#
      statuses.append(
        try EmulatorRequest.send("POST", "\(documents)/orders?documentId=\(id)", port: port, body: body))
    }
    for order in ["", order] {
      statuses.append(
        try EmulatorRequest.send("POST", "\(documents):runQuery", port: port, body: query(order)))
    }
    return statuses
  }

  static func port(_ readyFile: URL) throws -> Int {
    let ready = try JSONSerialization.jsonObject(with: Data(contentsOf: readyFile)) as? NSDictionary
    return try #require((ready?["firestore"] as? NSDictionary)?["port"] as? Int)
  }

  @Test("a run is summed up with the definitions that production lacks")
  func summary() throws {
    var files = EmulatorCommandTests.project
    files["firebreak/queries/.keep"] = ""
    let folder = try TestFolder(files)
    let running = try RunningCommand(
      [
        "emulator", "exec", "--port", "0", "--ready-file", "ready.json", "--fail-on-findings", "--export-on-exit",
        "data",
        "--", "sh", "-c", "echo up; cat",
      ], in: folder)
    #expect(running.nextLine() == "up")
    let port = try Self.port(folder.url.appending(path: "ready.json"))
    #expect(try Self.ask(port) == [200, 200, 200, 400])
    try running.endInput()
    let answer = running.rest
    #expect(answer.exitCode == 1)
    #expect(answer.output == "")
    #expect(
      answer.errors.hasPrefix(
        "firebreak: 4 requests · 2 reads · 2 writes · 0 denials · 1 finding\nerror[FB2001 missing-composite-index]: "))
    #expect(
      answer.errors.contains(
        """
        to add to firestore.indexes.json:
          {"collectionGroup":"orders","queryScope":"COLLECTION","fields":[{"fieldPath":"status","order":"ASCENDING"},\
        {"fieldPath":"total","order":"DESCENDING"}]}
        sh -c echo up; cat exited 0; firebreak exits 1 because of --fail-on-findings

        """), "\(answer.errors)")
    #expect(answer.errors.contains("inventory: 2 new shapes recorded in firebreak/queries (commit them)\n"))
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: ".firebreak/recording.json").path()))
    let inventory = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "firebreak/queries").path())
    #expect(inventory.filter { $0.hasSuffix(".json") }.count == 2)
    // What was exported is there in the next run, and a shape that is known is not recorded again.
    let again = try RunningCommand(
      [
        "emulator", "exec", "--port", "0", "--ready-file", "ready.json", "--import", "data", "--mode", "permissive",
        "--",
        "sh", "-c", "echo up; cat",
      ], in: folder)
    #expect(again.nextLine() == "up")
    let second = try Self.port(folder.url.appending(path: "ready.json"))
    let found = try EmulatorRequest.send("GET", "\(Self.documents)/orders/a", port: second)
    #expect(found == 200)
    #expect(try Self.ask(second) == [409, 409, 200, 200])
    try again.endInput()
    let rest = again.rest
    #expect(rest.exitCode == 0)
    #expect(rest.errors.hasPrefix("imported 2 documents from data\n"))
    #expect(!rest.errors.contains("inventory:"))
  }

  @Test("a run that misses many indexes prints the first twenty, each once, and how many there are")
  func longSummary() throws {
    let folder = try TestFolder(EmulatorCommandTests.project)
    let running = try RunningCommand(
      ["emulator", "exec", "--port", "0", "--ready-file", "ready.json", "--", "sh", "-c", "echo up; cat"], in: folder)
    #expect(running.nextLine() == "up")
    let port = try Self.port(folder.url.appending(path: "ready.json"))
    for number in 0..<23 {
      for limit in ["", #", "limit": 2"#] {
        let body = """
          {"structuredQuery": {"from": [{"collectionId": "orders"}], "where": {"fieldFilter": {"field": {"fieldPath": \
          "status"}, "op": "EQUAL", "value": {"stringValue": "paid"}}}, "orderBy": [{"field": {"fieldPath": \
          "f\(number)"}, "direction": "DESCENDING"}]\(limit)}}
          """
        let answer = try EmulatorRequest.send("POST", "\(Self.documents):runQuery", port: port, body: body)
        #expect(answer == 400)
      }
    }
    try running.endInput()
    let answer = running.rest
    #expect(answer.exitCode == 0)
    let lines = answer.errors.split(separator: "\n")
    #expect(lines.first?.hasSuffix("46 findings") == true)
    #expect(lines.count { $0.hasPrefix("error[FB2001") } == 20)
    #expect(lines.count { $0.contains("needed by 2 queries, of which this was asked first") } == 20)
    #expect(lines.count { $0.hasPrefix("  {\"collectionGroup\"") } == 20)
    #expect(
      lines.contains("… and 3 more: `firebreak indexes suggest --from-recording` prints all definitions"),
      "\(answer.errors)")
  }

  @Test("the banner, request lines and the ready file")
  func start() throws {
    let folder = try TestFolder(EmulatorCommandTests.project)
    let running = try RunningCommand(
      ["emulator", "start", "--port", "0", "--ready-file", "ready.json", "-v", "--clock", "2026-03-31T12:00:00Z"],
      in: folder)
    var banner: [String] = []
    while let line = running.nextLine() {
      banner.append(line)
      if line == "Dev App Server is now running." { break }
    }
    let port = try Self.port(folder.url.appending(path: "ready.json"))
    let shown = banner.joined(separator: "\n").replacing("\(port)", with: "PORT").replacing(
      /localhost:\d+/, with: "localhost:UI"
    ).replacing(
      /ready in \d+ ms/, with: "ready in N ms"
    )
    .replacing(/firebreak [0-9.]+/, with: "firebreak V")
    let padding = String(repeating: "─", count: max(0, "127.0.0.1:\(port)".count + 2))
    #expect(
      shown == """
        firebreak V · standard edition · offline
        ┌───────────┬\(padding)┬───────────┬─────────────────────┐
        │ Emulator  │ Host:Port\(String(repeating: " ", count: padding.count - 11)) │ Databases │ Rules / indexes     │
        ├───────────┼\(padding)┼───────────┼─────────────────────┤
        │ Firestore │ 127.0.0.1:PORT │ (default) │ firestore.rules + 0 │
        └───────────┴\(padding)┴───────────┴─────────────────────┘
        mode: production   ready in N ms
        UI: http://localhost:UI
        export FIRESTORE_EMULATOR_HOST=127.0.0.1:PORT
        API endpoint: http://127.0.0.1:PORT
        Dev App Server is now running.
        """)
    _ = try Self.ask(port)
    var lines: [String] = []
    for _ in 0..<4 { lines.append(String(running.nextLine()?.dropFirst(9) ?? "")) }
    #expect(
      lines == [
        "create orders/a    admin   ✓ 1 write", "create orders/b    admin   ✓ 1 write",
        "query  orders      admin   ✓ 2 reads    (status ASC, __name__ ASC)",
        "query  orders      admin   ✗ index      orders (status ASC, total DESC) missing FB2001",
      ])
    running.send(SIGINT)
    let answer = running.rest
    #expect(answer.exitCode == 0)
    #expect(answer.errors == "stopping\n")
  }

  @Test("a narrow terminal gets a line for each database, aligned whatever the names")
  func narrowBanner() throws {
    let folder = try TestFolder([
      "firebase.json": """
      {"firestore": [{"database": "(default)", "rules": "rules/数据库🔥.rules"},
       {"database": "analytics", "rules": "an-extremely-long-folder-name/and-another-one/an.rules"}]}
      """,
      "rules/数据库🔥.rules": EmulatorCommandTests.rules,
      "an-extremely-long-folder-name/and-another-one/an.rules": EmulatorCommandTests.rules,
    ])
    let environment = EmulatorCommandTests.path.merging(["COLUMNS": "60"]) { $1 }
    let running = try RunningCommand(
      ["emulator", "start", "--host", "localhost", "--port", "0", "--ascii"], in: folder, environment: environment)
    var lines: [String] = []
    while let line = running.nextLine(), !line.hasPrefix("mode") { lines.append(line) }
    running.send(SIGTERM)
    #expect(running.rest.exitCode == 0)
    let table = Array(lines.dropFirst())
    #expect(table.count == 6)
    #expect(table[0].allSatisfy { "+-".contains($0) })
    #expect(table[0].count <= 60)
    #expect(table[3].hasPrefix("| Firestore | localhost:"))
    #expect(table[3].contains("| (default) | rules/数据"))
    #expect(table[4].contains("| analytics | an-extrem"))
    #expect(table[4].hasSuffix("... |"))
    #expect(table[4].count == table[0].count)
  }

  @Test("a broken edit is said once, and a good one, too")
  func reload() throws {
    let folder = try TestFolder(EmulatorCommandTests.project)
    let running = try RunningCommand(["emulator", "start", "--port", "0"], in: folder)
    _ = try running.port()
    let rules = folder.url.appending(path: "firestore.rules")
    try Data("service cloud.firestore { match".utf8).write(to: rules)
    let broken = running.errorLines(upTo: "not reloaded")
    #expect(broken.contains { $0.hasPrefix("error[FB3001 syntax]: ") })
    #expect(broken.last == "firestore.rules: not reloaded; the version before is still used")
    try Data((EmulatorCommandTests.rules + "\n").utf8).write(to: rules)
    #expect(running.errorLines(upTo: "reloaded") == ["firestore.rules: reloaded"])
    running.send(SIGTERM)
    #expect(running.rest.exitCode == 0)
  }

  @Test("a running emulator is exported, imported and moved in time")
  func control() throws {
    let folder = try TestFolder(EmulatorCommandTests.project)
    let running = try RunningCommand(
      [
        "emulator", "exec", "--port", "0", "--ready-file", "ready.json", "--clock", "2026-03-31T12:00:00Z", "--", "sh",
        "-c", "echo up; cat",
      ], in: folder)
    #expect(running.nextLine() == "up")
    let port = try Self.port(folder.url.appending(path: "ready.json"))
    func ask(_ arguments: String...) throws -> CommandLineTool.Answer {
      try CommandLineTool.run(
        ["emulator"] + arguments, in: folder,
        environment: EmulatorCommandTests.path.merging(["FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(port)"]) { $1 })
    }
    #expect(try Self.ask(port) == [200, 200, 200, 400])
    for format in ["google", "lines"] {
      #expect(try ask("export", "--format", format, "out").errors == "exported to out\n")
      _ = try EmulatorRequest.send("DELETE", "\(Self.documents)/orders/a", port: port)
      #expect(try ask("import", "out").errors == "imported 2 documents from out\n")
      #expect(try EmulatorRequest.send("GET", "\(Self.documents)/orders/a", port: port) == 200)
    }
    #expect(try ask("clock").output.hasPrefix("2026-03-31T12:"))
    #expect(try ask("clock", "--advance", "25h").output.hasPrefix("2026-04-01T13:"))
    #expect(try ask("clock", "--set", "2026-05-01").output.hasPrefix("2026-05-01T00:00:00"))
    let back = try ask("clock", "--set", "2026-04-01")
    #expect(back.exitCode == 3)
    #expect(back.errors.contains("is only moved forwards: times never go back."))
    let damaged = folder.url.appending(path: "out/(default).jsonl")
    try Data("{".utf8).write(to: damaged)
    let refused = try ask("import", "out")
    #expect(refused.exitCode == 3)
    #expect(refused.errors.contains("out/(default).jsonl:1: "), "\(refused.errors)")
    try running.endInput()
    #expect(running.rest.exitCode == 0)
    let nobody = try ask("clock")
    #expect(nobody.exitCode == 3)
    #expect(nobody.errors.hasPrefix("error: no emulator answers at 127.0.0.1:\(port)\nhelp: start one with "))
  }

  @Test("an export that cannot be written exits 3, and leaves the command's own failure first")
  func failingExport() throws {
    let folder = try TestFolder(EmulatorCommandTests.project)
    let failing = ["--export-on-exit", "firebase.json/data"]
    let answer = try EmulatorCommandTests.exec(failing + ["--", "true"], in: folder)
    #expect(answer.exitCode == 3)
    #expect(answer.errors.contains("error: the export to `firebase.json/data` failed: "))
    #expect(try EmulatorCommandTests.exec(failing + ["--", "false"], in: folder).exitCode == 1)
  }

  @Test("an import that is none is refused at its line")
  func brokenImport() throws {
    var files = EmulatorCommandTests.project
    files["data/(default).jsonl"] =
      "{\"firebreakExport\":1,\"database\":\"(default)\",\"time\":\"2026-01-01T00:00:00Z\"}\n{\"name\":\n"
    let answer = try EmulatorCommandTests.exec(["--import", "data", "--", "touch", "X"], in: TestFolder(files))
    #expect(answer.exitCode == 2)
    #expect(answer.errors.contains("data/(default).jsonl:2:"))
  }
}
