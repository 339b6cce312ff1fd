/// What the web pages in a developer's browser may ask of an emulator.
///
/// A browser lets any page send simple requests to a server on its own machine: without credentials and without reading
/// the answer, but a request that empties a database has done its work by then.
enum WebPages {
  /// Ends of names that no public name server knows. Within networks of containers they lead to the host or a neighbour.
  private static let privateEnds = [".localhost", ".internal", ".local", ".test"]

  /// Whether the header `host` is one that a client of this server would send: else a page has made its own name lead
  /// here (DNS rebinding), and its requests count as those of the same origin.
  ///
  /// - Parameter configured: where the server was told to listen.
  static func isExpected(host authority: String, configured: String) -> Bool {
    let host = name(of: authority)
    return isAddress(host) || host == configured.lowercased() || !host.contains(".")
      || privateEnds.contains { host.hasSuffix($0) }
  }

  /// Whether a page may change what an emulator holds beyond what the service lets it: test libraries in browsers and
  /// the Emulator UI do, from this machine.
  ///
  /// - Parameter authority: the header `host` of the request.
  static func mayAdminister(origin: String, host authority: String?) -> Bool {
    guard let scheme = origin.firstRange(of: "://") else { return false }
    let host = name(of: String(origin[scheme.upperBound...]))
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    if host.hasPrefix("127."), isAddress(host) { return true }
    return authority.map(name) == host
  }

  /// Without port and brackets.
  private static func name(of authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
    return String(text.prefix { $0 != ":" })
  }

  private static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" } }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
