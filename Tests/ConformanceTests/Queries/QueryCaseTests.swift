import Diagnostics
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import StructuredText
import Testing

/// The worked examples of the query reference, executed over their data sets.
@Suite("Query examples") struct QueryCaseTests {
  static let path = "Tests/ConformanceTests/Specs/queries.yaml"
  static let database = DatabaseName(project: "demo-firebreak")
  static let spec = Result { try SpecFile.load(path) }

  @Test("row", arguments: try SpecFile.cases(path))
  func row(_ spec: SpecValue) throws {
    try spec.allow(
      "id", "data", "query", "rest", "also", "ids", "paths", "skipped", "fields", "aggregate", "error", "errorStarts",
      "mode", "indexes", "note")
    let name = try spec["data"].string
    let answer = try answer(spec, try QueryCaseTests.statement(spec), on: QueryCaseTests.snapshot(name))
    #expect(answer == (try expected(spec, name)))
    if let also = try spec.optional("also") {
      let statement = try QueryStatement(parsing: also.string, database: QueryCaseTests.database)
      #expect(try self.answer(spec, .success(statement), on: QueryCaseTests.snapshot(name)) == expected(spec, name))
    }
  }

  // MARK: - Expected

  private func expected(_ spec: SpecValue, _ name: String) throws -> String {
    if let error = try spec.optional("error") { return try "error \(error.string)" }
    if let start = try spec.optional("errorStarts") { return try "error starts \(start.string)" }
    if let aggregate = try spec.optional("aggregate") {
      return "aggregate \(try Fields.map(aggregate.string, database: QueryCaseTests.database))"
    }
    let paths = try spec.optional("paths").map { try $0.string.split(separator: " ").map(String.init) }
    let ids = try spec.optional("ids").map { try $0.string.split(separator: " ").map { "\(name)/\($0)" } }
    var text = "documents \((paths ?? ids ?? []).joined(separator: " "))"
    text += " skipped \(try spec.optional("skipped")?.integer ?? 0)"
    if let fields = try spec.optional("fields") {
      text += " fields \(try fields.strings.map { try Fields.map($0, database: QueryCaseTests.database) })"
    }
    return text
  }

  // MARK: - Actual

  private func answer(
    _ spec: SpecValue, _ statement: Result<QueryStatement, FirestoreError>, on snapshot: Snapshot
  ) throws -> String {
    do {
      let mode: ExecutionMode = try spec.optional("mode")?.string == "production" ? .production : .permissive
      let engine = QueryEngine(
        planner: QueryPlanner(catalog: try catalog(spec), database: QueryCaseTests.database), mode: mode)
      switch try statement.get() {
      case .document: throw SpecError("a document is not a query")
      case .query(let query):
        let result = try engine.run(query, on: snapshot)
        let documents = result.documents()
        var text = "documents \(documents.map(\.path.description).joined(separator: " "))"
        text += " skipped \(result.statistics.documentsSkipped)"
        if try spec.optional("fields") != nil { text += " fields \(documents.map(\.fields))" }
        return text
      case .aggregation(let query):
        let result = try engine.aggregate(query, on: snapshot)
        return "aggregate \(MapValue(result.values.map { MapValue.Field(name: $0.alias, value: $0.value) }))"
      }
    } catch let error as FirestoreError {
      if let start = try spec.optional("errorStarts")?.string, "\(error.status.name): \(error.message)".hasPrefix(start)
      {
        return "error starts \(start)"
      }
      return "error \(error.status.name): \(error.message)"
    }
  }

  private func catalog(_ spec: SpecValue) throws -> IndexCatalog {
    guard let indexes = try spec.optional("indexes")?.string else { return .automaticOnly }
    let file = IndexFile(reading: SourceText(path: "indexes.json", text: "{\"indexes\": \(indexes)}"))
    return file.catalog
  }

  private static func statement(_ spec: SpecValue) throws -> Result<QueryStatement, FirestoreError> {
    if let text = try spec.optional("query")?.string {
      return .success(try QueryStatement(parsing: text, database: database))
    }
    let source = SourceText(path: "query.json", text: try spec["rest"].string)
    guard let node = JSONReader.read(source).valid else { throw SpecError("broken JSON") }
    do {
      return .success(try QueryRequest(json: node, in: source, database: database).statement)
    } catch QueryReadingFailure.refused(let error) {
      return .failure(error)
    }
  }

  // MARK: - Data

  private static func snapshot(_ name: String) throws -> Snapshot {
    let store = DocumentStore(database: database, createTime: Timestamp(microseconds: 0))
    let writes = try spec.get()["data"][name].members.map { path, fields in
      guard let path = DocumentPath(segments: path.split(separator: "/").map { Text(String($0)) }) else {
        throw SpecError("\(path) is not a document")
      }
      return Write(path, .set(try Fields.map(fields.string, database: database)))
    }
    _ = try store.commit(writes, at: Timestamp(microseconds: 1))
    return store.current
  }
}
