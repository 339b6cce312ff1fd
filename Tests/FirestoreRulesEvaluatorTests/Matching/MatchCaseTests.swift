import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@Suite("Match headers") struct MatchCaseTests {
  @Test("row", arguments: try SpecFile.cases("Tests/FirestoreRulesEvaluatorTests/Specs/matches.yaml"))
  func row(_ spec: SpecValue) throws {
    try spec.allow(
      "id", "version", "documents", "service", "database", "path", "list", "group", "parent", "applies", "problem",
      "decision")
    let compilation = RulesFixture.compile(try source(spec))
    if let problem = try spec.optional("problem")?.string {
      #expect(compilation.problems.map(\.code.id) == [problem])
      #expect(compilation.rules == nil)
      return
    }
    let rules = try #require(compilation.rules)
    let method: RulesMethod = try spec.optional("path") == nil ? .list : .get
    let database = Text(try spec.optional("database")?.string ?? "(default)")
    let path = try path(spec)
    let found = rules.statements(for: path, method: method, database: database)
    #expect(found.map { text($0, rules) } == (try spec["applies"].strings))
    if let decision = try spec.optional("decision")?.string {
      var session = RequestSession(NoDocuments())
      let request = RulesRequest(method: method, database: database, path: path, time: RulesFixture.now)
      #expect(RulesEngine(rules).decide(request, in: &session).isAllowed == (decision == "allow"))
    }
  }

  @Test func `wildcards within one another cost no more than their blocks and places`() throws {
    let open = String(repeating: "match /{x=**} { ", count: 9)
    let close = String(repeating: "} ", count: 9)
    let path = RequestPath(try #require(DocumentPath(segments: Array(repeating: "a", count: 98))))
    let never = try #require(
      RulesFixture.compile(RulesFixture.source(documents: open + "match /never/{y} { allow get; } " + close)).rules)
    #expect(never.statements(for: path, method: .get, database: "(default)").isEmpty)
    // Of the many ways to match, no more are listed than a request could evaluate.
    let always = try #require(
      RulesFixture.compile(RulesFixture.source(documents: open + "allow get: if false; " + close)).rules)
    #expect(always.statements(for: path, method: .get, database: "(default)").count == 1_001)
    var session = RequestSession(NoDocuments())
    let request = RulesRequest(method: .get, path: path, time: RulesFixture.now)
    #expect(RulesEngine(always).decide(request, in: &session).denial?.kind == .limit)
  }

  private func source(_ spec: SpecValue) throws -> String {
    let version = try spec.optional("version")?.string ?? "2"
    let body =
      try spec.optional("service")?.string
      ?? "match /databases/{database}/documents { \(try spec["documents"].string) }"
    return (version == "none" ? "" : "rules_version = '\(version)';\n") + "service cloud.firestore { \(body) }"
  }

  private func path(_ spec: SpecValue) throws -> RequestPath {
    if let path = try spec.optional("path")?.string { return RequestPath(RulesFixture.path(path)) }
    if let list = try spec.optional("list")?.string {
      return RequestPath(documentsOf: try CollectionPath(parsing: list))
    }
    let parent = try spec.optional("parent").map { RulesFixture.path(try $0.string).segments }
    return RequestPath(groupOf: Text(try spec["group"].string), below: parent ?? [])
  }

  private func text(_ found: ApplicableStatement, _ rules: CompiledRules) -> String {
    let statement = rules.statements[found.statement]
    let prefix = "/databases/{database}/documents"
    let isUsual = statement.pathText.hasPrefix(prefix)
    var text = isUsual ? String(statement.pathText.dropFirst(prefix.count)) : statement.pathText
    for (name, capture) in zip(captureNames(statement.path), found.captures).dropFirst(isUsual ? 1 : 0) {
      text += " \(name)=\(self.text(capture))"
    }
    return text + (found.isCertain ? "" : " uncertain")
  }

  private func captureNames(_ path: [MatchSegment]) -> [String] {
    path.compactMap { segment in
      switch segment.kind {
      case .literal: nil
      case .capture(let name), .recursive(let name): name
      }
    }
  }

  private func text(_ capture: Capture) -> String {
    switch capture {
    case .segment(let id): return id?.string ?? "?"
    case .path(let path):
      let head = path.head.map { "/\($0)" }.joined() + (path.hasUnknownMiddle ? "/**" : "")
      let text = head + path.tail.map { "/\($0?.string ?? "?")" }.joined()
      return text.isEmpty ? "/" : text
    }
  }
}
