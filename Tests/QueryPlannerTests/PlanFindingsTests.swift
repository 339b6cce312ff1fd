import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryPlanner
import Testing

@Suite struct PlanFindingsTests {
  private func findings(_ query: String, _ catalog: IndexCatalog) throws -> [String] {
    PlanFindings(query: "q").findings(for: try Planning.outcome(query, catalog), catalog: catalog)
      .map { "\($0.code.id) \($0.severity.rawValue) \($0.message) | \($0.notes.joined(separator: "; "))" }
  }

  @Test func `a missing composite is named the way it is written`() throws {
    #expect(
      try findings("orders where status == 1 and total >= 2 orderBy total desc", .automaticOnly) == [
        "FB2001 error query `q` needs an index that `firestore.indexes.json` does not define"
          + " | needs: orders (status ASC, total DESC); production would answer FAILED_PRECONDITION"
      ])
  }

  @Test func `single fields are told apart by scope`() throws {
    #expect(
      try findings("group t where n == 1", .automaticOnly) == [
        "FB2002 error query `q` needs a collection-group index on `n`"
          + " | needs: t n COLLECTION_GROUP_ASC; production would answer FAILED_PRECONDITION"
      ])
    #expect(
      try findings("t where big == 1", Planning.catalog("FO")) == [
        "FB2003 error query `q` needs the single-field index on `big` that `firestore.indexes.json` switches off"
          + " | needs: t big COLLECTION_ASC; production would answer FAILED_PRECONDITION"
      ])
  }

  // id: N10
  @Test func `a shape served only through an open question`() throws {
    #expect(
      try findings("t where a == 1 and b == 2 orderBy __name__ desc", .automaticOnly) == [
        "FB8002 info the verdict about `q` rests on Q-2, which nobody has verified"
          + " | not known: whether several equalities ordered by `__name__` descending merge automatic indexes"
      ])
  }

  @Test func `a vector index of another dimension does not serve`() throws {
    let catalog = IndexCatalog(composites: [
      IndexDefinition(
        normalizing: [IndexField(FieldPath(name: "emb"), .vector(dimension: 2))], collectionGroup: "t",
        scope: .collection)
    ])
    #expect(
      try findings("t findNearest(emb, vector(1, 2, 3), COSINE, limit 5)", catalog) == [
        "FB2013 error query `q` needs a vector index that `firestore.indexes.json` does not define"
          + " | needs: t (emb VECTOR<3>); declared with dimension 2; production would answer FAILED_PRECONDITION"
      ])
    #expect(try findings("t findNearest(emb, vector(1, 2), COSINE, limit 5)", catalog) == [])
    #expect(try findings("t findNearest(emb, ?, COSINE, limit 5)", catalog) == [])
  }

  @Test func `a dimension that nothing says is in no definition`() throws {
    let text = "t where a == 1 findNearest(emb, ?, COSINE, limit 5)"
    #expect(
      try findings(text, .automaticOnly) == [
        "FB2013 error query `q` needs a vector index that `firestore.indexes.json` does not define"
          + " | needs: t (a ASC, emb VECTOR<?>); production would answer FAILED_PRECONDITION"
      ])
    let finding = try #require(
      PlanFindings(query: "q").findings(for: Planning.outcome(text, .automaticOnly), catalog: .automaticOnly).first)
    #expect(finding.needs == nil)
    #expect(finding.help == "write the definition yourself: only the run knows how many numbers the vectors have")
  }

  @Test func `a collection index does not serve the group, and the help says so`() throws {
    let fq = try Planning.catalog("FQ")
    let outcome = try Planning.outcome("group qx where a == 1 orderBy b", fq)
    let finding = try #require(PlanFindings(query: "q").findings(for: outcome, catalog: fq).first)
    #expect(finding.help == "set `queryScope` of the existing index to `COLLECTION_GROUP`")
  }

  @Test func `limitToLast is pointed out`() throws {
    #expect(
      try findings("t orderBy a limitToLast 5", .automaticOnly) == [
        "FB2025 info `limitToLast` of `q` reads the opposite order | served by (a DESC, __name__ DESC)"
      ])
  }

  @Test func `a costly merge is pointed out`() throws {
    guard case .served(let plan) = try Planning.outcome("t where a == 1 and b == 2", .automaticOnly) else {
      Issue.record("not served")
      return
    }
    #expect(PlanFindings(query: "q").mergeFinding(for: plan, entriesPerResult: 25)?.code.id == "FB2014")
    #expect(PlanFindings(query: "q").mergeFinding(for: plan, entriesPerResult: 2) == nil)
    #expect(PlanFindings(query: "q").mergeFinding(for: plan, entriesPerResult: .infinity)?.code.id == "FB2014")
  }

  @Test(
    "assumptions",
    arguments: [
      ("t where a == 1 and b == 2 orderBy __name__ desc", "Q-2", "composite", "NEED: (a ASC, b ASC, __name__ DESC)"),
      ("t where tags array-contains 1 orderBy __name__ desc", "Q-3", "served", "OK: (tags CONTAINS, __name__ DESC)"),
      (
        "t where a == 1 orderBy b desc aggregate sum(c)", "Q-6", "descending",
        "NEED: (a ASC, b DESC, c DESC, __name__ DESC)"
      ),
      ("t where a == 2 or b == 1 orderBy a desc", "Q-11", "kept", "NEED: (a ASC, a DESC, __name__ DESC)"),
    ])
  func assumption(_ query: String, _ name: String, _ value: String, _ expected: String) throws {
    var assumptions = PlannerAssumptions()
    let isKnown = assumptions.set(name, to: value)
    #expect(isKnown)
    let (normalized, aggregations) = try Planning.statement(query)
    let planner = QueryPlanner(catalog: .automaticOnly, database: demo, assumptions: assumptions)
    #expect(planner.plan(normalized, aggregations: aggregations).caseText == expected)
  }

  @Test func `unknown switches are refused`() {
    var assumptions = PlannerAssumptions()
    var accepted = [assumptions.set("Q-12", to: "served"), assumptions.set("Q-2", to: "maybe")]
    #expect(accepted == [false, false])
    accepted = OpenQuestion.allCases.flatMap { question in
      [question.alternativeValue, question.defaultValue].map { assumptions.set(question.rawValue, to: $0) }
    }
    #expect(accepted.allSatisfy(\.self) && accepted.count == 22)
    #expect(assumptions == PlannerAssumptions())
  }

  @Test func `laxer readings of Q-1, Q-4 and Q-5`() throws {
    let fs = try Planning.catalog("FS")
    let q1 = try Planning.statement(#"t where testId == "t" and v == 1 and key != "a" and sort > 1"#).query
    let lax = QueryPlanner(catalog: fs, database: demo, assumptions: .init(alternatives: [.trailingEquality]))
    #expect(!QueryPlanner(catalog: fs, database: demo).plan(q1).isServed)
    #expect(lax.plan(q1).isServed)
    let q4 = try Planning.statement("t where d == 1").query
    let descending = QueryPlanner(
      catalog: try Planning.catalog("FO"), database: demo,
      assumptions: .init(alternatives: [.equalityByDescendingIndex]))
    #expect(descending.plan(q4).isServed)
    let group = IndexCatalog(
      composites: [
        IndexDefinition(
          normalizing: [IndexField(FieldPath(name: "a"), .ascending), IndexField(FieldPath(name: "b"), .ascending)],
          collectionGroup: "t", scope: .collectionGroup)
      ], overrides: [FieldOverride(collectionGroup: "t", target: .field(FieldPath(name: "a")), entries: [])])
    let q5 = try Planning.statement("t where a == 1 and b == 1 and c == 1").query
    let merged = QueryPlanner(catalog: group, database: demo).plan(q5)
    #expect(merged.caseText == "OK: merge (a ASC, b ASC, __name__ ASC) + (c ASC, __name__ ASC)")
    #expect(merged.openQuestions == ["Q-5"])
    let strict = QueryPlanner(
      catalog: group, database: demo, assumptions: .init(alternatives: [.groupCompositeMergesWithAutomatic]))
    #expect(!strict.plan(q5).isServed)
  }
}
