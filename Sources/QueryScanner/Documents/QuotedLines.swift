/// The text of a fence that stands in a block quote: each of its lines begins with `>`.
package enum QuotedLines {
  /// The same number of bytes, with blanks for the signs of the quote; what is no quote stays as it is.
  package static func withoutSigns(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(bytes)
    var line = 0
    while line < text.count {
      let end = text[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var index = text[line..<end].firstIndex { !isBlank($0) } ?? end
      guard index == end || text[index] == UInt8(ascii: ">") else { return Array(bytes) }
      // A quote in a quote has several.
      while index < end, text[index] == UInt8(ascii: ">") || isBlank(text[index]) {
        if text[index] == UInt8(ascii: ">") { text[index] = UInt8(ascii: " ") }
        index += 1
      }
      line = end + 1
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
