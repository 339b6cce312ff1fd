import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// Execution by index ranges against looking at every document.
@Suite("Execution against a naive scan") struct OracleTests {
  static let rounds = 40
  static let queriesPerRound = 120

  @Test("documents", arguments: 0..<rounds)
  func documents(seed: Int) throws {
    var random = RandomQueries(seed: UInt64(seed))
    let (snapshot, oracle) = try OracleTests.world(&random)
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: RandomQueries.database), mode: .permissive)
    for _ in 0..<OracleTests.queriesPerRound {
      let query = random.query()
      guard (try? query.normalized(database: RandomQueries.database)) != nil else { continue }
      let result = try engine.run(query, on: snapshot)
      let expected = oracle.run(query)
      let text = QueryStatement.query(query).text(database: RandomQueries.database)
      #expect(result.documents().map(\.path.description) == expected.map(\.path.description), "\(text)")
      #expect(result.window.count == expected.count, "\(text)")
      #expect(
        result.window.wireSize == expected.reduce(0) { $0 + $1.wireSize(database: RandomQueries.database) }, "\(text)")
      for (position, document) in expected.enumerated() {
        #expect(result.window.position(of: document.path) == position, "\(text)")
      }
      for document in oracle.documents where !expected.contains(where: { $0.path == document.path }) {
        #expect(!result.window.contains(document.path), "\(text)")
      }
    }
  }

  @Test("aggregations", arguments: 0..<rounds)
  func aggregations(seed: Int) throws {
    var random = RandomQueries(seed: UInt64(seed) + 1_000)
    let (snapshot, oracle) = try OracleTests.world(&random)
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: RandomQueries.database), mode: .permissive)
    for _ in 0..<OracleTests.queriesPerRound {
      var query = random.query()
      query.limitToLast = false
      let request = AggregationQuery(query: query, aggregations: random.aggregations())
      guard (try? request.normalized(database: RandomQueries.database)) != nil else { continue }
      let result = try engine.aggregate(request, on: snapshot)
      let text = QueryStatement.aggregation(request).text(database: RandomQueries.database)
      #expect(result.values.map(\.value) == oracle.aggregate(request), "\(text)")
    }
  }

  @Test("measured reads lie inside the estimate", arguments: 0..<rounds)
  func estimates(seed: Int) throws {
    var random = RandomQueries(seed: UInt64(seed) + 2_000)
    let (snapshot, oracle) = try OracleTests.world(&random)
    let engine = QueryEngine(
      planner: QueryPlanner(catalog: .automaticOnly, database: RandomQueries.database), mode: .permissive)
    for _ in 0..<OracleTests.queriesPerRound {
      let query = random.query()
      guard (try? query.normalized(database: RandomQueries.database)) != nil else { continue }
      let all = Query(source: query.source)
      let size = CountRange(exactly: Int64(oracle.run(all).count))
      let text = QueryStatement.query(query).text(database: RandomQueries.database)
      let result = try engine.run(query, on: snapshot)
      let bounds = result.plan.bounds(documents: size, kind: .query)
      let reads = result.billingEvent.tally().reads
      #expect(CostEstimate(bounds).reads.contains(reads), "\(text) \(bounds) \(reads)")
      #expect(bounds.documents.contains(Int64(result.statistics.documentsReturned)), "\(text)")
      #expect(bounds.skipped.contains(Int64(result.statistics.documentsSkipped)), "\(text)")
      #expect(bounds.indexEntries.contains(Int64(result.statistics.indexEntriesScanned)), "\(text)")
      let open = CostEstimate(result.plan.bounds(documents: .unbounded, kind: .query)).reads
      #expect(open.contains(reads), "\(text)")
    }
  }

  static func world(_ random: inout RandomQueries) throws -> (Snapshot, QueryOracle) {
    let store = DocumentStore(database: RandomQueries.database, createTime: Timestamp(microseconds: 0))
    _ = try store.commit(
      random.documents().map { Write($0.path, .set($0.fields)) }, at: Timestamp(microseconds: 1))
    let snapshot = store.current
    let paths = Set(
      RandomQueries.collections.flatMap { collection in
        RandomQueries.ids.map { RandomQueries.path(collection + [$0]) }
      })
    return (
      snapshot, QueryOracle(documents: paths.compactMap { snapshot.document($0) }, database: RandomQueries.database)
    )
  }
}
