import FirestoreModel
import SwiftProtobuf

/// A message as it stands on the wire.
struct WireBytes: Sendable {
  var bytes: [UInt8]

  /// How many messages may stand in one another, whatever carries them. Values may nest 20 levels, each of them three
  /// messages; those that nest deeper are refused for that, and by us.
  static let depth = 200

  /// - Throws: INVALID_ARGUMENT for bytes that are no such message.
  func decoded<Message: SwiftProtobuf.Message>(
    as type: Message.Type = Message.self
  ) throws(FirestoreError) -> Message {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = Self.depth
    do { return try Message(serializedBytes: bytes, options: options) } catch {
      throw FirestoreError(.invalidArgument, "The request is not a message of type \(Message.protoMessageName).")
    }
  }
}

extension FirestoreError {
  /// The text is that of production's front end.
  static func requestTooLarge(limit: Int) -> FirestoreError {
    FirestoreError(.invalidArgument, "Request payload size exceeds the limit: \(limit) bytes.")
  }
}
