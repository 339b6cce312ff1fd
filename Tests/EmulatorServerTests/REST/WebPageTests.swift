import Testing

@testable import EmulatorServer

/// What pages of others cannot do.
@Suite("Web pages") struct WebPageTests {
  private static let documents = "/emulator/v1/projects/p/databases/(default)/documents"

  @Test(
    "pages of others cannot clear, replace rules or stop",
    arguments: [
      ("DELETE", documents), ("PUT", EndpointTests.rules), ("POST", "/shutdown"), ("DELETE", "/firebreak/v1/ledger"),
      ("POST", "/emulator/v1/projects/p:export"), ("POST", "/emulator/v1/projects/p:import"),
    ])
  func foreign(method: String, path: String) async throws {
    try await TestServer.run { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      for origin in ["https://example.com", "null", "http://localhost.example.com", "http://127.0.0.1.example.com"] {
        let answer = try await HTTPExchange.send(method, path, headers: ["origin: \(origin)"], to: server)
        #expect(answer.status == 403)
      }
      try await RESTExampleTests.expect(server, "GET", "/c/a", answers: 200, nil)
    }
  }

  @Test("the parameters that stand for methods and headers are known to the service only")
  func overrides() async throws {
    try await TestServer.run { server in
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", "{}", answers: 200, nil)
      let answer = try await HTTPExchange.send("POST", Self.documents + "?$httpMethod=DELETE", to: server)
      #expect(answer.status == 405)
      try await RESTExampleTests.expect(server, "GET", "/c/a", answers: 200, nil)
    }
  }

  @Test(
    "test libraries in browsers clear from pages of this machine",
    arguments: [
      "http://localhost:5173", "http://127.0.0.1", "http://[::1]:4000", "https://app.localhost",
    ])
  func loopback(origin: String) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("DELETE", Self.documents, headers: ["origin: \(origin)"], to: server)
      #expect(answer.status == 200)
    }
  }

  @Test("a name that somebody else has made lead here is refused")
  func rebinding() async throws {
    try await TestServer.run { server in
      let answer = try await RawConnection.with(port: server.port) { connection in
        try await connection.send("GET / HTTP/1.1\r\nhost: rebound.example.com\r\nconnection: close\r\n\r\n")
        return HTTPExchange(await connection.receiveAll())
      }
      #expect(answer.status == 403)
    }
  }

  @Test(
    "hosts",
    arguments: [
      ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost", true), ("LOCALHOST:1", true), ("192.168.1.5", true),
      ("firestore:8080", true), ("host.docker.internal:8080", true), ("mine.example.com", true), ("example.com", false),
      ("127.0.0.1.example.com:80", false), ("localhost.example.com", false), ("1.2.3.4.5", false),
    ])
  func hosts(authority: String, isExpected: Bool) {
    #expect(WebPages(host: "mine.example.com").isExpected(host: authority) == isExpected)
  }
}
