/// One request of HTTP/1 over a connection of its own, and the answer.
struct HTTPExchange: Hashable, Sendable {
  var status: Int
  /// By lower-case names.
  var headers: [String: String]
  var body: String

  static func send(
    _ method: String, _ target: String, headers: [String] = [], body: String = "", to server: TestServer
  ) async throws -> HTTPExchange {
    try await send(method, target, headers: headers, body: body, port: server.port)
  }

  /// - Parameter host: by which the server is asked.
  static func send(
    _ method: String, _ target: String, headers: [String] = [], body: String = "", port: Int,
    host: String = "127.0.0.1"
  ) async throws -> HTTPExchange {
    let head = ["\(method) \(target) HTTP/1.1", "host: \(host):\(port)", "connection: close"] + headers
    let length = body.isEmpty ? [] : ["content-length: \(body.utf8.count)"]
    let text = (head + length).joined(separator: "\r\n") + "\r\n\r\n" + body
    return try await RawConnection.with(port: port) { connection in
      try await connection.send(text)
      return HTTPExchange(await connection.receiveAll())
    }
  }

  init(status: Int, headers: [String: String], body: String) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    headers = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
    }
    body = parts.count > 1 ? String(parts[1]) : ""
    if headers["transfer-encoding"] == "chunked" { body = Self.unchunked(body) }
  }

  private static func unchunked(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var body: [UInt8] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\r")),
      let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0
    {
      body += rest[(end + 2)...].prefix(size)
      rest = rest.dropFirst(end - rest.startIndex + 2 + size + 2)
    }
    return String(decoding: body, as: UTF8.self)
  }
}
