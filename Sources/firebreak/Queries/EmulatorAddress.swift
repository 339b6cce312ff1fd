import Diagnostics
import QueryShapes
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running emulator. Nothing else is ever asked over the network, and only when a flag names the address.
struct EmulatorAddress {
  let host: String
  let port: String

  private static let responseLimit = 64 << 20
  private static let seconds = 30

  /// - Parameter text: `127.0.0.1:8080`, `localhost:8080`, `[::1]:8080`.
  init(_ text: String) throws(UsageError) {
    guard let colon = text.lastIndex(of: ":") else {
      throw UsageError("`--from-emulator \(text)` is not HOST:PORT", help: "as in `127.0.0.1:8080`")
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    let port = text[text.index(after: colon)...]
    guard !host.isEmpty, let number = UInt16(port), number > 0 else {
      throw UsageError("`--from-emulator \(text)` is not HOST:PORT", help: "as in `127.0.0.1:8080`")
    }
    self.host = String(host)
    self.port = String(port)
  }

  /// What it has recorded so far.
  func recording(_ problems: inout [Diagnostic]) throws(EnvironmentFailure) -> QueryRecording {
    let body = try get("/firebreak/v1/queries")
    let source = SourceText(path: "http://\(host):\(port)/firebreak/v1/queries", bytes: body)
    let (recording, findings) = QueryRecording.read(source)
    problems += findings
    return recording
  }

  private func get(_ path: String) throws(EnvironmentFailure) -> [UInt8] {
    let descriptor = try connected()
    defer { _ = close(descriptor) }
    let name = host.contains(":") ? "[\(host)]" : host
    try send(
      "GET \(path) HTTP/1.1\r\nHost: \(name):\(port)\r\nAccept: application/json\r\nConnection: close\r\n\r\n",
      to: descriptor)
    guard let response = HTTPResponseText(try receive(from: descriptor)) else {
      throw failure("what answers at \(host):\(port) is no emulator of Firebreak")
    }
    guard response.status == 200 else {
      throw failure("the emulator at \(host):\(port) answered \(response.status) to GET \(path)")
    }
    return response.body
  }

  private func failure(_ message: String) -> EnvironmentFailure {
    EnvironmentFailure(message: message, help: "start one with `firebreak emulator start`")
  }

  // MARK: - Sockets

  private func connected() throws(EnvironmentFailure) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Darwin)
      unsafe hints.ai_socktype = SOCK_STREAM
    #else
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, port, &hints, &found) == 0 else {
      throw failure("there is no host `\(host)`")
    }
    defer { unsafe freeaddrinfo(found) }
    var next = unsafe found
    while let address = unsafe next {
      // SAFETY: the list belongs to us until it is freed at the end.
      let candidate = unsafe address.pointee
      unsafe next = candidate.ai_next
      let descriptor = unsafe socket(candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
      guard descriptor >= 0 else { continue }
      limitWaiting(descriptor)
      if unsafe connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 { return descriptor }
      _ = close(descriptor)
    }
    throw failure("nothing answers at \(host):\(port)")
  }

  private func limitWaiting(_ descriptor: Int32) {
    var limit = timeval()
    limit.tv_sec = Self.seconds
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  private func send(_ text: String, to descriptor: Int32) throws(EnvironmentFailure) {
    let stream = StandardStream(descriptor: descriptor)
    stream.write(text)
    guard stream.state == .open else { throw failure("the connection to \(host):\(port) broke") }
  }

  private func receive(from descriptor: Int32) throws(EnvironmentFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= Self.responseLimit else { throw failure("\(host):\(port) sends too much") }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw failure("the connection to \(host):\(port) broke: \(SystemText.describe(errno))")
      }
    }
  }
}

/// A response of HTTP/1.1 that was read to its end.
struct HTTPResponseText {
  var status: Int
  var body: [UInt8]

  /// Nil: it is none.
  init?(_ bytes: [UInt8]) {
    guard let end = Self.endOfHead(bytes) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let first = lines.first?.split(separator: " "), first.count >= 2, first[0].hasPrefix("HTTP/1."),
      let status = Int(first[1])
    else { return nil }
    self.status = status
    let rest = bytes[(end + 4)...]
    let isChunked = lines.dropFirst().contains { line in
      let line = line.lowercased()
      return line.hasPrefix("transfer-encoding:") && line.contains("chunked")
    }
    guard isChunked else {
      body = Array(rest)
      return
    }
    guard let joined = Self.joined(rest) else { return nil }
    body = joined
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }

  private static func joined(_ chunks: ArraySlice<UInt8>) -> [UInt8]? {
    var body: [UInt8] = []
    var rest = chunks
    while let line = rest.firstIndex(of: 0x0A) {
      let digits = String(decoding: rest[..<line], as: UTF8.self).prefix { $0.isHexDigit }
      guard let size = Int(digits, radix: 16), size >= 0 else { return nil }
      if size == 0 { return body }
      let start = line + 1
      guard rest.endIndex - start >= size else { return nil }
      body += rest[start..<(start + size)]
      rest = rest[(start + size)...].dropFirst(2)
    }
    return nil
  }
}
