/// Reads a line of the workload language byte by byte. Positions are UTF-8 offsets.
struct TextCursor {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position >= bytes.count }
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func byte(after distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  mutating func advance(by count: Int = 1) { position = min(bytes.count, position + count) }

  mutating func skipSpaces() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  /// Takes the token when it stands here, spaces before it skipped; otherwise stays.
  mutating func take(_ token: String) -> Bool {
    var ahead = self
    ahead.skipSpaces()
    let end = ahead.position + token.utf8.count
    guard end <= bytes.count, bytes[ahead.position..<end].elementsEqual(token.utf8) else { return false }
    position = end
    return true
  }

  mutating func takeWhile(_ accepts: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = current, accepts(byte) { position += 1 }
    return text(start..<position)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// What stands here, for "found …": a word, or one character.
  var found: String { isAtEnd ? "the end" : "`\(text(position..<position + foundLength))`" }

  /// The same place behind any spaces.
  var behindSpaces: TextCursor {
    var ahead = self
    ahead.skipSpaces()
    return ahead
  }

  /// UTF-8 bytes of the word or the character that stands here.
  var foundLength: Int {
    guard let byte = current else { return 0 }
    var copy = self
    if byte.isWordByte {
      _ = copy.takeWhile(\.isWordByte)
    } else {
      copy.advance()
      _ = copy.takeWhile { $0 & 0xC0 == 0x80 }
    }
    return copy.position - position
  }
}

extension UInt8 {
  var isDigitByte: Bool { self >= 0x30 && self <= 0x39 }
  var isLetterByte: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  /// Letters, digits, `_`.
  var isWordByte: Bool { isLetterByte || isDigitByte || self == 0x5F }
  var isWordStart: Bool { isLetterByte || self == 0x5F }
}
