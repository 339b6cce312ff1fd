import FirestoreModel
import NIOCore
import Synchronization

/// What a client has sent on a stream of HTTP/2 and nobody has taken yet. While it is full, the client is told to wait.
final class StreamInput<Element: Sendable>: Sendable {
  private enum End {
    case finished
    case failed(FirestoreError)
  }

  private struct State {
    var elements: CircularBuffer<(element: Element, size: Int)> = []
    var byteCount = 0
    var end: End?
    var taker: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  /// More than this is not asked for.
  private static var allowance: Int { 256 << 10 }
  /// What an element costs beside its bytes.
  private static var elementCost: Int { 64 }

  private let state = Mutex(State())
  private let makesRoom: @Sendable () -> Void

  /// - Parameter makesRoom: called when it is not full any more.
  init(makesRoom: @escaping @Sendable () -> Void) { self.makesRoom = makesRoom }

  var byteCount: Int { state.withLock { $0.byteCount } }

  var isFull: Bool { byteCount >= Self.allowance }

  func add(_ element: Element, size: Int) {
    wake { state in
      guard state.end == nil else { return }
      state.elements.append((element, size + Self.elementCost))
      state.byteCount += size + Self.elementCost
    }
  }

  func finish() { wake { state in state.end = state.end ?? .finished } }

  func fail(_ error: FirestoreError) { wake { state in state.end = state.end ?? .failed(error) } }

  private func wake(_ change: (inout State) -> Void) {
    let taker = state.withLock { state in
      change(&state)
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }

  /// Nil when the client has finished.
  ///
  /// - Throws: CANCELLED when the stream is gone or the task is cancelled.
  func next() async throws(FirestoreError) -> Element? {
    while true {
      let (element, end, hasRoom, isCancelled) = state.withLock { state -> (Element?, End?, Bool, Bool) in
        guard let (element, size) = state.elements.popFirst() else { return (nil, state.end, false, state.isCancelled) }
        let wasFull = state.byteCount >= Self.allowance
        state.byteCount -= size
        return (element, nil, wasFull && state.byteCount < Self.allowance, false)
      }
      if hasRoom { makesRoom() }
      if let element { return element }
      switch end {
      case .finished: return nil
      case .failed(let error): throw error
      case nil: break
      }
      guard !isCancelled else { throw OpenCalls.cancelled }
      await waitForChange()
    }
  }

  private func waitForChange() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isChanged = state.withLock { state in
          guard state.elements.isEmpty, state.end == nil, !state.isCancelled else { return true }
          state.taker = continuation
          return false
        }
        if isChanged { continuation.resume() }
      }
    } onCancel: {
      wake { $0.isCancelled = true }
    }
  }
}
