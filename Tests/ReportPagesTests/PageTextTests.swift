import Testing

@testable import ReportPages

@Suite("Text of the page") struct PageTextTests {
  @Test(
    "cannot leave its place",
    arguments: [
      ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("\"x\" 'y'", "&quot;x&quot; &#39;y&#39;"),
      // One character for Swift, two for a browser.
      ("\"\u{301}", "&quot;\u{301}"), ("<\u{200D}script", "&lt;\u{200D}script"), ("&\u{20DD}", "&amp;\u{20DD}"),
      ("a\u{0}b\u{1B}[31m\u{7F}\u{85}", "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}"),
      ("abc\u{202E}def\u{2069}", "abc\u{FFFD}def\u{FFFD}"), ("two\n\tlines", "two\n\tlines"), ("نص 文本 🧯", "نص 文本 🧯"),
      ("", ""),
    ])
  func escaped(text: String, markup: String) {
    #expect(PageText.escaped(text) == markup)
  }

  @Test(
    "words in back-quotes are code",
    arguments: [
      ("plain", ["plain"]), ("a `b` c", ["a ", "[b]", " c"]), ("`b`", ["[b]"]), ("one ` alone", ["one ` alone"]),
      ("`a``b`", ["[a]", "[b]"]), ("", []),
    ])
  func prose(text: String, pieces: [String]) {
    let read = ProseView(text).pieces.map { $0.isCode ? "[\($0.text)]" : $0.text }
    #expect(read == pieces)
  }

  @Test(
    "lives are told in their two largest units",
    arguments: [
      (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_725, "1 h 2 min"), (90_061, "1 d 1 h"), (86_400_000, "1,000 d"),
      (-5, "0 s"), (7_205, "2 h 5 s"),
    ] as [(Int64, String)])
  func lifetimes(seconds: Int64, text: String) {
    #expect(Lifetime.text(seconds) == text)
  }
}
