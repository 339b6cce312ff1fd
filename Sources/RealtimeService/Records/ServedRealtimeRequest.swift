package import FirestoreModel
package import Metering
package import RealtimeDatabase
package import RealtimeRules

/// One request to an instance, or one delivery of a listener, as it was served.
package struct ServedRealtimeRequest: Sendable {
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    /// A connection of an SDK is opened.
    case connect
    case read, set, push, update, delete
    /// A set or delete on the condition that the value is still the one that the client has seen.
    case compareAndSet = "compare-and-set"
    case listen
    /// A change that a listener is told of.
    case broadcast
    case unlisten
    /// A write is left behind for the end of a connection.
    case onDisconnect = "on-disconnect"
    /// It is carried out.
    case left

    package var isWrite: Bool {
      switch self {
      case .set, .push, .update, .delete, .compareAndSet, .onDisconnect, .left: true
      case .connect, .read, .listen, .broadcast, .unlisten: false
      }
    }
  }

  package enum Outcome: Hashable, Sendable {
    case served
    /// The rules said no.
    case denied
    case refused(RealtimeRefusal)
  }

  package var instance: Text
  package var operation: Operation
  package var path: RealtimePath
  package var time: Timestamp
  package var context: RealtimeContext
  package var query: RealtimeQuerySpec?
  package var outcome = Outcome.served
  /// The rule that decided; nil for the owner, and where no rule is on the way.
  package var rule: DecidedRule?
  /// The rules that were asked, and what their parts came out as.
  package var evidence: RealtimeEvidence?
  /// The query has no index: everything at the location was looked through, and to listeners everything is sent.
  package var isUnindexed = false
  /// The client had what it listens to.
  package var isUnchanged = false
  /// A connection of a client that had one before.
  package var isResumed = false
  /// UTF-8 bytes of the data that was sent, as compact JSON; of a `null` where there is none.
  package var sentBytes = 0
  /// Of the data that was written.
  package var receivedBytes = 0
  /// What it bills; nil when it bills nothing.
  package var billing: BillingEvent?

  package init(
    instance: Text, operation: Operation, path: RealtimePath, time: Timestamp, context: RealtimeContext,
    query: RealtimeQuerySpec? = nil
  ) {
    self.instance = instance
    self.operation = operation
    self.path = path
    self.time = time
    self.context = context
    self.query = query
  }
}

/// What rules have said to a request.
package struct RealtimeEvidence: Sendable {
  package var rules: RealtimeRuleset
  /// In the order in which they were asked; of a write of very many children only the first ones.
  package var trace: [TracedRule]
}

/// Learns of everything that is served. Called from any task, in no particular order.
package protocol RealtimeObserver: Sendable {
  func record(_ request: ServedRealtimeRequest)
}
