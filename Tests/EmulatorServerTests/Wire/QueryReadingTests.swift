import Diagnostics
import FirestoreModel
import FirestoreWire
import QueryModel
import StructuredText
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// Both encodings of a query are read by the same decisions: what JSON gives, the messages give.
@Suite("Queries as messages") struct QueryReadingTests {
  private static let database = DatabaseName(project: "demo")
  private static let root = "projects/demo/databases/(default)/documents"

  @Test(
    "the same query as from JSON",
    arguments: [
      "c",
      "group c where a == 1 orderBy b desc, __name__",
      "u/x/c where a >= 1.5 and (b in [1, \"x\", null] or c array-contains true) offset 2 limit 3",
      "c where a not-in [1, ts\"2020-01-01T00:00:00Z\"] orderBy a startAfter(geo(1,2)) endAt(ref\"c/d\")",
      "c select (a, b.c)", "* orderBy __name__", "c findNearest(v, vector(1,2), COSINE, limit 3)",
      "c where `we.ird`.x != \"é\"",
    ])
  func sameQuery(text: String) throws {
    guard case .query(let query) = try QueryStatement(parsing: text, database: Self.database) else {
      Issue.record("`\(text)` is no query")
      return
    }
    let json = try #require(query.json)
    let message = try WireStructuredQuery(jsonString: JSONWriter.text(json))
    let parent = query.source.parent.literals ?? []
    let name = ([Self.root] + parent.map(\.string)).joined(separator: "/")
    #expect(try Query(message, below: ParentName(parsing: name)) == query)
    let bytes: [UInt8] = try message.serializedBytes()
    #expect(try Query(WireStructuredQuery(serializedBytes: bytes), below: ParentName(parsing: name)) == query)
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    var id: String
    var json: String
    var text: String

    var testDescription: String { id }
  }

  /// The texts are recordings of production.
  static let refused = [
    Refused(
      id: "unknown-filter", json: #"{"where": {}}"#, text: "Unknown Filter type."),
    Refused(
      id: "field-op",
      json: #"{"where": {"fieldFilter": {"field": {"fieldPath": "a"}, "value": {"nullValue": null}}}}"#,
      text: "Unknown FieldFilter operator."),
    Refused(
      id: "field-op-number",
      json: #"{"where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": 77, "value": {"integerValue": "1"}}}}"#,
      text: "Unknown FieldFilter operator."),
    Refused(
      id: "composite-op", json: #"{"where": {"compositeFilter": {"filters": []}}}"#,
      text: "Unsupported CompositeFilter operator."),
    Refused(
      id: "unary-op", json: #"{"where": {"unaryFilter": {"field": {"fieldPath": "a"}}}}"#,
      text: "Unknown UnaryFilter operator."),
    Refused(
      id: "unary-operand", json: #"{"where": {"unaryFilter": {"op": "IS_NULL"}}}"#,
      text: "Unsupported UnaryFilter operand type (non-FIELD)."),
    Refused(
      id: "value-unset",
      json: #"{"where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL", "value": {}}}}"#,
      text: "Cannot convert firestore.v1.Value with type unset."),
    Refused(
      id: "value-missing", json: #"{"where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL"}}}"#,
      text: "Cannot convert firestore.v1.Value with type unset."),
    Refused(
      id: "empty-path", json: #"{"orderBy": [{}]}"#, text: "Invalid empty property path string."),
    Refused(
      id: "bracket", json: #"{"orderBy": [{"field": {"fieldPath": "a[0]"}}]}"#, text: "Invalid property path"),
    Refused(
      id: "reserved", json: #"{"select": {"fields": [{"fieldPath": "a.__x__"}]}}"#,
      text: "Invalid reserved name in field path __x__"),
    Refused(
      id: "selectors", json: #"{"from": [{"collectionId": "a"}, {"collectionId": "b"}]}"#,
      text: "StructuredQuery.from cannot have more than one collection selector."),
    Refused(
      id: "measure",
      json: #"""
        {"findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"nullValue": null}, "limit": 3}}
        """#,
      text: "Unknown Distance Measure."),
    Refused(
      id: "result-field",
      json: #"""
        {"findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"nullValue": null}, "limit": 3,
         "distanceMeasure": "COSINE", "distanceResultField": "__name__"}}
        """#,
      text: "The distanceResultField.property.name \"__name__\" is reserved."),
    Refused(
      id: "unknown-direction", json: #"{"orderBy": [{"field": {"fieldPath": "a"}, "direction": 9}]}"#,
      text: "Unknown Order direction."),
    Refused(
      id: "first-of-two", json: #"{"orderBy": [{"field": {"fieldPath": "a[0]"}}], "where": {}}"#,
      text: "Unknown Filter type."),
    Refused(
      id: "cursor-value", json: #"{"startAt": {"values": [{}]}}"#,
      text: "Cannot convert firestore.v1.Value with type unset."),
    Refused(
      id: "reference-collection", json: #"{"startAt": {"values": [{"referenceValue": "\#(root)/c"}]}}"#,
      text: "Document parent name \"\(root)/c\" lacks \"/\" at index \((root + "/c").utf8.count)."),
  ]

  @Test("malformed queries get the text that JSON gets", arguments: refused)
  func refusal(_ example: Refused) throws {
    let expected = FirestoreError(.invalidArgument, example.text)
    let message = try WireStructuredQuery(jsonString: example.json)
    #expect(throws: expected) { try Query(message, below: ParentName(parsing: Self.root)) }

    let source = SourceText(path: "query.json", text: example.json)
    let node = try #require(JSONReader.read(source).node)
    #expect(throws: QueryReadingFailure.refused(expected)) {
      try QueryRequest(json: node, in: source, database: Self.database)
    }
  }

  @Test("aggregations")
  func aggregations() throws {
    let json = #"""
      {"structuredQuery": {"from": [{"collectionId": "c"}]},
       "aggregations": [{"count": {}}, {"count": {"upTo": "0"}, "alias": "n"}, {"sum": {"field": {"fieldPath": "a.b"}}},
                        {"avg": {"field": {"fieldPath": "__name__"}}, "alias": "x y"}]}
      """#
    let query = try AggregationQuery(
      WireStructuredAggregationQuery(jsonString: json), below: ParentName(parsing: Self.root))
    #expect(query.query == Query(source: QuerySource(collectionID: .literal("c"))))
    #expect(
      query.aggregations == [
        Aggregation(.count(upTo: nil)), Aggregation(.count(upTo: 0), alias: "n"),
        Aggregation(.sum(FieldPath(segments: ["a", "b"]))), Aggregation(.average(.documentName), alias: "x y"),
      ])
    for (json, text) in [
      (#"{"aggregations": [{"count": {}}]}"#, "only structured queries are supported"),
      (#"{"structuredQuery": {}, "aggregations": [{"alias": "a"}]}"#, "Operator field in Aggregation is not set."),
    ] {
      #expect(throws: FirestoreError(.invalidArgument, text)) {
        try AggregationQuery(WireStructuredAggregationQuery(jsonString: json), below: ParentName(parsing: Self.root))
      }
    }
  }

  @Test("filters inside one another are read as deep as messages go, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> WireStructuredQuery.Filter {
      var filter = WireStructuredQuery.Filter()
      filter.unaryFilter.op = .isNull
      filter.unaryFilter.field.fieldPath = "a"
      for _ in 0..<depth {
        var outer = WireStructuredQuery.Filter()
        outer.compositeFilter.op = .and
        outer.compositeFilter.filters = [filter]
        filter = outer
      }
      return filter
    }
    #expect(throws: Never.self) { try Filter(nested(40)) }
    #expect(throws: FirestoreError(.invalidArgument, "The composite_filter is nested too deeply.")) {
      try Filter(nested(64))
    }
  }
}
