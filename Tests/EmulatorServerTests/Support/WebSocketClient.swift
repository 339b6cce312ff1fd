/// A client of a WebSocket, written by hand: also what no library would send.
struct WebSocketClient {
  private var connection: RawConnection.Conversation
  private var received: [UInt8] = []
  /// Of the answer to the request for it.
  private(set) var status = 0

  /// Asks for a WebSocket over a connection that has just been opened.
  init(
    _ connection: RawConnection.Conversation, _ target: String, port: Int, headers: [String] = []
  ) async throws {
    self.connection = connection
    let head =
      [
        "GET \(target) HTTP/1.1", "host: 127.0.0.1:\(port)", "upgrade: websocket", "connection: keep-alive, Upgrade",
        "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      ] + headers
    try await connection.send(head.joined(separator: "\r\n") + "\r\n\r\n")
    var answer: [UInt8] = []
    while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = try await byte() else { break }
      answer.append(byte)
    }
    let exchange = HTTPExchange(answer)
    status = exchange.status
    if status == 101, exchange.headers["sec-websocket-accept"] != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" { status = 0 }
  }

  enum Operation {
    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10
  }

  func send(_ text: String) async throws { try await send(Operation.text, Array(text.utf8)) }

  func send(_ operation: UInt8, _ payload: [UInt8], isLast: Bool = true) async throws {
    var frame = [(isLast ? 0x80 : 0) | operation]
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    try await connection.send(frame + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] })
  }

  /// Cuts the connection without a word.
  func cut() { connection.finishSending() }

  /// The next frame; nil at the end.
  mutating func receive() async throws -> (operation: UInt8, payload: [UInt8])? {
    guard let first = try await byte(), let second = try await byte() else { return nil }
    var length = Int(second & 0x7F)
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    if extra > 0 {
      length = 0
      for _ in 0..<extra { length = length << 8 | Int(try await byte() ?? 0) }
    }
    var payload: [UInt8] = []
    payload.reserveCapacity(length)
    while payload.count < length, let byte = try await byte() { payload.append(byte) }
    return (first & 0x0F, payload)
  }

  /// The next text; nil when there is another frame or the end.
  mutating func text() async throws -> String? {
    guard let frame = try await receive(), frame.operation == Operation.text else { return nil }
    return String(decoding: frame.payload, as: UTF8.self)
  }

  private mutating func byte() async throws -> UInt8? {
    while received.isEmpty {
      guard let next = try await connection.receive() else { return nil }
      received = next.reversed()
    }
    return received.popLast()
  }
}
