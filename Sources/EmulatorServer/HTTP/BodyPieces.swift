import FirestoreModel
import Synchronization

/// Hands the pieces of an answer over one by one: whoever makes them waits until the one before is taken, so that a
/// client that does not read costs one piece.
final class BodyPieces: Sendable {
  private enum State {
    case empty
    case offered([UInt8], CheckedContinuation<Bool, Never>)
    case awaited(CheckedContinuation<[UInt8]?, Never>)
    /// All pieces are made.
    case finished
    /// Nobody takes them any more.
    case abandoned
  }

  private let state = Mutex(State.empty)
  private let ending = Mutex<(@Sendable () -> Void)?>(nil)

  /// Nobody takes pieces any more: making them is of no use.
  var isAbandoned: Bool {
    state.withLock { state in
      switch state {
      case .abandoned: true
      case .empty, .offered, .awaited, .finished: false
      }
    }
  }

  /// Ends the work of whoever makes the pieces, at once where it is too late already.
  func whenAbandoned(_ end: @escaping @Sendable () -> Void) {
    ending.withLock { $0 = end }
    if isAbandoned { end() }
  }

  /// - Throws: CANCELLED when the client is gone.
  func send(_ piece: [UInt8]) async throws(FirestoreError) {
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in offer(piece, continuation) }
    } onCancel: {
      abandon()
    }
    if !isTaken { throw OpenCalls.cancelled }
  }

  private func offer(_ piece: [UInt8], _ continuation: CheckedContinuation<Bool, Never>) {
    let (taker, answer) = state.withLock { state -> (CheckedContinuation<[UInt8]?, Never>?, Bool?) in
      switch state {
      case .empty:
        state = .offered(piece, continuation)
        return (nil, nil)
      case .awaited(let taker):
        state = .empty
        return (taker, true)
      case .offered, .finished, .abandoned: return (nil, false)
      }
    }
    taker?.resume(returning: piece)
    if let answer { continuation.resume(returning: answer) }
  }

  func finish() {
    let taker = state.withLock { state -> CheckedContinuation<[UInt8]?, Never>? in
      guard case .awaited(let taker) = state else {
        if case .empty = state { state = .finished }
        return nil
      }
      state = .finished
      return taker
    }
    taker?.resume(returning: nil)
  }

  /// Nil after the last one, and when the task is cancelled: its client is gone.
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in take(continuation) }
    } onCancel: {
      abandon()
    }
  }

  private func take(_ continuation: CheckedContinuation<[UInt8]?, Never>) {
    let (piece, sender, isOver) = state.withLock { state -> ([UInt8]?, CheckedContinuation<Bool, Never>?, Bool) in
      switch state {
      case .offered(let piece, let sender):
        state = .empty
        return (piece, sender, false)
      case .empty:
        state = .awaited(continuation)
        return (nil, nil, false)
      case .awaited, .finished, .abandoned: return (nil, nil, true)
      }
    }
    sender?.resume(returning: true)
    if let piece { continuation.resume(returning: piece) } else if isOver { continuation.resume(returning: nil) }
  }

  func abandon() {
    let before = state.withLock { state in
      defer { state = .abandoned }
      return state
    }
    switch before {
    case .offered(_, let sender): sender.resume(returning: false)
    case .awaited(let taker): taker.resume(returning: nil)
    case .empty, .finished, .abandoned: break
    }
    ending.withLock { $0 }?()
  }
}
