/// The arrays of a session, from their making to their acknowledgement.
struct BackChannel: Sendable {
  /// Those that the client has not acknowledged, in order.
  private var arrays: [ServerArray] = []
  /// Of the array that was made last; the handshake was 0.
  private(set) var lastID = 0
  private var acknowledgedID = 0
  /// Up to which the request that is attached has taken them.
  private var writtenID = 0
  private(set) var byteCount = 0
  private(set) var unwrittenByteCount = 0

  var isAcknowledged: Bool { acknowledgedID == lastID }
  var isWritten: Bool { writtenID == lastID }

  mutating func append(_ payload: [UInt8]) {
    lastID += 1
    let array = ServerArray(id: lastID, payload: payload)
    arrays.append(array)
    byteCount += array.text.count
    unwrittenByteCount += array.text.count
  }

  /// - Throws: for arrays that there have never been.
  mutating func acknowledge(_ id: Int) throws(ChannelRefusal) {
    guard id <= lastID else { throw .malformed("`AID` is the number of an array that was not sent.") }
    guard id > acknowledgedID else { return }
    let dropped = arrays.prefix { $0.id <= id }
    byteCount -= dropped.reduce(0) { $0 + $1.text.count }
    unwrittenByteCount -= dropped.reduce(0) { $0 + ($1.id > writtenID ? $1.text.count : 0) }
    arrays.removeFirst(dropped.count)
    acknowledgedID = id
    writtenID = max(writtenID, id)
  }

  /// Another request takes everything that is not acknowledged.
  mutating func rewind() {
    writtenID = acknowledgedID
    unwrittenByteCount = byteCount
  }

  /// Everything that was not taken yet, as one chunk; nil when there is nothing.
  mutating func take() -> [UInt8]? {
    guard !isWritten else { return nil }
    let unwritten = arrays.suffix(lastID - writtenID)
    writtenID = lastID
    unwrittenByteCount = 0
    return ChannelChunk.bytes(unwritten)
  }
}
