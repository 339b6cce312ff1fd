import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

/// Rules as people write them, damaged at random: whatever is left compiles or is refused, and decides or denies.
@Suite("Mutated rules") struct MutatedRulesTests {
  private static let files = [
    "collection-groups", "counters", "field-validation", "list-constraints", "ownership", "participants-array",
    "roles", "time-windows", "vulnerable",
  ].map { "rules/\($0)/firestore.rules" }

  private static let pieces = [
    "(", ")", "{", "}", "[", "]", "&&", "||", "!", "true", "request", "resource.data", ".a", "/", "'", ";", "if", "in",
    "is", "get(", "$(database)", "**", "1", "-", "let x = 1;", "match /a/{b}", "function f() { return f2(); }", "// x",
  ]

  @Test("file", arguments: files) func file(_ path: String) throws {
    let bytes = try RepositoryFiles.bytes(path)
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    #expect(CompiledRules.compile(CloudRulesParser.parse(SourceText(path: path, bytes: bytes))).rules != nil)
    for _ in 0..<40 {
      let mutated = mutate(bytes, &generator)
      let compilation = CompiledRules.compile(CloudRulesParser.parse(SourceText(path: path, bytes: mutated)))
      #expect((compilation.rules == nil) == compilation.problems.contains { $0.severity == .error })
      for problem in compilation.problems {
        let span = try #require(problem.location?.span)
        #expect(span.start <= span.end && span.end <= mutated.count)
      }
      if let rules = compilation.rules { try decide(rules) }
    }
  }

  private func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      let start = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: Array((Self.pieces.randomElement(using: &generator) ?? "").utf8), at: start)
      default: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      }
    }
    return bytes
  }

  private func decide(_ rules: CompiledRules) throws {
    let engine = RulesEngine(rules)
    for statement in rules.statements.prefix(6) {
      let segments = statement.path.dropFirst(3).compactMap { segment -> Text? in
        if case .literal(let text) = segment.kind { Text(text) } else { "x" }
      }
      let path = DocumentPath(segments: segments) ?? RulesFixture.path("c/d")
      for method in RulesMethod.allCases {
        let document = RulesDocument(path: path, fields: ["owner": .string("u"), "n": .integer(1)])
        let request = RulesRequest(
          method: method, path: RequestPath(path), auth: AuthContext(uid: "u"), time: RulesFixture.now,
          resource: document, newResource: document)
        var session = RequestSession(NoDocuments())
        let decision = engine.decide(request, in: &session)
        session.beginOperation()
        let traced = engine.trace(request, in: &session)
        #expect(traced.decision.isAllowed == decision.isAllowed, "\(method) \(path)")
        #expect(traced.decision.expressionCount == decision.expressionCount)
        #expect((decision.denial == nil) == decision.isAllowed)
        #expect((traced.trace.explanation?.lines.isEmpty ?? true) == decision.isAllowed)
      }
    }
  }
}
