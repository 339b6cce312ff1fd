import NIOCore
import NIOWebSocket
import RealtimeWire
import Synchronization

/// A WebSocket that carries the messages of a session of the Realtime Database.
final class WebSocketTransport: RealtimeTransport {
  private struct Line {
    let channel: any Channel
    let handler: NIOLoopBound<WebSocketHandler>
  }

  private struct State {
    var line: Line?
    var assembler: MessageAssembler
    var session: RealtimeConnection?
    var isLost = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(limits: SessionLimits) { state = Mutex(State(assembler: MessageAssembler(limit: limits.messageBytes))) }

  /// Whom messages go to; before the socket is opened.
  func carry(_ session: RealtimeConnection) { state.withLock { $0.session = session } }

  func open(on channel: any Channel, _ handler: NIOLoopBound<WebSocketHandler>) {
    state.withLock { $0.line = Line(channel: channel, handler: handler) }
  }

  // MARK: - From the handler

  /// False: nothing more may be read.
  func receive(_ text: String) -> Bool {
    let (session, message) = state.withLock { state -> (RealtimeConnection?, Result<String?, ProtocolViolation>) in
      do throws(ProtocolViolation) { return (state.session, .success(try state.assembler.receive(text))) } catch {
        return (state.session, .failure(error))
      }
    }
    switch message {
    case .success(nil): return true
    case .success(let message?): return session?.receive(message, over: self) ?? false
    case .failure(let violation):
      session?.refuse(violation, over: self)
      return false
    }
  }

  /// Nothing can be sent or received any more.
  func lose() {
    let (session, waiting) = state.withLock { state -> (RealtimeConnection?, [CheckedContinuation<Void, Never>]) in
      guard !state.isLost else { return (nil, []) }
      state.isLost = true
      defer { state.waiting = [] }
      return (state.session, state.waiting)
    }
    session?.lost(self)
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the socket is closed.
  func waitUntilLost() async {
    await withCheckedContinuation { continuation in
      let isLost = state.withLock { state in
        if !state.isLost { state.waiting.append(continuation) }
        return state.isLost
      }
      if isLost { continuation.resume() }
    }
  }

  // MARK: - From the session

  func send(_ messages: [String]) async -> Bool {
    guard let line = state.withLock({ $0.line }) else { return false }
    let texts = messages.flatMap(MessagePieces.of)
    let promise = line.channel.eventLoop.makePromise(of: Void.self)
    line.channel.eventLoop.execute { line.handler.value.send(texts, promise: promise) }
    return (try? await promise.futureResult.get()) != nil
  }

  func finish(_ messages: [String]) async {
    if await send(messages) { close() }
  }

  func close() { onLoop { $0.close(.goingAway) } }

  func resume() { onLoop { $0.resume() } }

  private func onLoop(_ body: @escaping @Sendable (WebSocketHandler) -> Void) {
    guard let line = state.withLock({ $0.line }) else { return }
    line.channel.eventLoop.execute { body(line.handler.value) }
  }
}
