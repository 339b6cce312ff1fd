/// Over what a session is told, and the move from one transport to another: the client says where it goes on (`a`), ends
/// the first one (`n`), and is told the same.
struct SessionTransports {
  struct Output {
    var transport: any RealtimeTransport
    var replies: [RealtimeWireSession.Reply] = []
    /// Nothing comes after it over this transport.
    var isLast = false
  }

  private var current: any RealtimeTransport
  private var second: (any RealtimeTransport)?
  /// What came over the second transport: to be carried out behind what is still coming over the first one.
  private var held: [ClientRequest] = []
  private var output: [Output] = []
  /// The session has ended.
  private(set) var isOver = false

  init(_ first: any RealtimeTransport) { current = first }

  mutating func takeOutput() -> [Output] {
    defer { output = [] }
    return output
  }

  func resume() {
    current.resume()
    second?.resume()
  }

  mutating func tell(_ messages: [ServerMessage]) {
    send(messages.map { RealtimeWireSession.Reply(message: $0) }, over: current)
  }

  mutating func look(at event: SessionInbox.Event, _ session: inout RealtimeWireSession) {
    switch event {
    case .message(let text, let transport):
      do throws(ProtocolViolation) { take(try ClientMessage(text), from: transport, &session) } catch {
        end(error, over: transport)
      }
    case .violation(let violation, let transport): end(violation, over: transport)
    case .attached(let transport):
      second?.close()
      second = transport
      send([RealtimeWireSession.Reply(message: .accepted)], over: transport)
    case .lost(let transport):
      if transport === current { isOver = true }
      if transport === second { (second, held) = (nil, []) }
    }
  }

  private mutating func take(
    _ message: ClientMessage, from transport: any RealtimeTransport, _ session: inout RealtimeWireSession
  ) {
    guard transport === current || transport === second else { return }
    switch message {
    case .ping: send([RealtimeWireSession.Reply(message: .pong)], over: transport)
    case .switched: break
    case .request(let request):
      if transport === current { send(session.answer(request), over: current) } else { held.append(request) }
    case .ended: if transport === current { move(&session) }
    }
  }

  private mutating func move(_ session: inout RealtimeWireSession) {
    guard let next = second else { return }
    output.append(Output(transport: current, replies: [RealtimeWireSession.Reply(message: .ended)], isLast: true))
    (current, second) = (next, nil)
    for request in held { send(session.answer(request), over: current) }
    held = []
  }

  private mutating func end(_ violation: ProtocolViolation, over transport: any RealtimeTransport) {
    guard transport === current else {
      transport.close()
      return
    }
    output.append(
      Output(
        transport: current, replies: [RealtimeWireSession.Reply(message: .error(violation.text))], isLast: true))
    isOver = true
  }

  private mutating func send(_ replies: [RealtimeWireSession.Reply], over transport: any RealtimeTransport) {
    guard !replies.isEmpty else { return }
    if let last = output.indices.last, output[last].transport === transport, !output[last].isLast {
      output[last].replies += replies
    } else {
      output.append(Output(transport: transport, replies: replies))
    }
  }
}
