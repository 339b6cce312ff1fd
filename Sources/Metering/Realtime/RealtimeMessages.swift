/// How many bytes the Realtime Database sends for one thing that happens. Nothing else computes them.
///
/// Data is counted as the UTF-8 bytes of compact JSON, priorities included. Every push and every answer with data is one
/// WebSocket message: its text, a header, and a TLS record for every 16 KB begun.
package struct RealtimeMessages: Hashable, Sendable {
  package var overhead: RealtimeOverhead

  package init(_ overhead: RealtimeOverhead = RealtimeOverhead()) { self.overhead = overhead }

  // MARK: Connections

  /// Everything up to the first message of the client, handshake of TLS left out.
  package var opening: Int64 { overhead[.upgradeResponse] + overhead[.hello] }

  package func handshake(isResumed: Bool) -> Int64 { overhead[isResumed ? .resumedHandshake : .tlsHandshake] }

  // MARK: Listeners and reads

  /// A listener whose client does not have the data: the data, then `ok`.
  package func listen(path: Int64, data: Int64) -> Int64 {
    sum(push(path: path, data: data), overhead[.acknowledgement])
  }

  /// A listener that comes back with the hash of what the server has.
  package var unchangedListen: Int64 { overhead[.acknowledgement] }

  /// A change below a listener: the smallest subtree that replaces the old one, and the path of its place.
  package func push(path: Int64, data: Int64) -> Int64 {
    message(sum(overhead[.pushEnvelope], path, data))
  }

  /// The answer to a `get`.
  package func get(data: Int64) -> Int64 { message(sum(overhead[.getEnvelope], data)) }

  // MARK: Writes and refusals

  package var acknowledgement: Int64 { overhead[.acknowledgement] }
  package var denial: Int64 { overhead[.denial] }

  // MARK: REST

  package func restRead(data: Int64) -> Int64 { sum(overhead[.httpHeaders], data) }

  /// The data is sent back, unless the request asks for silence.
  package func restWrite(data: Int64, isSilent: Bool = false) -> Int64 {
    sum(overhead[.httpHeaders], isSilent ? 0 : data)
  }

  package func streamEvent(data: Int64) -> Int64 { sum(overhead[.streamEvent], data) }

  // MARK: Parts

  /// The members of a JSON object that a change of a query's window consists of.
  /// - Parameter members: bytes of key and of value; `null` (4 bytes) for a child that leaves.
  package static func object(of members: some Sequence<(key: Int64, value: Int64)>) -> Int64 {
    var total: Int64 = 1
    var isEmpty = true
    for member in members {
      // Two quotes, a colon, and a comma or the closing brace.
      total = total.addingClamped(member.key).addingClamped(member.value).addingClamped(4)
      isEmpty = false
    }
    return isEmpty ? 2 : total
  }

  /// The bytes of `null`.
  package static let null: Int64 = 4

  private static let recordSize: Int64 = 1 << 14

  /// A text on the wire.
  func message(_ text: Int64) -> Int64 {
    let header: Int64 = text < 126 ? 2 : text < 65_536 ? 4 : 10
    let records = max(1, startedUnits(of: Self.recordSize, in: text))
    let (around, overflow) = overhead[.tlsRecord].multipliedReportingOverflow(by: records)
    return overflow ? .max : sum(text, header, around)
  }

  private func sum(_ parts: Int64...) -> Int64 { parts.reduce(0) { $0.addingClamped($1) } }
}
