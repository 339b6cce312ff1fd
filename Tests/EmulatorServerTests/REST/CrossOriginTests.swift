import Testing

@testable import EmulatorServer

@Suite("Cross-origin requests") struct CrossOriginTests {
  @Test("a preflight repeats origin and headers")
  func preflight() async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send(
        "OPTIONS", RESTExampleTests.url + ":commit",
        headers: [
          "origin: http://localhost:3000", "access-control-request-method: POST",
          "access-control-request-headers: authorization,x-goog-api-client",
          "access-control-request-private-network: true",
        ], to: server)
      #expect(answer.status == 200)
      #expect(answer.headers["access-control-allow-origin"] == "http://localhost:3000")
      #expect(answer.headers["access-control-allow-credentials"] == "true")
      #expect(answer.headers["access-control-allow-methods"] == "GET, POST, PUT, PATCH, DELETE, OPTIONS")
      #expect(answer.headers["access-control-allow-headers"] == "authorization,x-goog-api-client")
      #expect(answer.headers["access-control-max-age"] == "3600")
      #expect(answer.headers["access-control-allow-private-network"] == "true")
      #expect(answer.headers["vary"] == "Origin")
    }
  }

  @Test(
    "every answer has the headers, errors too",
    arguments: [
      ("GET", "/", 200), ("GET", "/nothing", 404), ("PUT", "/", 405), ("GET", RESTExampleTests.url + "/c/a", 404),
      ("GET", "/firebreak/v1/health", 200), ("PUT", "/emulator/v1/projects/p:securityRules", 400),
    ])
  func answers(method: String, path: String, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send(method, path, headers: ["origin: http://127.0.0.1:5000"], to: server)
      #expect(answer.status == status)
      #expect(answer.headers["access-control-allow-origin"] == "http://127.0.0.1:5000")
      #expect(answer.headers["access-control-allow-credentials"] == "true")
      let without = try await HTTPExchange.send(method, path, to: server)
      #expect(without.headers["access-control-allow-origin"] == nil)
      #expect(without.headers["vary"] == "Origin")
    }
  }
}
