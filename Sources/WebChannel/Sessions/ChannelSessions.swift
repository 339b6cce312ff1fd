import Synchronization

/// All sessions that are open.
package final class ChannelSessions: Sendable {
  private let limits: ChannelLimits
  private let random: @Sendable () -> UInt64
  private let sessions = Mutex<[String: ChannelSession]>([:])

  /// - Parameter random: of what nobody can guess.
  package init(limits: ChannelLimits, random: @escaping @Sendable () -> UInt64) {
    self.limits = limits
    self.random = random
  }

  package var count: Int { sessions.withLock { $0.count } }

  /// - Parameter kind: which stream it carries.
  /// - Parameter origin: of the page that opens it; nil for programs that are no browsers, and for pages of the same host.
  package func open(_ kind: String, origin: String?) throws(ChannelRefusal) -> ChannelSession {
    let session = ChannelSession(id: token(), kind: kind, origin: origin, limits: limits)
    let displaced = try sessions.withLock { sessions throws(ChannelRefusal) in
      let displaced = sessions.count < limits.sessions ? nil : try Self.longestAway(sessions)
      if let displaced { sessions[displaced.id] = nil }
      sessions[session.id] = session
      return displaced
    }
    displaced?.close()
    return session
  }

  private static func longestAway(_ sessions: [String: ChannelSession]) throws(ChannelRefusal) -> ChannelSession {
    let away = sessions.values.compactMap { session in session.roundsAway.map { (session, $0) } }
    guard let longest = away.max(by: { $0.1 < $1.1 }) else { throw .tooManySessions }
    return longest.0
  }

  /// - Parameter origin: a page can only use what it has opened; browsers leave it out where they need not tell it.
  package func session(_ id: String, _ kind: String, origin: String?) throws(ChannelRefusal) -> ChannelSession {
    guard let session = sessions.withLock({ $0[id] }), session.kind == kind,
      origin == nil || origin == session.origin
    else { throw .unknownSession }
    guard !session.isClosed else {
      forget(session)
      throw .unknownSession
    }
    return session
  }

  package func forget(_ session: ChannelSession) {
    sessions.withLock { $0[session.id] = nil }
    session.close()
  }

  /// A round is over: ends the sessions whose clients have been away for too many.
  package func age() {
    for session in sessions.withLock({ Array($0.values) }) {
      let isOver = session.age().map { $0 > limits.roundsAway } ?? false
      if isOver || session.isClosed { forget(session) }
    }
  }

  /// Safe in a URL.
  package func token() -> String { Self.digits(random()) + Self.digits(random()) }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
