import Synchronization

/// The sessions whose clients poll, by what the clients call them.
package final class OpenPolls: Sendable {
  package struct Poll: Sendable {
    package let transport: PollingTransport
    package let session: RealtimeConnection
  }

  private struct State {
    var polls: [String: Poll] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The answer to whoever names none of them.
  package static let unknown = PollScript.close()

  package func transport(
    callback: String, password: String, limits: SessionLimits, clock: RealtimeConnection.Clock
  ) -> PollingTransport {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    return PollingTransport(
      id: String(number), password: password, callback: callback, limits: limits, clock: clock)
  }

  package func add(_ transport: PollingTransport, _ session: RealtimeConnection) {
    state.withLock { $0.polls[transport.id] = Poll(transport: transport, session: session) }
  }

  package func remove(_ transport: PollingTransport) { state.withLock { $0.polls[transport.id] = nil } }

  package func poll(_ id: String, password: String) -> Poll? {
    guard let poll = state.withLock({ $0.polls[id] }), poll.transport.password == password else { return nil }
    return poll
  }
}
