import FirestoreModel
import SwiftProtobuf

/// Answers written as JSON: fields with their default are left out, as the encoding of protobuf has it.
enum RESTMessage {
  static func json<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ message: EncodedMessage, enumsAsNumbers: Bool
  ) throws(FirestoreError) -> [UInt8] {
    var encoding = JSONEncodingOptions()
    encoding.alwaysPrintEnumsAsInts = enumsAsNumbers
    encoding.useDeterministicOrdering = true
    var decoding = BinaryDecodingOptions()
    decoding.messageDepthLimit = WireBytes.depth
    do {
      return try Message(serializedBytes: message.bytes, options: decoding).jsonUTF8Bytes(options: encoding)
    } catch {
      throw FirestoreError(.internal, "The answer cannot be written as JSON: \(error).")
    }
  }
}
