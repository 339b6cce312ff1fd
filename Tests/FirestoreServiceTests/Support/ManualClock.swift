import FirestoreModel
import FirestoreService
import Synchronization

/// A clock that stands still until it is moved. Whoever sleeps wakes when it passes the time slept for.
final class ManualClock: ServiceClock {
  private struct Sleeper {
    var number: Int
    var time: Timestamp
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now: Timestamp
    var sleepers: [Sleeper] = []
    var next = 0
    /// Those who wait for a number of sleepers.
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func takeSatisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
      let satisfied = watchers.filter { $0.count <= sleepers.count }.map(\.continuation)
      watchers.removeAll { $0.count <= sleepers.count }
      return satisfied
    }
  }

  private let state: Mutex<State>

  init(_ start: Timestamp = ServiceFixture.start) { state = Mutex(State(now: start)) }

  var now: Timestamp { state.withLock { $0.now } }

  /// - Parameter microseconds: how far the clock moves.
  func advance(by microseconds: Int64) {
    let woken = state.withLock { state in
      state.now = Timestamp(microseconds: state.now.microseconds + microseconds)
      let now = state.now
      let woken = state.sleepers.filter { $0.time <= now }
      state.sleepers.removeAll { $0.time <= now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume(returning: true) }
  }

  func advance(seconds: Int64) { advance(by: seconds * 1_000_000) }

  func sleep(until time: Timestamp) async throws(CancellationError) {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isWoken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: (isAwake: Bool?, watchers: [CheckedContinuation<Void, Never>]) = state.withLock { state in
          if Task.isCancelled { return (false, []) }
          if time <= state.now { return (true, []) }
          state.sleepers.append(Sleeper(number: number, time: time, continuation: continuation))
          return (nil, state.takeSatisfiedWatchers())
        }
        for watcher in outcome.watchers { watcher.resume() }
        if let isAwake = outcome.isAwake { continuation.resume(returning: isAwake) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let index = state.sleepers.firstIndex { $0.number == number }
        return index.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(returning: false)
    }
    if !isWoken { throw CancellationError() }
  }

  /// Returns when so many sleep: the moment to move the clock.
  func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isSatisfied = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isSatisfied { continuation.resume() }
    }
  }
}
