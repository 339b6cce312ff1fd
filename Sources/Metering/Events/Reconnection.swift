/// A listener that comes back after it was not attached: what decides between resuming and starting again.
package struct Reconnection: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The connection was lost and the listener stayed in the app.
    case connectionLost
    /// The listener was removed and attached again, with the same query.
    case reattached
    case restarted
    /// The cache was evicted or cleared, or the user changed.
    case cacheLost
    /// Client and server disagree on the documents in a way the bloom filter cannot repair.
    case filterMismatch
  }

  package var reason: Reason
  package var persistence: Bool
  /// Microseconds without connection.
  package var gap: Int64

  package init(reason: Reason, persistence: Bool, gap: Int64) {
    self.reason = reason
    self.persistence = persistence
    self.gap = gap
  }

  /// Documented: 30 minutes. Exactly 30:00 still counts as resumed.
  package static let longestGap: Int64 = 30 * 60 * 1_000_000

  package enum Resumption: Hashable, Sendable {
    case resumed
    case reissued
    /// Documentation says a new query; a server that only looks at the token's age would resume.
    case reissuedUnlessTokenDecides
  }

  package var resumption: Resumption {
    let isShort = gap <= Reconnection.longestGap
    switch reason {
    case .cacheLost, .filterMismatch: return .reissued
    case .connectionLost: return !isShort ? .reissued : persistence ? .resumed : .reissuedUnlessTokenDecides
    // Without persistence the client forgets the target and its token when nobody listens.
    case .reattached, .restarted: return isShort && persistence ? .resumed : .reissued
    }
  }
}

extension BillingEvent {
  /// The cost of coming back.
  /// - Parameters:
  ///   - changes: what happened to the result meanwhile.
  ///   - current: the work of running the query anew.
  ///   - ruleReads: paid in either case.
  package static func reconnect(
    _ reconnection: Reconnection, changes: ListenerChanges, current: ReadWork, ruleReads: Int64 = 0
  ) -> BillingEvent {
    var event: BillingEvent
    switch reconnection.resumption {
    case .resumed:
      event = listenResume(changes, ruleReads: ruleReads)
    case .reissued:
      event = listenReissue(current, ruleReads: ruleReads)
    case .reissuedUnlessTokenDecides:
      event = listenReissue(current, ruleReads: ruleReads)
      event.changes = changes
      event.tokenIsYoung = true
    }
    event.startsCall = reconnection.reason == .reattached || reconnection.reason == .restarted
    return event
  }
}
