/// Bytes as text (RFC 4648). A writer chooses alphabet and padding; a reader takes both alphabets, as clients mix them.
package enum Base64 {
  package enum Alphabet: Sendable {
    /// With `+` and `/`.
    case standard
    /// With `-` and `_`, which need no escape in a URL.
    case url
  }

  /// How many `=` may end a text that is read.
  package enum Padding: Sendable {
    /// None, or what fills the last group of four.
    case whole
    /// Up to two, wherever the last group ends.
    case lenient
    case ignored
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)
  private static let url = Array((letters + "-_").utf8)

  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard, padded: Bool = true) -> String {
    let digits = alphabet == .url ? url : standard
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for position in 0...group.count { text.append(digits[Int(bits >> UInt32(18 - 6 * position) & 0x3F)]) }
      if padded { text += repeatElement(UInt8(ascii: "="), count: 3 - group.count) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for characters outside both alphabets, misplaced padding or an impossible length.
  package static func decode(_ text: some Sequence<UInt8>, padding: Padding = .whole) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (pending, width): (UInt32, UInt32) = (0, 0)
    var (digits, signs) = (0, 0)
    for character in text {
      if character == UInt8(ascii: "=") {
        signs += 1
        continue
      }
      guard signs == 0, let digit = digit(character) else { return nil }
      digits += 1
      pending = (pending << 6 | digit) & 0xFFFF
      width += 6
      guard width >= 8 else { continue }
      width -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> width))
    }
    let isWellPadded =
      switch padding {
      case .whole: signs == 0 || signs <= 2 && (digits + signs).isMultiple(of: 4)
      case .lenient: signs <= 2
      case .ignored: true
      }
    return isWellPadded && digits % 4 != 1 ? bytes : nil
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
