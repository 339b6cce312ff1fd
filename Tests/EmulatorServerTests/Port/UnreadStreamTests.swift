import FirestoreModel
import FirestoreService
import FirestoreWire
import HTTPTypes
import Synchronization
import Testing

@testable import EmulatorServer

/// A method of tests: it has very much to tell, whatever it is asked.
private struct FloodMethod: ServerStreamingMethod, RecordedMethod {
  typealias Request = WireGetDocumentRequest
  typealias Response = WireDocument

  static let messages = 40
  static let messageSize = 400_000

  let method = ServedRequest.Method.runQuery
  let written = Written()

  /// How much was handed over, by all calls together.
  final class Written: Sendable {
    private let bytes = Mutex(0)

    var byteCount: Int { bytes.withLock { $0 } }

    func add(_ count: Int) { bytes.withLock { $0 += count } }
  }

  func answer(_ request: Request, _ call: Call, to responses: some ResponseWriter) async throws(FirestoreError) {
    for _ in 0..<Self.messages {
      try await responses.write(EncodedMessage(bytes: [UInt8](repeating: 7, count: Self.messageSize)))
      written.add(Self.messageSize)
    }
  }
}

/// Answers that nobody reads are not made.
@Suite("Unread streams") struct UnreadStreamTests {
  private static let streams = 20
  private static let path = "\(RPCMethod.service)/RunQuery"

  @Test("streams of a client that does not read are a few messages ahead of it, however many there are to send")
  func bounded() async throws {
    let method = FloodMethod()
    let calls = OpenCalls()
    let stop = StopSignal()
    let settings = RPCSettings(
      calls: calls, pages: WebPages(host: "127.0.0.1"), budget: RequestBudget(byteCount: 1 << 20), requestBytes: 1_000)
    let port = ServedPort(
      configuration: ServerConfiguration(port: 0, limits: ServerLimits(openingTime: .seconds(3_600))), calls: calls,
      services: RPCServices([RPCMethod(method)], settings),
      respond: { _ in .text(.ok, "") })
    let (addresses, address) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup { group in
      group.addTask { try await port.run(until: stop) { address.yield($0.port) } }
      var iterator = addresses.makeAsyncIterator()
      let number = try #require(await iterator.next())
      try await Self.openWithoutReading(port: number, method.written)
      stop.raise()
      try await group.waitForAll()
    }
    #expect(calls.count == 0)
  }

  private static func openWithoutReading(port: Int, _ written: FloodMethod.Written) async throws {
    try await RawConnection.with(port: port, receiveBuffer: 4_096) { connection in
      var bytes = HTTP2Frames.preface + HTTP2Frames.settings
      for index in 0..<streams {
        let stream = UInt32(2 * index + 1)
        bytes += HTTP2Frames.call("/" + path, stream: stream) + HTTP2Frames.message([], stream: stream, isLast: true)
      }
      try await connection.send(bytes)
      // Others are answered meanwhile, which gives the streams time to go too far.
      for _ in 0..<5 {
        let answers = try await WireClient.with(port: port) { try await $0.answers("RunQuery", []) }
        #expect(answers.map(\.count) == Array(repeating: FloodMethod.messageSize, count: FloodMethod.messages))
      }
      let ahead = written.byteCount - 5 * FloodMethod.messages * FloodMethod.messageSize
      #expect(ahead > FloodMethod.messageSize)
      // The first of each stream waits for the client, and the second one for the first.
      #expect(ahead <= streams * 2 * FloodMethod.messageSize)
    }
  }
}
