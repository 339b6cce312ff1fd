import Diagnostics
import FirebreakTestSupport
import FirestoreRulesLanguage
import Testing

@Suite("Rules parser, any source") struct ParserPropertyTests {
  @Test("corpus", arguments: RulesCorpus.paths) func corpus(path: String) throws {
    let parsed = CloudRulesParser.parse(try RulesCorpus.source(path))
    #expect(parsed.problems.map(\.message) == [])
    #expect(SyntaxChecks.violations(parsed) == [])
    #expect(parsed.ruleset.expressionCount > 0)
  }

  @Test("mutations keep the tree sound", arguments: 0..<20) func mutations(round: UInt64) {
    for seed in (round * 60)..<(round * 60 + 60) {
      let source = RulesCorpus.mutation(seed: seed)
      let violations = SyntaxChecks.violations(CloudRulesParser.parse(source))
      #expect(violations == [], "seed \(seed)")
    }
  }

  @Test func `every prefix of a file is read`() throws {
    let bytes = try RulesCorpus.source(RulesCorpus.folder + "/07-comments.rules").bytes
    for count in 0...bytes.count {
      let parsed = CloudRulesParser.parse(SourceText(path: "prefix", bytes: Array(bytes[..<count])))
      #expect(SyntaxChecks.violations(parsed) == [], "first \(count) bytes")
    }
  }

  /// Every one of these would overflow the stack or take quadratic time in a naive reader.
  @Test("large sources", arguments: LargeSource.all) func large(_ large: LargeSource) {
    let source = SourceText(path: "large", text: large.text)
    let parsed = CloudRulesParser.parse(source, upTo: .max)
    #expect(SyntaxChecks.violations(parsed) == [])
    #expect(Set(parsed.problems.map(\.code)) == Set(large.codes))
    #expect(parsed.problems.count <= 101)
  }
}

struct LargeSource: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  let codes: [DiagnosticCode]
  var testDescription: String { name }

  static func condition(_ name: String, _ text: String, _ codes: DiagnosticCode...) -> LargeSource {
    LargeSource(
      name: name, text: "service cloud.firestore { match /a/{b} { allow read: if \(text); } }", codes: codes)
  }

  static func file(_ name: String, _ text: String, _ codes: DiagnosticCode...) -> LargeSource {
    LargeSource(name: name, text: text, codes: codes)
  }

  private static func row(_ text: String, _ count: Int = 20_000) -> String { String(repeating: text, count: count) }

  static let all: [LargeSource] = [
    .condition("(", row("("), .limitExceeded), .condition(")", row(")"), .syntax),
    .condition("!", row("!") + "a", .limitExceeded), .condition("-", row("- ") + "a", .limitExceeded),
    .condition("!(", row("!("), .limitExceeded), .condition("[", row("["), .limitExceeded),
    .condition("{'a':", row("{'a':"), .limitExceeded), .condition(".a", "a" + row(".a"), .limitExceeded),
    .condition(".a()", "a" + row(".a()"), .limitExceeded), .condition("[0]", "a" + row("[0]"), .limitExceeded),
    .condition("f(", row("f("), .limitExceeded), .condition("/a/$(", row("/a/$("), .limitExceeded),
    .condition("a?", row("a?"), .limitExceeded), .condition("a ? b :", row("a ? b : ") + "c", .limitExceeded),
    .condition("1 +", row("1 + ") + "1", .limitExceeded), .condition("x is a is", "x" + row(" is a"), .limitExceeded),
    .condition("million operands", row("a&&", 1_000_000) + "a"), .condition("list", "[" + row("a,") + "]"),
    .condition("path", row("/a")), .condition("digits", row("9"), .syntax),
    .condition("text", "'" + row("\\\\") + "'"), .condition("escapes", "'" + row("\\d") + "'", .syntax),
    .condition("not", row("not ") + "a", .syntax),
    .condition("open text", row("'"), .syntax), .condition("open comment", row("/*"), .syntax),
    .file("match", row("match /a { "), .limitExceeded, .syntax),
    .file("nested match", "service s { " + row("match /a { "), .limitExceeded, .syntax),
    .file("}", row("}"), .syntax), .file(";", row("; "), .syntax), .file("words", row("allow "), .syntax),
    .file("{", row("{"), .syntax), .file("functions", row("function f() {"), .syntax),
    .file("services", row("service s {", 5_000), .syntax), .file("slashes", row("/ "), .syntax),
    .file("quotes", row("\"\n"), .syntax),
    .file("NUL", row("\0"), .syntax), .file("comments", row("/**/") + "service s {}"),
  ]
}
