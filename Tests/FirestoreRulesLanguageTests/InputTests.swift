import Diagnostics
import FirestoreRulesLanguage
import Testing

@Suite("Rules sources as bytes") struct InputTests {
  private func summary(_ bytes: [UInt8]) -> String {
    let parsed = CloudRulesParser.parse(SourceText(path: "a.rules", bytes: bytes))
    let problems = parsed.problems.map { problem in
      let span = problem.location?.span ?? Span(-1, -1)
      return "\(problem.code.number) \(span.start)..\(span.end) \(problem.message)"
    }
    #expect(SyntaxChecks.violations(parsed) == [])
    return ([parsed.ruleset.debugText] + problems).joined(separator: " | ")
  }

  @Test func `a source above 256 KiB is not read`() {
    let start = Array("service s { allow oops } //".utf8)
    let full = start + Array(repeating: UInt8(ascii: "x"), count: 262_144 - start.count)
    #expect(summary(full) == "(service s) | 3001 12..17 `allow` must stand inside a `match` block")
    #expect(summary(full + [10]) == " | 3303 0..0 the rules have 262145 bytes, more than the 262144 that are accepted")
  }

  @Test func `a source that is not UTF-8 is not read`() {
    #expect(
      summary(Array("service s { } // ".utf8) + [0xC3, 0x28]) == " | 13 17..18 the text is not valid UTF-8 from here on"
    )
  }

  @Test func `a byte order mark and carriage returns are white space`() {
    let text = "\u{FEFF}rules_version = '2';\r\n// a\r\nservice s {\r\n}\r"
    #expect(summary(Array(text.utf8)) == "(version '2')\n(service s)")
    let parsed = CloudRulesParser.parse(SourceText(path: "a", text: text))
    #expect(parsed.ruleset.comments.map(\.text) == ["a"])
    #expect(parsed.ruleset.version?.span == Span(3, 23))
  }

  @Test func `a byte order mark in the middle is no white space`() {
    #expect(
      summary(Array("service s { \u{FEFF} }".utf8)) == "(service s) | 3001 12..15 unexpected character `\\u{feff}`")
  }

  @Test func `NUL bytes are named`() {
    #expect(summary(Array("service s { \0 }".utf8)) == "(service s) | 3001 12..13 unexpected character `\\u{0}`")
    #expect(summary(Array("service s { match /a\0b { } }".utf8)).contains("unexpected character `\\u{0}`"))
  }

  @Test func `an empty source declares no service`() {
    for text in ["", " \n", "// nothing", "function f() { return true; }"] {
      let parsed = CloudRulesParser.parse(SourceText(path: "a", text: text))
      #expect(parsed.problems.map(\.message) == ["the file declares no service"])
    }
  }

  @Test func `comments know their text, place and line`() {
    let text = "//  a \nservice /* b */ s { // c\n  /*\n d\n*/ }/**/"
    let comments = CloudRulesParser.parse(SourceText(path: "a", text: text)).ruleset.comments
    #expect(comments.map(\.text) == ["a", "b", "c", "d", ""])
    #expect(comments.map(\.startsLine) == [true, false, false, true, false])
    #expect(comments.map(\.span.start) == [0, 15, 27, 34, 44])
  }

  @Test func `a walk visits every node once`() throws {
    struct Counter: SyntaxVisitor {
      var services = 0
      var matches = 0
      var allows = 0
      var functions = 0
      var lets = 0
      var expressions: [Int] = []
      mutating func visit(_ service: Service) { services += 1 }
      mutating func visit(_ match: MatchBlock) { matches += 1 }
      mutating func visit(_ allow: AllowStatement) { allows += 1 }
      mutating func visit(_ function: FunctionDeclaration) { functions += 1 }
      mutating func visit(_ binding: LetBinding) { lets += 1 }
      mutating func visit(_ expression: FirestoreRulesLanguage.Expression) { expressions.append(expression.id) }
    }
    let ruleset = CloudRulesParser.parse(try RulesCorpus.source(RulesCorpus.folder + "/03-team-workspace.rules"))
      .ruleset
    var counter = Counter()
    ruleset.walk(&counter)
    #expect(counter.services == 1 && counter.matches == 4 && counter.allows == 8)
    #expect(counter.functions == 7 && counter.lets == 3)
    #expect(counter.expressions.sorted() == Array(0..<ruleset.expressionCount))
    var ids: [Int] = []
    ruleset.forEachExpression { ids.append($0.id) }
    #expect(ids == counter.expressions)
  }
}
