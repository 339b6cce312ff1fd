/// Bytes of a stream as messages behind headers that say how long they are, which is how the Language Server Protocol
/// sends them over standard input and output.
package struct ContentLengthFrames {
  /// The bytes of one message, at most.
  package let limit: Int
  private var headers: [UInt8] = []
  private var content: [UInt8] = []
  /// The bytes of the message that are still to come; nil: its headers are.
  private var missing: Int?
  private var isLeftOut = false

  /// Headers have two lines; who sends more has something else in mind.
  private static let mostHeaders = 4_096

  package init(limit: Int) { self.limit = limit }

  /// The messages that these bytes end, in their order.
  package mutating func append(_ bytes: some Collection<UInt8>) -> [MessageFrame] {
    var frames: [MessageFrame] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      if let missing {
        let part = rest.prefix(missing)
        if !isLeftOut { content += part }
        rest = rest.dropFirst(part.count)
        self.missing = missing - part.count
      } else if let byte = rest.popFirst() {
        headers.append(byte)
        if let frame = endOfHeaders() { frames.append(frame) }
      }
      if missing == 0 { frames.append(end()) }
    }
    return frames
  }

  /// What the end of the stream leaves: a message that was not sent whole is none.
  package mutating func finish() -> [MessageFrame] {
    let isCut = missing != nil || headers.contains { !Self.blanks.contains($0) }
    self = ContentLengthFrames(limit: limit)
    return isCut ? [.unreadable] : []
  }

  /// A message on its way out.
  package static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func end() -> MessageFrame {
    defer { (content, missing, isLeftOut) = ([], nil, false) }
    return isLeftOut ? .tooLong : .message(content)
  }

  /// Begins the message behind headers that are complete; a frame where they are no headers of one.
  private mutating func endOfHeaders() -> MessageFrame? {
    if headers.count > Self.mostHeaders {
      // What comes may be anything. Where it has headers again, they are read.
      headers = []
      return .unreadable
    }
    guard headers.last == UInt8(ascii: "\n"), endsInEmptyLine else { return nil }
    let lines = headers.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    headers = []
    guard let length = lines.lazy.compactMap(Self.length).first else { return lines.isEmpty ? nil : .unreadable }
    missing = length
    isLeftOut = length > limit
    return nil
  }

  /// A line feed alone is taken, too.
  private var endsInEmptyLine: Bool {
    var lines = headers.dropLast()
    if lines.last == UInt8(ascii: "\r") { lines = lines.dropLast() }
    return lines.isEmpty || lines.last == UInt8(ascii: "\n")
  }

  private static func length(_ line: ArraySlice<UInt8>) -> Int? {
    let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased().hasSuffix("content-length") else {
      return nil
    }
    let digits = parts[1].drop { blanks.contains($0) }.prefix { !blanks.contains($0) }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
