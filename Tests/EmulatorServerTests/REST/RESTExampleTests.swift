import FirestoreModel
import Testing

@testable import EmulatorServer

/// One request of every kind, each with the whole answer.
@Suite("REST examples") struct RESTExampleTests {
  static let root = "projects/p/databases/(default)/documents"
  static let database = "projects/p/databases/(default)"
  static let url = "/v1/" + root
  static let json = ["content-type: application/json"]

  /// Times of commits are not part of what is asserted: each becomes `T`.
  static func timeless(_ text: String) -> String {
    text.replacing(#/"\d{4}-\d\d-\d\dT[0-9:.]+Z"/#, with: "\"T\"")
  }

  @discardableResult
  static func expect(
    _ server: TestServer, _ method: String, _ path: String, _ body: String = "", headers: [String] = json,
    answers status: Int, _ answer: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> HTTPExchange {
    let exchange = try await HTTPExchange.send(method, url + path, headers: headers, body: body, to: server)
    #expect(exchange.status == status, sourceLocation: sourceLocation)
    if let answer { #expect(timeless(exchange.body) == answer, sourceLocation: sourceLocation) }
    return exchange
  }

  @Test("a document is created once")
  func create() async throws {
    try await TestServer.run { server in
      let body = #"{"fields":{"n":{"integerValue":"1"}}}"#
      let document =
        #"{"name":"\#(Self.root)/c/a","fields":{"n":{"integerValue":"1"}},"createTime":"T","updateTime":"T"}"#
      try await Self.expect(server, "POST", "/c?documentId=a", body, answers: 200, document)
      try await Self.expect(
        server, "POST", "/c?documentId=a", body, answers: 409,
        #"{"error":{"code":409,"message":"Document already exists: \#(Self.root)/c/a","status":"ALREADY_EXISTS"}}"#)
      try await Self.expect(server, "GET", "/c/a", answers: 200, document)
    }
  }

  @Test("one field, and only of a document that exists")
  func patch() async throws {
    try await TestServer.run { server in
      try await Self.expect(
        server, "POST", "/c?documentId=a", #"{"fields":{"n":{"integerValue":"1"}}}"#, answers: 200, nil)
      try await Self.expect(
        server, "PATCH", "/c/a?updateMask.fieldPaths=m&currentDocument.exists=true",
        #"{"fields":{"m":{"doubleValue":"NaN"}}}"#, answers: 200,
        #"{"name":"\#(Self.root)/c/a","fields":{"m":{"doubleValue":"NaN"},"n":{"integerValue":"1"}},"#
          + #""createTime":"T","updateTime":"T"}"#)
      try await Self.expect(
        server, "PATCH", "/c/zzz?updateMask.fieldPaths=m&currentDocument.exists=true",
        #"{"fields":{"m":{"doubleValue":"NaN"}}}"#, answers: 404,
        #"{"error":{"code":404,"message":"No document to update: \#(Self.root)/c/zzz","status":"NOT_FOUND"}}"#)
    }
  }

  @Test("only the fields that are wanted")
  func masks() async throws {
    try await TestServer.run { server in
      let body = #"{"fields":{"n":{"integerValue":"1"},"m":{"nullValue":null}}}"#
      try await Self.expect(
        server, "POST", "/c?documentId=a&$fields=name,fields.n", body, answers: 200,
        #"{"name":"\#(Self.root)/c/a","fields":{"n":{"integerValue":"1"}}}"#)
      try await Self.expect(
        server, "GET", "/c?fields=documents(fields/n)", answers: 200,
        #"{"documents":[{"fields":{"n":{"integerValue":"1"}}}]}"#)
      try await Self.expect(
        server, "GET", "/c/a", headers: ["x-goog-fieldmask: name"], answers: 200, #"{"name":"\#(Self.root)/c/a"}"#)
      let query = #"{"structuredQuery":{"from":{"collectionId":"c"}}}"#
      try await Self.expect(
        server, "POST", ":runQuery?fields=document/name", query, answers: 200,
        "[{\"document\":{\"name\":\"\(Self.root)/c/a\"}}]\n")
      let refusal =
        #"{"error":{"code":400,"message":"Request contains an invalid argument.","status":"INVALID_ARGUMENT","#
        + #""details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"bogus","#
        + #""description":"Error expanding 'fields' parameter. Cannot find matching fields for path 'bogus'."}]}]}}"#
      try await Self.expect(server, "GET", "/c/a?fields=bogus", answers: 400, refusal)
      try await Self.expect(server, "DELETE", "/c/a?fields=bogus", answers: 400, refusal)
      try await Self.expect(server, "POST", ":runQuery?fields=bogus", query, answers: 400, "[\(refusal)]")
      try await Self.expect(server, "GET", "/c/a?fields=name&callback=f", answers: 501, nil)
    }
  }

  @Test("refusals have details that programs can tell apart")
  func details() async throws {
    try await TestServer.run { server in
      try await Self.expect(
        server, "POST", ":commit", #"{"writs":[]}"#, answers: 400,
        #"{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"writs\": Cannot find field.","#
          + #""status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","#
          + #""fieldViolations":[{"description":"Invalid JSON payload received. Unknown name \"writs\": Cannot find "#
          + #"field."}]}]}}"#)
      let counts = (0..<6).map { _ in #"{"count":{}}"# }.joined(separator: ",")
      let query = #"{"structuredQuery":{"from":[{"collectionId":"c"}]},"aggregations":[\#(counts)]}"#
      let text = "The maximum number of aggregations allowed in an aggregation query is 5. Received: 6"
      try await Self.expect(
        server, "POST", ":runAggregationQuery", #"{"structuredAggregationQuery":\#(query)}"#, answers: 400,
        #"[{"error":{"code":400,"message":"\#(text)","status":"INVALID_ARGUMENT","#
          + #""details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TOO_MANY_AGGREGATIONS","#
          + #""domain":"firestore.googleapis.com","metadata":{"actual_aggregations":"6","max_aggregations":"5"}}]}}]"#)
    }
  }

  @Test("transforms answer their results")
  func commit() async throws {
    try await TestServer.run { server in
      try await Self.expect(
        server, "POST", ":commit",
        #"{"writes":[{"update":{"name":"\#(Self.root)/c/b","fields":{}},"updateTransforms":["#
          + #"{"fieldPath":"t","setToServerValue":"REQUEST_TIME"},{"fieldPath":"k","increment":{"integerValue":"2"}}],"#
          + #""currentDocument":{"exists":false}}]}"#,
        answers: 200,
        #"{"writeResults":[{"updateTime":"T","transformResults":[{"timestampValue":"T"},{"integerValue":"2"}]}],"#
          + #""commitTime":"T"}"#)
    }
  }

  @Test("found and missing, as an array")
  func batchGet() async throws {
    try await TestServer.run { server in
      try await Self.expect(server, "POST", "/c?documentId=a", #"{"fields":{}}"#, answers: 200, nil)
      try await Self.expect(
        server, "POST", ":batchGet", #"{"documents":["\#(Self.root)/c/a","\#(Self.root)/c/no"]}"#, answers: 200,
        """
        [{"found":{"name":"\(Self.root)/c/a","createTime":"T","updateTime":"T"},"readTime":"T"},
        {"missing":"\(Self.root)/c/no","readTime":"T"}]

        """)
    }
  }

  @Test("aliases are made up where there are none")
  func aggregation() async throws {
    try await TestServer.run { server in
      for id in ["a", "b"] { try await Self.expect(server, "POST", "/c?documentId=\(id)", "{}", answers: 200, nil) }
      try await Self.expect(
        server, "POST", ":runAggregationQuery",
        #"{"structuredAggregationQuery":{"structuredQuery":{"from":[{"collectionId":"c"}]},"#
          + #""aggregations":[{"count":{},"alias":"x"},{"count":{}}]}}"#,
        answers: 200,
        """
        [{"result":{"aggregateFields":{"field_1":{"integerValue":"2"},"x":{"integerValue":"2"}}},"readTime":"T"}]

        """)
    }
  }

  @Test("parents of documents, with showMissing")
  func missingParents() async throws {
    try await TestServer.run { server in
      try await Self.expect(server, "PATCH", "/c/p/s/1", "{}", answers: 200, nil)
      try await Self.expect(
        server, "GET", "/c?showMissing=true", answers: 200, #"{"documents":[{"name":"\#(Self.root)/c/p"}]}"#)
      try await Self.expect(server, "GET", "/c", answers: 200, "{}")
    }
  }

  @Test("a query without results answers its read time")
  func emptyQuery() async throws {
    try await TestServer.run { server in
      try await Self.expect(
        server, "POST", ":runQuery", #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#, answers: 200,
        "[{\"readTime\":\"T\"}]\n")
    }
  }

  @Test("errors of streams are wrapped in an array")
  func errorOfAStream() async throws {
    try await TestServer.run { server in
      let exchange = try await Self.expect(
        server, "POST", ":runQuery", #"{"structuredQuery":{"from":[{"collectionId":"c"}],"limit":-1}}"#, answers: 400,
        nil)
      #expect(exchange.body.hasPrefix(#"[{"error":{"code":400,"message":""#))
      #expect(exchange.body.hasSuffix(#""status":"INVALID_ARGUMENT"}}]"#))
    }
  }

  @Test("values as clients write them, and as they are answered")
  func values() async throws {
    try await TestServer.run { server in
      let fields = [
        #""a":{"nullValue":null}"#, #""b":{"nullValue":"NULL_VALUE"}"#, #""c":{"integerValue":1e3}"#,
        #""d":{"integerValue":"-0"}"#, #""e":{"doubleValue":"-0"}"#, #""f":{"doubleValue":3}"#,
        #""g":{"doubleValue":"-Infinity"}"#, #""h":{"timestampValue":"2024-01-01T02:00:00.1234567+02:00"}"#,
        #""i":{"timestampValue":{"seconds":"1704067200","nanos":5000}}"#, #""j":{"bytesValue":"-_8"}"#,
        #""k":{"geoPointValue":{"latitude":1}}"#, #""l":{"arrayValue":{}}"#, #""m":{"mapValue":{"fields":{}}}"#,
        #""limit":{"mapValue":{"fields":{"value":{"stringValue":"x"}}}}"#,
      ]
      let answer = try await Self.expect(
        server, "PATCH", "/c/v", "{\"fields\":{\(fields.joined(separator: ","))}}",
        headers: ["content-type: text/plain"], answers: 200, nil)
      let expected = [
        #""a":{"nullValue":null}"#, #""b":{"nullValue":null}"#, #""c":{"integerValue":"1000"}"#,
        #""d":{"integerValue":"0"}"#, #""e":{"doubleValue":-0.0}"#, #""f":{"doubleValue":3.0}"#,
        #""g":{"doubleValue":"-Infinity"}"#, #""h":{"timestampValue":"2024-01-01T00:00:00.123456Z"}"#,
        #""i":{"timestampValue":"2024-01-01T00:00:00.000005Z"}"#, #""j":{"bytesValue":"+/8="}"#,
        #""k":{"geoPointValue":{"latitude":1.0}}"#, #""l":{"arrayValue":{}}"#,
        #""limit":{"mapValue":{"fields":{"value":{"stringValue":"x"}}}}"#, #""m":{"mapValue":{}}"#,
      ]
      let name = #"{"name":"\#(Self.root)/c/v","fields":{"#
      #expect(answer.body.hasPrefix(name + expected.joined(separator: ",") + "}"))
    }
  }

  @Test("a misspelled request writes nothing")
  func misspelled() async throws {
    try await TestServer.run { server in
      let document =
        #"{"name":"\#(Self.root)/c/a","fields":{"n":{"integerValue":"1"}},"createTime":"T","updateTime":"T"}"#
      try await Self.expect(
        server, "POST", "/c?documentId=a", #"{"fields":{"n":{"integerValue":"1"}}}"#, answers: 200, document)
      for (method, path, body, place, name) in [
        ("PATCH", "/c/a", #"{"field":{}}"#, " at 'document'", "field"),
        (
          "POST", ":commit", #"{"writes":[{"update":{"name":"\#(Self.root)/c/a"},"updatemask":{"fieldPaths":[]}}]}"#,
          " at 'writes[0]'", "updatemask"
        ),
        ("POST", ":commit", #"{"writes":[{"delete":"\#(Self.root)/c/a"}],"x":1}"#, "", "x"),
        (
          "POST", ":batchWrite", #"{"writes":[{"delete":"\#(Self.root)/c/a","curentDocument":{"exists":false}}]}"#,
          " at 'writes[0]'", "curentDocument"
        ),
      ] {
        let message = #"Invalid JSON payload received. Unknown name \"\#(name)\"\#(place): Cannot find field."#
        let answer = try await Self.expect(server, method, path, body, answers: 400, nil)
        #expect(
          answer.body.hasPrefix(
            #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT","details":["#))
      }
      try await Self.expect(server, "GET", "/c/a", answers: 200, document)
    }
  }

  @Test("wrapped numbers are understood as objects, too")
  func wrappers() async throws {
    try await TestServer.run { server in
      for id in ["a", "b"] { try await Self.expect(server, "POST", "/c?documentId=\(id)", "{}", answers: 200, nil) }
      let exchange = try await Self.expect(
        server, "POST", ":runQuery",
        #"{"structuredQuery":{"from":[{"collectionId":"c"}],"limit":{"value":1}}}"#, answers: 200, nil)
      #expect(exchange.body.contains("/c/a"))
      #expect(!exchange.body.contains("/c/b"))
    }
  }

  @Test(
    "what is no JSON, and what is no such message, is refused with its place",
    arguments: [
      ("{", "Invalid JSON payload received."), (#"{"fields":[1]}"#, "Invalid JSON payload received."),
      (#"{"fields":{"a":{"integerValue":"x"}}}"#, "Invalid value at 'document.fields[0].value.integer_value'"),
      ("\u{1}", "Invalid JSON payload received."),
    ])
  func broken(body: String, text: String) async throws {
    try await TestServer.run { server in
      let exchange = try await Self.expect(server, "PATCH", "/c/a", body, answers: 400, nil)
      #expect(exchange.body.hasPrefix(#"{"error":{"code":400,"message":"\#(text)"#))
      #expect(exchange.body.contains(#""status":"INVALID_ARGUMENT""#))
    }
  }

  @Test("streams of both sides are for gRPC", arguments: ["listen", "write"])
  func streams(verb: String) async throws {
    try await TestServer.run { server in
      try await Self.expect(
        server, "POST", ":\(verb)", "{}", answers: 501,
        #"{"error":{"code":501,"message":"The method \#(verb) is a stream of both sides: it is served over gRPC only (FB8001).","#
          + #""status":"UNIMPLEMENTED"}}"#)
    }
  }

  @Test("rules decide for users, not for the administrator")
  func callers() async throws {
    try await TestServer.run(isOpen: false) { server in
      let denied =
        #"{"error":{"code":403,"message":"Missing or insufficient permissions.","status":"PERMISSION_DENIED"}}"#
      try await Self.expect(server, "PATCH", "/c/a", "{}", answers: 403, denied)
      try await Self.expect(
        server, "PATCH", "/c/a", "{}", headers: ["authorization: Bearer \(AuthorizationTests.alice)"], answers: 403,
        denied)
      try await Self.expect(server, "PATCH", "/c/a", "{}", headers: ["authorization: Bearer owner"], answers: 200, nil)
      try await Self.expect(server, "PATCH", "/c/a", "{}", headers: ["authorization: Bearer x"], answers: 401, nil)
      try await Self.expect(server, "PATCH", "/c/a?access_token=owner", "{}", answers: 200, nil)
      // A page could send the one without being allowed to send the other.
      try await Self.expect(server, "POST", "/c/a?$httpMethod=PATCH&access_token=owner", "{}", answers: 403, nil)
    }
  }

  @Test("a request beyond 11 MiB is refused as production's front end does")
  func tooLarge() async throws {
    try await TestServer.run(limits: ServerLimits(requestBytes: 1_000)) { server in
      try await Self.expect(
        server, "PATCH", "/c/a", String(repeating: " ", count: 1_001), answers: 400,
        #"{"error":{"code":400,"message":"Request payload size exceeds the limit: 1000 bytes.","status":"INVALID_ARGUMENT"}}"#
      )
    }
  }
}
