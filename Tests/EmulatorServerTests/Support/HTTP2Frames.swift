/// Frames of HTTP/2, written by hand: also those that no library would send.
enum HTTP2Frames {
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  static let settings = frame(type: 4, flags: 0, stream: 0, payload: [])

  enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let continuation: UInt8 = 9
  }

  static func frame(type: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8], length: Int? = nil) -> [UInt8] {
    let count = length ?? payload.count
    return [
      UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count),
    ]
      + [type, flags]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
      + payload
  }

  /// The headers of a call, none of them compressed; the call has no message yet.
  static func call(_ path: String, stream: UInt32, more: [(String, String)] = []) -> [UInt8] {
    let fields =
      [
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "a"),
        ("content-type", "application/grpc"), ("te", "trailers"),
      ] + more
    return frame(
      type: Kind.headers, flags: 4, stream: stream, payload: fields.flatMap { [0] + literal($0.0) + literal($0.1) })
  }

  private static func literal(_ text: String) -> [UInt8] {
    [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8)
  }

  static func message(_ bytes: [UInt8], stream: UInt32, isLast: Bool, length: UInt32? = nil) -> [UInt8] {
    let count = length ?? UInt32(bytes.count)
    let prefix = [0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    return frame(type: Kind.data, flags: isLast ? 1 : 0, stream: stream, payload: prefix + bytes)
  }
}
