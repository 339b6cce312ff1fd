import Benchmark
import DocumentStore
import FirestoreModel
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner

/// A query must cost what it answers, not what the collection holds: the same page of 50 over a small and a large one.
func queryBenchmarks() {
  for count in [10_000, Inputs.million] {
    Benchmark("limit-50 query, \(count) documents, 1,000 times") { (_: Benchmark, page: NewestPage) in
      for _ in 0..<1000 { blackHole(try page.run()) }
    } setup: { () -> NewestPage in
      try NewestPage(documents: count)
    }
  }
}

/// The fifty newest messages of one conversation, by the composite index that production asks for.
private struct NewestPage {
  private let engine: QueryEngine
  private let snapshot: Snapshot
  private let query: Query

  init(documents: Int) throws {
    let store = Inputs.makeStore()
    Inputs.fill(store, count: documents)
    snapshot = store.current
    let index = IndexDefinition(
      collectionGroup: "messages", scope: .collection,
      fields: [
        IndexField(FieldPath(name: "read"), .ascending), IndexField(FieldPath(name: "sentAt"), .descending),
        IndexField(.documentName, .descending),
      ])
    engine = QueryEngine(
      planner: QueryPlanner(catalog: IndexCatalog(composites: [index]), database: Inputs.database))
    query = Query(
      source: QuerySource(collectionID: .literal("messages")),
      filter: .field(FieldFilter(FieldPath(name: "read"), .equal, .value(.boolean(false)))),
      orders: [Order(FieldPath(name: "sentAt"), .descending)], limit: 50)
    // The index is built on first use; that is not what is measured.
    _ = try run()
  }

  func run() throws -> Int {
    let documents = try engine.run(query, on: snapshot).documents()
    precondition(documents.count == 50)
    return documents.count
  }
}
