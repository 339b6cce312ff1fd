package import NIOCore

/// What a client sends on the stream of a call, from its first byte to its end.
package struct CallRequests: Sendable {
  private enum State: Equatable {
    case open
    case finished
    /// Something was wrong with it: nothing is read any more.
    case broken
  }

  private var reader: MessageReader
  private var state = State.open

  package init(_ head: RequestHead, limit: MessageLimit) { reader = MessageReader(head.encoding, limit: limit) }

  /// The client sends no more.
  package var isFinished: Bool { state == .finished }

  /// How much is held that is no whole message yet.
  package var byteCount: Int { reader.byteCount }

  /// - Returns: the messages that are complete now.
  /// - Throws: what the call ends with.
  package mutating func receive(_ bytes: ByteBuffer, isLast: Bool) throws(CallStatus) -> [[UInt8]] {
    guard state == .open else { return [] }
    do throws(CallStatus) {
      reader.receive(bytes)
      var messages: [[UInt8]] = []
      while let message = try reader.next() { messages.append(message) }
      if isLast {
        try reader.finish()
        state = .finished
      }
      return messages
    } catch {
      state = .broken
      throw error
    }
  }
}
