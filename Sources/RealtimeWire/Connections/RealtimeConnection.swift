package import FirestoreModel
import RealtimeDatabase
package import RealtimeService
import StructuredText
import Synchronization

/// A connection of an SDK: one session, and the transports that carry it.
package final class RealtimeConnection: Sendable {
  /// What the session is made from.
  package struct Opening: Sendable {
    package var instance: RealtimeInstance
    package var context: RealtimeContext
    /// Where the client is to come back to: as it has named this server.
    package var host: String
    /// It had a session before.
    package var isResumed: Bool
    package var authenticate: RealtimeWireSession.Authentication

    package init(
      instance: RealtimeInstance, context: RealtimeContext, host: String, isResumed: Bool,
      authenticate: @escaping RealtimeWireSession.Authentication
    ) {
      self.instance = instance
      self.context = context
      self.host = host
      self.isResumed = isResumed
      self.authenticate = authenticate
    }
  }

  /// The time, and a wait until one.
  package struct Clock: Sendable {
    let now: @Sendable () -> Timestamp
    let sleep: @Sendable (Timestamp) async throws -> Void

    package init(now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Timestamp) async throws -> Void)
    {
      self.now = now
      self.sleep = sleep
    }
  }

  /// Unguessable: who knows it may end the session or take it over.
  package let id: String
  let opening: Opening
  let limits: SessionLimits
  private let clock: Clock
  private let inbox: SessionInbox
  /// Those that may have to be closed while something is being sent to them.
  private let transports = Mutex<[any RealtimeTransport]>([])

  package init(id: String, _ opening: Opening, limits: SessionLimits, clock: Clock) {
    self.id = id
    self.opening = opening
    self.limits = limits
    self.clock = clock
    inbox = SessionInbox(limit: limits.waitingBytes)
  }

  package var instanceName: Text { opening.instance.name }

  // MARK: - From the transports

  /// False: nothing more may come until ``RealtimeTransport/resume()``.
  package func receive(_ message: String, over transport: any RealtimeTransport) -> Bool {
    inbox.put(.message(message, transport), bytes: message.utf8.count)
  }

  package func refuse(_ violation: ProtocolViolation, over transport: any RealtimeTransport) {
    inbox.put(.violation(violation, transport))
  }

  package func lost(_ transport: any RealtimeTransport) { inbox.put(.lost(transport)) }

  /// A second transport, to which the client may move.
  package func attach(_ transport: any RealtimeTransport) {
    transports.withLock { $0.append(transport) }
    inbox.put(.attached(transport))
  }

  /// Ends the session at once, whatever it is waiting for.
  package func end() {
    inbox.end()
    for transport in transports.withLock({ $0 }) { transport.close() }
  }

  // MARK: - Serving

  /// Serves the session until its transport is lost, it is ended, or the task is cancelled. What was left for its end is
  /// carried out when this returns.
  package func run(over transport: any RealtimeTransport) async {
    transports.withLock { $0.append(transport) }
    await withTaskCancellationHandler {
      await serve(transport)
    } onCancel: {
      end()
    }
  }

  private func serve(_ first: any RealtimeTransport) async {
    let (instance, inbox) = (opening.instance, inbox)
    var session = RealtimeWireSession(
      instance, opening.context, limits: limits, authenticate: opening.authenticate)
    var carriers = SessionTransports(first)
    instance.connect(opening.context, isResumed: opening.isResumed)
    let subscription = instance.subscribe { inbox.wake() }
    var ending: Ending?
    let hello = ServerMessage.hello(time: clock.now().realtimeMilliseconds, host: opening.host, session: id)
    if await first.send([hello.text]) {
      while let events = await inbox.next() {
        carriers.resume()
        for event in events where !carriers.isOver { carriers.look(at: event, &session) }
        if !carriers.isOver { carriers.tell(session.pull()) }
        if let expiry = session.expiry, clock.now().microseconds / 1_000_000 >= expiry {
          carriers.tell(session.expire())
        }
        if session.expiry != ending?.time { ending = session.expiry.map { Ending($0, clock, inbox) } }
        await deliver(carriers.takeOutput())
        if carriers.isOver { break }
      }
    }
    instance.unsubscribe(subscription)
    session.end()
    for transport in transports.withLock({ $0 }) { transport.close() }
  }

  private func deliver(_ output: [SessionTransports.Output]) async {
    var refusal: RealtimeRefusal?
    if output.contains(where: { $0.replies.contains { $0.tellsState } }) {
      do throws(RealtimeRefusal) { try await opening.instance.waitUntilDurable() } catch { refusal = error }
    }
    for part in output {
      let texts = part.replies.compactMap { $0.text(unless: refusal) }
      if part.isLast {
        await part.transport.finish(texts)
      } else if await !part.transport.send(texts) {
        inbox.put(.lost(part.transport))
      }
    }
  }
}

extension RealtimeWireSession.Reply {
  /// Whether a client learns of it what is there, or that a write is: that has to be durable before.
  fileprivate var tellsState: Bool {
    switch message {
    case .push(.changed): true
    case .answer(_, _, let data): acknowledgesWrite || ![.null, [:], ""].contains(data)
    case .hello, .reset, .shutdown, .error, .pong, .accepted, .ended, .push: false
    }
  }

  /// - Parameter refusal: why nothing can be stored any more.
  /// - Returns: nil for what is not told then.
  fileprivate func text(unless refusal: RealtimeRefusal?) -> String? {
    guard tellsState, let refusal else { return message.text }
    guard case .answer(let number, _, _) = message else { return nil }
    return ServerMessage.answer(number, status: refusal.status, .string(refusal.text)).text
  }
}

/// The end of a token, which somebody has to notice.
private final class Ending: Sendable {
  let time: Int64
  private let waiting: Task<Void, Never>

  init(_ time: Int64, _ clock: RealtimeConnection.Clock, _ inbox: SessionInbox) {
    self.time = time
    let (microseconds, overflows) = time.multipliedReportingOverflow(by: 1_000_000)
    waiting = Task {
      guard !overflows, (try? await clock.sleep(Timestamp(microseconds: microseconds))) != nil else { return }
      inbox.wake()
    }
  }

  deinit { waiting.cancel() }
}
