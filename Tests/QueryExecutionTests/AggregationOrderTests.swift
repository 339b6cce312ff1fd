import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// Which documents a limit leaves for an aggregation: those that come first in the index, which holds the aggregated field
/// before the name. Names here descend while the values ascend.
@Suite("Limits of aggregations") struct AggregationOrderTests {
  static let cases: [(query: String, values: [Value])] = [
    ("c aggregate sum(n)", [.integer(45)]),
    ("c limit 3 aggregate sum(n)", [.integer(3)]),
    ("c limit 3 aggregate avg(n), count()", [.double(1), .integer(3)]),
    ("c offset 8 limit 3 aggregate sum(n)", [.integer(17)]),
    ("c orderBy n desc limit 2 aggregate sum(n)", [.integer(17)]),
    ("c where g in [0, 1] limit 3 aggregate sum(n)", [.integer(4)]),
    ("c limit 3 aggregate count()", [.integer(3)]),
  ]

  @Test("values", arguments: cases)
  func values(query: String, expected: [Value]) throws {
    let database = DatabaseName(project: "demo-firebreak")
    let store = DocumentStore(database: database, createTime: Timestamp(microseconds: 0))
    for n in 0..<10 {
      let path = DocumentPath(collection: CollectionPath(parent: nil, id: "c"), id: Text("d\(9 - n)"))
      let write = Write(path, .set(["n": .integer(Int64(n)), "g": .integer(Int64(n % 3))]))
      _ = try store.commit([write], at: Timestamp(microseconds: Int64(n + 1)))
    }
    let engine = QueryEngine(planner: QueryPlanner(catalog: .automaticOnly, database: database), mode: .permissive)
    guard case .aggregation(let request) = try QueryStatement(parsing: query, database: database) else {
      Issue.record("\(query) is no aggregation")
      return
    }
    // (0 + 1 + 2), not the values of d0, d1 and d2: as Google's Python client finds it in production.
    #expect(try engine.aggregate(request, on: store.current).values.map(\.value) == expected)
  }
}
