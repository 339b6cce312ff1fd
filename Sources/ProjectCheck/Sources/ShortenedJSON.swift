import QueryScanner

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
      let length =
        bytes[index..<range.upperBound].starts(with: dots) || bytes[index..<range.upperBound].starts(with: sign) ? 3 : 0
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

  /// Which brackets a text has, those in texts and comments aside.
  struct Outline {
    /// What closes the brackets that are open at the end, the innermost first.
    private(set) var closing: [UInt8] = []
    /// An object, a comma, and another one.
    private(set) var isList = false
    /// It ends behind the comma of an entry: more of them follow elsewhere.
    private(set) var isExcerpt = false

    init(_ bytes: ArraySlice<UInt8>) {
      var index = bytes.startIndex
      let isObject = FragmentContent(bytes).isObject
      while index < bytes.endIndex {
        let byte = bytes[index]
        let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
        index += 1
        if byte <= 0x20 { continue }
        if byte == UInt8(ascii: "/"), next == byte {
          index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
          continue
        }
        isExcerpt = byte == UInt8(ascii: ",")
        switch byte {
        case UInt8(ascii: "\""): index = Self.end(ofText: bytes, from: index)
        case UInt8(ascii: "{"): closing.insert(UInt8(ascii: "}"), at: 0)
        case UInt8(ascii: "["): closing.insert(UInt8(ascii: "]"), at: 0)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): if closing.first == byte { closing.removeFirst() }
        case UInt8(ascii: ","): if isObject, closing.isEmpty { isList = true }
        default: break
        }
      }
    }

    private static func end(ofText bytes: ArraySlice<UInt8>, from start: Int) -> Int {
      var index = start
      while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(index + 1, bytes.endIndex)
    }
  }
}
