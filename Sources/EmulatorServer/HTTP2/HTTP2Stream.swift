import NIOCore
import Synchronization

/// What an exchange needs of the stream that carries it.
struct HTTP2Stream: Sendable {
  let loop: any EventLoop
  let output: StreamOutput
  let load: ConnectionLoad
  /// Tells that more of the request can be taken.
  let resumeReading: @Sendable () -> Void
}

/// How much a connection has asked for that is still being worked on. Streams that a client has reset count until the
/// work for them has ended, so that opening and resetting them again and again gains nothing.
final class ConnectionLoad: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// False: it is too much.
  func begin() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func end() { count.withLock { $0 -= 1 } }
}
