import Emulation
import FirestoreWire
import GRPCCore
import HTTPTypes
import NIOPosix
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// Answers that nobody reads are not made.
@Suite("Unread streams") struct UnreadStreamTests {
  private static let streams = 20
  private static let targets = 5
  private static let documents = 8
  private static let documentSize = 400_000

  /// A message that asks for all documents of the collection.
  private static func listen(target: Int32) throws -> [UInt8] {
    var request = WireListenRequest()
    request.database = RESTExampleTests.database
    request.addTarget.targetID = target
    request.addTarget.query.parent = RESTExampleTests.root
    request.addTarget.query.structuredQuery.from = [.with { $0.collectionID = "big" }]
    return try request.serializedBytes()
  }

  private static func write(_ client: WireClient) async throws {
    for index in 0..<documents {
      var request = WireUpdateDocumentRequest()
      request.document.name = "\(RESTExampleTests.root)/big/\(index)"
      request.document.fields["t"] = .with { $0.bytesValue = .init(repeating: 7, count: documentSize) }
      _ = try await client.unary("UpdateDocument", request, as: WireDocument.self)
    }
  }

  @Test("streams of a client that does not read are a few messages ahead of it, however many there are to send")
  func bounded() async throws {
    let pacing = OutboundPacing(MultiThreadedEventLoopGroup.singleton)
    let calls = OpenCalls()
    let stop = StopSignal()
    let settings = RPCSettings(
      calls: calls, pages: WebPages(host: "127.0.0.1"), requestBytes: 11_534_336, pacing: pacing)
    let service = FirestoreRPCService(methods: ServiceMethods(emulation: TestServer.emulation()), settings: settings)
    let port = ServedPort(
      configuration: ServerConfiguration(port: 0), calls: calls, services: [service], respond: { _ in .text(.ok, "") })
    let (addresses, address) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup { group in
      group.addTask { try await port.run(until: stop) { address.yield($0.port) } }
      var iterator = addresses.makeAsyncIterator()
      let number = try #require(await iterator.next())
      try await WireClient.with(port: number) { client in
        try await Self.write(client)
        try await Self.openWithoutReading(client, port: number, pacing: pacing)
      }
      stop.raise()
      try await group.waitForAll()
    }
    #expect(calls.count == 0)
  }

  private static func openWithoutReading(_ client: WireClient, port: Int, pacing: OutboundPacing) async throws {
    try await RawConnection.with(port: port, receiveBuffer: 4_096) { connection in
      let before = pacing.byteCount
      let messages = try (1...Int32(targets)).map { try listen(target: $0) }
      var bytes = HTTP2Frames.preface + HTTP2Frames.settings
      for index in 0..<streams {
        let stream = UInt32(2 * index + 1)
        bytes += HTTP2Frames.call(
          "/google.firestore.v1.Firestore/Listen", stream: stream, more: [("authorization", "Bearer owner")])
        for message in messages { bytes += HTTP2Frames.message(message, stream: stream, isLast: false) }
      }
      try await connection.send(bytes)
      // Others are answered meanwhile, which gives the streams time to go too far.
      for _ in 0..<20 {
        let request = WireGetDocumentRequest.with { $0.name = "\(RESTExampleTests.root)/big/0" }
        let document = try await client.unary("GetDocument", request, as: WireDocument.self)
        #expect(document.fields["t"]?.bytesValue.count == documentSize)
      }
      // Two documents of each stream, and small messages; all of them would be forty each.
      let ahead = pacing.byteCount - before
      #expect(ahead > documentSize)
      #expect(ahead < streams * (2 * documentSize + 50_000))
    }
  }
}
