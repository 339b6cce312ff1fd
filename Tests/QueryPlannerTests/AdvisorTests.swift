import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import Testing

@testable import QueryPlanner

@Suite struct AdvisorTests {
  private func advice(
    _ queries: [String], _ catalog: IndexCatalog = .automaticOnly, _ preference: IndexAdvisor.Preference = .fewest
  ) throws -> IndexAdvice {
    let planner = QueryPlanner(catalog: catalog, database: demo)
    let shapes = try queries.map { text in
      let (query, aggregations) = try Planning.statement(text)
      return IndexAdvisor.Shape(name: text, query: query, aggregations: aggregations)
    }
    let advice = IndexAdvisor(planner: planner).advise(shapes, preference: preference)
    for shape in shapes {
      let outcome = planner.with(advice.catalog).plan(shape.query, aggregations: shape.aggregations)
      #expect(outcome.isServed, "self-check: \(shape.name)")
    }
    return advice
  }

  @Test("advice", arguments: try SpecFile.cases("indexes/advisor/cases.yaml"))
  func advice(_ spec: SpecValue) throws {
    try spec.allow("id", "file", "preference", "queries", "additions", "removable", "remark")
    let catalog = try spec.optional("file").map { try Planning.catalog($0.string) } ?? .automaticOnly
    let preference: IndexAdvisor.Preference = try spec.optional("preference") == nil ? .fewest : .perfect
    let result = try advice(spec["queries"].strings, catalog, preference)
    #expect(try result.additions.map(\.caseText) == spec["additions"].strings)
    #expect(try result.removable.map(\.index.caseText) == spec.optional("removable")?.strings ?? [])
    let again = try advice(spec["queries"].strings, result.catalog, preference)
    #expect(again.additions == [], "a suggestion that is taken leaves nothing to suggest")
  }

  @Test func `a vector index gets the dimension of another index of the field, or is left to its author`() throws {
    let (query, _) = try Planning.statement("t where a == 1 findNearest(emb, ?, COSINE, limit 5)")
    let shape = IndexAdvisor.Shape(name: "q", query: query)
    let unknown = IndexAdvisor(planner: QueryPlanner(catalog: .automaticOnly, database: demo)).advise([shape])
    #expect(unknown.additions == [])
    #expect(unknown.services == [.uncovered])
    func index(_ dimension: Int) -> IndexDefinition {
      IndexDefinition(
        normalizing: [IndexField(FieldPath(name: "emb"), .vector(dimension: dimension))], collectionGroup: "t",
        scope: .collection)
    }
    for (declared, expected) in [([3], ["t COLLECTION (a ASC, emb VECTOR<3>)"]), ([3, 4], [])] {
      let planner = QueryPlanner(catalog: IndexCatalog(composites: declared.map(index)), database: demo)
      #expect(IndexAdvisor(planner: planner).advise([shape]).additions.map(\.caseText) == expected)
    }
  }

  // id: V1, V2
  @Test func `any subset of three filters and one sort`() throws {
    let subsets = subsets(of: ["category", "city", "editors_pick"])
    let up = subsets.map { "rest where \($0) orderBy star_rating" }
    #expect(
      try advice(up).additions.map(\.caseText) == [
        "rest COLLECTION (category ASC, star_rating ASC)", "rest COLLECTION (city ASC, star_rating ASC)",
        "rest COLLECTION (editors_pick ASC, star_rating ASC)",
      ])
    #expect(try advice(up, .automaticOnly, .perfect).additions.count == 7)
    let both = up + subsets.map { "rest where \($0) orderBy star_rating desc" }
    #expect(try advice(both).additions.count == 6)
    #expect(try advice(both, .automaticOnly, .perfect).additions.count == 14)
  }

  // id: V5
  @Test func `equalities alone need nothing`() throws {
    #expect(try advice(subsets(of: ["a", "b", "c", "d", "e"]).map { "t where \($0)" }).additions == [])
  }

  // id: V10
  @Test func `ten optional filters and one sort need ten indexes`() throws {
    let queries = subsets(of: (0..<10).map { Text("f\($0)") }).map { "t where \($0) orderBy z" }
    #expect(queries.count == 1_023)
    #expect(try advice(queries).additions.count == 10)
  }

  // id: N4
  @Test func `a three-field index that merging replaces can go`() throws {
    let base = try Planning.catalog("FR")
    let wide = IndexDefinition(
      normalizing: ["category", "city", "star_rating"].map { IndexField(FieldPath(name: $0), .ascending) },
      collectionGroup: "rest", scope: .collection)
    let queries = subsets(of: ["category", "city", "editors_pick"]).map { "rest where \($0) orderBy star_rating" }
    let result = try advice(queries, base.adding([wide]))
    #expect(result.additions == [])
    #expect(result.removable.map(\.index) == [wide])
    #expect(result.removable.first?.finding(at: nil).code.id == "FB2007")
    #expect(result.unused == [])
  }

  @Test func `of indexes that replace one another one stays`() throws {
    func index(_ fields: [Text], _ scope: QueryScope) -> IndexDefinition {
      IndexDefinition(
        normalizing: fields.map { IndexField(FieldPath(name: $0), $0 == "at" ? .descending : .ascending) },
        collectionGroup: "m", scope: scope)
    }
    let query = "m where room == 1 and author == 2 orderBy at desc"
    let first = index(["room", "author", "at"], .collection)
    let others = [
      index(["author", "room", "at"], .collectionGroup), index(["room", "author", "at"], .collectionGroup),
    ]
    let catalog = IndexCatalog.automaticOnly.adding([first] + others)
    // The first is declared for the group as well, so it is not the one that stays because a query happens to use it.
    let result = try advice([query], catalog)
    #expect(result.unused == [others[1]])
    #expect(result.removable.map(\.index) == [first])
    #expect(result.removable.map(\.servedBy) == [[others[0]]])
    let both = try advice([query, "group " + query], catalog)
    #expect(both.unused == [others[1]])
    #expect(both.removable.map(\.index) == [first])
    #expect(both.removable.map(\.servedBy) == [[others[0]]])
    let planner = QueryPlanner(catalog: catalog, database: demo)
    #expect(IndexAdvisor(planner: planner).advise([], keeping: [first]).unused == others)
  }

  @Test(arguments: [false, true])
  func `of twins the one for the group stays, whichever is declared first`(_ isGroupFirst: Bool) throws {
    let twins = [QueryScope.collection, .collectionGroup].map { scope in
      IndexDefinition(
        normalizing: ["a", "c"].map { IndexField(FieldPath(name: $0), .ascending) }, collectionGroup: "m", scope: scope)
    }
    let catalog = IndexCatalog.automaticOnly.adding(isGroupFirst ? twins.reversed() : twins)
    let advisor = IndexAdvisor(planner: QueryPlanner(catalog: catalog, database: demo))
    let shape = IndexAdvisor.Shape(name: "q", query: try Planning.statement("m where a == 1 orderBy c").query)
    let used = advisor.usage(by: [shape])
    // Where no query uses it, it is unused, or redundant as `check` says; the other one is needed.
    #expect(used.unused + used.removable.map(\.index) == [twins[0]])
    #expect(Set(advisor.usage(by: []).unused) == Set(twins))
  }

  @Test func `what is declared is judged without what could be added`() throws {
    let wide = IndexDefinition(
      normalizing: ["a", "b", "c"].map { IndexField(FieldPath(name: $0), .ascending) }, collectionGroup: "m",
      scope: .collection)
    let catalog = IndexCatalog.automaticOnly.adding([wide])
    let texts = ["m where a == 1 and b == 2 orderBy c", "m where a == 1 orderBy c", "m where b == 2 orderBy c"]
    let shapes = try texts.map { IndexAdvisor.Shape(name: $0, query: try Planning.statement($0).query) }
    let advisor = IndexAdvisor(planner: QueryPlanner(catalog: catalog, database: demo))
    #expect(advisor.usage(by: shapes).removable == [])
    #expect(advisor.usage(by: shapes).unused == [])
    #expect(advisor.advise(shapes).removable.map(\.index) == [wide])
    // One of two disjuncts is served: the index is not what the query lacks.
    let half = try Planning.statement("m where (a == 1 and b == 2) or d == 3 orderBy c").query
    let usage = advisor.usage(by: [IndexAdvisor.Shape(name: "half", query: half)])
    #expect(usage.unused + usage.removable.map(\.index) == [])
    #expect(usage.users == [wide: ["half"]])
  }

  private func subsets(of fields: [Text]) -> [String] {
    (1..<(1 << fields.count)).map { mask in
      fields.indices.filter { mask & 1 << $0 != 0 }.map { "\(fields[$0]) == 1" }.joined(separator: " and ")
    }
  }
}

extension IndexRepair {
  var caseText: String {
    switch self {
    case .composite(let definition): definition.caseText
    case .fieldOverride(let override):
      "\(override.collectionGroup) \(override.target.text) "
        + override.entries.map { "\($0.scope.rawValue)_\($0.mode.shortText)" }.joined(separator: " ")
    }
  }
}

extension IndexDefinition {
  var caseText: String { "\(collectionGroup) \(scope.rawValue) \(fieldsText)" }
}
