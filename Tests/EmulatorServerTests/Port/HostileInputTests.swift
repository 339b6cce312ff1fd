import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// Whatever one client sends, the others are answered.
@Suite("Hostile input") struct HostileInputTests {
  private static let listen = "/google.firestore.v1.Firestore/Listen"
  private static let commit = "/google.firestore.v1.Firestore/Commit"

  /// Others on the same server are answered, over both protocols.
  private static func expectHealth(
    _ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await HTTPExchange.send("GET", "/", to: server)
    #expect(answer.body == "Ok\n", sourceLocation: sourceLocation)
    try await WireClient.with(port: server.port) { client in
      let document = try await client.unary("UpdateDocument", RPCTests.update(), as: WireDocument.self)
      #expect(document.name == RPCTests.name, sourceLocation: sourceLocation)
    }
  }

  /// Sends without caring whether the server still listens, and takes what it answers until it closes.
  private static func send(_ bytes: [UInt8], to server: TestServer, waits: Bool = true) async throws {
    try await RawConnection.with(port: server.port) { connection in
      try? await connection.send(bytes)
      guard waits else { return }
      connection.finishSending()
      _ = await connection.receiveAll()
    }
  }

  @Test("random bytes", arguments: 0..<8)
  func randomBytes(seed: UInt64) async throws {
    try await TestServer.run(limits: ServerLimits(openingTime: .seconds(3), idleTime: .seconds(3))) { server in
      var random = SeededBytes(seed: seed)
      for _ in 0..<20 { try await Self.send(random.bytes(upTo: 3_000), to: server) }
      try await Self.expectHealth(server)
    }
  }

  @Test("random bytes behind the beginning of HTTP/1 and HTTP/2", arguments: 0..<8)
  func randomContinuations(seed: UInt64) async throws {
    try await TestServer.run(limits: ServerLimits(openingTime: .seconds(3), idleTime: .seconds(3))) { server in
      var random = SeededBytes(seed: seed)
      let openings: [[UInt8]] = [
        HTTP2Frames.preface, HTTP2Frames.preface + HTTP2Frames.settings,
        HTTP2Frames.preface + HTTP2Frames.settings + HTTP2Frames.call(Self.listen, stream: 1),
        Array("GET / HTTP/1.1\r\n".utf8),
        Array("POST /v1/projects/p/databases/d/documents:commit HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8),
      ]
      for opening in openings { try await Self.send(opening + random.bytes(upTo: 2_000), to: server) }
      try await Self.expectHealth(server)
    }
  }

  @Test("random frames of HTTP/2", arguments: 0..<8)
  func randomFrames(seed: UInt64) async throws {
    try await TestServer.run { server in
      var random = SeededBytes(seed: seed)
      for _ in 0..<20 {
        var bytes = HTTP2Frames.preface + HTTP2Frames.settings
        for _ in 0..<10 {
          bytes += HTTP2Frames.frame(
            type: random.byte() % 12, flags: random.byte(), stream: UInt32(random.byte() % 8),
            payload: random.bytes(upTo: 60))
        }
        try await Self.send(bytes, to: server)
      }
      try await Self.expectHealth(server)
    }
  }

  @Test(
    "frames that no client may send",
    arguments: [
      HTTP2Frames.frame(type: 0, flags: 0, stream: 1, payload: [], length: 0xFF_FFFF),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.data, flags: 0, stream: 0, payload: [1]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.data, flags: 1, stream: 7, payload: [1, 2, 3]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 4, stream: 0, payload: [0x82]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 4, stream: 2, payload: [0x82]),
      HTTP2Frames.frame(
        type: HTTP2Frames.Kind.headers, flags: 4, stream: 1, payload: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 4, stream: 1, payload: []),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.settings, flags: 0, stream: 0, payload: [0, 4, 0xFF, 0xFF, 0xFF, 0xFF]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.settings, flags: 0, stream: 0, payload: [1]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.reset, flags: 0, stream: 9, payload: [0, 0, 0, 0]),
      HTTP2Frames.frame(type: HTTP2Frames.Kind.continuation, flags: 4, stream: 1, payload: [0x82]),
      HTTP2Frames.frame(type: 8, flags: 0, stream: 0, payload: [0x7F, 0xFF, 0xFF, 0xFF]),
      HTTP2Frames.frame(type: 8, flags: 0, stream: 0, payload: [0, 0, 0, 0]),
      HTTP2Frames.call("no path", stream: 1), HTTP2Frames.call("/a", stream: 1), HTTP2Frames.call("//", stream: 1),
      HTTP2Frames.call(listen, stream: 1, more: [("grpc-encoding", "gzip")]),
      HTTP2Frames.call(listen, stream: 1, more: [("grpc-timeout", "99999999H")]),
      HTTP2Frames.call(listen, stream: 1, more: [("grpc-timeout", "-1x")]),
      HTTP2Frames.call(listen, stream: 1, more: [("content-type", "text/html")]),
      HTTP2Frames.call(listen, stream: 1) + HTTP2Frames.call(listen, stream: 1),
      HTTP2Frames.call(commit, stream: 1) + HTTP2Frames.message([], stream: 1, isLast: false, length: .max),
      HTTP2Frames.call(commit, stream: 1) + HTTP2Frames.message([1, 2], stream: 1, isLast: true, length: 7),
      HTTP2Frames.call(commit, stream: 1) + HTTP2Frames.frame(type: 0, flags: 1, stream: 1, payload: [9, 0, 0, 0, 0]),
      HTTP2Frames.call(commit, stream: 1) + HTTP2Frames.frame(type: 0, flags: 1, stream: 1, payload: []),
    ])
  func forbiddenFrames(frames: [UInt8]) async throws {
    try await TestServer.run { server in
      try await Self.send(HTTP2Frames.preface + HTTP2Frames.settings + frames, to: server)
      try await Self.expectHealth(server)
    }
  }

  @Test(
    "floods of small frames end their own connection",
    arguments: [
      HTTP2Frames.settings,
      HTTP2Frames.frame(type: HTTP2Frames.Kind.ping, flags: 0, stream: 0, payload: [0, 0, 0, 0, 0, 0, 0, 0]),
      HTTP2Frames.frame(
        type: HTTP2Frames.Kind.continuation, flags: 0, stream: 1, payload: [UInt8](repeating: 0x82, count: 100)),
    ])
  func floods(frame: [UInt8]) async throws {
    try await TestServer.run { server in
      let opening =
        HTTP2Frames.preface + HTTP2Frames.settings
        + HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 0, stream: 1, payload: [0x82])
      let flood = frame[4] == HTTP2Frames.Kind.continuation ? opening : HTTP2Frames.preface + HTTP2Frames.settings
      try await Self.send(flood + (0..<5_000).flatMap { _ in frame }, to: server)
      try await Self.expectHealth(server)
    }
  }

  @Test("calls that are opened and reset at once, again and again")
  func rapidReset() async throws {
    try await TestServer.run { server in
      var bytes = HTTP2Frames.preface + HTTP2Frames.settings
      for index in 0..<2_000 {
        let stream = UInt32(2 * index + 1)
        bytes += HTTP2Frames.call(Self.listen, stream: stream)
        bytes += HTTP2Frames.frame(type: HTTP2Frames.Kind.reset, flags: 0, stream: stream, payload: [0, 0, 0, 8])
      }
      try await Self.send(bytes, to: server)
      try await Self.expectHealth(server)
    }
  }

  @Test(
    "a preface that breaks off is closed when its time is over",
    arguments: ["", "P", "PRI", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r"])
  func truncatedPreface(text: String) async throws {
    try await TestServer.run(limits: ServerLimits(openingTime: .seconds(10))) { server in
      try await RawConnection.with(port: server.port) { connection in
        if !text.isEmpty { try await connection.send(text) }
        #expect(await connection.receiveAll() == [])
      }
      try await Self.expectHealth(server)
    }
  }

  @Test(
    "a request of HTTP/1 that breaks off is closed when its time is over",
    arguments: [
      "GET / HTTP/1.1\r\nhost: localhost\r\n",
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{",
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nFFF\r\n{",
    ])
  func slowRequest(text: String) async throws {
    try await TestServer.run(limits: ServerLimits(idleTime: .seconds(8))) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(text)
        _ = await connection.receiveAll()
      }
      try await Self.expectHealth(server)
    }
  }

  @Test(
    "huge lengths and headers of HTTP/1 are refused",
    arguments: [
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n",
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999999999\r\n\r\n",
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
      "POST /v1/a HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n",
      "GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nhost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nhost: localhost\r\nx: \(String(repeating: "a", count: 200_000))\r\n\r\n",
      "GET / HTTP/1.1\r\nhost: localhost\r\n\(String(repeating: "x: y\r\n", count: 20_000))\r\n",
    ])
  func hugeRequest(text: String) async throws {
    try await TestServer.run(limits: ServerLimits(idleTime: .seconds(8))) { server in
      let answer = try await RawConnection.with(port: server.port) { connection in
        try? await connection.send(text)
        connection.finishSending()
        return HTTPExchange(await connection.receiveAll())
      }
      #expect([0, 400, 431].contains(answer.status))
      try await Self.expectHealth(server)
    }
  }

  @Test("a thousand connections that say nothing")
  func idleConnections() async throws {
    try await TestServer.run { server in
      try await withThrowingTaskGroup { group in
        let opened = AsyncStream<Void>.makeStream()
        for index in 0..<1_000 {
          group.addTask {
            try await RawConnection.with(port: server.port) { connection in
              if index.isMultiple(of: 2) { try await connection.send(HTTP2Frames.preface + HTTP2Frames.settings) }
              opened.continuation.yield()
              _ = await connection.receiveAll()
            }
          }
        }
        var iterator = opened.stream.makeAsyncIterator()
        for _ in 0..<1_000 { _ = await iterator.next() }
        try await Self.expectHealth(server)
        group.cancelAll()
      }
      try await Self.expectHealth(server)
    }
  }

  @Test("connections beyond the limit are closed, and others take their place")
  func tooManyConnections() async throws {
    try await TestServer.run(limits: ServerLimits(connections: 2, openingTime: .seconds(60))) { server in
      try await RawConnection.with(port: server.port) { first in
        try await first.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        _ = try await first.receive()
        try await RawConnection.with(port: server.port) { second in
          try await second.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
          _ = try await second.receive()
          try await RawConnection.with(port: server.port) { third in
            #expect(await third.receiveAll() == [])
          }
        }
      }
    }
  }

  @Test("calls that never send their message wait without harm")
  func halfOpenStreams() async throws {
    try await TestServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        var bytes = HTTP2Frames.preface + HTTP2Frames.settings
        for index in 0..<200 { bytes += HTTP2Frames.call(Self.commit, stream: UInt32(2 * index + 1)) }
        try await connection.send(bytes)
        _ = try await connection.receive()
        try await Self.expectHealth(server)
      }
      try await Self.expectHealth(server)
    }
  }

  @Test("a client that does not read a large answer holds up nobody")
  func slowReader() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        for index in 0..<8 {
          var request = WireUpdateDocumentRequest()
          request.document.name = "\(RESTExampleTests.root)/big/\(index)"
          request.document.fields["t"] = .with { $0.bytesValue = .init(repeating: 7, count: 900_000) }
          _ = try await client.unary("UpdateDocument", request, as: WireDocument.self)
        }
      }
      let body = #"{"structuredQuery":{"from":[{"collectionId":"big"}]}}"#
      let request =
        "POST \(RESTExampleTests.url):runQuery HTTP/1.1\r\nhost: localhost\r\ncontent-length: \(body.utf8.count)\r\n"
        + "connection: close\r\n\r\n\(body)"
      try await RawConnection.with(port: server.port, receiveBuffer: 4_096) { connection in
        try await connection.send(request)
        try await Self.expectHealth(server)
        let answer = HTTPExchange(await connection.receiveAll())
        #expect(answer.status == 200)
        #expect(answer.body.utf8.count > 9_000_000)
      }
    }
  }
}

/// The same bytes for the same seed.
private struct SeededBytes {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func byte() -> UInt8 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }

  mutating func bytes(upTo limit: Int) -> [UInt8] {
    let count = (Int(byte()) << 8 | Int(byte())) % limit
    return (0..<count).map { _ in byte() }
  }
}
