import FirebreakTestSupport
import RealtimeWire
import Testing

@Suite("Messages in pieces") struct MessagePiecesTests {
  @Test("a short message is one text, a longer one is announced", arguments: [1, 16_384, 16_385, 40_000, 163_840])
  func lengths(length: Int) throws {
    let message = String(repeating: "x", count: length)
    let pieces = MessagePieces.of(message)
    let count = (length + 16_383) / 16_384
    #expect(pieces == (count == 1 ? [message] : [String(count)] + Array(pieces.dropFirst())))
    #expect(pieces.count == (count == 1 ? 1 : count + 1))
    #expect(pieces.dropFirst().allSatisfy { $0.utf16.count <= 16_384 })
    #expect(try assembled(pieces) == [message])
  }

  @Test("no piece ends within a character", arguments: [16_383, 16_384, 32_766])
  func borders(offset: Int) throws {
    let message = String(repeating: "x", count: offset) + String(repeating: "𝒳", count: 20_000)
    let pieces = MessagePieces.of(message)
    #expect(pieces.dropFirst().joined() == message)
    #expect(
      pieces.dropFirst().allSatisfy { $0.utf16.count <= 16_384 && $0.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" } })
    #expect(try assembled(pieces) == [message])
  }

  @Test("what was cut anywhere is put together again, with signs of life between the messages")
  func anywhere() throws {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<200 {
      let messages = (0..<4).map { number in
        #"{"n":\#(number),"s":""# + String(repeating: "é𝒳x", count: .random(in: 0..<40, using: &random)) + #""}"#
      }
      var texts: [String] = []
      for message in messages {
        if Bool.random(using: &random) { texts.append("0") }
        var pieces: [String] = []
        var rest = Substring(message)
        while !rest.isEmpty {
          let piece = rest.prefix(.random(in: 1...20, using: &random))
          pieces.append(String(piece))
          rest = rest.dropFirst(piece.count)
        }
        texts += [String(pieces.count)] + pieces
      }
      #expect(try assembled(texts) == messages)
    }
  }

  @Test("a message that is too large is refused, in one piece or many")
  func limits() throws {
    var assembler = MessageAssembler(limit: 10)
    #expect(try assembler.receive("{234567890") == "{234567890")
    #expect(throws: ProtocolViolation.tooLarge) { try assembler.receive("{2345678901") }
    _ = try assembler.receive("999999")
    _ = try assembler.receive("1234567")
    #expect(throws: ProtocolViolation.tooLarge) { try assembler.receive("8901") }
  }

  private func assembled(_ texts: [String]) throws -> [String] {
    var assembler = MessageAssembler(limit: 1 << 20)
    return try texts.compactMap { try assembler.receive($0) }
  }
}
