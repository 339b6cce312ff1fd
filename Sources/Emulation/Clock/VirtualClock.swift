package import FirestoreModel
import FirestoreService
import Synchronization

/// A clock that goes as fast as the system's, and can be moved forwards. Whoever waits for a time that it has jumped over
/// waits no longer.
package final class VirtualClock: ServiceClock {
  private struct State {
    /// Microseconds between the system's time and ours.
    var offset: Int64
    var lastSleeper = 0
    /// Who waits for the system's time to pass.
    var sleepers: [Int: Task<Void, Never>] = [:]
  }

  private let state: Mutex<State>
  private let systemTime: @Sendable () -> Int64

  /// - Parameters:
  ///   - start: nil: the time of the system.
  ///   - systemTime: in microseconds since 1970.
  package init(startingAt start: Timestamp? = nil, systemTime: @escaping @Sendable () -> Int64) {
    self.systemTime = systemTime
    state = Mutex(State(offset: start.map { $0.microseconds - systemTime() } ?? 0))
  }

  package var now: Timestamp { time(state.withLock { $0.offset }) }

  private func time(_ offset: Int64) -> Timestamp {
    let (sum, overflows) = systemTime().addingReportingOverflow(offset)
    let time = overflows ? Timestamp.maximum : Timestamp(microseconds: sum)
    return min(max(time, .minimum), .maximum)
  }

  /// - Returns: false where that would be back in time: nothing has happened then.
  package func move(_ movement: ClockMovement) -> Bool {
    let woken = state.withLock { state -> [Task<Void, Never>]? in
      let now = time(state.offset)
      let target = movement.target(from: now)
      guard target >= now else { return nil }
      state.offset += target.microseconds - now.microseconds
      defer { state.sleepers = [:] }
      return Array(state.sleepers.values)
    }
    woken?.forEach { $0.cancel() }
    return woken != nil
  }

  package func sleep(until time: Timestamp) async throws(CancellationError) {
    while let (number, nap) = nap(until: time) {
      await withTaskCancellationHandler {
        await nap.value
      } onCancel: {
        nap.cancel()
      }
      state.withLock { _ = $0.sleepers.removeValue(forKey: number) }
      if Task.isCancelled { throw CancellationError() }
    }
  }

  /// Nil: the time has come. No movement gets lost between looking at the clock and waiting.
  private func nap(until end: Timestamp) -> (number: Int, nap: Task<Void, Never>)? {
    state.withLock { state in
      let rest = end.microseconds - time(state.offset).microseconds
      guard rest > 0 else { return nil }
      let nap = Task<Void, Never> { try? await Task.sleep(for: .microseconds(rest)) }
      state.lastSleeper += 1
      state.sleepers[state.lastSleeper] = nap
      return (state.lastSleeper, nap)
    }
  }
}

/// How a clock is moved.
package enum ClockMovement: Hashable, Sendable {
  case to(Timestamp)
  case by(Duration)

  fileprivate func target(from now: Timestamp) -> Timestamp {
    switch self {
    case .to(let time): return min(time, .maximum)
    case .by(let duration):
      let (seconds, attoseconds) = duration.components
      let (microseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
      let (sum, overflowsToo) = now.microseconds.addingReportingOverflow(
        microseconds &+ attoseconds / 1_000_000_000_000)
      return overflows || overflowsToo ? .maximum : min(Timestamp(microseconds: sum), .maximum)
    }
  }
}
