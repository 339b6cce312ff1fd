/// Bytes written as text: the standard alphabet or the one for URLs, with or without padding, as clients mix them.
enum Base64Text {
  /// Nil for what is no base64 at all.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    var padding = 0
    var digits = 0
    for character in text {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = digit(character) else { return nil }
      digits += 1
      pending = (pending << 6 | digit) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
    }
    guard digits % 4 != 1, padding <= 2 else { return nil }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
