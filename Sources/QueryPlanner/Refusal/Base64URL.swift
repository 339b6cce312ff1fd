/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5).
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for position in 0...group.count {
        text.append(alphabet[Int(bits >> UInt32(18 - 6 * position) & 0x3F)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for a character outside both base64 alphabets or an impossible length. Padding is allowed.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var characters = Array(text.utf8)
    while characters.last == UInt8(ascii: "=") { characters.removeLast() }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var width = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      width += 6
      if width >= 8 {
        width -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character) - 0x41
    case 0x61...0x7A: UInt32(character) - 0x61 + 26
    case 0x30...0x39: UInt32(character) - 0x30 + 52
    case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
    case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
