import Emulation
import FirestoreModel
import FirestoreService
import Foundation
import Testing

@testable import EmulatorServer

/// Whoever only looks changes nothing, and nothing is deleted or written over that was written since somebody has looked.
@Suite("Page versions") struct PageVersionTests {
  private static func send(
    _ method: String, _ path: String, _ body: String = "", to server: TestServer
  ) async throws -> HTTPExchange {
    try await HTTPExchange.send(method, "/firebreak/v1/\(path)", body: body, port: server.pagePort)
  }

  private static func object(_ answer: HTTPExchange) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any], "\(answer.body)")
  }

  @Test("looking at a database that is not there does not make it") func reading() async throws {
    try await TestServer.runPage { server in
      for (method, path, body) in [
        ("GET", "collections?database=d", ""), ("GET", "documents?collection=c&database=d", ""),
        ("GET", "document?path=c/a&database=d", ""), ("GET", "rules?database=d", ""),
        ("GET", "indexes?database=d", ""), ("GET", "workload?database=d", ""),
        ("POST", "query?database=d", #"{"query": "c where n == 1", "as": "ada"}"#),
        ("POST", "rules/decide?database=d", #"{"method": "create", "path": "c/a", "as": "ada"}"#),
        ("DELETE", "document?path=c/a&database=d", ""), ("DELETE", "document?path=c/a&deep=true&database=d", ""),
        ("GET", "realtime?instance=d&path=/a", ""), ("GET", "rules?instance=d", ""),
      ] {
        let answer = try await Self.send(method, path, body, to: server)
        #expect(answer.status == 200 || path.hasPrefix("workload"), "\(method) \(path): \(answer.body)")
      }
      #expect(server.emulation.databases.isEmpty && server.emulation.realtimeInstances.isEmpty)
      #expect(try await Self.send("PUT", "document?path=c/a&database=d", #"{"fields": {}}"#, to: server).status == 200)
      #expect(server.emulation.databases.map(\.name.database) == ["d"])
    }
  }

  @Test("a document that was written since is not deleted, alone or with what is below it") func deletions()
    async throws
  {
    try await TestServer.runPage { server in
      func put(_ id: String, _ fields: String = #"{"fields": {}}"#) async throws -> [String: Any] {
        try Self.object(try await Self.send("PUT", "document?path=\(id)", fields, to: server))
      }
      func seen() async throws -> (time: String, version: Int) {
        let document = try Self.object(try await Self.send("GET", "document?path=c/a", to: server))
        return (document["updateTime"] as? String ?? "", document["version"] as? Int ?? -1)
      }
      _ = try await put("c/a")
      _ = try await put("c/a/s/x")
      let first = try await seen()
      _ = try await put("c/a", #"{"fields": {"n": {"integerValue": "1"}}, "updateTime": "\#(first.time)"}"#)
      #expect(try await Self.send("DELETE", "document?path=c/a&updateTime=\(first.time)", to: server).status == 400)
      // Another document below it is written, and one beside it: only the first counts.
      let second = try await seen()
      _ = try await put("c/b")
      _ = try await put("c/a/s/y")
      let refused = try await Self.send("DELETE", "document?path=c/a&deep=true&version=\(second.version)", to: server)
      #expect(
        refused.status == 409 && refused.body.contains("has changed meanwhile; nothing was deleted"), "\(refused.body)")
      #expect(try await Self.send("GET", "document?path=c/a/s/x", to: server).body.contains(#""exists": true"#))
      let third = try await seen()
      _ = try await put("c/d")
      let deleted = try await Self.send("DELETE", "document?path=c/a&deep=true&version=\(third.version)", to: server)
      #expect(deleted.status == 200 && deleted.body.contains(#""deleted": 3"#), "\(deleted.body)")
      let again = try await put("c/a")
      let time = again["updateTime"] as? String ?? ""
      #expect(
        try await Self.send("DELETE", "document?path=c/a&updateTime=\(time)", to: server).body.contains(
          #""deleted": 1"#))
    }
  }

  @Test("whoever was slower is told what stands at a location of the Realtime Database") func stale() async throws {
    try await TestServer.runPage { server in
      let target = "realtime?instance=demo&path=/a"
      let first = try Self.object(try await Self.send("PUT", target, #"{"value": {"x": 1}}"#, to: server))
      let theirs = #"{"value": {"x": {".value": "two", ".priority": 5}}}"#
      _ = try await Self.send("PUT", target, theirs, to: server)
      let seen = try #require(first["etag"] as? String)
      let refused = try await Self.send("PUT", target, #"{"value": null, "etag": "\#(seen)"}"#, to: server)
      #expect(refused.status == 409)
      let error = try #require(try Self.object(refused)["error"] as? [String: Any])
      let current = try #require(error["current"] as? [String: Any])
      let value = try #require((current["value"] as? [String: Any])?["x"] as? [String: Any])
      #expect(value[".value"] as? String == "two" && value[".priority"] as? Int == 5)
      let etag = try #require(current["etag"] as? String)
      #expect(try await Self.send("PUT", target, #"{"value": null, "etag": "\#(etag)"}"#, to: server).status == 200)
    }
  }

  @Test("every start of an emulator has a name, and requests of another one are not its own") func runs() async throws {
    try await TestServer.runPage { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      for path in ["overview", "pulse", "requests"] {
        let answer = try Self.object(try await Self.send("GET", path, to: server))
        #expect(answer["run"] as? String == server.emulation.settings.run, "\(path)")
      }
      let port = server.pagePort
      for (query, isTold) in [("after=1", false), ("after=7&run=another", true), ("run=another", true)] {
        try await RawConnection.with(port: port) { connection in
          try await connection.send("GET /firebreak/v1/events?\(query) HTTP/1.1\r\nhost: localhost:\(port)\r\n\r\n")
          var text = ""
          while !text.contains("event: pulse"), let more = try await connection.receive() {
            text += String(decoding: more, as: UTF8.self)
          }
          #expect(
            text.contains(#"data: {"run":"\#(server.emulation.settings.run)","skipped":0,"rows":[{"n":1,"#) == isTold)
          #expect(text.contains(#"data: {"run":"\#(server.emulation.settings.run)","first":1,"last":1"#))
        }
      }
    }
  }

  @Test("the claims of who asked are known of a request") func claims() async throws {
    try await TestServer.runPage { server in
      let token = AuthorizationTests.token(
        #"{"sub": "ada", "user_id": "ada", "admin": true, "teams": ["a", {"n": 1.5}]}"#)
      let documents = "/v1/projects/demo/databases/(default)/documents/c/a"
      _ = try await HTTPExchange.send("GET", documents, headers: ["authorization: Bearer \(token)"], to: server)
      _ = try await HTTPExchange.send("GET", documents, headers: ["authorization: Bearer owner"], to: server)
      let claims = try #require(try Self.object(try await Self.send("GET", "requests/1", to: server))["claims"])
      #expect(
        claims as? NSDictionary == ["admin": true, "teams": ["a", ["n": 1.5]]] as NSDictionary, "\(claims)")
      #expect(try Self.object(try await Self.send("GET", "requests/2", to: server))["claims"] == nil)
    }
  }

  @Test("a body that breaks off is not written, though what there is of it can be read")
  func brokenOff() async throws {
    try await TestServer.runPage { server in
      let body = #"{"fields": {}}"#
      let size = String(body.utf8.count, radix: 16)
      for (id, framing) in [
        ("length", "content-length: \(body.utf8.count + 1)\r\n\r\n\(body)"),
        ("chunks", "transfer-encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n"),
      ] {
        for (port, target) in [
          (server.pagePort, "PUT /firebreak/v1/document?path=c/\(id)"),
          (server.port, "PATCH /v1/projects/demo/databases/(default)/documents/c/\(id)"),
        ] {
          try await RawConnection.with(port: port) { connection in
            try await connection.send("\(target) HTTP/1.1\r\nhost: localhost:\(port)\r\n\(framing)")
            connection.finishSending()
            var text = ""
            while let more = try await connection.receive() { text += String(decoding: more, as: UTF8.self) }
            #expect(!text.hasPrefix("HTTP/1.1 200"), "\(target): \(text)")
          }
        }
        let document = try await Self.send("GET", "document?path=c/\(id)", to: server)
        #expect(document.body.contains(#""exists": false"#), "\(id): \(document.body)")
      }
    }
  }
}
