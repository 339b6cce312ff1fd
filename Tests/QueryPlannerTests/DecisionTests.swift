import FirestoreModel
import IndexCatalog
import QueryModel
import QueryPlanner
import Testing

@Suite struct DecisionTests {
  let planner = QueryPlanner(catalog: .automaticOnly, database: DatabaseName(project: "demo-firebreak"))

  @Test func `equalities merge automatic indexes`() {
    let query = NormalizedQuery(
      source: QuerySource(collectionID: .literal("t")),
      disjuncts: [Conjunction([Predicate(FieldPath(name: "b"), .isNull), Predicate(FieldPath(name: "a"), .isNull)])],
      order: [Order(.documentName)], explicitOrderCount: 0, start: nil, end: nil, offset: 0, limit: nil,
      reversed: false, projection: nil, nearest: nil)
    guard case .served(let plan) = planner.plan(query) else {
      Issue.record("not served")
      return
    }
    #expect(plan.disjuncts.map { $0.members.map(\.prefix) } == [
      [[IndexField(FieldPath(name: "a"), .ascending)], [IndexField(FieldPath(name: "b"), .ascending)]]
    ])
  }
}
