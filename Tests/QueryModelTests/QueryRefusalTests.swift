import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import QueryModel
import StructuredText
import Testing

let demo = DatabaseName(project: "demo")

/// Runs every check on a statement.
func accept(_ statement: QueryStatement, database: DatabaseName = demo) throws {
  switch statement {
  case .document: break
  case .query(let query): _ = try query.normalized(database: database)
  case .aggregation(let request): _ = try request.normalized(database: database)
  }
}

@Suite("Query refusals") struct QueryRefusalTests {
  @Test("texts", arguments: try SpecFile.cases("indexes/queries/refusals.yaml"))
  func refusal(_ spec: SpecValue) throws {
    try spec.allow("id", "query", "json", "error", "accepted")
    var answer: FirestoreError?
    do {
      if let json = try spec.optional("json") {
        let request = try QueryRequest(json: json.node, in: json.source, database: demo)
        try accept(request.statement, database: request.database)
      } else {
        try accept(QueryStatement(parsing: try spec["query"].string, database: demo))
      }
    } catch QueryReadingFailure.refused(let error) {
      answer = error
    } catch let error as FirestoreError {
      answer = error
    }
    let expected = try spec.optional("error").map { FirestoreError(.invalidArgument, try $0.string) }
    #expect(answer == expected)
  }

  @Test(
    "JSON that is no request at all is a finding",
    arguments: ["[]", "\"x\"", "{\"foo\": 1}", "{\"structuredQuery\": {}, \"readTime\": \"x\"}"])
  func malformed(text: String) throws {
    let source = SourceText(path: "q.json", text: text)
    let node = try #require(JSONReader.read(source).valid)
    let failure = #expect(throws: QueryReadingFailure.self) {
      try QueryRequest(json: node, in: source, database: demo)
    }
    guard case .malformed(let input)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(input.diagnostics.count == 1)
    #expect(input.diagnostics[0].location?.source == source)
  }
}
