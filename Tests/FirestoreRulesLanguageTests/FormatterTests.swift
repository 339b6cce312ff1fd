import Diagnostics
import FirebreakTestSupport
import FirestoreRulesLanguage
import Testing

@Suite("Rules formatter") struct FormatterTests {
  @Test("corpus", arguments: RulesCorpus.paths) func corpus(path: String) throws {
    let parsed = CloudRulesParser.parse(try RulesCorpus.source(path))
    let text = try #require(CloudRulesFormatter.format(parsed))
    let name = path.split(separator: "/").last ?? ""
    expectSnapshot(text, "Tests/FirestoreRulesLanguageTests/Specs/Formatted/\(name)")
    #expect(violations(parsed) == [])
    #expect(!text.split(whereSeparator: \.isNewline).contains { $0.hasSuffix(" ") })
  }

  @Test("table", arguments: try SpecFile.cases("Tests/FirestoreRulesLanguageTests/Specs/formatting.yaml"))
  func table(_ spec: SpecValue) throws {
    try spec.allow("id", "source", "formatted")
    let parsed = CloudRulesParser.parse(SourceText(path: "case.rules", text: try spec["source"].string))
    #expect(CloudRulesFormatter.format(parsed) == (try spec["formatted"].string))
    #expect(violations(parsed) == [])
  }

  @Test func `a source with problems is not formatted`() {
    for text in ["", "service s { match /a { allow read: if ; } }", "rules_version = '3'; service s { }"] {
      #expect(CloudRulesFormatter.format(CloudRulesParser.parse(SourceText(path: "a", text: text))) == nil)
    }
  }

  @Test func `line breaks stay as the first one is`() {
    let windows = SourceText(path: "a", text: "// a\r\n/* b\r\nc */\nservice s {\r\n}")
    #expect(CloudRulesFormatter.format(CloudRulesParser.parse(windows)) == "// a\r\n/* b\r\nc */\r\nservice s {}\r\n")
    let unix = SourceText(path: "a", text: "\u{FEFF}// a\n/* b\r\nc */\rservice s {\r\n}")
    #expect(CloudRulesFormatter.format(CloudRulesParser.parse(unix)) == "// a\n/* b\nc */\nservice s {}\n")
  }

  @Test("mutations that parse", arguments: 0..<20) func mutations(round: UInt64) {
    for seed in (round * 100)..<(round * 100 + 100) {
      let parsed = CloudRulesParser.parse(RulesCorpus.mutation(seed: seed))
      if parsed.problems.isEmpty { #expect(violations(parsed) == [], "seed \(seed)") }
    }
  }

  /// Comments and line breaks at places where nobody would put them.
  @Test("scattered comments", arguments: 0..<20) func scattered(round: UInt64) {
    for seed in (round * 20)..<(round * 20 + 20) {
      let parsed = CloudRulesParser.parse(RulesCorpus.scattered(seed: seed))
      if parsed.problems.isEmpty { #expect(violations(parsed) == [], "seed \(seed)") }
    }
  }

  @Test func `large sources are formatted in linear time`() {
    let chain =
      "service s { match /a { allow read: if " + String(repeating: "a && [b, f(c)] || ", count: 5_000) + "d; } }"
    let list = "service s { match /a { allow read: if [" + String(repeating: "[a, b], ", count: 10_000) + "c]; } }"
    for text in [chain, list] {
      let parsed = CloudRulesParser.parse(SourceText(path: "large", text: text), upTo: .max)
      #expect(violations(parsed) == [])
    }
  }

  /// What formatting must not change, and that it has nothing left to do afterwards.
  private func violations(_ parsed: ParsedRules) -> [String] {
    guard let text = CloudRulesFormatter.format(parsed) else { return ["not formatted"] }
    var found: [String] = []
    let again = CloudRulesParser.parse(SourceText(path: "formatted", text: text), upTo: .max)
    if !again.problems.isEmpty {
      found.append("the formatted text has problems: \(again.problems.map(\.message))\n\(text)")
    }
    if again.ruleset.debugText != parsed.ruleset.debugText { found.append("the tree has changed:\n\(text)") }
    let comments = [parsed, again].map { $0.ruleset.comments.map { unix($0.text) } }
    if comments[0] != comments[1] { found.append("the comments have changed: \(comments)\n\(text)") }
    if let twice = CloudRulesFormatter.format(again), unix(twice) != unix(text) {
      found.append("not idempotent:\n\(text)\n--- then\n\(twice)")
    }
    return found
  }

  private func unix(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\r\n" || $0 == "\r" || $0 == "\n" })
      .joined(separator: "\n")
  }
}
