import Testing

@testable import EmulatorServer

/// One port: what it speaks, where it listens and how it stops.
@Suite("Served port") struct ServedPortTests {
  @Test("GET / answers Ok")
  func root() async throws {
    try await TestServer.run { server in
      let answer = try await HTTPExchange.send("GET", "/", to: server)
      #expect(answer.status == 200)
      #expect(answer.body == "Ok\n")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }
  }

  @Test("a request that arrives byte by byte is understood")
  func slowly() async throws {
    try await TestServer.run { server in
      let answer = try await RawConnection.with(port: server.port) { connection in
        let request = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        for byte in request.utf8 { try await connection.send([byte]) }
        return HTTPExchange(await connection.receiveAll())
      }
      #expect(answer.body == "Ok\n")
    }
  }

  @Test("a client may close its sending side behind its request")
  func halfClosed() async throws {
    try await TestServer.run { server in
      let answer = try await RawConnection.with(port: server.port) { connection in
        try await connection.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        connection.finishSending()
        return HTTPExchange(await connection.receiveAll())
      }
      #expect(answer.body == "Ok\n")
    }
  }

  @Test("localhost listens on both loopback addresses, where there are two")
  func localhost() async throws {
    try await TestServer.run(host: "localhost") { server in
      #expect(server.address.addresses.first == "127.0.0.1")
      #expect(server.address.authority == "localhost:\(server.port)")
      for host in server.address.addresses {
        let body = try await RawConnection.with(port: server.port, host: host) { connection in
          try await connection.send("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
          return HTTPExchange(await connection.receiveAll()).body
        }
        #expect(body == "Ok\n")
      }
    }
  }

  @Test("a port that is taken is named")
  func portTaken() async throws {
    try await TestServer.run { server in
      let second = EmulatorServer(
        emulation: server.emulation, configuration: ServerConfiguration(port: server.port),
        random: TestServer.random)
      await #expect(throws: ListeningFailure.portTaken(host: "127.0.0.1", port: server.port)) {
        try await second.run { _ in }
      }
      let answer = try await HTTPExchange.send("GET", "/", to: server)
      #expect(answer.body == "Ok\n")
    }
  }

  @Test("a host that is none of this machine's is refused")
  func unknownHost() async throws {
    let server = EmulatorServer(
      emulation: TestServer.emulation(), configuration: ServerConfiguration(host: "192.0.2.1", port: 0),
      random: TestServer.random)
    do {
      try await server.run { _ in }
      Issue.record("it listens")
    } catch let failure as ListeningFailure {
      guard case .unavailable(let host, _, _) = failure else {
        Issue.record("\(failure)")
        return
      }
      #expect(host == "192.0.2.1")
    }
  }

  @Test("POST /shutdown ends the server, idle connections with it")
  func shutdown() async throws {
    let server = EmulatorServer(
      emulation: TestServer.emulation(), configuration: ServerConfiguration(port: 0, limits: .patient),
      random: TestServer.random)
    let ready = AsyncStream<Int>.makeStream()
    async let served: Void = server.run { ready.continuation.yield($0.firestore.port) }
    var ports = ready.stream.makeAsyncIterator()
    let port = try #require(await ports.next())
    let rest = try await RawConnection.with(port: port) { connection in
      try await connection.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
      _ = try await connection.receive()
      let answer = try await HTTPExchange.send("POST", "/shutdown", port: port)
      #expect(answer.status == 200)
      return await connection.receiveAll()
    }
    #expect(rest == [])
    try await served
    await #expect(throws: (any Error).self) { try await HTTPExchange.send("GET", "/", port: port) }
  }
}

@Suite("Sniffing of connections") struct ConnectionSnifferTests {
  typealias Verdict = ConnectionSniffer.Verdict

  @Test(
    "the first bytes decide",
    arguments: [
      ("", Verdict.undecided), ("G", .undecided), ("PR", .undecided), ("GET", .known(.http1)), ("PUT", .known(.http1)),
      ("PAT", .known(.http1)), ("\r\nPR", .undecided), ("\r\nGET", .known(.http1)), ("PRI", .undecided),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r", .undecided), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .known(.http2)),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nabc", .known(.http2)), ("PRIVATE", .nonsense), ("PRI * HTTP/1.1", .nonsense),
      ("\0\0\0", .known(.http1)), (String(repeating: "\r\n", count: 40), .nonsense),
    ])
  func verdicts(bytes: String, verdict: Verdict) {
    #expect(ConnectionSniffer.speech(of: Array(bytes.utf8)) == verdict)
  }
}
