/// The text of a fence that stands in a block quote: each of its lines begins with `>`.
enum QuotedLines {
  /// Puts blanks for the signs of the quote; what is no quote stays as it is.
  static func removeSigns(from text: inout [UInt8], _ range: Range<Int>) {
    var line = range.lowerBound
    var signs: [Int] = []
    while line < range.upperBound {
      let end = text[line..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
      var index = text[line..<end].firstIndex { !isBlank($0) } ?? end
      guard index == end || text[index] == UInt8(ascii: ">") else { return }
      // A quote in a quote has several.
      while index < end, text[index] == UInt8(ascii: ">") || isBlank(text[index]) {
        if text[index] == UInt8(ascii: ">") { signs.append(index) }
        index += 1
      }
      line = end + 1
    }
    for sign in signs { text[sign] = UInt8(ascii: " ") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
