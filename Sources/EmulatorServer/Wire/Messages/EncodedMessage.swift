import DocumentMessages

/// A message as it is sent. Stored documents in it are spliced in as they were encoded once.
package struct EncodedMessage: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
}

extension EncodedMessage {
  /// - Parameter capacity: about how many bytes it will have.
  init(reservingCapacity capacity: Int = 64, _ content: (inout MessageWriter) -> Void) {
    var writer = MessageWriter(reservingCapacity: capacity)
    content(&writer)
    self.init(bytes: writer.bytes)
  }

  /// A message without fields: `google.protobuf.Empty`.
  static let empty = EncodedMessage(bytes: [])
}
