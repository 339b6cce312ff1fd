import FirestoreModel
import NIOCore
import NIOHPACK
import Testing

@testable import GRPCFraming

/// Both directions of a call, without a network.
@Suite("Calls of gRPC") struct CallTests {
  static func requests(_ changes: [(String, String?)] = [], limit: Int = 100) throws -> CallRequests {
    CallRequests(try RequestHeadTests.call(changes), limit: .bytes(limit))
  }

  @Test("messages come as they are complete, until the client has finished")
  func requests() throws {
    var requests = try Self.requests()
    let bytes = MessageReaderTests.framed([[1], [2, 3], [4]])
    #expect(try requests.receive(ByteBuffer(bytes: bytes.prefix(8)), isLast: false) == [[1]])
    #expect(requests.byteCount == 2)
    #expect(!requests.isFinished)
    #expect(try requests.receive(ByteBuffer(bytes: bytes.dropFirst(8)), isLast: true) == [[2, 3], [4]])
    #expect(requests.isFinished)
    #expect(try requests.receive(ByteBuffer(bytes: bytes), isLast: true) == [])
  }

  @Test("a client may finish with an empty frame, or without any message")
  func emptyEnd() throws {
    var requests = try Self.requests()
    #expect(try requests.receive(ByteBuffer(bytes: MessageReaderTests.framed([[1]])), isLast: false) == [[1]])
    #expect(try requests.receive(ByteBuffer(), isLast: true) == [])
    #expect(requests.isFinished)
    var none = try Self.requests()
    #expect(try none.receive(ByteBuffer(), isLast: true) == [])
    #expect(none.isFinished)
  }

  @Test("nothing is read behind what was wrong")
  func broken() throws {
    var requests = try Self.requests()
    #expect(throws: MessageLimit.tooLarge) {
      try requests.receive(ByteBuffer(bytes: [0, 0, 0, 0, 101]), isLast: false)
    }
    #expect(try requests.receive(ByteBuffer(bytes: MessageReaderTests.framed([[1]])), isLast: true) == [])
    #expect(!requests.isFinished)
  }

  @Test("a head, messages that stand in one buffer, and trailers")
  func answer() {
    var answer = CallAnswer()
    var buffer = ByteBuffer()
    #expect(answer.write([1], to: &buffer) == [":status": "200", "content-type": "application/grpc"])
    #expect(answer.write([2, 3], to: &buffer) == nil)
    #expect(Array(buffer.readableBytesView) == MessageReaderTests.framed([[1], [2, 3]]))
    #expect(answer.end(.ok) == ["grpc-status": "0"])
    #expect(answer.isEnded)
  }

  @Test("trailers alone, where there is no message")
  func trailersOnly() {
    var answer = CallAnswer(.gzip)
    #expect(
      answer.end(CallStatus(.notFound, "no \"ä\" 100%", details: [1, 2, 255]))
        == [
          ":status": "200", "content-type": "application/grpc", "grpc-status": "5",
          "grpc-message": "no \"%C3%A4\" 100%25", "grpc-status-details-bin": "AQL/",
        ])
    var buffer = ByteBuffer()
    #expect(answer.write([1], to: &buffer) == nil)
    #expect(buffer.readableBytes == 0)
    #expect(answer.end(.ok) == nil)
  }

  @Test("compressed answers say so and are read again")
  func compressed() throws {
    var answer = CallAnswer(.gzip)
    var buffer = ByteBuffer()
    let message = [UInt8](repeating: 7, count: 1_000)
    #expect(
      answer.write(message, to: &buffer)
        == [":status": "200", "content-type": "application/grpc", "grpc-encoding": "gzip"])
    #expect(buffer.readableBytes < 100)
    #expect(try MessageReaderTests.read(Array(buffer.readableBytesView), .gzip) == [message])
  }

  @Test("a refusal of an encoding names those that are supported")
  func refusedEncoding() {
    #expect(
      CallAnswer.refusal(CallStatus(.unimplemented, "no"))
        == [
          ":status": "200", "content-type": "application/grpc", "grpc-accept-encoding": "identity,gzip",
          "grpc-status": "12", "grpc-message": "no",
        ])
    #expect(
      CallAnswer.refusal(CallStatus(.internal, "no"))
        == [":status": "200", "content-type": "application/grpc", "grpc-status": "13", "grpc-message": "no"])
  }

  @Test("a client reads back what a server has said", arguments: StatusCode.allCases)
  func statuses(code: StatusCode) {
    for message in ["", "plain", "ünicode \n\u{0} %41 100%", "日本語"] {
      for details in [[], [0], Array(0...255)] as [[UInt8]] {
        var answer = CallAnswer()
        let status = CallStatus(code, message, details: details)
        #expect(answer.end(status).map { CallStatus(trailers: $0) } == status)
      }
    }
  }

  @Test(
    "an answer of HTTP alone stands for a code",
    arguments: [
      (400, .internal), (401, .unauthenticated), (403, .permissionDenied), (404, .unimplemented), (415, .unknown),
      (429, .unavailable), (503, .unavailable), (200, .unknown),
    ] as [(Int, StatusCode)])
  func httpStatuses(status: Int, code: StatusCode) {
    #expect(
      CallStatus(trailers: [":status": "\(status)"])
        == CallStatus(code, "The server has answered with the status \(status) of HTTP."))
  }

  @Test("a text that is too long for trailers is cut", arguments: ["a", "ä"])
  func longMessage(character: String) {
    var answer = CallAnswer()
    let trailers = answer.end(CallStatus(.notFound, String(repeating: character, count: 100_000)))
    #expect((6_900...7_000).contains(trailers?.first(name: "grpc-message")?.utf8.count ?? 0))
    #expect(trailers.map { CallStatus(trailers: $0).code } == .notFound)
  }

  @Test("texts that are no encoding stand for themselves", arguments: ["%", "%4", "%zz", "a%", "%%41"])
  func notEncoded(text: String) {
    #expect(
      CallStatus(trailers: ["grpc-status": "2", "grpc-message": text]).message == (text == "%%41" ? "%A" : text))
  }
}
