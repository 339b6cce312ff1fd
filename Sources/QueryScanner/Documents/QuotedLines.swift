/// Lines of a block quote, in a document or in a fence of it: each of them begins with `>`.
package enum QuotedLines {
  /// Puts blanks for the signs of the quote; what is no quote stays as it is.
  static func removeSigns(from text: inout [UInt8], _ range: Range<Int>) {
    var line = range.lowerBound
    var signs: [Int] = []
    while line < range.upperBound {
      let end = text[line..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
      let found = Self.signs(of: text[line..<end])
      guard !found.isEmpty || text[line..<end].allSatisfy(isBlank) else { return }
      signs += found
      line = end + 1
    }
    for sign in signs { text[sign] = UInt8(ascii: " ") }
  }

  /// What stands in a line behind the signs of a quote.
  package static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    signs(of: line).last.map { line[($0 + 1)...] } ?? line
  }

  /// Where they stand at the start of a line; a quote in a quote has several.
  private static func signs(of line: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    for index in line.indices {
      if line[index] == UInt8(ascii: ">") { found.append(index) } else if !isBlank(line[index]) { break }
    }
    return found
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
