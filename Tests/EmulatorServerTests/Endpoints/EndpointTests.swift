import Emulation
import Foundation
import Testing

@testable import EmulatorServer

/// What rules-unit-testing, the Firebase CLI and scripts ask of an emulator.
@Suite("Emulator endpoints") struct EndpointTests {
  static let rules = "/emulator/v1/projects/p:securityRules"

  /// As rules-unit-testing sends it.
  static func body(_ content: String) -> String {
    #"{"rules":{"files":[{"content":"\#(content)"}]}}"#
  }

  static let open =
    "rules_version='2'; service cloud.firestore { match /databases/{d}/documents { match /{x=**} { "
    + "allow read, write; } } }"

  @Test("ux-18: rules are replaced, and broken ones are not taken")
  func securityRules() async throws {
    try await TestServer.run(isOpen: false) { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 403, nil)
      let taken = try await HTTPExchange.send("PUT", Self.rules, body: Self.body(Self.open), to: server)
      #expect(taken.status == 200)
      #expect(taken.body == "{}")
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let refused = try await HTTPExchange.send("PUT", Self.rules, body: Self.body("service {"), to: server)
      #expect(refused.status == 400)
      #expect(refused.body.contains("security.rules:1:"))
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
    }
  }

  @Test("the CLI is told of the issues itself")
  func issues() async throws {
    try await TestServer.run(isOpen: false) { server in
      let answer = try await HTTPExchange.send(
        "PUT", Self.rules,
        body: #"{"rules":{"files":[{"name":"firestore.rules","content":"service {"}]},"ignore_errors":true}"#,
        to: server)
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""severity": "ERROR""#))
      #expect(answer.body.contains(#""fileName": "firestore.rules""#))
      #expect(answer.body.contains(#""line": 1"#))
    }
  }

  @Test("ux-18: documents are deleted without credentials")
  func clear() async throws {
    try await TestServer.run { server in
      for path in ["/c/a", "/c/a/s/b", "/c/b%20b/s/d", "/d/a"] {
        try await RESTExampleTests.expect(server, "PATCH", path, "{}", answers: 200, nil)
      }
      let documents = "/emulator/v1/projects/p/databases/(default)/documents"
      for path in ["/c/a", "/c/b%20b/s"] {
        let answer = try await HTTPExchange.send("DELETE", documents + path, to: server)
        #expect(answer.status == 200)
        #expect(answer.body == "{}")
      }
      for path in ["/c/a", "/c/a/s/b", "/c/b%20b/s/d"] {
        try await RESTExampleTests.expect(server, "GET", path, answers: 404, nil)
      }
      try await RESTExampleTests.expect(server, "GET", "/d/a", answers: 200, nil)
      _ = try await HTTPExchange.send("DELETE", documents, to: server)
      try await RESTExampleTests.expect(server, "GET", "/d/a", answers: 404, nil)
    }
  }

  @Test("coverage is JSON and a page")
  func coverage() async throws {
    try await TestServer.run(isOpen: false) { server in
      _ = try await HTTPExchange.send("PUT", Self.rules, body: Self.body(Self.open), to: server)
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let json = try await HTTPExchange.send("GET", "/emulator/v1/projects/p:ruleCoverage", to: server)
      #expect(json.status == 200)
      #expect(json.body.contains("service cloud.firestore"))
      let page = try await HTTPExchange.send("GET", "/emulator/v1/projects/p:ruleCoverage.html", to: server)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body.contains("<html"))
    }
  }

  @Test("the ledger counts by operation and test, and is reset")
  func ledger() async throws {
    try await TestServer.run { server in
      let headers = ["x-firebreak-operation: feed.open", "x-firebreak-test: t"]
      try await RESTExampleTests.expect(server, "GET", "/c", headers: headers, answers: 200, nil)
      let counted = try await HTTPExchange.send("GET", "/firebreak/v1/ledger?operation=feed.open", to: server)
      #expect(counted.status == 200)
      #expect(counted.body.contains(#""name": "feed.open""#))
      #expect(counted.body.contains(#""requests": 1"#))
      let other = try await HTTPExchange.send("GET", "/firebreak/v1/ledger?operation=other", to: server)
      #expect(!other.body.contains("feed.open"))
      let reset = try await HTTPExchange.send("DELETE", "/firebreak/v1/ledger", to: server)
      #expect(reset.body == "{}")
      let after = try await HTTPExchange.send("GET", "/firebreak/v1/ledger", to: server)
      #expect(!after.body.contains("feed.open"))
    }
  }

  @Test(
    "own endpoints answer JSON", arguments: ["health", "ledger", "queries", "findings", "denials", "indexes/suggested"])
  func own(path: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("GET", "/firebreak/v1/\(path)", to: server)
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json; charset=UTF-8")
      #expect(answer.body.hasPrefix("{"))
      let wrong = try await HTTPExchange.send("POST", "/firebreak/v1/\(path)", to: server)
      #expect(wrong.status == 405)
    }
  }

  @Test("documents of one database are exported and imported again, in the format of Google's emulator")
  func exchange() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("firebreak-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let body = "{\"export_directory\":\"\(folder)\",\"export_name\":\"firestore_export\"}"
    try await TestServer.run { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let project = "/emulator/v1/projects/p"
      let exported = try await HTTPExchange.send("POST", project + ":export", body: body, to: server)
      #expect(exported.body == "{}")
      _ = try await HTTPExchange.send("DELETE", project + "/databases/(default)/documents", to: server)
      try await RESTExampleTests.expect(server, "GET", "/c/a", answers: 404, nil)
      let imported = try await HTTPExchange.send("POST", project + ":import", body: body, to: server)
      #expect(imported.body == "{}")
      try await RESTExampleTests.expect(server, "GET", "/c/a", answers: 200, nil)
      let metadata = "\(folder)/firestore_export/firestore_export.overall_export_metadata"
      #expect(FileManager.default.fileExists(atPath: metadata))
      let named = try await HTTPExchange.send(
        "POST", project + ":import",
        body: "{\"export_directory\":\"\(folder)\",\"metadata_file\":\"\(metadata)\"}", to: server)
      #expect(named.body == "{}")
      let page = try await HTTPExchange.send(
        "POST", project + ":export", headers: ["origin: http://a"], body: body, to: server)
      #expect(page.status == 403)
      let missing = try await HTTPExchange.send("POST", project + ":import", body: "{}", to: server)
      #expect(missing.status == 400)
    }
  }

  @Test("folders that cannot take an export, and exports that cannot be read, are the caller's mistakes")
  func exchangeMistakes() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("firebreak-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["foreign", "in"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    try Data().write(to: URL(filePath: "\(folder)/foreign/notes.txt"))
    try await TestServer.run { server in
      let project = "/emulator/v1/projects/p"
      let cases = [
        (":export", #"{"export_directory":"/"}"#, "cannot take the place of the folder"),
        (":export", #"{"export_directory":"\#(folder)/foreign"}"#, "holds other things than an export"),
        (":export", #"{"export_directory":"\#(folder)/foreign/notes.txt"}"#, "is a file, not a folder"),
        (
          ":export", #"{"export_directory":"\#(folder)/in","export_name":"../../../x"}"#,
          "has to be the name of one folder"
        ),
        (":export", #"{"export_directory":"\#(folder)/in","export_name":".."}"#, "has to be the name of one folder"),
        (":export", #"{"export_directory":"out"}"#, "has to be an absolute path"),
        (":import", #"{"export_directory":"\#(folder)/foreign"}"#, "holds no export"),
      ]
      for (verb, body, text) in cases {
        let answer = try await HTTPExchange.send("POST", project + verb, body: body, to: server)
        #expect(answer.status == 400, "\(body)")
        #expect(answer.body.contains("INVALID_ARGUMENT"), "\(answer.body)")
        #expect(answer.body.contains(text), "\(answer.body)")
      }
    }
  }

  @Test("everything is exported and imported by one request, in either format", arguments: ["google", "lines"])
  func exchangeOfAll(format: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("firebreak-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let body = "{\"path\":\"\(folder)\",\"format\":\"\(format)\"}"
      let exported = try await HTTPExchange.send("POST", "/firebreak/v1/export", body: body, to: server)
      #expect(exported.status == 200, "\(exported.body)")
      let source = "{\"path\":\"\(folder)\"}"
      let imported = try await HTTPExchange.send("POST", "/firebreak/v1/import", body: source, to: server)
      #expect(imported.status == 200, "\(imported.body)")
      #expect(imported.body.contains("\"documents\": 1"))
      // As `firebase emulators:export` asks the hub.
      let hub = try await HTTPExchange.send(
        "POST", "/_admin/export", body: "{\"path\":\"\(folder)\",\"initiatedBy\":\"emulators:export\"}", to: server)
      #expect(hub.status == 200, "\(hub.body)")
      #expect(FileManager.default.fileExists(atPath: folder + "/firebase-export-metadata.json"))
      for path in ["/firebreak/v1/export", "/firebreak/v1/import", "/_admin/export"] {
        let page = try await HTTPExchange.send(
          "POST", path, headers: ["origin: http://localhost"], body: body, to: server)
        #expect(page.status == 403)
        let empty = try await HTTPExchange.send("POST", path, body: "{}", to: server)
        #expect(empty.status == 400)
      }
    }
  }

  @Test(
    "only what can be a database is cleared, and none is made for it",
    arguments: [
      ("demo-x/databases//documents", 400), ("__bad__/databases/x/documents", 400),
      ("p/databases/a%2Fb/documents", 400),
      ("p/databases/../documents", 400), ("p/databases/a%00b/documents", 400), ("p/databases/x/documents/c/..", 400),
      ("p/databases/x/documents/c/__a__", 400), ("p/databases/x/documents", 200), ("p/databases/x/documents/c/a", 200),
      ("demo-p/databases/google-cloud-firestore-emulator/documents", 200),
    ])
  func clearing(path: String, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("DELETE", "/emulator/v1/projects/\(path)", to: server)
      #expect(answer.status == status, "\(answer.body)")
      #expect(status == 200 ? answer.body == "{}" : answer.body.contains("INVALID_ARGUMENT"))
      #expect(server.emulation.databases.isEmpty)
    }
  }

  @Test(
    "ids of projects and databases that cannot be any are refused",
    arguments: [
      "/v1/projects/..%2F../databases/(default)/documents/c/a", "/v1/projects/p/databases/a%2Fb/documents/c/a",
      "/v1/projects/p/databases/a%0Ab/documents/c/a", "/v1/projects/p/databases/../documents/c/a",
      "/v1/projects/\(String(repeating: "p", count: 257))/databases/(default)/documents/c/a",
    ])
  func scopeIDs(path: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("GET", path, to: server)
      #expect(answer.status == 400, "\(answer.body)")
      #expect(answer.body.contains("INVALID_ARGUMENT"))
      #expect(server.emulation.databases.isEmpty)
    }
  }

  @Test("functions that are not to run meanwhile never do", arguments: ["disable", "enable"])
  func backgroundTriggers(verb: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("PUT", "/functions/\(verb)BackgroundTriggers", to: server)
      #expect(answer.status == 200)
      #expect(answer.body.contains("\"enabled\": false"))
      let wrong = try await HTTPExchange.send("GET", "/functions/\(verb)BackgroundTriggers", to: server)
      #expect(wrong.status == 405)
    }
  }

  @Test(
    "triggers are refused in words",
    arguments: [
      ("PUT", "/emulator/v1/projects/p/triggers/k"),
      ("POST", "/emulator/v1/projects/p/eventarcTrigger?eventarcTriggerId=k"),
    ])
  func triggers(method: String, path: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send(method, path, body: "{}", to: server)
      #expect(answer.status == 501)
      #expect(answer.body.contains("FB8001"))
    }
  }
}
