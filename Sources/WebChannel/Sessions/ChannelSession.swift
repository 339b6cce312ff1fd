import Synchronization

/// A stream of the service as a client holds it over single requests: maps come in, arrays go out.
package final class ChannelSession: Sendable {
  /// Whoever knows it is the client.
  package let id: String
  /// The path of the stream, and the page that has opened it.
  let kind: String
  let origin: String?
  private let limits: ChannelLimits
  private let content = Mutex(Content())

  init(id: String, kind: String, origin: String?, limits: ChannelLimits) {
    self.id = id
    self.kind = kind
    self.origin = origin
    self.limits = limits
  }

  /// Array 0.
  package var handshake: [UInt8] {
    let milliseconds = limits.silence / .milliseconds(1)
    let text = "[[0,[\"c\",\"\(id)\",\"\",\(ChannelRequest.version),12,\(Int(milliseconds))]]]"
    return ChannelChunk.bytes(Array(text.utf8))
  }

  // MARK: - The client's requests

  /// Waits while the service has more to do than it takes.
  package func deliver(_ maps: [ForwardMap], acknowledged: Int?) async throws(ChannelRefusal) -> BackChannelStatus {
    let limits = limits
    do throws(ChannelRefusal) {
      try change { state throws(ChannelRefusal) in
        if let acknowledged { try state.acknowledge(acknowledged) }
        try state.deliver(maps, limits)
      }
    } catch {
      if error == .tooManyMaps { close() }
      throw error
    }
    await wait { $0.hasRoom(limits) ? () : nil }
    return content.withLock { $0.state.status }
  }

  /// A request waits for arrays; the one before ends.
  ///
  /// - Returns: its number.
  package func attach(_ acknowledged: Int, _ mode: BackChannelMode) throws(ChannelRefusal) -> Int {
    try change { state throws(ChannelRefusal) in try state.attach(acknowledged, mode) }
  }

  /// What is next for a request; waits for it.
  package func next(_ attachment: Int, _ mode: BackChannelMode) async -> BackChannelPiece {
    let limits = limits
    let piece = await wait { $0.next(attachment, mode, limits) }
    // The service may go on.
    change { _ in }
    return piece ?? .end
  }

  /// Nothing was written for a while.
  package func keepAlive(_ attachment: Int) { change { $0.keepAlive(attachment) } }

  package func detach(_ attachment: Int) { change { $0.detach(attachment) } }

  // MARK: - The stream behind it

  /// The next map; nil when the client has finished, or the task is cancelled.
  package func nextMap() async -> [UInt8]? {
    let map = await wait { $0.nextMap() }
    change { _ in }
    return map ?? nil
  }

  /// Waits while the client does not read. What is said to a client that is gone is lost.
  package func send(_ payload: [UInt8]) async {
    let limits = limits
    await wait { $0.takesArrays(limits) ? () : nil }
    change { $0.append(payload) }
  }

  /// - Parameter last: what the client is to hear of it.
  package func end(_ last: [UInt8]?) { change { $0.end(last) } }

  // MARK: - Ends

  /// Maps that were taken are still passed on.
  package func close() { change { $0.close() } }

  var isClosed: Bool { content.withLock { $0.state.phase == .closed } }

  /// For how many rounds the client has been away; nil: it is there.
  var roundsAway: Int? { content.withLock { $0.state.away } }

  func age() -> Int? { content.withLock { $0.state.age() } }

  // MARK: - Waiting

  private func change<Result: Sendable, Failure>(
    _ change: (inout ChannelState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { for waiter in content.withLock({ $0.takeWaiters() }) { waiter.resume() } }
    return try content.withLock { content throws(Failure) in try change(&content.state) }
  }

  /// Looks after every change until something is found; nil when the task is cancelled.
  @discardableResult
  private func wait<Found: Sendable>(_ look: (inout ChannelState) -> Found?) async -> Found? {
    let number = content.withLock { $0.number() }
    return await withTaskCancellationHandler {
      while !Task.isCancelled {
        if let found = await lookOrWait(number, look) { return found }
      }
      return nil
    } onCancel: {
      content.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }

  private func lookOrWait<Found: Sendable>(
    _ number: Int, _ look: (inout ChannelState) -> Found?
  ) async -> Found? {
    var found: Found?
    await withCheckedContinuation { continuation in
      let isOver = content.withLock { content in
        found = look(&content.state)
        if found != nil || Task.isCancelled { return true }
        content.waiting[number] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
    return found
  }
}

private struct Content: Sendable {
  var state = ChannelState()
  var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var next = 0

  mutating func number() -> Int {
    next += 1
    return next
  }

  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
