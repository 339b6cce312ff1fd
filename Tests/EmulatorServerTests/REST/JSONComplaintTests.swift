import FirestoreModel
import FirestoreWire
import SwiftProtobuf
import Testing

@testable import EmulatorServer

@Suite("Complaints about JSON") struct JSONComplaintTests {
  private static func message(_ text: String) -> String {
    do throws(FirestoreError) {
      _ = try LenientJSON.decode(WireDocument.self, from: Array(text.utf8))
      return ""
    } catch { return error.message }
  }

  @Test(
    "the field and the value are named",
    arguments: [
      ("[]", #"Invalid JSON payload received. Unknown name "": Root element must be a message."#),
      ("null", #"Invalid JSON payload received. Unknown name "": Root element must be a message."#),
      (
        #"{"fields":{"a":{"doubleValue":1e999}}}"#,
        "Invalid value at 'document.fields[0].value.double_value' (TYPE_DOUBLE), 1e999"
      ),
      (
        #"{"fields":{"a":{"stringValue":"x"},"b":{"integerValue":"x"}}}"#,
        #"Invalid value at 'document.fields[1].value.integer_value' (TYPE_INT64), "x""#
      ),
      (
        #"{"fields":{"a":{"arrayValue":{"values":[{"booleanValue":true},{"booleanValue":7}]}}}}"#,
        "Invalid value at 'document.fields[0].value.array_value.values[1].boolean_value' (TYPE_BOOL), 7"
      ),
      (
        #"{"fields":{"a":{"timestampValue":"yesterday"}}}"#,
        "Invalid value at 'document.fields[0].value.timestamp_value' (type.googleapis.com/google.protobuf.Timestamp), "
          + #""yesterday""#
      ),
      (
        #"{"fields":[1]}"#,
        #"Invalid JSON payload received. Unknown name "fields" at 'document': Proto field is not repeating, "#
          + "cannot start list."
      ),
    ])
  func places(text: String, message: String) {
    #expect(Self.message(text) == message)
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
    #expect(try bytes.decoded(as: WireDocument.self, limit: .max) == document)
    let json = try document.jsonUTF8Bytes() as [UInt8]
    #expect(try LenientJSON.decode(WireDocument.self, from: json) == document)
  }
}
