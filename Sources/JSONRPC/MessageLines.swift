/// Bytes of a stream as messages of one line each, which is how the Model Context Protocol sends them over standard
/// input and output.
///
/// ``ContentLengthFrames`` is the same for the Language Server Protocol; messages know of neither.
package struct MessageLines {
  /// The bytes of one message, at most.
  package let limit: Int
  private var line: [UInt8] = []
  private var isLeftOut = false

  package init(limit: Int) { self.limit = limit }

  /// The messages that these bytes end, in their order. Lines without content mean nothing.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [MessageFrame] {
    var frames: [MessageFrame] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { frames += end() } else { keep(byte) }
    }
    return frames
  }

  /// What the end of the stream leaves: a last line need not be ended.
  package mutating func finish() -> [MessageFrame] { end() }

  /// A message on its way out.
  package static func framed(_ text: String) -> String { text + "\n" }

  private mutating func keep(_ byte: UInt8) {
    guard !isLeftOut else { return }
    line.append(byte)
    guard line.count > limit else { return }
    isLeftOut = true
    line = []
  }

  private mutating func end() -> [MessageFrame] {
    defer { (line, isLeftOut) = ([], false) }
    if isLeftOut { return [.tooLong] }
    return line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : [.message(line)]
  }
}
