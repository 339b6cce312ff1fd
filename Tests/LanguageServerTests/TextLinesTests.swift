import Testing

@testable import LanguageServer

@Suite("Lines and positions") struct TextLinesTests {
  private static let text = Array("a\r\nbé😀c\rd\n\n🙂".utf8)

  @Test("lines end with LF, CRLF and CR") func starts() {
    #expect(TextLines(Self.text).starts == [0, 3, 12, 14, 15])
  }

  @Test(
    "positions there and back, in units of UTF-16",
    arguments: [(0, 0, 0), (3, 1, 0), (4, 1, 1), (6, 1, 2), (10, 1, 4), (11, 1, 5), (12, 2, 0), (14, 3, 0), (19, 4, 2)])
  func utf16(offset: Int, line: Int, character: Int) {
    let lines = TextLines(Self.text)
    let position = TextPosition(line: line, character: character)
    #expect(lines.position(of: offset, in: Self.text, .utf16) == position)
    #expect(lines.offset(of: position, in: Self.text, .utf16) == offset)
  }

  @Test("positions in bytes") func utf8() {
    let lines = TextLines(Self.text)
    let position = TextPosition(line: 1, character: 7)
    #expect(lines.offset(of: position, in: Self.text, .utf8) == 10)
    #expect(lines.position(of: 10, in: Self.text, .utf8) == position)
  }

  @Test("what is no place means the nearest before it") func clamped() {
    let lines = TextLines(Self.text)
    #expect(lines.offset(of: TextPosition(line: 0, character: 99), in: Self.text, .utf16) == 1)
    #expect(lines.offset(of: TextPosition(line: 99, character: 0), in: Self.text, .utf16) == 19)
    // The middle of 😀.
    #expect(lines.offset(of: TextPosition(line: 1, character: 3), in: Self.text, .utf16) == 6)
    #expect(lines.offset(of: TextPosition(line: 1, character: 4), in: Self.text, .utf8) == 6)
  }

  @Test("a byte order mark takes no room") func mark() {
    let text = [0xEF, 0xBB, 0xBF] + Array("ab".utf8)
    let lines = TextLines(text)
    #expect(lines.position(of: 4, in: text, .utf16) == TextPosition(line: 0, character: 1))
    #expect(lines.offset(of: TextPosition(line: 0, character: 1), in: text, .utf16) == 4)
  }

  @Test("after any edit the lines are those of the text")
  func edits() {
    let pieces = ["", "\n", "\r", "\r\n", "x", "ab\ncd", "\n\r", "é\r"]
    var text = Array("one\r\ntwo\nthree\rfour".utf8)
    var lines = TextLines(text)
    var state: UInt32 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % max(limit, 1)
    }
    for _ in 0..<3_000 {
      let start = next(text.count + 1)
      let end = min(text.count, start + next(5))
      let piece = Array(pieces[next(pieces.count)].utf8)
      text.replaceSubrange(start..<end, with: piece)
      lines.replace(start..<end, by: piece.count, in: text)
      #expect(lines == TextLines(text), "\(text)")
      if text.count > 60 {
        text = Array("a\r\nb".utf8)
        lines = TextLines(text)
      }
    }
  }
}

@Suite("Changes between versions") struct TextChangeTests {
  @Test("places before and behind a change stay where they are") func places() {
    let change = TextChange(from: Array("abcdef".utf8), to: Array("abXYZef".utf8))
    #expect((0...6).map(change.new) == [0, 1, 2, 3, 5, 6, 7])
    #expect((0...7).map(change.old) == [0, 1, 2, 3, 4, 4, 5, 6])
  }

  @Test("the same text") func same() {
    let change = TextChange(from: [1, 2], to: [1, 2])
    #expect((0...2).map(change.new) == [0, 1, 2])
  }
}

@Suite("Addresses of documents") struct DocumentAddressTests {
  @Test("there and back", arguments: ["/a/b.ts", "/a b/é#?.ts", "/100%"]) func both(path: String) {
    #expect(DocumentAddress.path(DocumentAddress.address(ofAbsolute: path)) == path)
  }

  @Test("what is no file", arguments: ["untitled:Untitled-1", "file://host/a", "file:///a%zz", "", "file:///a%00"])
  func none(address: String) { #expect(DocumentAddress.path(address) == nil) }

  @Test("what is written otherwise")
  func others() {
    #expect(DocumentAddress.path("file:///a/../b/./c") == "/b/c")
    #expect(DocumentAddress.path("FILE://localhost/a%2fb") == "/a/b")
  }
}
