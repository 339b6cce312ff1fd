import Diagnostics

/// A fenced block of a Markdown document.
struct DocumentFence: Hashable {
  /// The first word behind the opening fence, in lower case; empty when there is none.
  var word: String
  /// The lines between the fences.
  var content: Span

  /// It shows how something is changed.
  var showsChange: Bool { word == "diff" || word == "patch" }

  /// In the order of the document. A fence that is never closed lasts to the end; one in an HTML comment is none.
  ///
  /// A fence may stand in a list or a quotation, so any indentation and leading `>` are accepted, and before the opening
  /// one the marks of list items; it is closed by a line of at least as many of the same signs and nothing else.
  static func fences(in source: SourceText) -> [DocumentFence] {
    var fences: [DocumentFence] = []
    var open: (sign: UInt8, count: Int, word: String, start: Int)?
    var comment = HiddenPart(source.bytes)
    for line in Lines(source.bytes) {
      if open == nil, comment.covers(line.content) { continue }
      let marker = FenceMarker(source.bytes[line.content], isOpen: open != nil)
      if let current = open {
        guard let marker, marker.sign == current.sign, marker.count >= current.count, marker.rest.isEmpty else {
          continue
        }
        fences.append(DocumentFence(word: current.word, content: Span(current.start, line.content.lowerBound)))
        open = nil
      } else if let marker {
        open = (marker.sign, marker.count, marker.word, line.end)
      }
    }
    if let open { fences.append(DocumentFence(word: open.word, content: Span(open.start, source.bytes.count))) }
    return fences.filter { $0.content.start < $0.content.end }
  }
}

/// Three or more backticks or tildes at the beginning of a line.
private struct FenceMarker {
  let sign: UInt8
  let count: Int
  let rest: ArraySlice<UInt8>

  /// - Parameter isOpen: a fence is open, so that the line can only close it.
  init?(_ line: ArraySlice<UInt8>, isOpen: Bool) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = line.starts(with: mark) ? line.dropFirst(mark.count) : line
    var rest = text.drop(while: Self.isMargin)
    while !isOpen, let behind = Self.behindListMark(rest) { rest = behind.drop(while: Self.isMargin) }
    guard let sign = rest.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let signs = rest.prefix { $0 == sign }
    rest = rest.dropFirst(signs.count).drop(while: Self.isSpace)
    while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
    // An inline code span is no fence.
    guard signs.count >= 3, sign != UInt8(ascii: "`") || !rest.contains(sign) else { return nil }
    self.sign = sign
    count = signs.count
    self.rest = rest
  }

  /// `swift` of `swift title="x"`, `{.swift}` and `swift:ChatView.swift`.
  var word: String {
    let start = rest.drop { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ".") || Self.isSpace($0) }
    let word = start.prefix { byte in
      !Self.isSpace(byte) && !"{}:,=".utf8.contains(byte)
    }
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  private static func isMargin(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ">") }

  /// What stands behind the mark of a list item: `-`, `*`, `+`, `1.`, `1)`, or the box of a task.
  private static func behindListMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    var rest = text.dropFirst(digits.count)
    guard let sign = rest.popFirst() else { return nil }
    if digits.isEmpty {
      if sign == UInt8(ascii: "["), rest.dropFirst().first == UInt8(ascii: "]") {
        rest = rest.dropFirst(2)
      } else if !"-*+".utf8.contains(sign) {
        return nil
      }
    } else if digits.count > 9 || !".)".utf8.contains(sign) {
      return nil
    }
    return rest.first.map(isSpace) == true ? rest : nil
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// HTML comments of a document that begin with a line and end on another: readers see nothing of them.
private struct HiddenPart {
  private let bytes: [UInt8]
  /// Where the comment ends that was met last.
  private var end = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter line: behind that of the question before.
  mutating func covers(_ line: Range<Int>) -> Bool {
    if line.lowerBound < end { return true }
    let text = bytes[line].drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    guard text.starts(with: Self.opening) else { return false }
    var index = text.startIndex + Self.opening.count
    while index + Self.closing.count <= bytes.count {
      if bytes[index] == Self.closing[0], bytes[index...].starts(with: Self.closing) {
        end = index + Self.closing.count
        return end > line.upperBound
      }
      index += 1
    }
    // Never closed: no comment, so that nothing is lost.
    return false
  }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)
}

/// The lines of a text with the place behind their breaks (LF, CRLF or CR).
private struct Lines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (content: Range<Int>, end: Int)? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    let content = start..<position
    if position < bytes.count {
      let isPair = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
      position += isPair ? 2 : 1
    }
    return (content, position)
  }
}
