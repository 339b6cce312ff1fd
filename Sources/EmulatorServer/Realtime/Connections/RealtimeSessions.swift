import Emulation
import FirestoreModel
import FirestoreService
import RealtimeService
import RealtimeWire

/// The connections of SDKs: opens them, over a WebSocket or over polls, and serves them until they end.
struct RealtimeSessions: Sendable {
  let emulation: Emulation
  let calls: OpenCalls
  let sessions: OpenSessions
  let polls: OpenPolls
  let limits: SessionLimits
  let pages: WebPages
  let budget: RequestBudget

  private static let version = "5"

  /// A new session, or why there is none: a text that ends the attempts of the client.
  ///
  /// - Parameter mayAuthenticate: false: the request could be from somebody's page, which may make up the token of any
  ///   user, since tokens are not verified here.
  func open(
    _ call: RealtimeCall, mayAuthenticate: Bool
  ) throws(RealtimeRefusal) -> RealtimeConnection {
    if let version = call.value("v"), version != Self.version {
      throw .unsupported("Version \(version.prefix(10)) of the protocol of the Realtime Database is")
    }
    let instance = try instance(of: call)
    if let last = call.value("ls") { sessions.session(last, of: instance.name)?.end() }
    let opening = RealtimeConnection.Opening(
      instance: instance, context: call.connectionContext, host: call.host, isResumed: call.value("ls") != nil,
      authenticate: authentication(isAllowed: mayAuthenticate))
    guard let session = sessions.open(opening, limits: limits, clock: clock) else {
      throw .unavailable("This emulator serves as many connections as it can already.")
    }
    return session
  }

  /// A connection writes and listens, so that its instance exists from now on.
  func instance(of call: RealtimeCall) throws(RealtimeRefusal) -> RealtimeInstance {
    try emulation.realtimeInstance(call.value("ns").map { Text($0) })
  }

  /// In a task of its own: a session outlives a transport that its client has left for another.
  func serve(_ session: RealtimeConnection, over transport: any RealtimeTransport) {
    let (calls, sessions) = (calls, sessions)
    Task {
      do throws(FirestoreError) {
        try await calls.answer(isEndless: true) { await session.run(over: transport) }
      } catch {
        // The server stops.
        transport.close()
      }
      sessions.close(session)
    }
  }

  var clock: RealtimeConnection.Clock {
    let clock = emulation.clock
    return RealtimeConnection.Clock(now: { clock.now }, sleep: { try await clock.sleep(until: $0) })
  }

  private func authentication(isAllowed: Bool) -> RealtimeWireSession.Authentication {
    let clock = emulation.clock
    return { (token: String) throws(RealtimeRefusal) in
      guard isAllowed else {
        throw .invalidCredentials("It is not known which page signs in: browsers say it with Referer.")
      }
      return try RealtimeCredentials(token: token, now: clock.now)
    }
  }
}

extension RealtimeCall {
  /// As the client has named this server: an address that it can come back to.
  var host: String { authority ?? "" }

  var connectionContext: RealtimeContext {
    let headers = CallHeaders(fields)
    return RealtimeContext(
      caller: .anonymous, operation: headers.operation.map { Text($0) }, test: headers.test.map { Text($0) },
      carrier: .connection)
  }
}
