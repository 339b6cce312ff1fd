import Synchronization

/// What a session has to look at next, in the order in which it came.
final class SessionInbox: Sendable {
  enum Event: Sendable {
    case message(String, any RealtimeTransport)
    case violation(ProtocolViolation, any RealtimeTransport)
    /// A second transport for the same session.
    case attached(any RealtimeTransport)
    case lost(any RealtimeTransport)
  }

  private struct State {
    var events: [Event] = []
    var bytes = 0
    /// Something has happened that is pulled.
    var isWoken = false
    var isEnded = false
    var waiter: CheckedContinuation<[Event]?, Never>?

    var isReady: Bool { isEnded || isWoken || !events.isEmpty }

    mutating func take() -> [Event]? {
      if isEnded { return nil }
      defer { (events, bytes, isWoken) = ([], 0, false) }
      return events
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: UTF-8 bytes that may wait.
  init(limit: Int) { self.limit = limit }

  /// False: there is room for no more until the next events are taken.
  @discardableResult
  func put(_ event: Event, bytes: Int = 0) -> Bool {
    change { state in
      state.events.append(event)
      state.bytes += bytes
      return state.bytes < limit
    }
  }

  func wake() { change { $0.isWoken = true } }

  /// Nothing is looked at any more.
  func end() { change { $0.isEnded = true } }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, waiter, events) = state.withLock { state in
      let result = body(&state)
      guard state.isReady, let waiter = state.waiter else {
        return (result, CheckedContinuation<[Event]?, Never>?.none, [Event]?.none)
      }
      state.waiter = nil
      return (result, waiter, state.take())
    }
    waiter?.resume(returning: events)
    return result
  }

  /// Waits for events; none after ``wake()`` alone, nil when it is over. One at a time may wait.
  func next() async -> [Event]? {
    await withCheckedContinuation { continuation in
      let events: [Event]?? = state.withLock { state in
        if state.isReady { return .some(state.take()) }
        state.waiter = continuation
        return .none
      }
      if let events { continuation.resume(returning: events) }
    }
  }
}
