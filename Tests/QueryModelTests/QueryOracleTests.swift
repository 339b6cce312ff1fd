import FirebreakTestSupport
import FirestoreModel
import QueryModel
import Testing

/// The oracle of the property tests answers the reference's worked examples itself.
@Suite("Query oracle") struct QueryOracleTests {
  private static let path = "Tests/ConformanceTests/Specs/queries.yaml"

  @Test("row", arguments: try SpecFile.cases(path))
  func row(_ spec: SpecValue) throws {
    guard let text = try spec.optional("query"), try spec.optional("error") == nil,
      try spec.optional("errorStarts") == nil
    else { return }
    let data = try spec["data"].string
    let oracle = QueryOracle(documents: try documents(data), database: demo)
    switch try QueryStatement(parsing: text.string, database: demo) {
    case .document: Issue.record("a document is not a query")
    case .query(let query):
      let ids = try spec.optional("ids")?.string.split(separator: " ").map { "\(data)/\($0)" }
      let expected = try spec.optional("paths")?.string.split(separator: " ").map(String.init) ?? ids ?? []
      #expect(oracle.run(query).map(\.path.description) == expected)
    case .aggregation(let request):
      let names = try request.normalized(database: demo).aggregations.map(\.alias)
      let answer = zip(names, oracle.aggregate(request)).map { MapValue.Field(name: $0, value: $1) }
      #expect(try MapValue(answer) == Fields.map(try spec["aggregate"].string, database: demo))
    }
  }

  private func documents(_ name: String) throws -> [Document] {
    try SpecFile.load(QueryOracleTests.path)["data"][name].members.map { path, fields in
      Document(
        path: try DocumentPath(parsing: path), fields: try Fields.map(try fields.string, database: demo),
        createTime: Timestamp(microseconds: 0), updateTime: Timestamp(microseconds: 0))
    }
  }
}
