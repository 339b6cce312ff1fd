import Diagnostics
import Testing

@Suite("Positions") struct PositionTests {
  private func positions(_ text: String, _ offsets: Int...) -> [String] {
    let source = SourceText(path: "a", text: text)
    let table = LineTable(source)
    return offsets.map { offset in
      let position = table.position(of: offset)
      #expect(source.location(Span(offset, offset)).position == position)
      return "\(position.line):\(position.column)"
    }
  }

  @Test func `lines end with LF, CRLF and CR`() {
    #expect(
      positions("a\nb\r\nc\rd", 0, 1, 2, 3, 4, 5, 6, 7, 8) == [
        "1:1", "1:2", "2:1", "2:2", "2:3", "3:1", "3:2", "4:1", "4:2",
      ])
    #expect(LineTable(SourceText(path: "a", text: "a\n")).lineCount == 2)
  }

  @Test func `columns count code points`() {
    #expect(positions("é😀x", 0, 2, 6, 7) == ["1:1", "1:2", "1:3", "1:4"])
    #expect(positions("e\u{301}x", 3) == ["1:3"])
  }

  @Test func `a byte order mark takes no column`() {
    #expect(positions("\u{FEFF}ab\nc", 0, 3, 4, 6) == ["1:1", "1:1", "1:2", "2:1"])
  }

  @Test func `offsets outside count as the ends`() {
    #expect(positions("ab", -5, 99) == ["1:1", "1:3"])
    #expect(positions("", 0, 1) == ["1:1", "1:1"])
  }

  @Test func `long lines and many lines are found through their checkpoints`() {
    let text = String(repeating: "日本\n", count: 3000) + String(repeating: "é", count: 9000)
    #expect(positions(text, 7 * 2999 + 3, 21_000, 21_000 + 17_998) == ["3000:2", "3001:1", "3001:9000"])
  }

  @Test(
    "a word is found wherever it stands",
    arguments: [
      ("abc", "abc", true), ("xabc", "abc", true), ("ababc", "abc", true), ("ab", "abc", false), ("", "a", false),
      ("aab", "ab", true), ("a", "", true), ("", "", true), ("fünf", "ünf", true), ("abab", "abc", false),
    ])
  func words(text: String, word: String, isThere: Bool) {
    #expect(SourceText(path: "a", text: text).contains(word) == isThere)
  }
}
