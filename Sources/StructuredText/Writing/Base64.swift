/// Base64: written with the standard alphabet and padding, read with either alphabet and with
/// or without padding.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? Int(group[group.startIndex + offset]) : 0) }
      for position in 0..<4 {
        let padded = position > group.count
        result.append(padded ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * position) & 0x3F])
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Nil for characters outside both alphabets, misplaced padding or an impossible length.
  package static func decode(_ text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    var padding = 0
    while characters.last == UInt8(ascii: "=") {
      characters.removeLast()
      padding += 1
    }
    guard characters.count % 4 != 1, padding == 0 || (padding <= 2 && (characters.count + padding).isMultiple(of: 4))
    else { return nil }
    var result: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return result
  }

  private static func value(of character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
