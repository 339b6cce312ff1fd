import Synchronization

/// Tells waiting listeners that there is something to look at. Nothing is queued: who was busy meanwhile is told once.
package final class ChangeSignal: Sendable {
  package struct Changes: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Documents were committed.
    package static let commits = Changes(rawValue: 1)
    /// Rules or indexes were replaced.
    package static let configuration = Changes(rawValue: 2)
    /// Something of the subscriber's own: raised for it alone.
    package static let own = Changes(rawValue: 4)
  }

  private struct State {
    var pending: [Int: Changes] = [:]
    var waiting: [Int: CheckedContinuation<Changes?, Never>] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func raise(_ changes: Changes) {
    let resumed = state.withLock { state in
      var resumed: [CheckedContinuation<Changes?, Never>] = []
      for (subscriber, pending) in state.pending {
        if let continuation = state.waiting.removeValue(forKey: subscriber) {
          resumed.append(continuation)
        } else {
          state.pending[subscriber] = pending.union(changes)
        }
      }
      return resumed
    }
    for continuation in resumed { continuation.resume(returning: changes) }
  }

  /// Wakes one subscriber.
  package func raise(_ changes: Changes, for subscriber: Int) {
    let resumed = state.withLock { state -> CheckedContinuation<Changes?, Never>? in
      guard let pending = state.pending[subscriber] else { return nil }
      if let continuation = state.waiting.removeValue(forKey: subscriber) { return continuation }
      state.pending[subscriber] = pending.union(changes)
      return nil
    }
    resumed?.resume(returning: changes)
  }

  package func subscribe() -> Int {
    state.withLock { state in
      state.next += 1
      state.pending[state.next] = []
      return state.next
    }
  }

  package func unsubscribe(_ subscriber: Int) {
    let waiting = state.withLock { state in
      state.pending[subscriber] = nil
      return state.waiting.removeValue(forKey: subscriber)
    }
    waiting?.resume(returning: nil)
  }

  /// Whether one of these was raised and not told yet, without waiting; it is told then. Others stay.
  package func take(_ changes: Changes, for subscriber: Int) -> Bool {
    state.withLock { state in
      guard let pending = state.pending[subscriber], !pending.isDisjoint(with: changes) else { return false }
      state.pending[subscriber] = pending.subtracting(changes)
      return true
    }
  }

  /// What was raised since the last call; waits for it. Nil when the subscription has ended or the task is cancelled.
  package func next(_ subscriber: Int) async -> Changes? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: (resume: Bool, changes: Changes?) = state.withLock { state in
          guard let pending = state.pending[subscriber], !Task.isCancelled else { return (true, nil) }
          if !pending.isEmpty {
            state.pending[subscriber] = []
            return (true, pending)
          }
          state.waiting[subscriber] = continuation
          return (false, nil)
        }
        if now.resume { continuation.resume(returning: now.changes) }
      }
    } onCancel: {
      unsubscribe(subscriber)
    }
  }
}
