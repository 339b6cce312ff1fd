import FirestoreModel
import FirestoreService
import FirestoreWire
import GRPCFraming
import HTTPTypes
import SwiftProtobuf
import Synchronization
import Testing

@testable import EmulatorServer

/// gRPC: methods, errors and the ends of calls.
@Suite("gRPC") struct RPCTests {
  static let name = RESTExampleTests.root + "/c/a"

  static func update() -> WireUpdateDocumentRequest {
    var request = WireUpdateDocumentRequest()
    request.document.name = name
    request.document.fields["n"] = .with { $0.integerValue = 1 }
    return request
  }

  static func get() -> WireGetDocumentRequest { .with { $0.name = name } }

  @Test("unary and streaming methods answer messages")
  func answers() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        let written = try await client.unary("UpdateDocument", Self.update(), as: WireDocument.self)
        let read = try await client.unary("GetDocument", Self.get(), as: WireDocument.self)
        #expect(read == written)
        #expect(read.fields["n"]?.integerValue == 1)
        let request = WireBatchGetDocumentsRequest.with {
          $0.database = RESTExampleTests.database
          $0.documents = [Self.name, Self.name + "x"]
        }
        let answers = try await client.serverStreaming(
          "BatchGetDocuments", request, as: WireBatchGetDocumentsResponse.self)
        #expect(answers.map(\.found.name) == [Self.name, ""])
        #expect(answers.map(\.missing) == ["", Self.name + "x"])
      }
    }
  }

  @Test("errors keep their code and text")
  func errors() async throws {
    try await TestServer.run(isOpen: false) { server in
      try await WireClient.with(port: server.port) { client in
        await Self.expect(.notFound, "Document \"\(Self.name)\" not found.") {
          try await client.unary("GetDocument", Self.get(), as: WireDocument.self)
        }
        await Self.expect(.permissionDenied, "Missing or insufficient permissions.") {
          try await client.unary("GetDocument", Self.get(), as: WireDocument.self, metadata: [])
        }
        await Self.expect(
          .unauthenticated,
          "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
            + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
        ) {
          try await client.unary(
            "GetDocument", Self.get(), as: WireDocument.self, metadata: [("authorization", "Bearer garbage")])
        }
      }
    }
  }

  @Test("what cannot be read is refused, and the connection goes on")
  func unreadable() async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        await Self.expect(
          .invalidArgument, "The request is not a message of type google.firestore.v1.GetDocumentRequest."
        ) { try await client.unary("GetDocument", [0xFF, 0xFF, 0xFF]) }
        await Self.expect(
          .unimplemented, "The method google.firestore.v1.Firestore/Nothing is not served by this emulator (FB8001)."
        ) { try await client.unary("Nothing", []) }
        await Self.expect(
          .unimplemented,
          "The method google.firestore.admin.v1.FirestoreAdmin/ListBackups is not served by this emulator (FB8001)."
        ) { try await client.answers("ListBackups", [], service: "google.firestore.admin.v1.FirestoreAdmin") }
        _ = try await client.unary("UpdateDocument", Self.update(), as: WireDocument.self)
      }
    }
  }

  @Test(
    "a message beyond 11 MiB is refused with production's text, however large it is", arguments: [11_534_337, 40 << 20])
  func oversized(size: Int) async throws {
    try await TestServer.run { server in
      try await WireClient.with(port: server.port) { client in
        await Self.expect(.invalidArgument, "Request payload size exceeds the limit: 11534336 bytes.") {
          try await client.unary("GetDocument", [UInt8](repeating: 0, count: size))
        }
        _ = try await client.unary("UpdateDocument", Self.update(), as: WireDocument.self)
      }
    }
  }

  static func expect<Answer>(
    _ code: StatusCode, _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> Answer
  ) async {
    do {
      _ = try await call()
      Issue.record("the call succeeded", sourceLocation: sourceLocation)
    } catch let error as CallStatus {
      #expect(error.code == code, sourceLocation: sourceLocation)
      #expect(error.message == message, sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }
}

/// A method of tests: it repeats what it is sent, until the client finishes or is gone.
private struct EchoMethod: BidirectionalMethod, RecordedMethod {
  typealias Request = WireListenRequest
  typealias Response = WireListenRequest

  let method = ServedRequest.Method.listen
  /// How calls have ended.
  let ends: AsyncStream<Bool>.Continuation

  func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {
    do {
      for try await request in requests {
        let bytes: [UInt8] = try request.serializedBytes()
        try await responses.write(EncodedMessage(bytes: bytes))
      }
      ends.yield(!Task.isCancelled)
    } catch {
      ends.yield(false)
      throw FirestoreError(endingStream: error)
    }
  }
}

/// Streams of both sides, from their beginning to their end.
@Suite("Streams") struct StreamTests {
  private struct Running: Sendable {
    var port: Int
    var calls: OpenCalls
    var stop: StopSignal
    var ends: AsyncStream<Bool>
  }

  private static func run(_ body: @escaping @Sendable (Running) async throws -> Void) async throws {
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let (ports, port) = AsyncStream<Int>.makeStream()
    let calls = OpenCalls()
    let stop = StopSignal()
    let configuration = ServerConfiguration(port: 0, limits: .patient)
    let settings = RPCSettings(
      calls: calls, pages: WebPages(host: "127.0.0.1"), budget: RequestBudget(byteCount: 1 << 20), requestBytes: 1_000)
    let served = ServedPort(
      configuration: configuration, calls: calls,
      services: RPCServices([RPCMethod(EchoMethod(ends: end))], settings), respond: { _ in .text(.ok, "") })
    try await withThrowingTaskGroup { group in
      group.addTask { try await served.run(until: stop) { port.yield($0.port) } }
      var iterator = ports.makeAsyncIterator()
      guard let number = await iterator.next() else { return }
      try await body(Running(port: number, calls: calls, stop: stop, ends: ends))
      stop.raise()
      try await group.waitForAll()
    }
  }

  private static let path = "google.firestore.v1.Firestore/Listen"

  private static let message: [UInt8] = Array(RESTExampleTests.database.utf8).withLength(tag: 0x0A)

  @Test("messages go both ways, and the end of one side is the end of the other")
  func bothWays() async throws {
    try await Self.run { server in
      try await WireClient.with(port: server.port) { client in
        let received = try await client.call(path: Self.path) { call in
          for _ in 0..<3 { try await call.send(Self.message) }
          try await call.finish()
          var received: [[UInt8]] = []
          while let message = try await call.next() { received.append(message) }
          return received
        }
        #expect(received == Array(repeating: Self.message, count: 3))
      }
      var ends = server.ends.makeAsyncIterator()
      #expect(await ends.next() == true)
      #expect(server.calls.count == 0)
    }
  }

  @Test("a client that goes away ends its calls")
  func disconnected() async throws {
    try await Self.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          HTTP2Frames.preface + HTTP2Frames.settings
            + HTTP2Frames.call("/google.firestore.v1.Firestore/Listen", stream: 1)
            + HTTP2Frames.message(Self.message, stream: 1, isLast: false))
        var bytes: [UInt8] = []
        while !bytes.contains(Self.message), let next = try await connection.receive() { bytes += next }
      }
      var ends = server.ends.makeAsyncIterator()
      #expect(await ends.next() == false)
    }
  }

  @Test("a reset ends one call; the others of the connection go on")
  func reset() async throws {
    try await Self.run { server in
      try await RawConnection.with(port: server.port) { connection in
        let path = "/google.firestore.v1.Firestore/Listen"
        try await connection.send(
          HTTP2Frames.preface + HTTP2Frames.settings + HTTP2Frames.call(path, stream: 1)
            + HTTP2Frames.message(Self.message, stream: 1, isLast: false))
        var bytes: [UInt8] = []
        while !bytes.contains(Self.message), let next = try await connection.receive() { bytes += next }
        try await connection.send(
          HTTP2Frames.frame(type: HTTP2Frames.Kind.reset, flags: 0, stream: 1, payload: [0, 0, 0, 8]))
        var ends = server.ends.makeAsyncIterator()
        #expect(await ends.next() == false)
        try await connection.send(
          HTTP2Frames.call(path, stream: 3) + HTTP2Frames.message(Self.message, stream: 3, isLast: true))
        bytes = []
        while !bytes.contains(Self.message), let next = try await connection.receive() { bytes += next }
        #expect(bytes.contains(Self.message))
      }
    }
  }

  @Test("streams are ended when the server stops")
  func stopped() async throws {
    try await Self.run { server in
      try await WireClient.with(port: server.port) { client in
        await RPCTests.expect(.unavailable, "The emulator is stopping.") {
          // The client goes on for as long as the server does.
          try await client.call(path: Self.path) { call in
            try await call.send(Self.message)
            _ = try await call.next()
            server.stop.raise()
            return try await call.next()
          }
        }
      }
    }
  }

  @Test("a message beyond the limit ends its stream")
  func oversized() async throws {
    try await Self.run { server in
      try await WireClient.with(port: server.port) { client in
        await RPCTests.expect(.invalidArgument, "Request payload size exceeds the limit: 1000 bytes.") {
          try await client.call(path: Self.path) { call in
            try await call.send([UInt8](repeating: 0, count: 1_001))
            return try await call.next()
          }
        }
      }
    }
  }
}

extension [UInt8] {
  fileprivate func withLength(tag: UInt8) -> [UInt8] { [tag, UInt8(truncatingIfNeeded: count)] + self }
}
