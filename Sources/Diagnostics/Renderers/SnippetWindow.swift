/// The visible part of one source line, as cells of known width.
struct SnippetWindow {
  struct Cell {
    var text: String
    var width: Int
    var isMarked: Bool
  }

  private(set) var cells: [Cell]

  var text: String {
    let text = cells.map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Bytes that are looked at on either side of the marked place: a line of many megabytes costs no more than this.
  static let reach = 1024

  /// `marked`: the bytes under which carets stand; nil for a line of context.
  init(_ bytes: [UInt8], _ line: Range<Int>, marked: Range<Int>?, width: Int) {
    let anchor = marked?.lowerBound ?? line.lowerBound
    let start = Self.characterStart(bytes, max(line.lowerBound, anchor - Self.reach), line)
    let end = Self.characterStart(bytes, min(line.upperBound, anchor + Self.reach), line)
    let isCutBefore = start > line.lowerBound
    let isCutBehind = end < line.upperBound
    let all = Self.cells(bytes, start..<end, marked: marked)
    let total = all.reduce(0) { $0 + $1.width }
    guard total > width || isCutBefore || isCutBehind else {
      cells = all
      return
    }
    cells = Self.cut(all, width: width, isCutBefore: isCutBefore, isCutBehind: isCutBehind, isContext: marked == nil)
  }

  /// Keeps a third of the width before the first marked cell and fills the rest behind it.
  private static func cut(
    _ all: [Cell], width: Int, isCutBefore: Bool, isCutBehind: Bool, isContext: Bool
  ) -> [Cell] {
    let total = all.reduce(0) { $0 + $1.width }
    let anchor = isContext ? 0 : all.firstIndex { $0.isMarked } ?? all.count
    var start = anchor
    var before = 0
    while start > 0, before + all[start - 1].width <= width / 3 {
      start -= 1
      before += all[start].width
    }
    if !isCutBehind, total <= width { start = 0 }
    var shown: [Cell] = []
    var used = 0
    if start > 0 || isCutBefore {
      shown.append(Cell(text: "…", width: 1, isMarked: false))
      used = 1
    }
    var end = start
    while end < all.count, used + all[end].width < width {
      used += all[end].width
      shown.append(all[end])
      end += 1
    }
    if end < all.count || isCutBehind { shown.append(Cell(text: "…", width: 1, isMarked: false)) }
    return shown
  }

  private static func cells(_ bytes: [UInt8], _ range: Range<Int>, marked: Range<Int>?) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    var offset = range.lowerBound
    func add(_ text: String, _ width: Int, _ length: Int) {
      let isMarked = marked.map { $0.lowerBound < offset + length && offset < $0.upperBound } ?? false
      cells.append(Cell(text: text, width: width, isMarked: isMarked))
      column += width
      offset += length
    }
    while offset < range.upperBound {
      guard let text = String(validating: bytes[offset..<range.upperBound], as: UTF8.self) else {
        let length = Self.characterLength(bytes, offset, range.upperBound)
        let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        for character in text.prefix(1) {
          let (text, width) = shown(character, column)
          add(text, width, length)
        }
        continue
      }
      for character in text {
        let (text, width) = shown(character, column)
        add(text, width, character.utf8.count)
      }
    }
    return cells
  }

  /// The bytes of the character at `offset` of text that is not all UTF-8; 1 where no character starts.
  private static func characterLength(_ bytes: [UInt8], _ offset: Int, _ end: Int) -> Int {
    for length in 2...4 where offset + length <= end && bytes[offset] >= 0xC0 {
      if String(validating: bytes[offset..<offset + length], as: UTF8.self)?.unicodeScalars.count == 1 { return length }
    }
    return 1
  }

  private static func shown(_ character: Character, _ column: Int) -> (text: String, width: Int) {
    if character == "\t" {
      let count = tabWidth - column % tabWidth
      return (String(repeating: " ", count: count), count)
    }
    if character.unicodeScalars.contains(where: QuotedText.isUnprintable) {
      let text = character.unicodeScalars.map(QuotedText.escaped).joined()
      return (text, DisplayWidth.of(text))
    }
    return (String(character), DisplayWidth.of(character))
  }

  private static let tabWidth = 4

  /// The nearest offset at or before `offset` where a character starts.
  private static func characterStart(_ bytes: [UInt8], _ offset: Int, _ line: Range<Int>) -> Int {
    var place = offset
    while place > line.lowerBound, place < line.upperBound, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}
