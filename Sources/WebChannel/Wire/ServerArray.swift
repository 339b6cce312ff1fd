/// A numbered message of the server.
struct ServerArray: Hashable, Sendable {
  let id: Int
  /// JSON: `[id,payload]`.
  let text: [UInt8]

  init(id: Int, payload: [UInt8]) {
    self.id = id
    text = Array("[\(id),".utf8) + payload + [UInt8(ascii: "]")]
  }

  /// Says nothing, and proves that the connection lives.
  static let noop = Array("[\"noop\"]".utf8)
}
