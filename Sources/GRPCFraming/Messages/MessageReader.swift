import FirestoreModel
package import NIOCore

/// How large a message may be, as it is sent and when it is expanded.
package struct MessageLimit: Hashable, Sendable {
  package var byteCount: Int
  /// What a call with a larger one ends with.
  package var refusal: CallStatus

  package init(byteCount: Int, refusal: CallStatus) {
    self.byteCount = byteCount
    self.refusal = refusal
  }
}

/// Finds the messages in the bytes of a stream, however these are cut.
package struct MessageReader: Sendable {
  private let encoding: MessageEncoding
  private let limit: MessageLimit
  private var received = ByteBuffer()

  /// - Parameter encoding: what stands behind the mark that a message is compressed.
  package init(_ encoding: MessageEncoding = .identity, limit: MessageLimit) {
    self.encoding = encoding
    self.limit = limit
  }

  /// What was received and is no whole message yet, and messages that nobody has taken.
  package var byteCount: Int { received.readableBytes }

  package mutating func receive(_ bytes: ByteBuffer) {
    var bytes = bytes
    if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
  }

  /// Nil: it is not complete yet.
  ///
  /// - Throws: what the call ends with. Nothing can be read after that.
  package mutating func next() throws(CallStatus) -> [UInt8]? {
    guard let mark = received.getInteger(at: received.readerIndex, as: UInt8.self),
      let length = received.getInteger(at: received.readerIndex + 1, as: UInt32.self)
    else { return nil }
    guard mark <= 1 else { throw CallStatus(.internal, "A message begins with the byte \(mark), not with 0 or 1.") }
    guard mark == 0 || encoding != .identity else {
      throw CallStatus(.internal, "A message is compressed, but the header \"grpc-encoding\" does not say how.")
    }
    let size = Int(length)
    guard size <= limit.byteCount else { throw limit.refusal }
    guard received.readableBytes >= MessageFraming.prefixSize + size else { return nil }
    received.moveReaderIndex(forwardBy: MessageFraming.prefixSize)
    let bytes = received.readBytes(length: size) ?? []
    if received.readableBytes == 0 { received = ByteBuffer() }
    return mark == 0 ? bytes : try expand(bytes)
  }

  /// - Throws: when the stream has ended within a message.
  package func finish() throws(CallStatus) {
    guard received.readableBytes == 0 else {
      throw CallStatus(.internal, "The stream has ended within a message.")
    }
  }

  private func expand(_ bytes: [UInt8]) throws(CallStatus) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    do throws(Gzip.Failure) { return try Gzip.expand(bytes, limit: limit.byteCount) } catch {
      switch error {
      case .damaged: throw CallStatus(.internal, "A message cannot be expanded: it is no gzip.")
      case .tooLarge: throw limit.refusal
      }
    }
  }
}
