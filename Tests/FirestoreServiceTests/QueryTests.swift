import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

@testable import FirestoreService
@testable import Metering

@Suite("Queries") struct QueryTests {
  static let rules = """
    match /qn/{d} {
      allow list: if request.query.limit <= 3 && exists(/databases/$(database)/documents/staff/$(request.auth.uid));
    }
    match /secret/{d} { allow list: if false; }
    """

  static func fixture(
    indexes: String? = nil, mode: ExecutionMode = .production
  ) async throws -> ServiceFixture {
    let fixture = try makeDatabase(rules: rules, indexes: indexes, mode: mode, documents: ["staff/u1": [:]])
    let writes = (0..<10).map { (n: Int64) -> Write in
      let group: Text = n.isMultiple(of: 2) ? "even" : "odd"
      return .set("qn/d\(n)", ["n": .integer(n), "g": .string(group), "b": .integer(9 - n)])
    }
    _ = try await fixture.database.commit(writes, ServiceFixture.admin)
    _ = fixture.observer.take()
    return fixture
  }

  @Test("a query answers its documents at one time")
  func run() async throws {
    let fixture = try await Self.fixture()
    let answer = try await fixture.database.run(query("qn where g == \"odd\" limit 2"), .strong, ServiceFixture.admin)
    #expect(answer.result?.documents().map(\.path.description) == ["qn/d1", "qn/d3"])
    #expect(answer.readTime == fixture.database.store.current.time)
    #expect(answer.explanation == nil)
    let served = try #require(fixture.observer.requests.first)
    #expect(served.query == RecordedQuery(kind: .get, query: try query("qn where g == \"odd\" limit 2")))
    #expect(served.target == "qn")
    #expect(served.plan?.indexesUsed == [IndexUse(properties: "(g ASC, __name__ ASC)", queryScope: "Collection")])
    #expect(served.outcome == .served)
    #expect(served.billedReads == 2)
  }

  struct Check: Sendable, CustomTestStringConvertible {
    var id: String
    var query: String
    var explain: ExplainMode?
    var isAdmin = false
    /// Nil: answered.
    var status: StatusCode?
    var message: String?
    var kind: BillingEvent.Kind
    var reads: Int64
    var testDescription: String { "id: \(id)" }
  }

  static let denied = "Missing or insufficient permissions."
  static let checks = [
    Check(
      id: "invalid before denied", query: "secret where a in []", status: .invalidArgument,
      message: "'IN' requires an non-empty ArrayValue.", kind: .query, reads: 0),
    Check(
      id: "denied before the missing index", query: "secret where a == 1 orderBy b", status: .permissionDenied,
      message: denied, kind: .query, reads: 0),
    Check(
      id: "missing index, rules pass", query: "qn where g == \"odd\" orderBy n limit 2", status: .failedPrecondition,
      kind: .query, reads: 0),
    Check(
      id: "missing index, admin", query: "qn where g == \"odd\" orderBy n", isAdmin: true,
      status: .failedPrecondition, kind: .query, reads: 0),
    Check(
      id: "plan only, missing index", query: "qn where g == \"odd\" orderBy n", explain: .planOnly, isAdmin: true,
      status: .failedPrecondition, message: "no matching index found.", kind: .explain, reads: 0),
    Check(
      id: "plan only, denied", query: "secret where a == 1 orderBy b", explain: .planOnly,
      status: .permissionDenied, message: denied, kind: .query, reads: 0),
    Check(id: "plan only", query: "qn", explain: .planOnly, isAdmin: true, kind: .explain, reads: 1),
    Check(
      id: "plan only, with a rule read", query: "qn limit 3", explain: .planOnly, kind: .explain, reads: 2),
    Check(
      id: "the limit is too large, and nothing was read for it", query: "qn limit 4", status: .permissionDenied,
      message: denied, kind: .query, reads: 0),
    Check(id: "rule reads are billed", query: "qn limit 3", kind: .query, reads: 4),
    Check(
      id: "nothing found", query: "qn where g == \"none\" limit 1", kind: .query, reads: 2),
    Check(
      id: "an aggregation", query: "qn limit 3 aggregate count()", kind: .aggregate, reads: 2),
    Check(
      id: "an aggregation without its index", query: "qn where g == \"odd\" aggregate sum(n)", isAdmin: true,
      status: .failedPrecondition, kind: .aggregate, reads: 0),
    Check(
      id: "an aggregation is denied, after a read", query: "qn aggregate count()", status: .permissionDenied,
      message: denied, kind: .aggregate, reads: 1),
    Check(
      id: "an aggregation, plan only, without its index", query: "qn where g == \"odd\" aggregate sum(n)",
      explain: .planOnly, isAdmin: true, status: .failedPrecondition, message: "no matching index found.",
      kind: .explain, reads: 0),
  ]

  @Test("the order of checks, and what each outcome bills", arguments: checks)
  func order(_ check: Check) async throws {
    let fixture = try await Self.fixture()
    let context = check.isAdmin ? ServiceFixture.admin : ServiceFixture.user("u1")
    let statement = try QueryStatement(parsing: check.query, database: ServiceFixture.name)
    let refused = await refusal {
      switch statement {
      case .query(let query): _ = try await fixture.database.run(query, explain: check.explain, .strong, context)
      case .aggregation(let query):
        _ = try await fixture.database.aggregate(query, explain: check.explain, .strong, context)
      case .document: Issue.record("no query")
      }
    }
    #expect(refused?.status == check.status)
    if let message = check.message { #expect(refused?.message == message) }
    let served = try #require(fixture.observer.requests.first)
    #expect(fixture.observer.requests.count == 1)
    #expect(served.billing?.kind == check.kind)
    #expect(served.billedReads == check.reads)
    #expect((check.status == .failedPrecondition) == (served.missingIndexes.count == 1))
    switch served.outcome {
    case .served: #expect(check.status == nil)
    case .denied: #expect(check.status == .permissionDenied)
    case .refused(let error): #expect(error == refused)
    }
  }

  @Test("mode permissive answers, and says what production would miss")
  func permissive() async throws {
    let fixture = try await Self.fixture(mode: .permissive)
    let answer = try await fixture.database.run(
      query("qn where g == \"odd\" orderBy n desc limit 2"), .strong, ServiceFixture.admin)
    #expect(answer.result?.documents().map(\.path.id) == ["d9", "d7"])
    let served = try #require(fixture.observer.requests.first)
    #expect(served.outcome == .served)
    #expect(served.missingIndexes.map(\.definition.fieldsText) == ["(g ASC, n DESC)"])
    #expect(served.plan?.indexesUsed.map(\.properties) == ["(g ASC, n DESC, __name__ DESC)"])
  }

  struct Explained: Sendable, CustomTestStringConvertible {
    var id: String
    var query: String
    var user: Text?
    var indexes: [String]
    var results: Int64
    var reads: Int64
    var documents: Int64
    var entries: Int64
    var billing: ExplainedBilling
    var testDescription: String { "id: \(id)" }
  }

  static func billing(_ documents: Int64, _ entries: Int64, _ minimum: Int64, reads: Int64) -> ExplainedBilling {
    ExplainedBilling(
      documentsBillable: documents, indexEntriesBillable: entries, minimumQueryCost: minimum, readOperations: reads)
  }

  static let explained = [
    Explained(
      id: "whole", query: "qn", indexes: ["(__name__ ASC)"], results: 10, reads: 10, documents: 10, entries: 10,
      billing: billing(10, 0, 0, reads: 10)),
    Explained(
      id: "offset", query: "qn orderBy n offset 4 limit 2", indexes: ["(n ASC, __name__ ASC)"], results: 2, reads: 6,
      documents: 6, entries: 7, billing: billing(6, 0, 0, reads: 6)),
    Explained(
      id: "no match", query: "qn where g == \"none\"", indexes: ["(g ASC, __name__ ASC)"], results: 0, reads: 1,
      documents: 0, entries: 0, billing: billing(0, 0, 1, reads: 1)),
    Explained(
      id: "limit 0", query: "qn limit 0", indexes: [], results: 0, reads: 1, documents: 0, entries: 0,
      billing: billing(0, 0, 1, reads: 1)),
    Explained(
      id: "with a rule read", query: "qn orderBy n limit 3", user: "u1", indexes: ["(n ASC, __name__ ASC)"],
      results: 3, reads: 4, documents: 3, entries: 4, billing: billing(3, 0, 0, reads: 3)),
    Explained(
      id: "count", query: "qn aggregate count()", indexes: ["(__name__ ASC)"], results: 1, reads: 1, documents: 0,
      entries: 10, billing: billing(0, 10, 0, reads: 1)),
    Explained(
      id: "count up to", query: "qn aggregate count(3)", indexes: ["(__name__ ASC)"], results: 1, reads: 1,
      documents: 0, entries: 3, billing: billing(0, 3, 0, reads: 1)),
  ]

  @Test("explain analyze has production's numbers, and the reads of rules", arguments: explained)
  func analyze(_ row: Explained) async throws {
    let fixture = try await Self.fixture()
    let context = row.user.map(ServiceFixture.user) ?? ServiceFixture.admin
    let explanation: Explanation?
    switch try QueryStatement(parsing: row.query, database: ServiceFixture.name) {
    case .query(let query):
      let answer = try await fixture.database.run(query, explain: .analyze, .strong, context)
      #expect(answer.result?.window.count == Int(row.results))
      explanation = answer.explanation
    case .aggregation(let query):
      let answer = try await fixture.database.aggregate(query, explain: .analyze, .strong, context)
      #expect(answer.result?.values.count == 1)
      explanation = answer.explanation
    case .document: explanation = nil
    }
    let debugStats = Explanation.DebugStats(
      documentsScanned: row.documents, indexEntriesScanned: row.entries, billingDetails: row.billing)
    let execution = Explanation.Execution(
      resultsReturned: row.results, executionDuration: 0, readOperations: row.reads, debugStats: debugStats)
    let uses = row.indexes.map { IndexUse(properties: $0, queryScope: "Collection") }
    #expect(explanation == Explanation(indexesUsed: uses, execution: execution))
    #expect(fixture.observer.requests.map(\.billedReads) == [row.reads])
  }

  @Test("a plan alone reads nothing")
  func planOnly() async throws {
    let fixture = try await Self.fixture()
    let answer = try await fixture.database.run(query("group qn"), explain: .planOnly, .strong, ServiceFixture.admin)
    #expect(answer.result == nil)
    #expect(
      answer.explanation
        == Explanation(indexesUsed: [IndexUse(properties: "(__name__ ASC)", queryScope: "Collection group")]))
    #expect(fixture.observer.requests.map(\.target) == ["group qn"])
  }
}
