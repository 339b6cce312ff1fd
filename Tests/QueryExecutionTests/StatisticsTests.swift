import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// Entries scanned, documents scanned and billed reads, as Query Explain reported them in production.
@Suite("Execution statistics") struct StatisticsTests {
  static let database = DatabaseName(project: "demo-firebreak")

  /// Ten documents d0…d9 with n, a parity, tags and two merged fields.
  static func store() throws -> DocumentStore {
    let store = DocumentStore(database: database, createTime: Timestamp(microseconds: 0))
    for n in 0..<10 {
      let fields: MapValue = [
        "n": .integer(Int64(n)), "g": .string(n.isMultiple(of: 2) ? "even" : "odd"),
        "tags": .array([.integer(Int64(n % 3)), .integer(Int64((n + 1) % 3))]), "b": .integer(Int64(n)),
        "c": .integer(n < 2 ? 1 : 0), "d": .integer(n == 1 ? 1 : 0),
      ]
      let path = DocumentPath(collection: CollectionPath(parent: nil, id: "qn"), id: Text("d\(n)"))
      _ = try store.commit([Write(path, .set(fields))], at: Timestamp(microseconds: Int64(n + 1)))
    }
    return store
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var query: String
    var documents: Int
    var entries: Int
    var reads: Int64
    var indexes: [String]
    var testDescription: String { "id: \(id) \(query)" }
  }

  static let rows: [Row] = [
    Row(id: "whole", query: "qn", documents: 10, entries: 10, reads: 10, indexes: ["(__name__ ASC)"]),
    Row(
      id: "X1", query: "qn orderBy n limit 3", documents: 3, entries: 4, reads: 3, indexes: ["(n ASC, __name__ ASC)"]),
    Row(
      id: "X2", query: "qn where n != 4", documents: 9, entries: 9, reads: 9,
      indexes: ["(n ASC, __name__ ASC)", "(n ASC, __name__ ASC)"]),
    Row(
      id: "offset", query: "qn orderBy n offset 4 limit 2", documents: 6, entries: 7, reads: 6,
      indexes: ["(n ASC, __name__ ASC)"]),
    Row(
      id: "tags", query: "qn where tags array-contains 1", documents: 7, entries: 7, reads: 7,
      indexes: ["(tags ARRAY_CONTAINS, __name__ ASC)"]),
    Row(
      id: "X9", query: "qn where g == \"none\"", documents: 0, entries: 0, reads: 1, indexes: ["(g ASC, __name__ ASC)"]),
    Row(id: "limit 0", query: "qn limit 0", documents: 0, entries: 0, reads: 1, indexes: []),
    Row(
      id: "merge", query: "qn where c == 1 and d == 1", documents: 1, entries: 3, reads: 1,
      indexes: ["(c ASC, __name__ ASC)", "(d ASC, __name__ ASC)"]),
    Row(
      id: "in", query: "qn where n in [1, 4, 7]", documents: 3, entries: 3, reads: 3,
      indexes: ["(n ASC, __name__ ASC)", "(n ASC, __name__ ASC)", "(n ASC, __name__ ASC)"]),
    Row(id: "X3", query: "qn aggregate count()", documents: 0, entries: 10, reads: 1, indexes: ["(__name__ ASC)"]),
    Row(id: "X4", query: "qn aggregate count(3)", documents: 0, entries: 3, reads: 1, indexes: ["(__name__ ASC)"]),
    Row(
      id: "no match", query: "qn where g == \"none\" aggregate count()", documents: 0, entries: 0, reads: 1,
      indexes: ["(g ASC, __name__ ASC)"]),
    Row(
      id: "two ranges", query: "qn where n > 2 and b < 8", documents: 5, entries: 8, reads: 6,
      indexes: ["(b ASC, n ASC, __name__ ASC)"]),
    Row(
      id: "name desc", query: "qn where c == 1 orderBy __name__ desc", documents: 2, entries: 2, reads: 2,
      indexes: ["(c DESC, __name__ DESC)"]),
    Row(
      id: "V030", query: #"qn where __name__ in [ref"qn/d7", ref"qn/d3"] orderBy n"#, documents: 2, entries: 2,
      reads: 3,
      indexes: ["(n ASC, __name__ ASC)", "(n ASC, __name__ ASC)"]),
    Row(
      id: "a name and another value", query: #"qn where __name__ == ref"qn/d7" and g == "even" orderBy n"#,
      documents: 0,
      entries: 0, reads: 1, indexes: ["(g ASC, n ASC, __name__ ASC)"]),
    Row(
      id: "a name that is not there", query: #"qn where __name__ == ref"qn/none" orderBy n desc limit 2"#, documents: 0,
      entries: 0, reads: 1, indexes: ["(n DESC, __name__ DESC)"]),
  ]

  @Test("row", arguments: rows)
  func row(_ row: Row) throws {
    let snapshot = try StatisticsTests.store().current
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: StatisticsTests.database), mode: .permissive)
    let statistics: ExecutionStatistics
    let event: BillingEvent
    let plan: QueryPlan
    switch try QueryStatement(parsing: row.query, database: StatisticsTests.database) {
    case .document: return
    case .query(let query):
      let result = try engine.run(query, on: snapshot)
      (statistics, event, plan) = (result.statistics, result.billingEvent, result.plan)
    case .aggregation(let query):
      let result = try engine.aggregate(query, on: snapshot)
      (statistics, event, plan) = (result.statistics, result.billingEvent, result.plan)
    }
    #expect(statistics.documentsScanned == row.documents)
    #expect(statistics.indexEntriesScanned == row.entries)
    #expect(event.tally().reads == row.reads)
    #expect(plan.indexesUsed.map(\.properties) == row.indexes)
  }

  /// Merges of members that hold entries at the given positions of one shared order.
  static let merges: [(members: [[Int]], limit: Int?, entries: Int, matches: [Int])] = [
    ([[1, 4], [1, 3, 5]], nil, 5, [1]),
    ([[1, 4, 10, 11, 12, 13], [1, 3, 5]], nil, 6, [1]),
    ([[2, 5], [0, 2, 4, 10, 11, 12, 13]], nil, 5, [2]),
    ([[1], [1]], nil, 2, [1]),
    ([[1], [1], [1]], nil, 3, [1]),
    ([[1, 3], [2, 4]], nil, 4, []),
    ([[], [1]], nil, 0, []),
    ([[1, 2, 3], [1, 2, 3]], 1, 2, [1]),
    ([[1, 2, 3], [1, 2, 3]], nil, 6, [1, 2, 3]),
  ]

  // id: X6
  @Test("entries of a zig-zag merge", arguments: merges)
  func merge(_ members: [[Int]], _ limit: Int?, _ entries: Int, _ matches: [Int]) throws {
    let store = DocumentStore(database: StatisticsTests.database, createTime: Timestamp(microseconds: 0))
    for position in 0..<20 {
      var fields = MapValue()
      for (index, positions) in members.enumerated() {
        fields[Text("m\(index)")] = .integer(positions.contains(position) ? 1 : 0)
      }
      let id = Text(position < 10 ? "d0\(position)" : "d\(position)")
      _ = try store.commit(
        [Write(DocumentPath(collection: CollectionPath(parent: nil, id: "t"), id: id), .set(fields))],
        at: Timestamp(microseconds: Int64(position + 1)))
    }
    let query = Query(
      source: QuerySource(collectionID: .literal("t")),
      filter: .and(
        members.indices.map {
          .field(FieldFilter(FieldPath(name: Text("m\($0)")), .equal, .value(.integer(1))))
        }), limit: limit.map { Int32($0) })
    let engine = QueryEngine(planner: QueryPlanner(catalog: .automaticOnly, database: StatisticsTests.database))
    let result = try engine.run(query, on: store.current)
    #expect(result.statistics.indexEntriesScanned == entries)
    #expect(result.documents().map(\.path.id) == matches.map { Text($0 < 10 ? "d0\($0)" : "d\($0)") })
    #expect(result.billingEvent.explained().indexEntriesBillable == 0)
  }
}
