/// User text inside a message.
package enum QuotedText {
  /// The text in back-quotes on one line: control characters are written as escapes, text beyond `limit` characters is
  /// cut and ends in an ellipsis.
  package static func of(_ text: String, limit: Int = 60) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return "`\(text)`" }
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        shown += "…"
        break
      }
      shown += escaped(scalar)
      count += 1
    }
    return "`\(shown)`"
  }

  /// One character as it may stand in a line of output: line breaks, other control characters and characters that
  /// change the direction of the text around them are written as escapes.
  static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: isUnprintable(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }

  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Text on one line: what could move the cursor, start a line of its own or turn the text around is escaped.
  package static func singleLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.map(escaped).joined()
  }
}
