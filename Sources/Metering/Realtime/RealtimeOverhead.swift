/// What the Realtime Database sends beside the data: billed like the data, and nowhere itemised. One figure per kind of
/// message, with where it comes from; a price book may carry others.
package enum RealtimeFigure: String, Hashable, Sendable, CaseIterable {
  /// A new connection's TLS handshake.
  case tlsHandshake
  /// The same with a session ticket.
  case resumedHandshake
  /// The answer that turns HTTP into a WebSocket.
  case upgradeResponse
  /// The first message of the server, `h`.
  case hello
  /// Around every 16 KB that are sent.
  case tlsRecord
  /// What stands around the data of a push, the path left out.
  case pushEnvelope
  /// What stands around the value of an answered `get`.
  case getEnvelope
  /// A whole answer `ok`: to a write, and after the first data of a listener.
  case acknowledgement
  /// A whole answer to what the rules deny.
  case denial
  case httpHeaders
  /// What stands around the data of a server-sent event.
  case streamEvent
  /// A whole keep-alive event of a stream.
  case streamKeepAlive

  package enum Evidence: String, Hashable, Sendable, CaseIterable {
    /// The billing page.
    case documented
    /// Counted from the messages of the official client.
    case client
    /// Our own estimate.
    case estimate
  }

  package var bytes: Int64 {
    switch self {
    case .tlsHandshake: 3_500
    case .resumedHandshake: 300
    case .upgradeResponse: 130
    case .hello: 110
    case .tlsRecord: 29
    case .pushEnvelope: 46
    case .getEnvelope: 45
    case .acknowledgement: 50
    case .denial: 80
    case .httpHeaders: 350
    case .streamEvent: 30
    case .streamKeepAlive: 35
    }
  }

  package var evidence: Evidence {
    switch self {
    // Of a record the page says tens of bytes.
    case .tlsHandshake, .tlsRecord: .documented
    case .hello, .pushEnvelope, .getEnvelope, .acknowledgement, .denial: .client
    case .resumedHandshake, .upgradeResponse, .httpHeaders, .streamEvent, .streamKeepAlive: .estimate
    }
  }
}

/// The figures in force.
package struct RealtimeOverhead: Hashable, Sendable {
  /// Only those that differ from ``RealtimeFigure/bytes``.
  package private(set) var overrides: [RealtimeFigure: Int64] = [:]

  package init() {}

  package subscript(figure: RealtimeFigure) -> Int64 {
    get { overrides[figure] ?? figure.bytes }
    set { overrides[figure] = newValue == figure.bytes ? nil : newValue }
  }
}
