import FirebreakTestSupport
import FirestoreModel
import QueryModel
import Testing

@testable import QueryExecution

/// Single documents judged on their own, against queries that are answered naively.
@Suite("Query matcher") struct QueryMatcherTests {
  @Test("agrees with the oracle on matches and order", arguments: 0..<20 as Range<UInt64>)
  func oracle(_ seed: UInt64) throws {
    var random = RandomQueries(seed: seed)
    var matched = 0
    for _ in 0..<10 {
      let documents = random.documents()
      let oracle = QueryOracle(documents: documents, database: RandomQueries.database)
      for _ in 0..<40 {
        var query = random.query()
        query.limit = nil
        query.limitToLast = false
        query.offset = 0
        guard let normalized = try? query.normalized(database: RandomQueries.database) else { continue }
        let matcher = try QueryMatcher(normalized, database: RandomQueries.database)
        let found = documents.compactMap { document in matcher.position(of: document).map { (document.path, $0) } }
          .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        #expect(found == oracle.run(query).map(\.path), "\(query)")
        matched += found.count
      }
    }
    #expect(matched > 100)
  }

  @Test("limit and offset are left aside, and limitToLast turns the order round")
  func window() throws {
    let query = Query(
      source: QuerySource(collectionID: .literal("c")), orders: [Order(FieldPath(name: "n"))], offset: 1, limit: 1,
      limitToLast: true)
    let matcher = try QueryMatcher(query.normalized(database: RandomQueries.database), database: RandomQueries.database)
    let positions = try (1...3).map { number in
      try #require(matcher.position(of: document(["c", Text("d\(number)")], ["n": .integer(Int64(number))])))
    }
    #expect(positions[2].lexicographicallyPrecedes(positions[1]))
    #expect(positions[1].lexicographicallyPrecedes(positions[0]))
  }

  @Test("a search for neighbours looks at documents with a vector only")
  func nearest() throws {
    let query = Query(
      source: QuerySource(collectionID: .literal("c")),
      nearest: FindNearest(
        path: FieldPath(name: "v"), queryVector: .value(.vector([1, 2])), measure: .euclidean, limit: 1))
    let matcher = try QueryMatcher(query.normalized(database: RandomQueries.database), database: RandomQueries.database)
    #expect(matcher.matches(document(["c", "a"], ["v": .vector([0, 0])])))
    #expect(!matcher.matches(document(["c", "a"], ["v": .array([])])))
    #expect(!matcher.matches(document(["c", "a"], [:])))
  }

  @Test("shapes with unknown operands are refused")
  func unknownOperand() throws {
    let query = Query(
      source: QuerySource(collectionID: .literal("c")),
      filter: .field(FieldFilter(FieldPath(name: "n"), .equal, .unknown)))
    let normalized = try query.normalized(database: RandomQueries.database)
    #expect(throws: UnboundOperandError.self) {
      try QueryMatcher(normalized, database: RandomQueries.database)
    }
  }

  private func document(_ segments: [Text], _ fields: MapValue) -> Document {
    Document(
      path: RandomQueries.path(segments), fields: fields, createTime: Timestamp(microseconds: 1),
      updateTime: Timestamp(microseconds: 1))
  }
}
