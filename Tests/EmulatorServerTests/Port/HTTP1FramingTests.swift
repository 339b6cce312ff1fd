import FirestoreModel
import HTTPTypes
import Testing

@testable import EmulatorServer

/// Versions, lengths and ends of HTTP/1.
@Suite("HTTP/1") struct HTTP1FramingTests {
  private static func exchange(_ text: String, _ server: TestServer) async throws -> String {
    try await RawConnection.with(port: server.port) { connection in
      try await connection.send(text)
      return String(decoding: await connection.receiveAll(), as: UTF8.self)
    }
  }

  @Test("HTTP/1.0 is closed behind its answer, and no answer is sent in chunks")
  func oldVersion() async throws {
    try await TestServer.run { server in
      let root = try await Self.exchange("GET / HTTP/1.0\r\n\r\n", server)
      #expect(root.hasPrefix("HTTP/1.0 200 OK\r\n"))
      #expect(root.hasSuffix("\r\n\r\nOk\n"))
      let body = #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#
      let query = try await Self.exchange(
        "POST \(RESTExampleTests.url):runQuery HTTP/1.0\r\nconnection: keep-alive\r\n"
          + "content-length: \(body.utf8.count)\r\n\r\n\(body)", server)
      #expect(!query.contains("chunked"))
      #expect(query.contains("\r\n\r\n[{"))
      #expect(query.hasSuffix("]\n"))
    }
  }

  @Test(
    "a request says once which host it asks",
    arguments: [
      ("1.1", [], 400), ("1.1", ["127.0.0.1", "evil.example"], 400), ("1.1", ["evil.example", "127.0.0.1"], 400),
      ("1.1", ["127.0.0.1", "127.0.0.1"], 400), ("1.0", ["127.0.0.1", "127.0.0.1"], 400), ("1.0", [], 200),
      ("1.1", ["127.0.0.1"], 200), ("1.1", [""], 200),
    ] as [(String, [String], Int)])
  func hosts(version: String, hosts: [String], status: Int) async throws {
    try await TestServer.run { server in
      let head = "GET / HTTP/\(version)\r\n" + hosts.map { "host: \($0)\r\n" }.joined()
      // Nothing behind it is answered.
      let next = status == 400 ? "\r\nGET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" : "connection: close\r\n\r\n"
      let answer = try await Self.exchange(head + next, server)
      #expect(answer.hasPrefix("HTTP/\(version) \(status) "))
      #expect(answer.ranges(of: "HTTP/1").count == 1)
    }
  }

  @Test("requests in front of one without a host are answered first")
  func hostsBehind() async throws {
    try await TestServer.run { server in
      let answer = try await Self.exchange(
        "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nPOST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}", server)
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("Ok\nHTTP/1.1 400 "))
    }
  }

  @Test("a body that is too long is not asked for, and its connection ends")
  func expectation() async throws {
    try await TestServer.run(limits: ServerLimits(requestBytes: 1_000)) { server in
      let head = "PATCH \(RESTExampleTests.url)/c/a HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
      let refused = try await Self.exchange(head + "content-length: 1001\r\n\r\n", server)
      #expect(refused.hasPrefix("HTTP/1.1 400 "))
      let taken = try await Self.exchange(head + "connection: close\r\ncontent-length: 2\r\n\r\n{}", server)
      #expect(taken.hasPrefix("HTTP/1.1 100 "))
      #expect(taken.contains("HTTP/1.1 200 OK"))
    }
  }

  @Test("requests hold no more than the server has for all of them, and give it back")
  func budget() async throws {
    try await TestServer.run(limits: ServerLimits(requestBytes: 1_000, bufferedBytes: 1_500)) { server in
      let body = "{" + String(repeating: " ", count: 997) + "}"
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", body, answers: 200, nil)
      try await RESTExampleTests.expect(server, "PATCH", "/c/a", body, answers: 200, nil)
    }
    let budget = RequestBudget(byteCount: 1_500)
    try budget.take(1_000)
    #expect(
      throws: FirestoreError(
        .resourceExhausted, "Too many large requests are being received: more than 1500 bytes at once.")
    ) { try budget.take(501) }
    try budget.take(500)
    budget.giveBack(1_500)
    #expect(budget.usedByteCount == 0)
  }

  // A bound for a test that hangs: what it waits for behind all other tests counts, too.
  @Test("nothing that takes long is made for a client that may be gone", .timeLimit(.minutes(30)))
  func gone() async throws {
    let (begin, begun) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let stop = StopSignal()
    let port = ServedPort(
      configuration: ServerConfiguration(
        port: 0, limits: ServerLimits(openingTime: .seconds(3_600), patienceTime: .milliseconds(50))),
      calls: OpenCalls(), services: .none,
      respond: { _ in
        begun.finish()
        // Until it is cancelled.
        let (never, _) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        end.finish()
        return .text(.ok, "")
      })
    let (addresses, address) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup { group in
      group.addTask { try await port.run(until: stop) { address.yield($0.port) } }
      var iterator = addresses.makeAsyncIterator()
      let number = try #require(await iterator.next())
      try await RawConnection.with(port: number) { connection in
        try await connection.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        for await _ in begin {}
      }
      for await _ in ends {}
      stop.raise()
      try await group.waitForAll()
    }
  }

  @Test("a request that comes drop by drop is not waited for longer than its time")
  func drops() async throws {
    try await TestServer.run(limits: ServerLimits(idleTime: .seconds(60), requestTime: .milliseconds(500))) { server in
      let answer = try await Self.exchange(
        "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{", server)
      #expect(answer.isEmpty)
    }
  }
}
