import Synchronization

/// Raised once, by whoever wants the server to stop.
final class StopSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func raise() {
    let waiting = state.withLock { state in
      state.isRaised = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when it is raised or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRaised = state.withLock { state in
          if !state.isRaised { state.waiting.append(continuation) }
          return state.isRaised
        }
        if isRaised { continuation.resume() }
      }
    } onCancel: {
      raise()
    }
  }
}
