import JSONRPC
import Testing

@Suite("Lines of messages") struct MessageLinesTests {
  @Test("a message ends with its line, however it arrives", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) {
    let stream = Array("{\"a\":1}\n\r\n  \n{\"b\":\"é\"}\r\nlast".utf8)
    var lines = MessageLines(limit: 50)
    var frames: [MessageFrame] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      frames += lines.append(stream[start..<min(start + size, stream.count)])
    }
    frames += lines.finish()
    #expect(
      frames == [
        .message(Array("{\"a\":1}".utf8)), .message(Array("{\"b\":\"é\"}\r".utf8)), .message(Array("last".utf8)),
      ])
  }

  @Test("a line that is too long is left out, and the next one is read")
  func tooLong() {
    var lines = MessageLines(limit: 4)
    #expect(lines.append(Array("12345678".utf8)) == [])
    #expect(lines.append(Array("9\n1234\n".utf8)) == [.tooLong, .message(Array("1234".utf8))])
    #expect(lines.append(Array("123456".utf8)) + lines.finish() == [.tooLong])
    #expect(lines.finish() == [])
  }

  @Test("a message on its way out is a line") func framed() { #expect(MessageLines.framed("{}") == "{}\n") }
}
