import FirestoreModel
import FirestoreWire
import GRPCFraming
import NIOCore
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// Clients that use what HTTP/2 permits against a server: they end their own connection at worst.
@Suite("Abuse of HTTP/2") struct HTTP2AbuseTests {
  private static let listen = "/\(RPCMethod.service)/Listen"
  private static let commit = "/\(RPCMethod.service)/Commit"
  private static let opening = HTTP2Frames.preface + HTTP2Frames.settings

  private static func expectHealth(
    _ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await WireClient.with(port: server.port) { client in
      // Not the document that others ask for meanwhile.
      var request = RPCTests.update()
      request.document.name = RPCTests.name + "-of-another"
      let document = try await client.unary("UpdateDocument", request, as: WireDocument.self)
      #expect(document.name == request.document.name, sourceLocation: sourceLocation)
    }
  }

  /// What the server has answered when it has closed the connection.
  private static func send(_ bytes: [UInt8], to server: TestServer) async throws -> [UInt8] {
    try await RawConnection.with(port: server.port) { connection in
      try? await connection.send(bytes)
      connection.finishSending()
      return await connection.receiveAll()
    }
  }

  /// The codes of the frames GOAWAY among them.
  private static func goodbyes(_ bytes: [UInt8]) -> [UInt8] {
    var codes: [UInt8] = []
    var rest = bytes[...]
    while rest.count >= 9 {
      let header = Array(rest.prefix(9))
      let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
      if header[3] == 7, length >= 8, let code = rest.dropFirst(9 + 7).first { codes.append(code) }
      rest = rest.dropFirst(9 + length)
    }
    return codes
  }

  private static func reset(_ stream: UInt32) -> [UInt8] {
    HTTP2Frames.frame(type: HTTP2Frames.Kind.reset, flags: 0, stream: stream, payload: [0, 0, 0, 8])
  }

  private static func resets(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt32(2 * $0 + 1) }.flatMap { HTTP2Frames.call(listen, stream: $0) + reset($0) }
  }

  @Test("streams that are opened and reset by the thousand cost others nothing, and some hundreds no connection")
  func rapidReset() async throws {
    try await TestServer.run { server in
      // The peer is told to calm down, unless the machine is too slow for it to be a flood.
      let codes = Self.goodbyes(try await Self.send(Self.opening + Self.resets(20_000), to: server))
      #expect([[], [0xB]].contains(codes))
      try await Self.expectHealth(server)
      let answer = try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          Self.opening + Self.resets(1_000) + HTTP2Frames.call(Self.commit, stream: 100_001)
            + HTTP2Frames.message([], stream: 100_001, isLast: true))
        var bytes: [UInt8] = []
        while !bytes.contains([0x00, 0x01, 0x86, 0xA1]), let next = try await connection.receive() { bytes += next }
        return bytes
      }
      #expect(answer.contains([0x00, 0x01, 0x86, 0xA1]))
      #expect(Self.goodbyes(answer) == [])
    }
  }

  @Test("streams that were reset count until the work for them has ended")
  func load() {
    let load = ConnectionLoad(limit: 2)
    #expect([load.begin(), load.begin(), load.begin()] == [true, true, false])
    load.end()
    #expect([load.begin(), load.begin()] == [true, false])
  }

  /// `GET /` with one large header, in as many frames as it takes.
  private static func request(headerSize: Int) -> [UInt8] {
    // `:method: GET`, `:scheme: http`, `:path: /`, then a header that is not compressed.
    var block: [UInt8] = [0x82, 0x86, 0x84, 0, 1, UInt8(ascii: "x"), 127]
    var rest = headerSize - 127
    while rest >= 128 {
      block.append(UInt8(rest % 128) | 128)
      rest /= 128
    }
    block.append(UInt8(rest))
    block += [UInt8](repeating: UInt8(ascii: "a"), count: headerSize)
    let pieces = stride(from: 0, to: block.count, by: 16_000).map { Array(block[$0..<min($0 + 16_000, block.count)]) }
    return pieces.enumerated().flatMap { index, piece in
      HTTP2Frames.frame(
        type: index == 0 ? HTTP2Frames.Kind.headers : HTTP2Frames.Kind.continuation,
        flags: (index == 0 ? 1 : 0) | (index == pieces.count - 1 ? 4 : 0), stream: 1, payload: piece)
    }
  }

  @Test("headers of 48 KiB are read; more than the limit, in one frame or in many, ends the connection")
  func hugeHeaders() async throws {
    try await TestServer.run { server in
      let answer = try await RawConnection.with(port: server.port) { connection in
        // The limit counts when the client has read the settings.
        try await connection.send(Self.opening)
        var bytes = try await connection.receive() ?? []
        try await connection.send(
          HTTP2Frames.frame(type: HTTP2Frames.Kind.settings, flags: 1, stream: 0, payload: [])
            + Self.request(headerSize: 48 << 10))
        while !bytes.contains(Array("Ok\n".utf8)), let next = try await connection.receive() { bytes += next }
        return bytes
      }
      #expect(answer.contains(Array("Ok\n".utf8)))
      let piece = [UInt8](repeating: 0x82, count: 16_000)
      let begin = HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 0, stream: 1, payload: piece)
      let more = HTTP2Frames.frame(type: HTTP2Frames.Kind.continuation, flags: 0, stream: 1, payload: piece)
      #expect(Self.goodbyes(try await Self.send(Self.opening + begin + more + more + more + more, to: server)) == [1])
      let small = HTTP2Frames.frame(type: HTTP2Frames.Kind.continuation, flags: 0, stream: 1, payload: [0x82])
      #expect(
        Self.goodbyes(try await Self.send(Self.opening + begin + (0..<10_000).flatMap { _ in small }, to: server))
          == [0xB])
      try await Self.expectHealth(server)
    }
  }

  @Test("a few bytes that stand for many headers end the connection")
  func expandingHeaders() async throws {
    try await TestServer.run { server in
      // A header of 2,000 bytes goes into the table, and is named again and again.
      let value = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000)
      let entry: [UInt8] = [0x40, 1, UInt8(ascii: "x"), 0x7F, 0xD1, 0x0E] + value
      let payload = entry + [UInt8](repeating: 0xBE, count: 10_000)
      let frame = HTTP2Frames.frame(type: HTTP2Frames.Kind.headers, flags: 5, stream: 1, payload: payload)
      #expect(Self.goodbyes(try await Self.send(Self.opening + frame, to: server)).isEmpty == false)
      try await Self.expectHealth(server)
    }
  }

  @Test("a client that takes nothing at first has its answers when it does")
  func windowOfZero() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        var request = RPCTests.update()
        request.document.fields["t"] = .with { $0.bytesValue = .init(repeating: 7, count: 400_000) }
        _ = try await client.unary("UpdateDocument", request, as: WireDocument.self)
      }
      try await RawConnection.with(port: server.port) { connection in
        let noWindow = HTTP2Frames.frame(
          type: HTTP2Frames.Kind.settings, flags: 0, stream: 0, payload: [0, 4, 0, 0, 0, 0])
        let message: [UInt8] = try RPCTests.get().serializedBytes()
        var bytes = HTTP2Frames.preface + noWindow
        for index in 0..<100 {
          let stream = UInt32(2 * index + 1)
          bytes += HTTP2Frames.call(
            "/\(RPCMethod.service)/GetDocument", stream: stream, more: [("authorization", "Bearer owner")])
          bytes += HTTP2Frames.message(message, stream: stream, isLast: true)
        }
        try await connection.send(bytes)
        try await Self.expectHealth(server)
        let window: (UInt32) -> [UInt8] = { stream in
          HTTP2Frames.frame(type: 8, flags: 0, stream: stream, payload: [0, 0x0F, 0xFF, 0xFF])
        }
        try await connection.send(window(0) + window(1))
        var received = 0
        while received < 400_000, let next = try await connection.receive() { received += next.count }
        #expect(received >= 400_000)
      }
      try await Self.expectHealth(server)
    }
  }

  @Test("messages that are begun and never finished share what may be held")
  func unfinishedMessages() async throws {
    var limits = ServerLimits.patient
    limits.bufferedBytes = 200_000
    try await TestServer.run(limits: limits) { server in
      try await RawConnection.with(port: server.port) { connection in
        var bytes = Self.opening
        for index in 0..<10 {
          let stream = UInt32(2 * index + 1)
          bytes += HTTP2Frames.call(Self.commit, stream: stream)
          bytes += HTTP2Frames.message(
            [UInt8](repeating: 0, count: 6_000), stream: stream, isLast: false, length: 1_000_000)
        }
        let mark = Array("received".utf8)
        bytes += HTTP2Frames.frame(type: HTTP2Frames.Kind.ping, flags: 0, stream: 0, payload: mark)
        try await connection.send(bytes)
        var answer: [UInt8] = []
        while !answer.contains(mark), let next = try await connection.receive() { answer += next }
        try await Self.expectHealth(server)
        await RPCTests.expect(
          .resourceExhausted, "Too many large requests are being received: more than 200000 bytes at once."
        ) {
          try await WireClient.with(port: server.port) { client in
            try await client.unary("GetDocument", [UInt8](repeating: 0, count: 180_000))
          }
        }
      }
      // The connection is gone, and soon what it held with it.
      try await WireClient.with(port: server.port) { client in
        var code = StatusCode.resourceExhausted
        for _ in 0..<10_000 where code == .resourceExhausted {
          do { _ = try await client.unary("GetDocument", [UInt8](repeating: 0, count: 180_000)) } catch let status
            as CallStatus
          {
            code = status.code
          }
        }
        #expect(code == .invalidArgument)
      }
    }
  }
}
