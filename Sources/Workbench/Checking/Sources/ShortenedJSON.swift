/// JSON of a document whose author has left entries out: `{…}, ...`.
enum ShortenedJSON {
  /// Puts blanks for ellipses outside of texts, and for a comma behind one, so that the entries that are there can be read.
  static func removeEllipses(from bytes: inout [UInt8], _ range: Range<Int>) {
    var index = range.lowerBound
    var isText = false
    while index < range.upperBound {
      let byte = bytes[index]
      if isText {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
        index += 1
        continue
      }
      if byte == UInt8(ascii: "\"") { isText = true }
      let length = bytes[index..<range.upperBound].starts(with: dots) || bytes[index..<range.upperBound].starts(with: sign) ? 3 : 0
      guard length > 0 else {
        index += 1
        continue
      }
      for place in index..<index + length { bytes[place] = UInt8(ascii: " ") }
      index += length
      if let next = bytes[index..<range.upperBound].firstIndex(where: { $0 > 0x20 }), bytes[next] == UInt8(ascii: ",") {
        bytes[next] = UInt8(ascii: " ")
      }
    }
  }

  private static let dots = Array("...".utf8)
  private static let sign = Array("…".utf8)
}
