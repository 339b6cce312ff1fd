package import FirestoreModel
import Synchronization

/// The sessions of a server, so that a client can come back to its own and their number is bounded.
package final class OpenSessions: Sendable {
  private struct State {
    var sessions: [String: RealtimeConnection] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let random: @Sendable () -> UInt64
  private let state: Mutex<State>

  /// - Parameter random: for ids that nobody guesses.
  package init(limit: Int, random: @escaping @Sendable () -> UInt64) {
    self.limit = limit
    self.random = random
    state = Mutex(State())
  }

  package func secret() -> String {
    var bytes: [UInt8] = []
    for _ in 0..<2 {
      let number = random()
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Base64.encode(bytes, .url, padded: false)
  }

  /// Nil: there are too many.
  package func open(
    _ opening: RealtimeConnection.Opening, limits: SessionLimits, clock: RealtimeConnection.Clock
  ) -> RealtimeConnection? {
    state.withLock { state in
      guard state.sessions.count < limit else { return nil }
      let session = RealtimeConnection(
        id: secret(), opening, limits: limits, clock: clock)
      state.sessions[session.id] = session
      return session
    }
  }

  package func close(_ session: RealtimeConnection) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.sessions[session.id] = nil
      guard state.sessions.isEmpty else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  package func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.sessions.isEmpty { state.waiting.append(continuation) }
        return state.sessions.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// A session of an instance.
  package func session(_ id: String, of instance: Text) -> RealtimeConnection? {
    guard let session = state.withLock({ $0.sessions[id] }), session.instanceName == instance else { return nil }
    return session
  }

  package var count: Int { state.withLock { $0.sessions.count } }
}
