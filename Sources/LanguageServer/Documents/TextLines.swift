/// Where the lines of a text start. Lines end with LF, CRLF or CR.
package struct TextLines: Hashable, Sendable {
  private(set) var starts: [Int]

  package init(_ bytes: [UInt8]) {
    starts = [0]
    starts += Self.starts(in: bytes, from: 0, to: bytes.count)
  }

  /// Those behind line ends of a part of the text.
  private static func starts(in bytes: [UInt8], from first: Int, to last: Int) -> [Int] {
    var found: [Int] = []
    var index = first
    while index < last {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        found.append(index)
      } else if byte == UInt8(ascii: "\r"), index >= bytes.count || bytes[index] != UInt8(ascii: "\n") {
        found.append(index)
      }
    }
    return found
  }

  /// Looks again at what an edit has touched, and moves what lies behind.
  ///
  /// - Parameters:
  ///   - old: the bytes that were replaced.
  ///   - count: how many came in their place.
  ///   - bytes: the text as it is now.
  mutating func replace(_ old: Range<Int>, by count: Int, in bytes: [UInt8]) {
    // The line before: its end may be one sign with what is there now.
    let first = max(line(of: old.lowerBound) - 1, 0)
    let behind = min(line(of: old.upperBound) + 2, starts.count)
    let moved = count - old.count
    let tail = starts[behind...].map { $0 + moved }
    let end = tail.first ?? bytes.count
    // The start behind the last line that was looked at is found again.
    let between = Self.starts(in: bytes, from: starts[first], to: end)
    starts = starts[...first] + between.filter { $0 != tail.first } + tail
  }

  /// The last line that starts at or before a byte.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func position(of offset: Int, in bytes: [UInt8], _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    let start = self.start(of: line, in: bytes)
    let units = start < offset ? bytes[start..<offset].reduce(0) { $0 + encoding.units(of: $1) } : 0
    return TextPosition(line: line, character: units)
  }

  /// The byte of a position. One behind the end of its line means that end, one behind the last line the end of the text.
  func offset(of position: TextPosition, in bytes: [UInt8], _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    var offset = start(of: position.line, in: bytes)
    let end = self.end(of: position.line, in: bytes)
    var units = 0
    while offset < end {
      let width = encoding.units(of: bytes[offset])
      // The middle of a character means its start.
      if units + width > position.character { break }
      units += width
      offset += 1
    }
    if encoding == .utf8 { while offset > 0, offset < end, bytes[offset] & 0xC0 == 0x80 { offset -= 1 } }
    return offset
  }

  /// A byte order mark takes no room.
  private func start(of line: Int, in bytes: [UInt8]) -> Int {
    line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : starts[line]
  }

  /// Without the line's end.
  func end(of line: Int, in bytes: [UInt8]) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    let start = start(of: line, in: bytes)
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }
}
