import Diagnostics
import FirebreakTestSupport
import RealtimeDatabase
import RealtimeRules
import Testing

@Suite("Reading rules") struct ReadingTests {
  @Test("what the upload refuses", arguments: try SpecFile.cases("Tests/RealtimeRulesTests/Specs/uploads.yaml"))
  func upload(_ spec: SpecValue) throws {
    try spec.allow("rules", "findings", "help")
    let reading = RealtimeRulesReading.read(SourceText(path: "rules.json", text: try spec["rules"].string))
    #expect(
      try reading.diagnostics.map(RulesFixture.concise) == spec["findings"].strings,
      "\(reading.diagnostics.map(RulesFixture.concise))")
    #expect((reading.ruleset == nil) == !reading.diagnostics.isEmpty)
    if let help = try spec.optional("help")?.string { #expect(reading.diagnostics.first?.help == help) }
  }

  @Test("rules in the Bolt language are named, not taken for broken JSON")
  func bolt() {
    let reading = RealtimeRulesReading.read(
      SourceText(path: "database.bolt", text: "path /users/{id} { read() { auth != null } }"))
    #expect(reading.ruleset == nil)
    #expect(reading.diagnostics.map(\.code) == [.unsupportedFeature])
    #expect(
      reading.diagnostics.map(\.message) == [
        "rules in the Bolt language are not read, only the JSON that they are compiled to"
      ])
  }

  @Test("every part of an expression stands where it is written")
  func places() throws {
    let text =
      #"{"rules": {"$u": {".read": "data.child(\"a\\n\" + $u).val().length < 5 &&\n !(auth == null)", "b": {".indexOn": ["c/d", ".value"]}}}}"#
    let rules = try RulesFixture.rules(text)
    let node = try #require(rules.root.variable.first)
    let rule = try #require(node.rules.first)
    #expect(
      rule.expression.everyPart.map { piece(rules.source, $0.span) } == [
        #"data.child(\"a\\n\" + $u).val().length < 5 &&\n !(auth == null)"#,
        #"data.child(\"a\\n\" + $u).val().length < 5"#, #"data.child(\"a\\n\" + $u).val().length"#,
        #"data.child(\"a\\n\" + $u).val()"#, #"data.child(\"a\\n\" + $u).val"#, #"data.child(\"a\\n\" + $u)"#,
        "data.child", "data",
        #"\"a\\n\" + $u"#, #"\"a\\n\""#, "$u", "5", "!(auth == null)", "(auth == null)", "auth", "null",
      ])
    #expect(piece(rules.source, rule.keySpan) == "\".read\"" && piece(rules.source, node.keySpan) == "\"$u\"")
    #expect(rules.indexes(at: "x/b").map { piece(rules.source, $0.span) } == ["\"c/d\"", "\".value\""])
    #expect(rules.indexes(at: [nil, "b"]).map(\.target) == [.child("c/d"), .value])
    #expect(
      rules.isIndexed(.child("c/d"), at: "x/b") && !rules.isIndexed(.child("c"), at: "x/b")
        && rules.isIndexed(.key, at: "q"))
    #expect(rules.root.everyNode.map(\.patternText) == ["/", "/$u", "/$u/b"])
  }

  private func piece(_ source: SourceText, _ span: Span) -> String {
    String(decoding: source.bytes[span.start..<span.end], as: UTF8.self)
  }

  @Test("a name has its own rules, even without any")
  func literals() throws {
    let rules = try RulesFixture.rules(#"{"rules": {"$a": {".indexOn": "x", "c": {".indexOn": "y"}}, "b": {}}}"#)
    #expect(rules.indexes(at: "a").count == 1 && rules.indexes(at: "a/c").count == 1)
    #expect(rules.indexes(at: "b").isEmpty && rules.indexes(at: "b/c").isEmpty && rules.indexes(at: "a/b/c").isEmpty)
    #expect(rules.node(at: "b/c") == nil)
  }

  @Test(
    "rules without anything in them decide: they deny everything",
    arguments: [
      (#"{"rules": {}}"#, true), (#"{"rules": {"a": {".indexOn": "b"}}}"#, false), (#"{"rules": {"a": {}}}"#, false),
    ])
  func empty(text: String, decides: Bool) {
    let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: text))
    #expect(reading.decidesAccess == decides && reading.ruleset != nil)
    #expect(!RealtimeRulesReading.fragment(SourceText(path: "doc.md", text: text)).decidesAccess)
  }

  @Test("fragments need no `rules`")
  func fragments() {
    for text in [#"{"users": {".indexOn": "a"}}"#, #"{"rules": {"users": {".indexOn": "a"}}}"#] {
      let reading = RealtimeRulesReading.fragment(SourceText(path: "doc.md", text: text))
      #expect(reading.diagnostics.isEmpty && !reading.decidesAccess)
      #expect(reading.root?.node(at: ["users"])?.indexes.map(\.target) == [.child("a")])
    }
    let access = RealtimeRulesReading.fragment(SourceText(path: "doc.md", text: #"{"users": {".read": "x y"}}"#))
    #expect(access.decidesAccess && access.ruleset == nil && access.root != nil)
  }
}
