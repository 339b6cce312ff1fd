import FirestoreModel
import FirestoreService
import FirestoreWire
import GRPCFraming
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// A method of tests that never ends by itself.
private struct EndlessMethod: UnaryMethod, RecordedMethod {
  typealias Request = WireGetDocumentRequest
  typealias Response = WireDocument

  let method = ServedRequest.Method.getDocument
  let begun: AsyncStream<Void>.Continuation
  let cancelled: AsyncStream<Void>.Continuation

  func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    begun.yield()
    let forever = AsyncStream<Never>.makeStream()
    for await _ in forever.stream {}
    cancelled.yield()
    throw OpenCalls.cancelled
  }
}

/// What gRPC adds to messages: compression, deadlines, cancellation.
@Suite("Calls over HTTP/2") struct HTTP2CallTests {
  @Test("messages are read compressed, and answered so to clients that compress")
  func gzip() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        let written = try await client.unary(
          "UpdateDocument", RPCTests.update(), as: WireDocument.self, encoding: .gzip)
        let read = try await client.unary("GetDocument", RPCTests.get(), as: WireDocument.self, encoding: .gzip)
        #expect(read == written)
        #expect(read == (try await client.unary("GetDocument", RPCTests.get(), as: WireDocument.self)))
      }
    }
  }

  @Test("trailers come behind a large message, also for a client that takes it as one frame", arguments: [false, true])
  func order(largeFrames: Bool) async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port, largeFrames: largeFrames) { client in
        var request = RPCTests.update()
        request.document.fields["t"] = .with { $0.bytesValue = .init(repeating: 7, count: 1_000_000) }
        let written = try await client.unary("UpdateDocument", request, as: WireDocument.self)
        for _ in 0..<20 {
          let read = try await client.unary("GetDocument", RPCTests.get(), as: WireDocument.self)
          #expect(read == written)
        }
      }
    }
  }

  @Test("another compression is refused")
  func otherCompression() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        await RPCTests.expect(.unimplemented, "Messages compressed by \"snappy\" are not supported (FB8001).") {
          try await client.answers("GetDocument", [], metadata: [("grpc-encoding", "snappy")])
        }
      }
    }
  }

  @Test("a call has one message where the method takes one")
  func oneMessage() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        await RPCTests.expect(.invalidArgument, "The request has no message.") {
          try await client.call(path: "\(RPCMethod.service)/GetDocument") { call in
            try await call.finish()
            return try await call.next()
          }
        }
        await RPCTests.expect(.invalidArgument, "The request has more than one message.") {
          try await client.call(path: "\(RPCMethod.service)/GetDocument") { call in
            for isLast in [false, false, true] { try await call.send([], isLast: isLast) }
            return try await call.next()
          }
        }
        await RPCTests.expect(.internal, "A message is compressed, but the header \"grpc-encoding\" does not say how.")
        {
          try await client.client.stream(WireClient.head("\(RPCMethod.service)/GetDocument", [])) { answer, outbound in
            try await outbound.write(
              .data(.init(data: .byteBuffer(.init(bytes: [1, 0, 0, 0, 1, 0])), endStream: true)))
            _ = try await answer.body()
            throw CallStatus(trailers: answer.last ?? [:])
          }
        }
      }
    }
  }

  private struct Running: Sendable {
    var port: Int
    var calls: OpenCalls
    var begun: AsyncStream<Void>
    var cancelled: AsyncStream<Void>
  }

  private static func run(_ body: @escaping @Sendable (Running) async throws -> Void) async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (cancelled, cancel) = AsyncStream<Void>.makeStream()
    let (ports, port) = AsyncStream<Int>.makeStream()
    let calls = OpenCalls()
    let stop = StopSignal()
    let settings = RPCSettings(
      calls: calls, pages: WebPages(host: "127.0.0.1"), budget: RequestBudget(byteCount: 1 << 20), requestBytes: 1_000)
    let served = ServedPort(
      configuration: ServerConfiguration(port: 0, limits: .patient), calls: calls,
      services: RPCServices([RPCMethod(EndlessMethod(begun: begin, cancelled: cancel))], settings),
      respond: { _ in .text(.ok, "") })
    try await withThrowingTaskGroup { group in
      group.addTask { try await served.run(until: stop) { port.yield($0.port) } }
      var iterator = ports.makeAsyncIterator()
      if let number = await iterator.next() {
        try await body(Running(port: number, calls: calls, begun: begun, cancelled: cancelled))
      }
      stop.raise()
      try await group.waitForAll()
    }
    #expect(calls.count == 0)
  }

  @Test("a call ends when its deadline has passed, and so does the work for it", arguments: ["50m", "0n", "40000u"])
  func deadline(timeout: String) async throws {
    try await Self.run { server in
      try await WireClient.with(port: server.port) { client in
        await RPCTests.expect(.deadlineExceeded, "The deadline of the call has passed.") {
          try await client.answers("GetDocument", [], metadata: [("grpc-timeout", timeout)])
        }
      }
    }
  }

  @Test("a client that drops its stream ends the work for it")
  func cancelled() async throws {
    try await Self.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          HTTP2Frames.preface + HTTP2Frames.settings
            + HTTP2Frames.call("/\(RPCMethod.service)/GetDocument", stream: 1)
            + HTTP2Frames.message([], stream: 1, isLast: true))
        var begun = server.begun.makeAsyncIterator()
        _ = await begun.next()
        try await connection.send(
          HTTP2Frames.frame(type: HTTP2Frames.Kind.reset, flags: 0, stream: 1, payload: [0, 0, 0, 8]))
        var cancelled = server.cancelled.makeAsyncIterator()
        #expect(await cancelled.next() != nil)
      }
    }
  }
}
