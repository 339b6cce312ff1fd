package import FirestoreModel

/// One thing that happened and may cost money. Whoever runs an operation emits it; ledger, Explain and budgets listen.
///
/// An event holds facts, not amounts: ``tally(under:)`` says what they cost, under any answers to the open questions.
/// Build it with the constructor of its kind, then fill in the attribution.
package struct BillingEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case get, batchGet, query, aggregate, nearest, list, collectionIds, partition, explain
    case listenInitial, listenDelta, listenResume, listenReissue, limbo
    case commit, batchWrite, ttl, `import`, export, backup
    /// Of the Realtime Database; ``BillingEvent/realtime`` says what.
    case realtime
  }

  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case served
    /// Answered with an error before anything was read: invalid, or without the index it needs.
    case refused
    case denied
    /// A commit that failed a precondition or was aborted.
    case failed
  }

  /// Who answered.
  package enum Origin: String, Hashable, Sendable, CaseIterable {
    case server
    /// The client's cache, because it was asked to or is offline: free.
    case cache
    /// An identical listener of the same client that is attached already: a second attach is free.
    case sharedTarget
    /// A one-shot read answered by a live listener of the same client.
    case liveTarget
  }

  package let kind: Kind
  package var outcome: Outcome = .served
  package var origin: Origin = .server
  package var work = ReadWork()
  package var changes = ListenerChanges()
  package var write = WriteWork()
  /// Documents removed by a time-to-live policy.
  package var ttlDeletes: Int64 = 0
  /// Distinct documents that security rules read to decide this request.
  package var ruleReads: Int64 = 0
  /// Where the rules ask for each of them, in numbers of whoever emits the event; empty where nobody looked.
  package var ruleReadSites: [Int] = []
  /// A re-issued listener whose resume token is still young: it would only be resumed if the token decided.
  package var tokenIsYoung = false
  /// Of the Realtime Database, only for ``Kind/realtime``.
  package internal(set) var realtime: RealtimeTraffic?
  /// Encoded bytes of the response messages.
  package var responseBytes: Int64 = 0

  package var time = Timestamp(microseconds: 0)
  package var operationName: Text = ""
  package var actor: Actor?
  /// Whether this is a new call of the operation. Deliveries belong to the call that attached the listener.
  package var startsCall: Bool
  /// Returned documents that the client throws away.
  package var filteredByClient: Int64 = 0
  /// A listener that another client holds, too.
  package var repeatsOtherClient = false
  /// How many actors do exactly this at the same moment: actors that behave alike are simulated once.
  package var multiplicity: Int64 = 1

  init(_ kind: Kind) {
    self.kind = kind
    startsCall = kind.usuallyStartsCall
  }
}

extension BillingEvent {
  /// Who did it. With a multiplicity, one stands for all.
  package struct Actor: Hashable, Sendable {
    package var role: Text
    package var instance: Int
    /// Numbered through all sessions of the actor.
    package var session: Int

    package init(role: Text, instance: Int = 0, session: Int = 0) {
      self.role = role
      self.instance = instance
      self.session = session
    }
  }
}

extension BillingEvent.Kind {
  fileprivate var usuallyStartsCall: Bool {
    switch self {
    case .get, .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain: true
    case .listenInitial, .commit, .batchWrite, .import, .export, .backup: true
    case .listenDelta, .listenResume, .listenReissue, .limbo, .ttl, .realtime: false
    }
  }
}

/// Receives every billing event of a run. No listener changes what happens.
package protocol BillingListener {
  mutating func record(_ event: BillingEvent)
}
