import FirestoreModel
import Testing

@testable import EmulatorServer

@Suite("RunQuery and RunAggregationQuery") struct RunQueryTests {
  private static let numbers: KeyValuePairs<String, MapValue> = [
    "c/a": ["n": .integer(1), "s": .string("x")], "c/b": ["n": .integer(2)], "c/d": ["n": .integer(3)],
  ]

  private func run(_ query: String, rest: String = "") async throws -> [String] {
    let fixture = try MethodFixture(documents: Self.numbers)
    return try await fixture.answers(
      fixture.methods.runQuery, #"{"parent": "\#(MethodFixture.root)", "structuredQuery": \#(query)\#(rest)}"#)
  }

  @Test("W2.3 results: one message each, with the one time")
  func results() async throws {
    #expect(
      try await run(#"{"from": [{"collectionId": "c"}], "limit": 2}"#) == [
        ##"{"document":{"name":"/c/a","fields":{"n":{"integerValue":"1"},"s":{"stringValue":"x"}},"##
          + ##""createTime":"@0.001Z","updateTime":"@0.001Z"},"readTime":"@1Z"}"##,
        ##"{"document":{"name":"/c/b","fields":{"n":{"integerValue":"2"}},"createTime":"@0.002Z","##
          + ##""updateTime":"@0.002Z"},"readTime":"@1Z"}"##,
      ])
  }

  @Test(
    "W2.3 zero results: exactly one message",
    arguments: [#""limit": 0"#, #""startAt": {"values": [{"integerValue": "9"}], "before": true}"#])
  func empty(rest: String) async throws {
    #expect(
      try await run(#"{"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"}}], \#(rest)}"#)
        == [#"{"readTime":"@1Z"}"#])
  }

  @Test("W2.3 offset: skipped results come first; all of them where there are fewer")
  func offset() async throws {
    let some = try await run(#"{"from": [{"collectionId": "c"}], "offset": 2, "select": {}}"#)
    #expect(
      some == [
        #"{"readTime":"@1Z","skippedResults":2}"#,
        #"{"document":{"name":"/c/d","createTime":"@0.003Z","updateTime":"@0.003Z"},"readTime":"@1Z"}"#,
      ])
    let all = try await run(#"{"from": [{"collectionId": "c"}], "offset": 10}"#)
    #expect(all == [#"{"readTime":"@1Z","skippedResults":3}"#])
  }

  @Test("W2.3 new_transaction: the first message is the transaction alone")
  func newTransaction() async throws {
    let answers = try await run(
      #"{"from": [{"collectionId": "c"}], "limit": 1, "select": {"fields": [{"fieldPath": "s"}]}}"#,
      rest: #", "newTransaction": {"readWrite": {}}"#)
    #expect(answers.count == 2)
    #expect(answers.first?.hasPrefix(#"{"transaction":""#) == true)
    #expect(answers.first?.contains(",") == false)
    #expect(
      answers.last
        == ##"{"document":{"name":"/c/a","fields":{"s":{"stringValue":"x"}},"createTime":"@0.001Z","##
        + ##""updateTime":"@0.001Z"},"readTime":"@1Z"}"##)
  }

  @Test("plan only: the summary alone")
  func planOnly() async throws {
    let answers = try await run(
      #"{"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"}}]}"#,
      rest: #", "explainOptions": {}"#)
    #expect(
      try answers.map(MethodFixture.sorted)
        == [
          ##"{"explainMetrics":{"planSummary":{"indexesUsed":[{"properties":"(n ASC, __name__ ASC)","##
            + ##""query_scope":"Collection"}]}}}"##
        ].map(MethodFixture.sorted))
  }

  @Test("analyze: on the last message, numbers inside of structs are texts")
  func analyze() async throws {
    let answers = try await run(
      #"{"from": [{"collectionId": "c"}], "select": {}, "offset": 1}"#, rest: #", "explainOptions": {"analyze": true}"#)
    #expect(
      try answers.map(MethodFixture.sorted)
        == [
          #"{"readTime":"@1Z","skippedResults":1}"#,
          #"{"document":{"name":"/c/b","createTime":"@0.002Z","updateTime":"@0.002Z"},"readTime":"@1Z"}"#,
          ##"{"document":{"name":"/c/d","createTime":"@0.003Z","updateTime":"@0.003Z"},"readTime":"@1Z","##
            + ##""explainMetrics":{"planSummary":{"indexesUsed":[{"properties":"(__name__ ASC)","##
            + ##""query_scope":"Collection"}]},"executionStats":{"resultsReturned":"2","executionDuration":"0s","##
            + ##""readOperations":"3","debugStats":{"billing_details":{"documents_billable":"3","##
            + ##""index_entries_billable":"0","min_query_cost":"0","small_ops":"0"},"documents_scanned":"3","##
            + ##""index_entries_scanned":"3"}}}}"##,
        ].map(MethodFixture.sorted))
  }

  @Test("analyze without results: one message with the time")
  func analyzeEmpty() async throws {
    let answers = try await run(
      #"{"from": [{"collectionId": "none"}]}"#, rest: #", "explainOptions": {"analyze": true}"#)
    #expect(
      try answers.map(MethodFixture.sorted)
        == [
          ##"{"readTime":"@1Z","explainMetrics":{"planSummary":{"indexesUsed":[{"properties":"(__name__ ASC)","##
            + ##""query_scope":"Collection"}]},"executionStats":{"executionDuration":"0s","readOperations":"1","##
            + ##""debugStats":{"billing_details":{"documents_billable":"0","index_entries_billable":"0","##
            + ##""min_query_cost":"1","small_ops":"0"},"documents_scanned":"0","index_entries_scanned":"0"}}}}"##
        ].map(MethodFixture.sorted))
  }

  @Test("limit 0, explained: no index is used")
  func explainLimitZero() async throws {
    let answers = try await run(
      #"{"from": [{"collectionId": "c"}], "limit": 0}"#, rest: #", "explainOptions": {}"#)
    #expect(answers == [#"{"explainMetrics":{"planSummary":{}}}"#])
  }

  @Test("a request without a query, and one of another database")
  func refused() async throws {
    let fixture = try MethodFixture()
    let query = fixture.methods.runQuery
    #expect(
      await refusal { _ = try await fixture.answers(query, #"{"parent": "\#(MethodFixture.root)"}"#) }
        == FirestoreError(.invalidArgument, "only structured queries are supported"))
    #expect(
      await refusal {
        _ = try await fixture.answers(
          query, #"{"parent": "projects/demo/databases/none/documents", "structuredQuery": {}}"#)
      } == FirestoreError(.notFound, "The database none does not exist for project demo"))
    #expect(
      await refusal {
        _ = try await fixture.answers(
          query,
          #"{"parent": "\#(MethodFixture.root)", "structuredQuery": {}, "readTime": "2026-01-05T08:00:00.0000001Z"}"#)
      } == FirestoreError(.invalidArgument, "The read_time must be aligned to microseconds."))
  }

  @Test("aggregations by alias, unnamed ones numbered")
  func aggregate() async throws {
    let fixture = try MethodFixture(documents: Self.numbers)
    let query =
      #"{"structuredQuery": {"from": [{"collectionId": "c"}]}, "aggregations": "#
      + #"[{"sum": {"field": {"fieldPath": "n"}}, "alias": "total"}, {"count": {}}, {"avg": {"field": {"fieldPath": "n"}}}]}"#
    func run(_ rest: String) async throws -> [String] {
      try await fixture.answers(
        fixture.methods.runAggregationQuery,
        #"{"parent": "\#(MethodFixture.root)", "structuredAggregationQuery": \#(query)\#(rest)}"#)
    }
    let whole = try await run("")
    #expect(
      whole == [
        ##"{"result":{"aggregateFields":{"field_1":{"integerValue":"3"},"field_2":{"doubleValue":2.0},"##
          + ##""total":{"integerValue":"6"}}},"readTime":"@1Z"}"##
      ])
    #expect(
      try await run(#", "explainOptions": {}"#).map(MethodFixture.sorted) == [
        ##"{"explainMetrics":{"planSummary":{"indexesUsed":[{"properties":"(n ASC, __name__ ASC)","##
          + ##""query_scope":"Collection"}]}}}"##
      ])
    let begun = try await run(#", "newTransaction": {}"#)
    #expect(begun.count == 1)
    #expect(begun.first?.contains(#""transaction":""#) == true)
  }

  @Test("PartitionQuery: cursors without before; too few documents give none")
  func partition() async throws {
    let fixture = try MethodFixture(documents: Self.numbers)
    let request =
      #"{"parent": "\#(MethodFixture.root)", "partitionCount": "3", "structuredQuery": "#
      + #"{"from": [{"collectionId": "c", "allDescendants": true}], "orderBy": [{"field": {"fieldPath": "__name__"}}]}}"#
    #expect(try await fixture.answer(fixture.methods.partitionQuery, request) == "{}")
    #expect(
      await refusal {
        _ = try await fixture.answer(
          fixture.methods.partitionQuery, request.split(separator: #""partitionCount": "3","#).joined(separator: ""))
      } == FirestoreError(.invalidArgument, "Partition count must be greater than zero."))
  }

  @Test("ExecutePipeline is refused by name")
  func pipeline() async throws {
    let fixture = try MethodFixture()
    #expect(
      await refusal { _ = try await fixture.answers(fixture.methods.executePipeline, "{}") }
        == FirestoreError(
          .failedPrecondition,
          "Pipelines are only allowed on ENTERPRISE mode databases, which are not emulated (FB8001)."))
  }
}
