import FirestoreModel
import NIOCore
import Testing

@testable import GRPCFraming

extension MessageLimit {
  static let tooLarge = CallStatus(.invalidArgument, "too large")

  static func bytes(_ count: Int) -> MessageLimit { MessageLimit(byteCount: count, refusal: tooLarge) }
}

/// Messages are found in bytes that come in any pieces.
@Suite("Messages of gRPC") struct MessageReaderTests {
  static let messages: [[UInt8]] = [[], [1], Array(repeating: 7, count: 300), [], Array(0..<200)]

  static func framed(_ messages: [[UInt8]], _ encoding: MessageEncoding = .identity) -> [UInt8] {
    var buffer = ByteBuffer()
    for message in messages { MessageFraming.write(message, encoding, to: &buffer) }
    return Array(buffer.readableBytesView)
  }

  /// Everything that a reader finds, or what it ends with.
  static func read(
    _ bytes: [UInt8], pieces: Int = .max, _ encoding: MessageEncoding = .identity, limit: Int = 1_000
  ) throws(CallStatus) -> [[UInt8]] {
    var reader = MessageReader(encoding, limit: .bytes(limit))
    var found: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.receive(ByteBuffer(bytes: rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
      while let message = try reader.next() { found.append(message) }
    }
    try reader.finish()
    return found
  }

  @Test("a message is a mark, four bytes of length, and itself")
  func framing() {
    #expect(Self.framed([[8, 9], []]) == [0, 0, 0, 0, 2, 8, 9, 0, 0, 0, 0, 0])
  }

  @Test("pieces of any size", arguments: [1, 2, 3, 4, 5, 6, 7, 64, 511, .max])
  func pieces(size: Int) throws {
    #expect(try Self.read(Self.framed(Self.messages), pieces: size) == Self.messages)
    #expect(try Self.read(Self.framed(Self.messages, .gzip), pieces: size, .gzip) == Self.messages)
  }

  @Test("a message that was not compressed may stand among those that were")
  func mixed() throws {
    let bytes = Self.framed([[1, 2]], .gzip) + Self.framed([[3]]) + Self.framed([[4]], .gzip)
    #expect(try Self.read(bytes, .gzip) == [[1, 2], [3], [4]])
  }

  @Test("the length decides before the bytes have come, and the size of what is expanded")
  func tooLarge() {
    #expect(throws: MessageLimit.tooLarge) { try Self.read([0, 0, 0, 0x3, 0xE9]) }
    #expect(throws: MessageLimit.tooLarge) { try Self.read([0, 0xFF, 0xFF, 0xFF, 0xFF]) }
    let large = Self.framed([Array(repeating: 0, count: 100_000)], .gzip)
    #expect(large.count < 1_000)
    #expect(throws: MessageLimit.tooLarge) { try Self.read(large, .gzip) }
  }

  @Test("a message as large as the limit is read, compressed or not")
  func atLimit() throws {
    let message = [[UInt8](repeating: 5, count: 1_000)]
    #expect(try Self.read(Self.framed(message)) == message)
    #expect(try Self.read(Self.framed(message, .gzip), .gzip) == message)
  }

  @Test("what cannot be read ends the call")
  func unreadable() {
    #expect(throws: CallStatus(.internal, "A message begins with the byte 9, not with 0 or 1.")) {
      try Self.read([9, 0, 0, 0, 0])
    }
    #expect(
      throws: CallStatus(.internal, "A message is compressed, but the header \"grpc-encoding\" does not say how.")
    ) { try Self.read([1, 0, 0, 0, 1, 0]) }
    #expect(throws: CallStatus(.internal, "A message cannot be expanded: it is no gzip.")) {
      try Self.read([1, 0, 0, 0, 3, 1, 2, 3], .gzip)
    }
    #expect(throws: CallStatus(.internal, "The stream has ended within a message.")) {
      try Self.read([0, 0, 0, 0, 3, 1, 2])
    }
    #expect(throws: CallStatus(.internal, "The stream has ended within a message.")) { try Self.read([0, 0]) }
  }

  @Test("compressed bytes that are cut or have more behind them are damaged")
  func damaged() {
    let whole = Array(Self.framed([Array(0..<100)], .gzip).dropFirst(5))
    for bytes in [Array(whole.dropLast()), whole + [0]] {
      let framed = [1, 0, 0, 0, UInt8(bytes.count)] + bytes
      #expect(throws: CallStatus(.internal, "A message cannot be expanded: it is no gzip.")) {
        try Self.read(framed, .gzip)
      }
    }
  }
}
