import FirestoreModel
import NIOCore
import NIOWebSocket
import RealtimeWire
import Synchronization

/// A WebSocket that carries the messages of a session of the Realtime Database.
final class WebSocketTransport: RealtimeTransport {
  fileprivate struct Line {
    let channel: any Channel
    let handler: NIOLoopBound<WebSocketHandler>
  }

  fileprivate struct State {
    var line: Line?
    var assembler: MessageAssembler
    /// Bytes of a message that is not complete.
    var held = 0
    var session: RealtimeConnection?
    var isLost = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let budget: RequestBudget
  private let state: Mutex<State>

  /// - Parameter budget: what all clients together may hold in messages that are not complete.
  init(limits: SessionLimits, budget: RequestBudget) {
    self.budget = budget
    state = Mutex(State(assembler: MessageAssembler(limit: limits.messageBytes)))
  }

  /// Whom messages go to; before the socket is opened.
  func carry(_ session: RealtimeConnection) { state.withLock { $0.session = session } }

  func open(on channel: any Channel, _ handler: NIOLoopBound<WebSocketHandler>) {
    state.withLock { $0.line = Line(channel: channel, handler: handler) }
  }

  // MARK: - From the handler

  /// False: nothing more may be read.
  func receive(_ text: String) -> Bool {
    let (session, message) = state.withLock { ($0.session, $0.take(text, budget)) }
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
      state.letGo(budget)
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

extension WebSocketTransport.State {
  /// A message, if the text completes one.
  fileprivate mutating func take(_ text: String, _ budget: RequestBudget) -> Result<String?, ProtocolViolation> {
    do throws(ProtocolViolation) {
      let message = try assembler.receive(text)
      try hold(assembler.heldBytes, budget)
      return .success(message)
    } catch {
      letGo(budget)
      return .failure(error)
    }
  }

  private mutating func hold(_ count: Int, _ budget: RequestBudget) throws(ProtocolViolation) {
    guard count > held else {
      budget.giveBack(held - count)
      held = count
      return
    }
    do throws(FirestoreError) { try budget.take(count - held) } catch { throw ProtocolViolation(error.message) }
    held = count
  }

  fileprivate mutating func letGo(_ budget: RequestBudget) {
    budget.giveBack(held)
    held = 0
  }
}
