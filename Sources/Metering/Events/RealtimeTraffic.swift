package import FirestoreModel

/// What one event of the Realtime Database sent, for one client.
package struct RealtimeTraffic: Hashable, Sendable {
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case connect, disconnect
    /// A listener is attached.
    case listen
    /// A listener gets a change.
    case broadcast
    case get
    case set, update, push, increment, transaction, delete
    /// Registered, and done later by the server.
    case onDisconnect

    package var isWrite: Bool {
      switch self {
      case .set, .update, .push, .increment, .transaction, .delete, .onDisconnect: true
      case .connect, .disconnect, .listen, .broadcast, .get: false
      }
    }

    /// Deliveries belong to the listener, connections to whatever opened them.
    var startsCall: Bool {
      switch self {
      case .connect, .disconnect, .broadcast: false
      case .listen, .get, .set, .update, .push, .increment, .transaction, .delete, .onDisconnect: true
      }
    }
  }

  package var operation: Operation
  /// As the workload writes it: `messages/{c}`.
  package var path: Text
  /// Sent by the server. Of a connection without its TLS handshake.
  package var bytes: Int64
  /// Of a connection: a whole TLS handshake, and what it would be with a session ticket.
  package var handshake: Handshake?
  /// Sent by the client, which is free but limited.
  package var uploaded: Int64 = 0
  /// A query that no index serves: the whole location is sent.
  package var isUnindexed = false
  /// What the same would send if the index were there.
  package var bytesIfIndexed: Int64
  package var isDenied = false
  /// Nobody's request: what the server does by itself, or a write whose answer is not billed to anyone.
  package var isCounted = true

  package struct Handshake: Hashable, Sendable {
    package var full: Int64
    package var resumed: Int64

    package init(full: Int64, resumed: Int64) {
      self.full = full
      self.resumed = resumed
    }
  }

  package init(_ operation: Operation, path: Text, bytes: Int64) {
    self.operation = operation
    self.path = path
    self.bytes = bytes
    bytesIfIndexed = bytes
  }

  /// - Parameter assumptions: whether a device that has been connected before uses a session ticket.
  package func sent(under assumptions: BillingAssumptions) -> Int64 {
    guard let handshake else { return bytes }
    return bytes.addingClamped(assumptions.takesAlternative(.rtdbHandshake) ? handshake.resumed : handshake.full)
  }
}

extension BillingEvent {
  /// Traffic of the Realtime Database: bytes and nothing else is billed.
  package static func realtime(_ traffic: RealtimeTraffic) -> BillingEvent {
    var event = BillingEvent(.realtime)
    event.realtime = traffic
    event.startsCall = traffic.operation.startsCall && traffic.isCounted
    if traffic.isDenied { event.outcome = .denied }
    return event
  }
}
