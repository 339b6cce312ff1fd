/// Bytes of a stream as messages of one line each, which is how the Model Context Protocol sends them over standard
/// input and output.
///
/// A server with another frame (`Content-Length`, as language servers have it) puts a type with the same three members in
/// this place; messages know nothing of it.
package struct MessageLines {
  package enum Frame: Hashable, Sendable {
    case message([UInt8])
    /// A line of more bytes than are taken; it was left out whole, and what follows it is read.
    case tooLong
  }

  /// The bytes of one message, at most.
  package let limit: Int
  private var line: [UInt8] = []
  private var isLeftOut = false

  package init(limit: Int) { self.limit = limit }

  /// The messages that these bytes end, in their order. Lines without content mean nothing.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [Frame] {
    var frames: [Frame] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { frames += end() } else { keep(byte) }
    }
    return frames
  }

  /// What the end of the stream leaves: a last line need not be ended.
  package mutating func finish() -> [Frame] { end() }

  /// A message on its way out.
  package static func framed(_ text: String) -> String { text + "\n" }

  private mutating func keep(_ byte: UInt8) {
    guard !isLeftOut else { return }
    line.append(byte)
    guard line.count > limit else { return }
    isLeftOut = true
    line = []
  }

  private mutating func end() -> [Frame] {
    defer { (line, isLeftOut) = ([], false) }
    if isLeftOut { return [.tooLong] }
    return line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : [.message(line)]
  }
}
