import Diagnostics

/// A fenced block of a Markdown document.
struct DocumentFence: Hashable {
  /// The first word behind the opening fence, in lower case; empty when there is none.
  var word: String
  /// The lines between the fences.
  var content: Span

  /// In the order of the document. A fence that is never closed lasts to the end.
  ///
  /// A fence may stand in a list or a quotation, so any indentation and leading `>` are accepted; it is closed by a line
  /// of at least as many of the same signs and nothing else.
  static func fences(in source: SourceText) -> [DocumentFence] {
    var fences: [DocumentFence] = []
    var open: (sign: UInt8, count: Int, word: String, start: Int)?
    for line in Lines(source.bytes) {
      let marker = FenceMarker(source.bytes[line.content])
      if let current = open {
        guard let marker, marker.sign == current.sign, marker.count >= current.count, marker.rest.isEmpty else { continue }
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

  init?(_ line: ArraySlice<UInt8>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = line.starts(with: mark) ? line.dropFirst(mark.count) : line
    var rest = text.drop { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
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

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
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
