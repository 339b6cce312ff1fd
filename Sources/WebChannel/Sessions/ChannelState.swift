/// What is known about a session.
struct ChannelState: Sendable {
  enum Phase: Hashable, Sendable {
    case open
    /// The stream behind it has ended; what it has said last may still have to reach the client.
    case ended
    /// Nobody asks for it any more.
    case closed
  }

  private(set) var phase = Phase.open
  private var forward = ForwardChannel()
  private var queue: [[UInt8]] = []
  private var queuedBytes = 0
  private var back = BackChannel()
  /// Counts the requests that have waited for arrays; the last one is the only one that takes some.
  private var attachments = 0
  private var isAttached = false
  private var roundsAway = 0

  // MARK: - Maps

  mutating func deliver(_ maps: [ForwardMap], _ limits: ChannelLimits) throws(ChannelRefusal) {
    roundsAway = 0
    guard phase == .open else { return }
    for text in try forward.take(maps, limits) {
      queue.append(text)
      queuedBytes += text.count
    }
  }

  func hasRoom(_ limits: ChannelLimits) -> Bool { phase != .open || queuedBytes <= limits.queuedBytes }

  /// The next map for the stream; an inner nil after the last one.
  mutating func nextMap() -> [UInt8]?? {
    if queue.isEmpty { return phase == .open ? nil : .some(nil) }
    let text = queue.removeFirst()
    queuedBytes -= text.count
    return text
  }

  // MARK: - Arrays

  /// Nobody reads what is said to a client that is gone.
  func takesArrays(_ limits: ChannelLimits) -> Bool {
    phase != .open || back.unwrittenByteCount <= limits.unwrittenBytes
  }

  mutating func append(_ payload: [UInt8]) { if phase == .open { back.append(payload) } }

  mutating func acknowledge(_ id: Int) throws(ChannelRefusal) {
    roundsAway = 0
    try back.acknowledge(id)
    if phase == .ended, back.isAcknowledged { phase = .closed }
    guard phase != .closed else { throw .unknownSession }
  }

  var status: BackChannelStatus {
    BackChannelStatus(isAttached: isAttached, lastArray: back.lastID, byteCount: back.byteCount)
  }

  // MARK: - Requests that wait for arrays

  /// - Returns: the number of the request.
  mutating func attach(_ acknowledged: Int, _ mode: BackChannelMode) throws(ChannelRefusal) -> Int {
    try acknowledge(acknowledged)
    attachments += 1
    isAttached = true
    back.rewind()
    // The first byte is what the client waits for to see that nothing holds the answer back.
    if mode == .streaming, back.isWritten { append(ServerArray.noop) }
    return attachments
  }

  mutating func keepAlive(_ attachment: Int) {
    if isCurrent(attachment), back.isWritten { append(ServerArray.noop) }
  }

  /// Nil: there is nothing yet.
  mutating func next(_ attachment: Int, _ mode: BackChannelMode, _ limits: ChannelLimits) -> BackChannelPiece? {
    guard isCurrent(attachment), phase != .closed else { return .end }
    if let chunk = back.take() {
      let isLast = mode != .streaming || phase == .ended || back.byteCount > limits.unacknowledgedBytes
      return .chunk(chunk, isLast: isLast)
    }
    return phase == .ended ? .end : nil
  }

  mutating func detach(_ attachment: Int) {
    guard isCurrent(attachment) else { return }
    isAttached = false
    roundsAway = 0
  }

  private func isCurrent(_ attachment: Int) -> Bool { isAttached && attachment == attachments }

  // MARK: - Ends

  /// - Parameter last: what the client is to hear of it.
  mutating func end(_ last: [UInt8]?) {
    guard phase == .open else { return }
    if let last { back.append(last) }
    phase = back.isAcknowledged ? .closed : .ended
  }

  mutating func close() { phase = .closed }

  /// - Returns: for how many rounds the client has been away; nil: it is there.
  mutating func age() -> Int? {
    guard !isAttached else { return nil }
    roundsAway += 1
    return roundsAway
  }

  var away: Int? { isAttached ? nil : roundsAway }
}

/// What the client is told about the other direction when it has sent maps.
package struct BackChannelStatus: Hashable, Sendable {
  package var isAttached: Bool
  package var lastArray: Int
  package var byteCount: Int

  /// As a chunk.
  package var bytes: [UInt8] {
    ChannelChunk.bytes(Array("[\(isAttached ? 1 : 0), \(lastArray), \(byteCount)]".utf8))
  }
}

package enum BackChannelPiece: Hashable, Sendable {
  case chunk([UInt8], isLast: Bool)
  /// Another request has taken over, or the session is over.
  case end
}
