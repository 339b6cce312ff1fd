import NIOCore
import Synchronization

/// Keeps calls from writing faster than their connections take it.
///
/// The gRPC library waits while the stream of a call is full, but it learns of that on the event loop of the connection
/// only: a call that runs on another thread could meanwhile put everything it has into the queue of the loop. So a call
/// that has written some waits until the loop has come to it; the library makes it wait then for as long as need be.
final class OutboundPacing: Sendable {
  /// How much a call may write before it waits.
  static let allowance = 64 << 10
  /// What a message costs beside its bytes.
  private static let messageCost = 256

  /// Which of them a connection belongs to is not known to its calls.
  private let loops: [any EventLoop]
  private let written = Atomic<Int>(0)

  init(_ group: some EventLoopGroup) { loops = Array(group.makeIterator()) }

  /// What was handed over to the gRPC library so far, by all calls.
  var byteCount: Int { written.load(ordering: .relaxed) }

  /// - Parameter ahead: what the call has written since it waited last.
  func isDue(_ count: Int, ahead: borrowing Mutex<Int>) -> Bool {
    written.add(count, ordering: .relaxed)
    return ahead.withLock { ahead in
      ahead += count + Self.messageCost
      guard ahead >= Self.allowance else { return false }
      ahead = 0
      return true
    }
  }

  /// Until every loop has come to what was written before. A loop takes what it is given in order.
  func wait() async {
    // One that has ended takes nothing any more.
    for passed in loops.map({ $0.submit {} }) { try? await passed.get() }
  }
}
