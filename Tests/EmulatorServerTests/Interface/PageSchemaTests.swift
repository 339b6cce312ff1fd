import FirebreakTestSupport
import Foundation
import Testing

@testable import EmulatorServer

/// What scripts are answered is what `schemas/emulator-api.schema.json` says.
@Suite("Page schema") struct PageSchemaTests {
  private static func problems(_ name: String, _ answer: HTTPExchange) throws -> [String] {
    let schema = try SchemaCheck(Data(RepositoryFiles.bytes("schemas/emulator-api.schema.json")))
    return try schema.problems(Data(#"{"\#(name)": \#(answer.body)}"#.utf8))
  }

  private static let endpoints = [
    ("overview", "overview"), ("pulse", "pulse"), ("requests", "requests"), ("request", "requests/3"),
    ("meter", "meter"), ("indexes", "indexes"), ("rules", "rules"), ("listeners", "listeners"),
    ("collections", "collections"), ("documents", "documents?collection=c"),
    ("documents", "documents?collection=c&place=a"),
    ("documents", "documents?collection=c&query=where%20n%20%3E%200%20orderBy%20n"), ("document", "document?path=c/a"),
    ("realtime", "realtime?instance=demo&path=/"), ("request", "requests/4"),
    ("rules", "rules?instance=demo"),
  ]

  @Test("every endpoint that is read")
  func read() async throws {
    try await TestServer.runPage { server in
      let base = "/firebreak/v1"
      for id in ["a", "b/s/deep"] {
        let fields =
          #"{"fields": {"n": {"integerValue": "1"}, "place": {"geoPointValue": {"latitude": 1, "longitude": 2}}}}"#
        let set = try await HTTPExchange.send(
          "PUT", "\(base)/document?path=c/\(id)", body: fields, port: server.pagePort)
        #expect(try set.status == 200 && Self.problems("document", set) == [])
      }
      let query = #"{"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"}}]}}"#
      _ = try await HTTPExchange.send(
        "POST", "/v1/projects/demo/databases/(default)/documents:runQuery", body: query, to: server)
      let value = #"{"value": {"a": 1, "b": {".value": "x", ".priority": 2}}}"#
      let put = try await HTTPExchange.send(
        "PUT", "\(base)/realtime?instance=demo&path=/", body: value, port: server.pagePort)
      #expect(try put.status == 200 && Self.problems("realtime", put) == [], "\(put.body)")
      for (name, path) in Self.endpoints {
        let answer = try await HTTPExchange.send("GET", "\(base)/\(path)", port: server.pagePort)
        #expect(answer.status == 200, "\(path): \(answer.body)")
        #expect(try Self.problems(name, answer) == [], "\(path): \(answer.body)")
      }
    }
  }

  @Test("numbers of requests that there cannot be")
  func oddNumbers() async throws {
    try await TestServer.runPage { server in
      for name in ["after", "before"] {
        for (number, status) in [
          ("0", 200), ("9223372036854775807", 200), ("-1", 400), ("-9223372036854775808", 400),
          ("9223372036854775808", 400), ("x", 400),
        ] {
          let answer = try await HTTPExchange.send(
            "GET", "/firebreak/v1/requests?\(name)=\(number)&limit=3", port: server.pagePort)
          #expect(answer.status == status, "\(name) \(number): \(answer.body)")
          if status == 200 { #expect(answer.body.contains(#""rows": []"#), "\(name) \(number): \(answer.body)") }
        }
      }
    }
  }

  @Test("queries and requests that are tried")
  func trials() async throws {
    try await TestServer.runPage { server in
      func ask(_ name: String, _ path: String, _ body: String) async throws -> String {
        let answer = try await HTTPExchange.send("POST", "/firebreak/v1/\(path)", body: body, port: server.pagePort)
        #expect(try Self.problems(name, answer) == [], "\(body): \(answer.body)")
        return answer.body
      }
      let served = try await ask("query", "query", #"{"query": "c where n == 1 limit 2", "as": "admin"}"#)
      #expect(served.contains(#""reads": 1"#) && served.contains(#""origin": "automatic""#))
      let missing = try await ask("query", "query", #"{"query": "c where n == 1 orderBy m", "as": "admin"}"#)
      #expect(missing.contains(#""title": "c (n ASC, m ASC)""#))
      for (text, at) in [(#"\"ü\" whre"#, 4), ("ü", 0)] {
        let unread = try await ask("query", "query", #"{"query": "\#(text)"}"#)
        #expect(unread.contains(#""problem""#) && unread.contains(#""help""#), "\(unread)")
        #expect(unread.contains(#""at": \#(at)"#), "\(unread)")
      }
      let sum = try await ask("query", "query", #"{"query": "c aggregate count() as n", "as": "ada"}"#)
      #expect(sum.contains(#""values""#))
      let decided = try await ask("decision", "rules/decide", #"{"method": "get", "path": "c/a", "as": "ada"}"#)
      #expect(decided.contains(#""isAllowed": true"#))
      let listed = try await ask(
        "decision", "rules/decide", #"{"method": "list", "path": "c where n == 1", "as": "ada"}"#)
      #expect(listed.contains(#""method": "list""#))
      let realtime = "rules/decide?instance=demo"
      for body in [
        #"{"method": "read", "path": "/a", "as": "ada"}"#,
        #"{"method": "write", "path": "/a", "as": "ada", "claims": {"admin": true}, "value": {"b": [1, null]}}"#,
      ] { _ = try await ask("realtimeDecision", realtime, body) }
      for (path, body) in [
        ("rules/decide", #"{"method": "list", "path": "c/a"}"#), (realtime, #"{"method": "get", "path": "/a"}"#),
        (realtime, #"{"method": "read", "path": "/a.b"}"#),
        (realtime, #"{"method": "write", "path": "/a", "value": {"b/c": 1}}"#),
        ("rules/decide?instance=a.b", #"{"method": "read", "path": "/a"}"#),
      ] {
        let refused = try await HTTPExchange.send(
          "POST", "/firebreak/v1/\(path)", body: body, port: server.pagePort)
        #expect(refused.status == 400, "\(body): \(refused.body)")
      }
    }
  }
}
