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

  @Test(
    "hosts by which a server for this machine and one for the network are known",
    arguments: [
      ("127.0.0.1:8080", true, true), ("[::1]:8080", true, true), ("localhost", true, true),
      ("LOCALHOST:1", true, true), ("app.localhost:80", true, true), ("192.168.1.5", true, true),
      ("host.docker.internal:8080", true, true), ("allowed.example.com", true, true), ("firestore:8080", false, true),
      ("a.internal", false, true), ("a.local:1", false, true), ("a.test", false, true),
      ("mine.example.com", false, true), ("example.com", false, false), ("127.0.0.1.example.com:80", false, false),
      ("localhost.example.com", false, false), ("127.evil", false, false), ("1.2.3.4.5", false, false),
    ])
  func hosts(authority: String, isKnownHere: Bool, isKnownInNetwork: Bool) throws {
    let allowed = try #require(WebOrigin("https://allowed.example.com:8443"))
    for host in ["127.0.0.1", "::1", "localhost"] {
      #expect(WebPages(host: host, allowed: [allowed]).isExpected(host: authority) == isKnownHere)
    }
    #expect(WebPages(host: "mine.example.com", allowed: [allowed]).isExpected(host: authority) == isKnownInNetwork)
  }
}
