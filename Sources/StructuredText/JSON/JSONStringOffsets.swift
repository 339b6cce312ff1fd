package import Diagnostics

/// Where each byte of a decoded JSON string stands in its file: escapes are longer there than what they stand for, so
/// that offsets in the text are not offsets in the file.
package struct JSONStringOffsets: Sendable {
  private let start: Int
  /// Nil without escapes: then the text stands in the file as it is. Otherwise one offset per byte, and one for the end.
  private let places: [Int]?

  /// - Parameter span: the string in the file, quotes included, as a reader that found no problem gives it.
  package init(of span: Span, in source: SourceText) {
    start = span.start + 1
    let end = max(start, min(span.end - 1, source.bytes.count))
    let written = source.bytes[start..<end]
    places = written.contains(UInt8(ascii: "\\")) ? Self.places(written) : nil
  }

  /// The offset in the file of the byte at `offset` of the decoded UTF-8 text; its end for offsets beyond.
  package func place(of offset: Int) -> Int {
    guard let places else { return start + offset }
    return places[max(0, min(offset, places.count - 1))]
  }

  /// The place of a range of bytes of the decoded text.
  package func span(_ from: Int, _ to: Int) -> Span { Span(place(of: from), place(of: to)) }

  private static func places(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(bytes.count + 1)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let escape = index
      guard bytes[index] == UInt8(ascii: "\\") else {
        places.append(index)
        index += 1
        continue
      }
      guard index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "u") else {
        places.append(escape)
        index += 2
        continue
      }
      var unit = unit(bytes, at: index + 2)
      index += 6
      if (0xD800..<0xDC00).contains(unit) {
        unit = 0x10000
        index += 6
      }
      // Every byte of the character stands where its escape begins.
      for _ in 0..<(unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4) { places.append(escape) }
    }
    places.append(bytes.endIndex)
    return places
  }

  private static func unit(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt32 {
    guard start + 4 <= bytes.endIndex else { return 0 }
    return UInt32(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16) ?? 0
  }
}
