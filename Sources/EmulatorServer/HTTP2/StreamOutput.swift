import FirestoreModel
import NIOCore
import NIOHPACK
import Synchronization

/// What is to be sent on a stream of HTTP/2: whoever answers puts it together, and the connection takes all that is there
/// whenever the client can take something.
///
/// Messages that are ready together leave in one piece, and a client that does not read holds up its own answer: not more
/// than the allowance and what was added last waits for it.
final class StreamOutput: Sendable {
  struct Pending: Sendable {
    /// In order; only the last one is that of the answer.
    var heads: [HPACKHeaders] = []
    var body = ByteBuffer()
    var end: End?
  }

  enum End: Sendable {
    case body
    case headers(HPACKHeaders)
  }

  private struct State {
    var pending = Pending()
    /// The connection comes to take what is pending, now or as soon as the client has read.
    var isScheduled = false
    var isEnded = false
    /// The stream is gone.
    var isClosed = false
    /// Nobody waits any more, though the end of the answer may still be sent.
    var isCancelled = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    var isFull: Bool { pending.body.readableBytes >= StreamOutput.allowance }
  }

  /// How much may be pending before those who add to it wait.
  static let allowance = 64 << 10

  private let state = Mutex(State())
  private let loop: any EventLoop
  private let flush: @Sendable () -> Void

  /// - Parameter flush: takes what is pending; called on `loop`.
  init(on loop: any EventLoop, flush: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.flush = flush
  }

  /// Waits while too much is pending.
  ///
  /// - Parameter threshold: how much is gathered before the connection is told.
  /// - Throws: CANCELLED when the stream is gone.
  func write(threshold: Int = 0, _ add: (inout Pending) -> Void) async throws(FirestoreError) {
    let (isOpen, wakes, isFull) = state.withLock { state in
      guard !state.isClosed, !state.isEnded else { return (false, false, false) }
      add(&state.pending)
      let wakes = !state.isScheduled && state.pending.body.readableBytes >= threshold
      if wakes { state.isScheduled = true }
      return (true, wakes, state.isFull)
    }
    guard isOpen else { throw OpenCalls.cancelled }
    if wakes { loop.execute(flush) }
    if isFull { try await waitForRoom() }
  }

  private func waitForRoom() async throws(FirestoreError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          guard state.isFull, !state.isClosed, !state.isCancelled else { return true }
          state.waiting.append(continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      release { $0.isCancelled = true }
    }
    guard state.withLock({ !$0.isClosed && !$0.isCancelled }) else { throw OpenCalls.cancelled }
  }

  private func release(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// The end of the answer, with what goes ahead of it. The first one counts.
  func end(_ add: (inout Pending) -> End?) {
    let wakes = state.withLock { state in
      guard !state.isClosed, !state.isEnded, let end = add(&state.pending) else { return false }
      state.pending.end = end
      state.isEnded = true
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard wakes else { return }
    if loop.inEventLoop { flush() } else { loop.execute(flush) }
  }

  // MARK: - The connection

  /// Everything that is pending.
  func take() -> Pending {
    let (pending, waiting) = state.withLock { state in
      state.isScheduled = false
      defer { (state.pending, state.waiting) = (Pending(), []) }
      return (state.pending, state.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return pending
  }

  func close() { release { $0.isClosed = true } }
}
