/// Turns byte offsets of one source into lines and columns in logarithmic time, whatever the length of its lines.
package struct LineTable: Sendable {
  private let source: SourceText
  private let index: LineIndex

  package init(_ source: SourceText) {
    self.source = source
    index = source.content.lines
  }

  private var lineStarts: [Int] { index.lineStarts }
  private var length: Int { source.bytes.count }

  package var lineCount: Int { lineStarts.count }

  /// Offsets outside the source count as its nearest end.
  package func position(of offset: Int) -> SourcePosition {
    if let known = source.knownPosition { return known }
    let place = min(max(offset, 0), length)
    let line = lineIndex(of: place)
    var column = characters(before: place) - characters(before: lineStarts[line]) + 1
    if line == 0, source.byteOrderMarkLength > 0, place > 0 { column -= 1 }
    return SourcePosition(line: line + 1, column: max(column, 1))
  }

  /// The bytes of a line, counted from 1, without its line break and without a byte order mark; an empty range for
  /// lines that do not exist.
  package func content(ofLine line: Int) -> Range<Int> {
    guard lineStarts.indices.contains(line - 1) else { return length..<length }
    let start = line == 1 ? source.byteOrderMarkLength : lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : length
    while end > start, source.bytes[end - 1] == newline || source.bytes[end - 1] == carriageReturn { end -= 1 }
    return min(start, end)..<end
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func characters(before offset: Int) -> Int {
    let block = offset / LineIndex.stride
    var count = index.characterCounts[block]
    for place in (block * LineIndex.stride)..<offset where !LineIndex.continues(source.bytes[place]) { count += 1 }
    return count
  }
}

/// Where the lines of a text begin.
struct LineIndex: Sendable {
  /// Offsets of the first byte of every line, ascending; the first is 0.
  private(set) var lineStarts = [0]
  /// Characters before every multiple of `stride` bytes.
  private(set) var characterCounts = [0]
  static let stride = 4096

  init(_ bytes: [UInt8]) {
    var characters = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if !Self.continues(byte) { characters += 1 }
      if (index + 1).isMultiple(of: Self.stride) { characterCounts.append(characters) }
      if byte == newline || (byte == carriageReturn && !(index + 1 < bytes.count && bytes[index + 1] == newline)) {
        lineStarts.append(index + 1)
      }
    }
  }

  /// Whether the byte continues a character in UTF-8.
  static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
