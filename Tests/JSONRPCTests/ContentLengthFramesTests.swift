import JSONRPC
import Testing

@Suite("Messages behind their length") struct ContentLengthFramesTests {
  private func frames(_ text: String, pieces size: Int = .max, limit: Int = 50) -> [MessageFrame] {
    var reader = ContentLengthFrames(limit: limit)
    let stream = Array(text.utf8)
    var frames: [MessageFrame] = []
    var rest = stream[...]
    while !rest.isEmpty {
      frames += reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return frames + reader.finish()
  }

  @Test("a message is as long as its header says, however it arrives", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) {
    let text =
      "Content-Length: 7\r\n\r\n{\"a\":1}Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:10\r\n\r\n"
      + "{\"b\":\"é\"}Content-Length: 0\r\n\r\n"
    #expect(
      frames(text, pieces: size) == [
        .message(Array("{\"a\":1}".utf8)), .message(Array("{\"b\":\"é\"}".utf8)), .message([]),
      ])
  }

  @Test("a message that is too long is left out, and the next one is read")
  func tooLong() {
    #expect(
      frames("Content-Length: 5\r\n\r\n12345Content-Length: 2\r\n\r\n{}", limit: 4) == [
        .tooLong, .message(Array("{}".utf8)),
      ])
  }

  @Test(
    "headers without a length are no message",
    arguments: [
      "Content-Length: x\r\n\r\n", "Content-Length: -2\r\n\r\n", "Length: 2\r\n\r\n", "{\"a\":1}\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n",
    ])
  func unreadable(text: String) {
    #expect(frames(text + "Content-Length: 2\r\n\r\n{}") == [.unreadable, .message(Array("{}".utf8))])
  }

  @Test("what is cut off is no message", arguments: ["Content-Length: 5\r\n\r\n123", "Content-Le"])
  func cut(text: String) { #expect(frames(text) == [.unreadable]) }

  @Test("endless headers are given up")
  func endless() {
    let text = String(repeating: "x", count: 5_000)
    #expect(frames(text) == [.unreadable, .unreadable])
  }

  @Test("a message on its way out") func framed() {
    #expect(ContentLengthFrames.framed("{\"é\":1}") == "Content-Length: 8\r\n\r\n{\"é\":1}")
  }
}
