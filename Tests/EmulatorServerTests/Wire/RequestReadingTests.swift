import DocumentMessages
import DocumentStore
import FirestoreModel
import FirestoreService
import FirestoreWire
import QueryModel
import SwiftProtobuf
import Testing

@testable import EmulatorServer

@Suite("Values, names and writes as messages") struct RequestReadingTests {
  private let database = DatabaseName(project: "demo")
  private let name = "projects/demo/databases/(default)/documents/c/a"

  @Test(
    "values that are none are refused by name",
    arguments: [
      (#"{}"#, "Cannot convert firestore.v1.Value with type unset."),
      (
        #"{"fieldReferenceValue": "a"}"#,
        "Cannot convert firestore.v1.Value with type field_reference_value: it is for pipelines only."
      ),
      (
        #"{"variableReferenceValue": "a"}"#,
        "Cannot convert firestore.v1.Value with type variable_reference_value: it is for pipelines only."
      ),
      (
        #"{"functionValue": {"name": "f"}}"#,
        "Cannot convert firestore.v1.Value with type function_value: it is for pipelines only."
      ),
      (
        #"{"pipelineValue": {}}"#,
        "Cannot convert firestore.v1.Value with type pipeline_value: it is for pipelines only."
      ),
      (
        #"{"arrayValue": {"values": [{"mapValue": {"fields": {"a": {}}}}]}}"#,
        "Cannot convert firestore.v1.Value with type unset."
      ),
      (
        #"{"referenceValue": "c/a"}"#, "Document name \"c/a\" lacks \"projects\" at index 0."
      ),
      (
        #"{"referenceValue": "projects/demo/databases/(default)/documents/c/__x__"}"#,
        "Resource id \"__x__\" is invalid because it is reserved."
      ),
    ])
  func values(json: String, text: String) throws {
    let message = try WireValue(jsonString: json)
    #expect(throws: FirestoreError(.invalidArgument, text)) { try Value(message) }
  }

  @Test("names of fields are told apart by their bytes, in both encodings")
  func canonicalEquivalence() throws {
    let (one, two): (Text, Text) = ("\u{E9}", "e\u{301}")
    #expect(one.string == two.string)
    let fields: MapValue = [one: .integer(1), two: .integer(2)]
    var writer = MessageWriter()
    writer.value(.map(fields))
    let message = try WireValue(serializedBytes: writer.bytes)
    #expect(try Value(message) == .map(fields))
    #expect(try Value(WireValue(jsonString: message.jsonString())) == .map(fields))
  }

  @Test("times are cut to microseconds, and refused outside of the years 0001 to 9999")
  func times() throws {
    func value(_ seconds: Int64, _ nanos: Int32) throws -> Value {
      var message = WireValue()
      message.timestampValue.seconds = seconds
      message.timestampValue.nanos = nanos
      return try Value(message)
    }
    #expect(try value(1, 1_999) == .timestamp(Timestamp(microseconds: 1_000_001)))
    #expect(try value(-1, 1_999) == .timestamp(Timestamp(microseconds: -999_999)))
    #expect(try value(253_402_300_799, 999_999_999) == .timestamp(.maximum))
    #expect(try value(-62_135_596_800, 0) == .timestamp(.minimum))
    let refusal = FirestoreError(
      .invalidArgument, "The timestamp_value is out of range: it must be within the years 0001 to 9999.")
    for (seconds, nanos) in [
      (253_402_300_800, 0), (-62_135_596_801, 0), (0, -1), (0, 1_000_000_000), (.max, 0), (.min, .min),
    ] as [(Int64, Int32)] {
      #expect(throws: refusal) { try value(seconds, nanos) }
    }
  }

  @Test(
    "names",
    arguments: [
      ("projects/p/databases/(default)", nil),
      ("projects/p/databases/d", nil),
      ("", "Database name \"\" lacks \"projects\" at index 0."),
      ("projects/p", "Database name \"projects/p\" lacks \"databases\" at index 11."),
      ("projects/p/database/d", "Database name \"projects/p/database/d\" lacks \"databases\" at index 11."),
      ("projects/p/databases/", "Resource id \"\" is invalid because it is empty."),
      ("projects//databases/d", "Resource id \"\" is invalid because it is empty."),
      (
        "projects/p/databases/d/documents",
        "Database name \"projects/p/databases/d/documents\" has more than 4 segments."
      ),
    ] as [(String, String?)])
  func databases(text: String, refusal: String?) throws {
    if let refusal {
      #expect(throws: FirestoreError(.invalidArgument, refusal)) { try DatabaseName(resourceName: text) }
    } else {
      #expect(try DatabaseName(resourceName: text).description == text)
    }
  }

  @Test("parents")
  func parents() throws {
    let root = "projects/demo/databases/(default)/documents"
    #expect(try ParentName(parsing: root).document == nil)
    #expect(try ParentName(parsing: "\(root)/c/a").document == path("c/a"))
    #expect(
      throws: FirestoreError(
        .invalidArgument, "Document parent name \"\(root)/c\" lacks \"/\" at index \((root + "/c").utf8.count).")
    ) { try ParentName(parsing: "\(root)/c") }
  }

  @Test("every kind of write")
  func writes() throws {
    #expect(
      try write(#"{"update": {"name": "\#(name)", "fields": {"a": {"integerValue": "1"}}}}"#)
        == Write(path("c/a"), .set(["a": .integer(1)])))
    #expect(
      try write(
        #"{"update": {"name": "\#(name)"}, "updateMask": {"fieldPaths": ["a.b", "`x y`"]}, "currentDocument": {"exists": true}}"#
      )
        == Write(
          path("c/a"), .merge([:], mask: [FieldPath(segments: ["a", "b"]), FieldPath(name: "x y")]),
          precondition: .exists(true)))
    #expect(
      try write(#"{"delete": "\#(name)", "currentDocument": {"updateTime": "1970-01-01T00:00:01.000002Z"}}"#)
        == Write(path("c/a"), .delete, precondition: .updateTime(Timestamp(microseconds: 1_000_002))))
    #expect(
      try write(#"{"verify": "\#(name)", "currentDocument": {"exists": false}}"#)
        == Write(path("c/a"), .verify, precondition: .exists(false)))
    let transforms = #"""
      [{"fieldPath": "t", "setToServerValue": "REQUEST_TIME"}, {"fieldPath": "i", "increment": {"integerValue": "2"}},
       {"fieldPath": "x", "maximum": {"doubleValue": 1.5}}, {"fieldPath": "n", "minimum": {"integerValue": "3"}},
       {"fieldPath": "u", "appendMissingElements": {"values": [{"nullValue": null}]}},
       {"fieldPath": "r", "removeAllFromArray": {}}]
      """#
    let expected = [
      FieldTransform(FieldPath(name: "t"), .requestTime), FieldTransform(FieldPath(name: "i"), .increment(.integer(2))),
      FieldTransform(FieldPath(name: "x"), .maximum(.double(1.5))),
      FieldTransform(FieldPath(name: "n"), .minimum(.integer(3))),
      FieldTransform(FieldPath(name: "u"), .appendMissingElements([.null])),
      FieldTransform(FieldPath(name: "r"), .removeAllFromArray([])),
    ]
    #expect(
      try write(#"{"update": {"name": "\#(name)"}, "updateTransforms": \#(transforms)}"#)
        == Write(path("c/a"), .set([:]), transforms: expected))
    #expect(
      try write(#"{"transform": {"document": "\#(name)", "fieldTransforms": \#(transforms)}}"#)
        == Write(path("c/a"), .merge([:], mask: []), transforms: expected))
  }

  @Test(
    "writes that are none",
    arguments: [
      (#"{}"#, "empty write operation"),
      (#"{"update": {}}"#, "Document name \"\" lacks \"projects\" at index 0."),
      (
        #"{"delete": "projects/demo/databases/(default)/documents/c/a", "updateMask": {}}"#,
        "a delete must not specify a document mask."
      ),
      (
        #"{"verify": "projects/demo/databases/(default)/documents/c/a", "updateTransforms": [{}]}"#,
        "a verify must not specify a update transform."
      ),
      (
        #"{"transform": {"document": "projects/demo/databases/(default)/documents/c/a"}}"#,
        "The field_transforms of a transform cannot be empty."
      ),
      (
        #"{"update": {"name": "projects/demo/databases/(default)/documents/c/a"}, "updateTransforms": [{"fieldPath": "a"}]}"#,
        "The transform_type of a field transform is not set."
      ),
      (
        #"""
        {"update": {"name": "projects/demo/databases/(default)/documents/c/a"},
         "updateTransforms": [{"fieldPath": "a", "setToServerValue": "SERVER_VALUE_UNSPECIFIED"}]}
        """#, "The set_to_server_value of a field transform is unknown."
      ),
      (
        #"{"delete": "projects/demo/databases/other/documents/c/a"}"#,
        "The request was for database 'projects/demo/databases/(default)' but was attempting to access database "
          + "'projects/demo/databases/other'"
      ),
      (
        #"""
        {"delete": "projects/demo/databases/(default)/documents/c/a",
         "currentDocument": {"updateTime": "1970-01-01T00:00:01.000002001Z"}}
        """#, "The update_time must be aligned to microseconds."
      ),
    ])
  func refusedWrites(json: String, text: String) throws {
    #expect(throws: FirestoreError(.invalidArgument, text)) { try write(json) }
  }

  @Test("a verify travels as field 5, which the published messages lack")
  func verify() throws {
    var message = MessageWriter()
    message.string(5, name)
    #expect(try WireWrite(serializedBytes: message.bytes).verify == name)
  }

  @Test("how transactions are begun")
  func transactions() throws {
    let usual = TransactionOptions.readWrite(retrying: nil, concurrency: nil)
    func options(_ json: String) throws -> TransactionOptions {
      try TransactionOptions(WireTransactionOptions(jsonString: json), usual: usual)
    }
    #expect(try options("{}") == usual)
    #expect(try options(#"{"readOnly": {}}"#) == .readOnly(at: nil))
    #expect(
      try options(#"{"readOnly": {"readTime": "1970-01-01T00:00:01Z"}}"#)
        == .readOnly(at: Timestamp(microseconds: 1_000_000)))
    #expect(
      try options(#"{"readWrite": {"retryTransaction": "AQI=", "concurrencyMode": "OPTIMISTIC"}}"#)
        == .readWrite(retrying: TransactionID(bytes: [1, 2]), concurrency: .optimistic))
    #expect(
      throws: FirestoreError(.invalidArgument, "The concurrency_mode of the transaction is unknown.")
    ) { try options(#"{"readWrite": {"concurrencyMode": 7}}"#) }
  }

  @Test(
    "orders of ListDocuments",
    arguments: [
      ("", []), ("  ", []), ("a", [Order(FieldPath(name: "a"))]),
      ("a desc, __name__", [Order(FieldPath(name: "a"), .descending), Order(.documentName)]),
      (
        " a.b ASC ,`x, y` desc", [Order(FieldPath(segments: ["a", "b"])), Order(FieldPath(name: "x, y"), .descending)]
      ),
    ] as [(String, [Order])])
  func orders(text: String, expected: [Order]) throws {
    #expect(try OrderByText.orders(text) == expected)
  }

  @Test("orders that are none", arguments: ["a,", "a down", "desc asc x", "a b desc", ",", "`a"])
  func refusedOrders(text: String) {
    #expect(throws: FirestoreError.self) { try OrderByText.orders(text) }
  }

  @Test("drawn ids are 20 letters and digits, the same for the same seed")
  func ids() {
    let (one, two) = (DocumentIDSource(seed: 1), DocumentIDSource(seed: 1))
    let drawn = (0..<100).map { _ in one.next() }
    #expect(drawn == (0..<100).map { _ in two.next() })
    #expect(Set(drawn).count == 100)
    for id in drawn {
      #expect(id.byteCount == 20)
      #expect(id.string.utf8.allSatisfy { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "z") })
      #expect(id.string.allSatisfy { $0.isLetter || $0.isNumber })
    }
  }

  private func write(_ json: String) throws -> Write { try Write(WireWrite(jsonString: json), in: database) }
}
