import FirestoreModel
import NIOCore
import NIOHPACK
import Testing

@testable import GRPCFraming

/// What the headers of a stream ask for.
@Suite("Heads of calls") struct RequestHeadTests {
  static func headers(_ changes: [(String, String?)] = []) -> HPACKHeaders {
    var headers: HPACKHeaders = [
      ":method": "POST", ":scheme": "http", ":path": "/p.Service/Method", ":authority": "a",
      "content-type": "application/grpc", "te": "trailers",
    ]
    for (name, value) in changes {
      headers.remove(name: name)
      if let value { headers.add(name: name, value: value) }
    }
    return headers
  }

  static func call(_ changes: [(String, String?)] = []) throws -> RequestHead {
    guard case .call(let head) = RequestHead.read(headers(changes)) else { throw CallStatus(.unknown, "no call") }
    return head
  }

  @Test("a plain call")
  func plain() throws {
    let head = try Self.call()
    #expect(head.path == "p.Service/Method")
    #expect(head.encoding == .identity)
    #expect(head.answerEncoding == .identity)
    #expect(head.timeout == nil)
  }

  @Test(
    "formats of messages",
    arguments: [
      "application/grpc+proto", "application/grpc; charset=utf-8", "application/grpc+proto;x=y", "Application/GRPC",
    ])
  func formats(contentType: String) throws { _ = try Self.call([("content-type", contentType)]) }

  @Test("what is no gRPC is left to HTTP", arguments: [nil, "text/plain", "application/json", "grpc"] as [String?])
  func http(contentType: String?) {
    guard case .http = RequestHead.read(Self.headers([("content-type", contentType)])) else {
      Issue.record("it was not left to HTTP")
      return
    }
  }

  @Test(
    "what is refused in the terms of HTTP",
    arguments: [
      ("content-type", "application/grpc-web", 415), ("content-type", "application/grpc+json", 415),
      (":method", "GET", 405), (":path", "p.Service/Method", 400), (":path", "/", 400),
    ])
  func refusedByHTTP(name: String, value: String, status: Int) {
    guard case .refused(let found) = RequestHead.read(Self.headers([(name, value)])) else {
      Issue.record("it was not refused")
      return
    }
    #expect(found == status)
  }

  @Test("what is refused in the terms of gRPC")
  func refused() {
    func failure(_ name: String, _ value: String?) -> CallStatus? {
      guard case .failed(let status) = RequestHead.read(Self.headers([(name, value)])) else { return nil }
      return status
    }
    let trailers = CallStatus(.internal, "The header \"te\" of a call has to be \"trailers\".")
    #expect(failure("te", nil) == trailers)
    #expect(failure("te", "gzip") == trailers)
    #expect(
      failure("grpc-encoding", "snappy")
        == CallStatus(.unimplemented, "Messages compressed by \"snappy\" are not supported (FB8001)."))
    #expect(
      failure("grpc-timeout", "-1x")
        == CallStatus(.internal, "The header \"grpc-timeout\" of a call is \"-1x\", which is no time."))
  }

  @Test("answers are compressed for clients that compress and say that they can read it")
  func encodings() throws {
    let both = try Self.call([("grpc-encoding", "gzip"), ("grpc-accept-encoding", "identity, deflate, gzip")])
    #expect((both.encoding, both.answerEncoding) == (.gzip, .gzip))
    let reading = try Self.call([("grpc-accept-encoding", "identity, deflate, gzip")])
    #expect((reading.encoding, reading.answerEncoding) == (.identity, .identity))
    let sending = try Self.call([("grpc-encoding", "gzip")])
    #expect((sending.encoding, sending.answerEncoding) == (.gzip, .identity))
    #expect(try Self.call([("grpc-encoding", "identity")]).encoding == .identity)
  }

  @Test(
    "times",
    arguments: [
      ("1n", .nanoseconds(1)), ("2u", .microseconds(2)), ("30m", .milliseconds(30)), ("60S", .seconds(60)),
      ("5M", .minutes(5)), ("1H", .hours(1)), ("99999999H", .hours(24 * 365)),
      ("0S", .zero), ("", nil), ("S", nil), ("1", nil), ("123456789S", nil), ("+1S", nil), ("1.5S", nil), ("1s", nil),
    ] as [(String, TimeAmount?)])
  func times(text: String, amount: TimeAmount?) { #expect(CallTimeout.parse(text) == amount) }

  @Test("metadata has every value of a name, and bytes where the name says so")
  func metadata() throws {
    var headers = Self.headers()
    headers.add(name: "origin", value: "a")
    headers.add(name: "Origin", value: "b")
    headers.add(name: "x-bin", value: "AQI=, Aw")
    headers.add(name: "x-bin", value: "!")
    guard case .call(let head) = RequestHead.read(headers) else {
      Issue.record("no call")
      return
    }
    #expect(head.metadata.values("origin") == ["a", "b"])
    #expect(head.metadata.binaryValues("x-bin") == [[1, 2], [3]])
    #expect(head.metadata.values("nothing") == [])
  }
}
