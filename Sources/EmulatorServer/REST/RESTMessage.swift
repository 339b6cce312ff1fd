import FirestoreModel
import SwiftProtobuf

/// Answers written as JSON: fields with their default are left out, as the encoding of protobuf has it.
enum RESTMessage {
  /// - Parameter mask: nil: all fields.
  static func json<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ message: EncodedMessage, _ mask: ResponseMask? = nil, enumsAsNumbers: Bool
  ) throws(FirestoreError) -> [UInt8] {
    var encoding = JSONEncodingOptions()
    encoding.alwaysPrintEnumsAsInts = enumsAsNumbers
    encoding.useDeterministicOrdering = true
    var decoding = BinaryDecodingOptions()
    decoding.messageDepthLimit = WireBytes.depth
    let selected = try mask?.applied(to: message) ?? message
    do {
      return try Message(serializedBytes: selected.bytes, options: decoding).jsonUTF8Bytes(options: encoding)
    } catch {
      throw FirestoreError(.internal, "The answer cannot be written as JSON: \(error).")
    }
  }
}
