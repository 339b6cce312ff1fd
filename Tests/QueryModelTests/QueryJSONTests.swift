import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText
import Testing

private func node(_ json: JSONValue) throws -> (Node, SourceText) {
  let source = SourceText(path: "test.json", text: JSONWriter.text(json, .compact))
  return (try #require(JSONReader.read(source).valid), source)
}

@Suite("Query JSON") struct QueryJSONTests {
  @Test("random values write and read back as themselves") func valueRoundTrip() throws {
    var random = RandomQueries(seed: 21)
    for _ in 0..<2000 {
      guard let value = random.operand(false, 0).knownValue else { continue }
      let (json, source) = try node(value.json)
      #expect(try Value(json: json, in: source, database: demo) == value)
    }
  }

  @Test("random requests write and read back as themselves") func queryRoundTrip() throws {
    var random = RandomQueries(seed: 22)
    for _ in 0..<2000 {
      let statement = random.statement(shapes: false)
      guard let written = statement.json(database: demo) else { continue }
      let (json, source) = try node(written)
      let request = try QueryRequest(json: json, in: source, database: DatabaseName(project: "unused"))
      #expect(request == QueryRequest(statement: statement, database: demo), "\(statement.text(database: demo))")
    }
  }

  @Test("damaged requests never crash the reader") func damage() throws {
    var random = RandomQueries(seed: 23)
    for _ in 0..<1500 {
      guard let written = random.statement(shapes: false).json(database: demo) else { continue }
      var bytes = Array(JSONWriter.text(written, .compact).utf8)
      for _ in 0..<2 {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = UInt8.random(in: 32..<127, using: &random.generator)
      }
      let source = SourceText(path: "damaged.json", bytes: bytes)
      guard let node = JSONReader.read(source).valid else { continue }
      do {
        let request = try QueryRequest(json: node, in: source, database: demo)
        try accept(request.statement, database: request.database)
      } catch is QueryReadingFailure {} catch is FirestoreError {}
    }
  }

  @Test(
    "values as the service writes them",
    arguments: [
      (.null, #"{"nullValue":null}"#), (.integer(5), #"{"integerValue":"5"}"#), (.double(1), #"{"doubleValue":1}"#),
      (.double(-0.0), #"{"doubleValue":-0.0}"#), (.double(.nan), #"{"doubleValue":"NaN"}"#),
      (.array([]), #"{"arrayValue":{}}"#), (.map([:]), #"{"mapValue":{}}"#),
      (.array([.boolean(true)]), #"{"arrayValue":{"values":[{"booleanValue":true}]}}"#),
      (
        .vector([1]),
        #"{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"#
          + #""value":{"arrayValue":{"values":[{"doubleValue":1}]}}}}}"#
      ),
      (.bytes([1, 2]), #"{"bytesValue":"AQI="}"#),
    ] as [(Value, String)])
  func written(value: Value, expected: String) { #expect(JSONWriter.text(value.json, .compact) == expected) }

  @Test(
    "tolerated spellings",
    arguments: [
      (#"{"integerValue":5}"#, .integer(5)), (#"{"integer_value":"-5"}"#, .integer(-5)),
      (#"{"integerValue":3.0}"#, .integer(3)), (#"{"doubleValue":"-Infinity"}"#, .double(-.infinity)),
      (#"{"doubleValue":5}"#, .double(5)), (#"{"nullValue":"NULL_VALUE"}"#, .null),
      (#"{"bytesValue":"_-8"}"#, .bytes([0xFF, 0xEF])), (#"{"arrayValue":{}}"#, .array([])),
      (#"{"geoPointValue":{"latitude":1}}"#, .geoPoint(GeoPoint(latitude: 1, longitude: 0))),
    ] as [(String, Value)])
  func tolerated(text: String, expected: Value) throws {
    let source = SourceText(path: "v.json", text: text)
    let json = try #require(JSONReader.read(source).valid)
    #expect(try Value(json: json, in: source, database: demo) == expected)
  }

  @Test(
    "malformed values are located",
    arguments: [
      (#"{"integerValue":"x"}"#, 15, "expected a 64-bit integer, found the text `x`", 16, 19),
      (#"{"integerVal":"1"}"#, 14, "unknown key `integerVal`, did you mean `integerValue`?", 1, 13),
      (#"{"booleanValue":1}"#, 15, "expected true or false, found `1`", 16, 17),
      (#"{}"#, 15, "this value has no type: expected a key such as `stringValue`", 0, 2),
      (#"5"#, 15, "expected an object, found `5`", 0, 1),
      (#"{"stringValue":"a","integerValue":1}"#, 15, "`integerValue` cannot stand beside `stringValue`", 34, 35),
      (#"{"bytesValue":"*"}"#, 15, "`*` is not base64", 14, 17),
      (
        #"{"referenceValue":"users"}"#, 1009,
        #"Document parent name "projects/demo/databases/(default)/documents/users" lacks "/" at index 49."#, 18, 25
      ),
      (
        #"{"timestampValue":"today"}"#, 15, "`today` is not a time of the years 0001 to 9999 in RFC 3339 form", 18, 25
      ),
    ] as [(String, Int, String, Int, Int)])
  func malformed(text: String, code: Int, message: String, start: Int, end: Int) throws {
    let source = SourceText(path: "v.json", text: text)
    let json = try #require(JSONReader.read(source).valid)
    let failure = #expect(throws: MalformedInput.self) { try Value(json: json, in: source, database: demo) }
    let diagnostic = try #require(failure?.diagnostics.first)
    #expect(diagnostic.code.number == code)
    #expect(diagnostic.message == message)
    #expect(diagnostic.location == Diagnostics.SourceLocation(source: source, span: Span(start, end)))
  }

  @Test("relative references belong to the given database, full ones to their own") func references() throws {
    func read(_ name: String) throws -> Value {
      let (json, source) = try node(["referenceValue": .string(name)])
      return try Value(json: json, in: source, database: demo)
    }
    let path = try DocumentPath(parsing: "users/a")
    #expect(try read("users/a") == .reference(DocumentName(database: demo, path: path)))
    #expect(
      try read("projects/x/databases/y/documents/users/a")
        == .reference(DocumentName(database: DatabaseName(project: "x", database: "y"), path: path)))
  }

  @Test("the parent may be relative, full, or the root") func parents() throws {
    func read(_ parent: String) throws -> QueryRequest {
      let (json, source) = try node([
        "parent": .string(parent), "structuredQuery": ["from": [["collectionId": "posts"]]],
      ])
      return try QueryRequest(json: json, in: source, database: demo)
    }
    let other = DatabaseName(project: "x", database: "y")
    let posts = PathSegment.literal("posts")
    let user = PathTemplate([.literal("users"), .literal("u1")])
    let atRoot = QueryStatement.query(Query(source: QuerySource(collectionID: posts)))
    let below = QueryStatement.query(Query(source: QuerySource(parent: user, collectionID: posts)))
    #expect(try read("") == QueryRequest(statement: atRoot, database: demo))
    #expect(try read("users/u1") == QueryRequest(statement: below, database: demo))
    #expect(try read("projects/x/databases/y/documents") == QueryRequest(statement: atRoot, database: other))
    #expect(try read("projects/x/databases/y/documents/users/u1") == QueryRequest(statement: below, database: other))
    #expect(throws: QueryReadingFailure.self) { try read("users") }
  }
}
