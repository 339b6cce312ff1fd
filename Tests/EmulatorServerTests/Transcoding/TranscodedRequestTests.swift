import DocumentMessages
import FirestoreModel
import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

/// What REST reads, and what it says to everything else.
@Suite("Transcoded requests") struct TranscodedRequestTests {
  static func read<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ body: String, _ place: TranscodedRequest.Body = .message, query: String = "",
    bound: Set<String> = []
  ) throws(FirestoreError) -> Message {
    try TranscodedRequest(
      parameters: RESTTarget("/v1?\(query)").parameters, body: Array(body.utf8), isBinary: false
    ).decoded(as: type, place, bound: bound)
  }

  private static func refusal<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ body: String, _ place: TranscodedRequest.Body = .message, query: String = "",
    bound: Set<String> = []
  ) -> String {
    do throws(FirestoreError) {
      return "taken: \(try read(type, body, place, query: query, bound: bound).textFormatString())"
    } catch { return error.status == .invalidArgument ? error.message : "\(error)" }
  }

  /// What most refusals begin with; `~` below.
  private static let unknown = "Invalid JSON payload received. Unknown name "

  @Test(
    "names and values that no query has are refused with their place",
    arguments: [
      (#"{"structuredQuery":{"limt":1}}"#, #"~"limt" at 'structured_query': Cannot find field."#),
      (#"{"structuredQuery":{"wher":{}}}"#, #"~"wher" at 'structured_query': Cannot find field."#),
      (#"{"extra":1}"#, #"~"extra": Cannot find field."#),
      (
        #"{"a":1,"structuredQuery":{"b":{}}}"#,
        "~\"a\": Cannot find field.\n~" + #""b" at 'structured_query': Cannot find field."#
      ),
      (
        #"{"structuredQuery":{"where":{"fieldFilter":{"value":{"futureValue":1}}}}}"#,
        #"~"futureValue" at 'structured_query.where.field_filter.value': Cannot find field."#
      ),
      (
        #"{"structuredQuery":{"from":[{"collectionId":"c"},{"allDescendents":true}]}}"#,
        #"~"allDescendents" at 'structured_query.from[1]': Cannot find field."#
      ),
      (
        #"{"structuredQuery":{"orderBy":[{"direction":"descending"}]}}"#,
        "Invalid value at 'structured_query.order_by[0].direction' "
          + #"(type.googleapis.com/google.firestore.v1.StructuredQuery.Direction), "descending""#
      ),
      (
        #"{"structuredQuery":{"where":{"fieldFilter":{"op":"=="}}}}"#,
        "Invalid value at 'structured_query.where.field_filter.op' "
          + #"(type.googleapis.com/google.firestore.v1.StructuredQuery.FieldFilter.Operator), "==""#
      ),
      (
        #"{"structuredQuery":{"limit":2147483648}}"#,
        "Invalid value at 'structured_query.limit.value' (TYPE_INT32), 2147483648"
      ),
      (#"{"structuredQuery":{"limit":1.5}}"#, "Invalid value at 'structured_query.limit.value' (TYPE_INT32), 1.5"),
      (#"{"structuredQuery":{"offset":"x"}}"#, #"Invalid value at 'structured_query.offset' (TYPE_INT32), "x""#),
      (
        #"{"structuredQuery":{"from":["c"]}}"#,
        "Invalid value at 'structured_query.from[0]' "
          + #"(type.googleapis.com/google.firestore.v1.StructuredQuery.CollectionSelector), "c""#
      ),
      (
        #"{"structuredQuery":{"from":"c"}}"#,
        "Invalid value at 'structured_query.from' "
          + #"(type.googleapis.com/google.firestore.v1.StructuredQuery.CollectionSelector), "c""#
      ),
      (
        #"{"structuredQuery":{"from":[{"collectionId":{}}]}}"#,
        "Invalid value at 'structured_query.from[0]' (collection_id), Starting an object on a scalar field"
      ),
      (
        #"{"structuredQuery":[]}"#, #"~"structuredQuery": Proto field is not repeating, cannot start list."#
      ),
      (
        #"{"structuredQuery":{"where":{"fieldFilter":{"value":{"integerValue":"1","stringValue":"a"}}}}}"#,
        "Invalid value at 'structured_query.where.field_filter.value' (oneof), oneof field 'value_type' is already set. "
          + "Cannot set 'stringValue'"
      ),
      (
        #"{"readTime":"yesterday"}"#,
        "Invalid value at 'read_time' (type.googleapis.com/google.protobuf.Timestamp), Field 'readTime', Illegal "
          + "timestamp format; timestamps must end with 'Z' or have a valid timezone offset."
      ),
      (
        #"{"readTime":"10000-01-01T00:00:00Z"}"#,
        "Invalid value at 'read_time' (type.googleapis.com/google.protobuf.Timestamp), Field 'readTime', Timestamp "
          + "value exceeds limits"
      ),
      (
        #"{"structuredQuery":{"from":{"collectionID":"c"}}}"#,
        #"~"collectionID" at 'structured_query.from': Cannot find field."#
      ),
      (
        #"{"structuredQuery":{},"structuredQuery":{}}"#,
        "Invalid value (oneof), oneof field 'query_type' is already set. Cannot set 'structuredQuery'"
      ),
      ("[]", #"~"": Root element must be a message."#),
      ("null", #"~"": Root element must be a message."#),
    ] as [(String, String)])
  func queries(body: String, message: String) {
    #expect(Self.refusal(WireRunQueryRequest.self, body) == message.replacing("~", with: Self.unknown))
  }

  @Test(
    "a write that is misspelled is no write",
    arguments: [
      (
        #"{"writes":[{"delete":"d","curentDocument":{"exists":true}}]}"#,
        #"~"curentDocument" at 'writes[0]': Cannot find field."#
      ),
      (
        #"{"writes":[{"update":{},"updatemask":{}}]}"#, #"~"updatemask" at 'writes[0]': Cannot find field."#
      ),
      (
        #"{"writes":[{"update":{"fields":{"a":{"strinValue":"x"}}}}]}"#,
        #"~"strinValue" at 'writes[0].update.fields[0].value': Cannot find field."#
      ),
      (
        #"{"writes":[{"updateTransforms":[{"setToServerValue":"NOW"}]}]}"#,
        "Invalid value at 'writes[0].update_transforms[0].set_to_server_value' "
          + #"(type.googleapis.com/google.firestore.v1.DocumentTransform.FieldTransform.ServerValue), "NOW""#
      ),
      (#"{"transaction":"*"}"#, #"Invalid value at 'transaction' (TYPE_BYTES), "*""#),
    ] as [(String, String)])
  func writes(body: String, message: String) {
    #expect(Self.refusal(WireCommitRequest.self, body) == message.replacing("~", with: Self.unknown))
  }

  @Test(
    "documents",
    arguments: [
      (#"{"field":{}}"#, #"~"field" at 'document': Cannot find field."#),
      (
        #"{"fields":{"a":{"doubleValue":1e999}}}"#,
        "Invalid value at 'document.fields[0].value.double_value' (TYPE_DOUBLE), 1e999"
      ),
      (
        #"{"fields":{"a":{"stringValue":"x"},"b":{"integerValue":"9223372036854775808"}}}"#,
        #"Invalid value at 'document.fields[1].value.integer_value' (TYPE_INT64), "9223372036854775808""#
      ),
      (
        #"{"fields":{"a":{"arrayValue":{"values":[{"booleanValue":true},{"booleanValue":7}]}}}}"#,
        "Invalid value at 'document.fields[0].value.array_value.values[1].boolean_value' (TYPE_BOOL), 7"
      ),
      (
        #"{"fields":{"a":{"nullValue":null},"b":{"nullValue":null},"a":{"nullValue":null}}}"#,
        #"~"a" at 'document.fields[1]': Repeated map key: 'a' is already set."#
      ),
      (
        #"{"fields":[1]}"#, #"~"fields" at 'document': Proto field is not repeating, cannot start list."#
      ),
      (
        #"{"fields":"x"}"#,
        #"Invalid value at 'document.fields' (type.googleapis.com/google.firestore.v1.Document.FieldsEntry), "x""#
      ),
      (
        #"{"fields":{"a":{"stringValue":1}}}"#,
        "Invalid value at 'document.fields[0].value.string_value' (TYPE_STRING), 1"
      ),
    ] as [(String, String)])
  func documents(body: String, message: String) {
    #expect(
      Self.refusal(
        WireCreateDocumentRequest.self, body, .field("document"), bound: ["parent", "collection_id"])
        == message.replacing("~", with: Self.unknown))
  }

  @Test(
    "parameters",
    arguments: [
      ("unused", "unused"), ("mask.fieldPath=a", "mask.fieldPath"), ("mask=a", "mask"), ("name=n", "name"),
      ("mask.fieldPaths.x=a", "mask.fieldPaths.x"), ("=v", ""),
    ] as [(String, String)])
  func unboundParameters(query: String, name: String) {
    #expect(
      Self.refusal(WireGetDocumentRequest.self, "", .none, query: query, bound: ["name"])
        == Self.unknown
        + "\"\(name)\": Cannot bind query parameter. Field '\(name)' could not be found in request message."
    )
  }

  @Test(
    "values of parameters",
    arguments: [
      ("pageSize=x", #"Invalid value at 'page_size' (TYPE_INT32), "x""#),
      ("pageSize=1&page_size=2", "Invalid value at 'page_size', the field is not repeated and has 2 values."),
      ("showMissing=maybe", #"Invalid value at 'show_missing' (TYPE_BOOL), "maybe""#),
      ("transaction=*", #"Invalid value at 'transaction' (TYPE_BYTES), "*""#),
      (
        "readTime=2026-01-01T00:00:00Z&transaction=YQ",
        "Invalid value (oneof), oneof field 'consistency_selector' is already set. Cannot set 'transaction'"
      ),
    ] as [(String, String)])
  func parameterValues(query: String, message: String) {
    #expect(Self.refusal(WireListDocumentsRequest.self, "", .none, query: query) == message)
  }

  @Test("a request whose body is the message has no parameters")
  func parametersBesideMessage() {
    #expect(
      Self.refusal(WireCommitRequest.self, "{}", query: "transaction=YQ&key=k&$alt=json")
        == Self.unknown
        + #""transaction": Cannot bind query parameter. Field 'transaction' could not be found in request message."#)
  }

  @Test("parameters and body come together")
  func together() throws {
    let message = try Self.read(
      WireUpdateDocumentRequest.self, #"{"fields":{"a":{"integerValue":1e3}}}"#, .field("document"),
      query: "updateMask.fieldPaths=a&update_mask.field_paths=b.c&currentDocument.updateTime=2026-01-01T01:00:00+01:00"
        + "&mask.fieldPaths=x&prettyPrint=false")
    #expect(
      message
        == .with {
          $0.document.fields["a"] = .with { $0.integerValue = 1000 }
          $0.updateMask.fieldPaths = ["a", "b.c"]
          $0.mask.fieldPaths = ["x"]
          $0.currentDocument.updateTime = .init(seconds: 1_767_225_600)
        })
  }

  @Test(
    "booleans of parameters have the words of the front end",
    arguments: [
      ("showMissing", true), ("showMissing=true", true), ("showMissing=1", true), ("showMissing=YES", true),
      ("showMissing=false", false), ("showMissing=no", false), ("showMissing=0", false), ("showMissing=F", false),
    ])
  func booleans(query: String, isTrue: Bool) throws {
    #expect(try Self.read(WireListDocumentsRequest.self, "", .none, query: query).showMissing == isTrue)
  }

  @Test("other spellings that production takes")
  func spellings() throws {
    let body = #"""
      {"parent":"p","structured_query":{"order_by":[{"direction":2,"field":{"field_path":"n"}}],"limit":{"value":"3"},
      "startAt":{"values":[{"nullValue":null},{"nullValue":"NULL_VALUE"},{"timestampValue":{"seconds":"5","nanos":1}}],
      "before":"true"},"where":null},"newTransaction":{"readWrite":{"retryTransaction":"-_8"}}}
      """#
    let message = try Self.read(WireRunQueryRequest.self, body)
    #expect(
      message
        == .with {
          $0.parent = "p"
          $0.structuredQuery.orderBy = [
            .with {
              $0.direction = .descending
              $0.field.fieldPath = "n"
            }
          ]
          $0.structuredQuery.limit = .init(3)
          $0.structuredQuery.startAt = .with {
            $0.values = [
              .with { $0.nullValue = .nullValue }, .with { $0.nullValue = .nullValue },
              .with { $0.timestampValue = .init(seconds: 5, nanos: 1) },
            ]
            $0.before = true
          }
          $0.newTransaction.readWrite.retryTransaction = .init([0xFB, 0xFF])
        })
  }

  @Test(
    "one value is a list of one, lists in a list are part of it, and fields may be written twice",
    arguments: [
      (
        #"{"structuredQuery":{"from":{"collectionId":"c"},"orderBy":{"field":{"fieldPath":"n"}}}}"#,
        #"{"structuredQuery":{"from":[{"collectionId":"c"}],"orderBy":[{"field":{"fieldPath":"n"}}]}}"#
      ),
      (
        #"{"structuredQuery":{"startAt":{"values":{"integerValue":1}}}}"#,
        #"{"structuredQuery":{"startAt":{"values":[{"integerValue":"1"}]}}}"#
      ),
      (
        #"{"structuredQuery":{"from":[{"collectionId":"c"},[[{"collectionId":"d"}],[]]]}}"#,
        #"{"structuredQuery":{"from":[{"collectionId":"c"},{"collectionId":"d"}]}}"#
      ),
      (#"{"parent":"p","parent":"q"}"#, #"{"parent":"q"}"#),
      (
        #"{"structuredQuery":{"from":{"collectionId":"c"},"from":[{"collectionId":"d"}],"limit":3,"limit":4}}"#,
        #"{"structuredQuery":{"from":[{"collectionId":"c"},{"collectionId":"d"}],"limit":4}}"#
      ),
      (
        #"{"structuredQuery":{"startAt":{"before":true},"start_at":{"values":{"integerValue":1}}}}"#,
        #"{"structuredQuery":{"startAt":{"values":[{"integerValue":"1"}],"before":true}}}"#
      ),
    ] as [(String, String)])
  func lists(body: String, canonical: String) throws {
    #expect(
      try Self.read(WireRunQueryRequest.self, body) == Self.read(WireRunQueryRequest.self, canonical))
  }

  @Test("one value is a list of one in writes, too")
  func writtenLists() throws {
    let body = #"""
      {"writes":{"update":{"name":"d","fields":{"x":{"arrayValue":{"values":{"integerValue":"1"}}}}},
      "updateMask":{"fieldPaths":"x"},"updateTransforms":{"fieldPath":"t","setToServerValue":"REQUEST_TIME"}}}
      """#
    #expect(
      try Self.read(WireCommitRequest.self, body).writes == [
        .with {
          $0.update.name = "d"
          $0.update.fields["x"] = .with { $0.arrayValue.values = [.with { $0.integerValue = 1 }] }
          $0.updateMask.fieldPaths = ["x"]
          $0.updateTransforms = [
            .with {
              $0.fieldPath = "t"
              $0.setToServerValue = .requestTime
            }
          ]
        }
      ])
    #expect(try Self.read(WireBatchGetDocumentsRequest.self, #"{"documents":"d"}"#).documents == ["d"])
  }

  @Test("messages may nest equally deep over both transports")
  func depth() throws {
    func value(_ depth: Int) -> WireValue {
      (0..<depth).reduce(WireValue.with { $0.integerValue = 1 }) { inner, _ in
        .with { $0.mapValue.fields["a"] = inner }
      }
    }
    let document = WireDocument.with { $0.fields["a"] = value(40) }
    let bytes = WireBytes(bytes: try document.serializedBytes())
    #expect(try bytes.decoded(as: WireDocument.self) == document)
    #expect(try Self.read(WireDocument.self, document.jsonString()) == document)
  }

  @Test("what the library writes as JSON is read as the same message", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let document = random.document()
    let bytes = EncodedMessage { $0.document(document, in: random.database) }.bytes
    var options = JSONEncodingOptions()
    options.useDeterministicOrdering = true
    let json = try WireDocument(serializedBytes: bytes).jsonString(options: options)
    #expect(try Self.read(WireDocument.self, json).jsonString(options: options) == json)
  }

  @Test("clients can look into the places of mistakes")
  func details() throws {
    let body = #"{"a":1,"structuredQuery":{"limit":2147483648,"from":[{"b":1}]}}"#
    do throws(FirestoreError) {
      _ = try Self.read(WireRunQueryRequest.self, body)
      Issue.record("it is taken")
    } catch {
      let violations: [ErrorDetail.FieldViolation] = [
        .init(field: "", description: Self.unknown + #""a": Cannot find field."#),
        .init(
          field: "structured_query.limit.value",
          description: "Invalid value at 'structured_query.limit.value' (TYPE_INT32), 2147483648"),
        .init(
          field: "structured_query.from[0]",
          description: Self.unknown + #""b" at 'structured_query.from[0]': Cannot find field."#),
      ]
      #expect(error.details == [.badRequest(violations)])
      #expect(error.message == violations.map(\.description).joined(separator: "\n"))
    }
  }

  @Test("a long refusal says the first mistakes only")
  func manyMistakes() {
    let text = Self.refusal(
      WireCommitRequest.self, #"{"writes":[\#((0..<1000).map { _ in "1" }.joined(separator: ","))]}"#)
    #expect(text.split(separator: "\n").count == 16)
  }
}
