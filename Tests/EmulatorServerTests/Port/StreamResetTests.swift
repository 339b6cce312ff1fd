import NIOCore
import Testing

@testable import EmulatorServer

/// Which resets of streams reach the HTTP/2 library, whatever pieces the bytes come in.
@Suite("Stream resets") struct StreamResetTests {
  static let preface = ByteBuffer(bytes: ConnectionSniffer.preface)
  static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

  static func frame(_ type: UInt8, _ stream: UInt32, flags: UInt8 = 0, payload: Int = 0) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeBytes([UInt8(payload >> 16), UInt8(payload >> 8 & 255), UInt8(payload & 255), type, flags])
    buffer.writeInteger(stream)
    buffer.writeRepeatingByte(0, count: payload)
    return buffer
  }

  static func request(_ stream: UInt32) -> ByteBuffer { frame(1, stream, flags: 5, payload: 20) }
  static func trailers(_ stream: UInt32) -> ByteBuffer { frame(1, stream, flags: 5, payload: 9) }
  static func reset(_ stream: UInt32) -> ByteBuffer { frame(3, stream, payload: 4) }

  static func joined(_ buffers: [ByteBuffer]) -> [UInt8] { buffers.flatMap { Array($0.readableBytesView) } }

  @Test("a reset of a stream that both sides have finished means nothing", arguments: [1, 2, 7, 1_000])
  func finishedStreams(pieceSize: Int) {
    var resets = StreamResets()
    #expect(Self.joined(resets.receive(Self.preface, at: Self.start)) == Self.joined([Self.preface]))
    for number in 0..<1_000 {
      let stream = UInt32(2 * number + 1)
      var answer = Self.joined([
        Self.frame(1, stream, flags: 4, payload: 30), Self.frame(0, stream, payload: 50), Self.trailers(stream),
      ])[...]
      let bytes = Self.joined([Self.request(stream)])
      #expect(Self.joined(resets.receive(ByteBuffer(bytes: bytes), at: Self.start)) == bytes)
      while !answer.isEmpty {
        resets.send(ByteBuffer(bytes: answer.prefix(pieceSize)))
        answer = answer.dropFirst(pieceSize)
      }
      var rest = Self.joined([Self.reset(stream), Self.frame(8, 0, payload: 4)])[...]
      var read: [UInt8] = []
      while !rest.isEmpty {
        read += Self.joined(resets.receive(ByteBuffer(bytes: rest.prefix(pieceSize)), at: Self.start))
        rest = rest.dropFirst(pieceSize)
      }
      #expect(read == Self.joined([Self.frame(8, 0, payload: 4)]))
    }
    #expect(resets.nextRelease == nil)
  }

  @Test("resets of open streams are passed on at the rate that the library permits, in order, and a flood reaches it")
  func openStreams() {
    var resets = StreamResets()
    _ = resets.receive(Self.preface, at: Self.start)
    let streams = (0..<2_000).map { UInt32(2 * $0 + 1) }
    var passed: [UInt8] = []
    for stream in streams {
      _ = resets.receive(Self.request(stream), at: Self.start)
      passed += Self.joined(resets.receive(Self.reset(stream), at: Self.start))
    }
    let flood = streams.dropFirst(StreamResets.budget + StreamResets.waitingLimit)
    #expect(passed == Self.joined((streams.prefix(StreamResets.budget) + flood).map(Self.reset)))
    #expect(Self.joined(resets.release(at: Self.start + .seconds(29))) == [])
    #expect(resets.nextRelease == Self.start + StreamResets.window)
    let later = Self.joined(resets.release(at: Self.start + StreamResets.window))
    #expect(later == Self.joined(streams[StreamResets.budget..<2 * StreamResets.budget].map(Self.reset)))
  }

  @Test("what is no reset passes unchanged, also in single bytes")
  func otherFrames() {
    var resets = StreamResets()
    let bytes = Self.joined([
      Self.preface, Self.frame(4, 0), Self.request(1), Self.frame(0, 1, flags: 1, payload: 70_000),
      Self.frame(3, 1, payload: 5),
    ])
    var read: [UInt8] = []
    for byte in bytes { read += Self.joined(resets.receive(ByteBuffer(bytes: [byte]), at: Self.start)) }
    #expect(read == bytes)
  }
}
