import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@Suite("Coverage") struct CoverageTests {
  private static let source = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function isOwner() { return resource.data.owner == request.auth.uid; }
        match /c/{id} {
          allow read: if request.auth != null && (isOwner() || math.abs(resource.data.n) == 2);
          allow delete: if false;
        }
      }
    }
    """

  private func run(_ requests: [(RulesMethod, String?, Int64)]) throws -> (rules: CompiledRules, coverage: Coverage) {
    let rules = try #require(RulesFixture.compile(Self.source).rules)
    var coverage = Coverage()
    let path = RulesFixture.path("c/d")
    for (method, uid, number) in requests {
      var session = RequestSession(NoDocuments())
      let request = RulesRequest(
        method: method, path: RequestPath(path), auth: uid.map { AuthContext(uid: Text($0)) }, time: RulesFixture.now,
        resource: RulesDocument(path: path, fields: ["owner": .string("alice"), "n": .integer(number)]))
      _ = RulesEngine(rules).decide(request, in: &session, recording: &coverage)
    }
    return (rules, coverage)
  }

  private func text(_ rules: CompiledRules, _ span: Span) -> String {
    String(decoding: rules.ruleset.source.bytes[span.start..<span.end], as: UTF8.self)
  }

  @Test func `values, statements and shares`() throws {
    let (rules, coverage) = try run([(.get, "alice", 1), (.get, "bob", 1), (.get, nil, 1)])
    let report = rules.report(coverage)
    #expect(report.roots.map { text(rules, $0.span) }.first == "resource.data.owner == request.auth.uid")
    #expect(
      report.roots.map { $0.values.map { "\($0.value) \($0.count)" } } == [
        ["boolean(true) 1", "boolean(false) 1"], ["boolean(true) 1", "boolean(false) 2"], [],
      ])
    #expect(report.statements.map(\.isTried) == [true, false])
    #expect(report.statements.map(\.coverage.totals.allowed) == [1, 0])
    #expect(report.statements[0].coverage.byMethod[.get]?.denied == 2)
    #expect(report.statementShare == CoverageReport.Share(covered: 1, total: 2))
    // Literals, parentheses and the namespace `math` do not count.
    #expect(report.expressionShare == CoverageReport.Share(covered: 18, total: 18))
  }

  @Test func `a condition is covered when it decided alone, both ways`() throws {
    func deciding(_ requests: [(RulesMethod, String?, Int64)]) throws -> [String] {
      let (rules, coverage) = try run(requests)
      return rules.report(coverage).conditions.map {
        "\(text(rules, $0.span)) \($0.decidedTrue)/\($0.decidedFalse)"
      }
    }
    #expect(
      try deciding([(.get, "alice", 1)]) == [
        "request.auth != null 1/0", "isOwner() 1/0", "math.abs(resource.data.n) == 2 0/0", "false 0/0",
      ])
    let requests: [(RulesMethod, String?, Int64)] = [
      (.get, "alice", 1), (.get, "bob", 1), (.get, "bob", 2), (.get, nil, 1), (.delete, nil, 1),
    ]
    #expect(
      try deciding(requests) == [
        "request.auth != null 2/1", "isOwner() 1/1", "math.abs(resource.data.n) == 2 1/1", "false 0/1",
      ])
  }

  @Test func `coverages add up`() throws {
    let (rules, first) = try run([(.get, "alice", 1)])
    let (_, second) = try run([(.get, "bob", 1), (.delete, nil, 1)])
    var merged = first
    merged.merge(second)
    let (_, whole) = try run([(.get, "alice", 1), (.get, "bob", 1), (.delete, nil, 1)])
    #expect(merged.statements == whole.statements)
    #expect(rules.report(merged).conditions == rules.report(whole).conditions)
    func counts(_ coverage: Coverage) -> [[Int]] { rules.report(coverage).roots.map { $0.values.map(\.count) } }
    #expect(counts(merged) == counts(whole))
  }
}
