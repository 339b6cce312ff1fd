import FirestoreModel
import HTTPTypes

/// Which web pages in a developer's browser may ask an emulator for something.
///
/// An emulator believes whoever says to be its owner, or any user at all. That is safe as long as only the programs of
/// this machine can speak to it, but a browser lets every page that somebody visits send requests to this machine: some
/// without asking, others after a question (a preflight) that the emulator answers. So a page is served when it comes from
/// this machine, from the host that the request is sent to, or from an origin that was allowed by a flag, and refused
/// otherwise, whatever it asks for. Programs that are no browsers send neither of the headers that this looks at.
struct WebPages: Hashable, Sendable {
  /// Where the server was told to listen.
  var host: String
  var allowed: Set<WebOrigin> = []

  /// Ends of names that no public name server knows. Within networks of containers they lead to the host or a neighbour.
  private static let privateEnds = [".internal", ".local", ".test"]

  /// Parts of a URL that say who somebody is. A link on somebody else's page may lead here, but not with these.
  private static let credentials: Set<String> = [
    "auth", "access_token", "accesstoken", "oauth_token", "oauthtoken", "auth_variable_override", "$httpheaders",
  ]

  /// - Parameter target: nil for a preflight, which stands for the request that follows it.
  /// - Throws: PERMISSION_DENIED for hosts that nobody knows this server by, and for pages that may not ask.
  func admit(
    _ fields: HTTPFields, method: HTTPRequest.Method, authority: String?, target: RESTTarget?
  ) throws(FirestoreError) {
    // Clients of HTTP/1.0 do not tell the host.
    if let authority, !authority.isEmpty, !isExpected(host: authority) {
      throw FirestoreError(
        .permissionDenied, "The host \"\(authority)\" of the request is not one that this emulator is known by.")
    }
    let origins = fields.values("origin")
    guard origins.isEmpty else { return try admit(origins: origins, authority: authority) }
    // Browsers leave `origin` out where a page only wants something loaded: an image, a script, a link that is followed.
    switch fields.value("sec-fetch-site")?.lowercased() {
    case "none", "same-origin": return
    case nil where fields.value("referer") == nil: return
    default: break
    }
    let page = fields.value("referer").flatMap { WebOrigin(url: $0) }
    if let page, isAdmitted(page, authority: authority) { return }
    guard isFollowedLink(fields, method, target) else { throw Self.refusal(page?.description ?? "another origin") }
  }

  /// The same for what carries no requests of browsers itself, but those of a proxy that translates them.
  func admit(origins: [String], authority: String? = nil) throws(FirestoreError) {
    for text in origins {
      guard let origin = WebOrigin(text), isAdmitted(origin, authority: authority) else { throw Self.refusal(text) }
    }
  }

  /// - Parameter authority: the header `host` of the request.
  func isAdmitted(_ origin: WebOrigin, authority: String?) -> Bool {
    if origin.isOfThisMachine || allowed.contains(origin) { return true }
    guard let host = origin.host, let authority else { return false }
    return Self.name(of: authority) == host
  }

  /// Whether a request that was admitted tells whose page it is from. One that a page has loaded need not: older browsers
  /// say it with `referer` alone, which pages can turn off.
  func isKnown(_ fields: HTTPFields, authority: String?) -> Bool {
    if !fields.values("origin").isEmpty || fields.value("sec-fetch-site")?.lowercased() == "same-origin" { return true }
    return fields.value("referer").flatMap { WebOrigin(url: $0) }.map { isAdmitted($0, authority: authority) } ?? false
  }

  private static func refusal(_ origin: String) -> FirestoreError {
    FirestoreError(
      .permissionDenied,
      "Web pages of \"\(origin)\" may not use this emulator. Start it with `--allow-origin \(origin)` if they should.")
  }

  /// The page of somebody else cannot read what it links to; the person who follows the link can.
  private func isFollowedLink(_ fields: HTTPFields, _ method: HTTPRequest.Method, _ target: RESTTarget?) -> Bool {
    guard method == .get || method == .head, let target, fields[.authorization] == nil else { return false }
    guard fields.value("sec-fetch-mode").map({ $0 == "navigate" }) ?? true,
      fields.value("sec-fetch-dest").map({ $0 == "document" }) ?? true
    else { return false }
    return !target.parameters.contains { Self.credentials.contains($0.name.lowercased()) || $0.name == "callback" }
  }

  // MARK: - Hosts

  /// Whether the header `host` is one that a client of this server would send: else a page has made its own name lead
  /// here (DNS rebinding), and its requests count as those of the same origin.
  func isExpected(host authority: String) -> Bool {
    let name = Self.name(of: authority)
    if Self.isAddress(name) || name == host.lowercased() || name == "host.docker.internal" { return true }
    if Self.isLocal(name) || allowed.contains(where: { $0.host == name }) { return true }
    // Who runs the network of a cafe decides what names without an owner lead to. A server for this machine alone is
    // known by none of them.
    guard !Self.isLocal(host.lowercased()) else { return false }
    return !name.contains(".") || Self.privateEnds.contains { name.hasSuffix($0) }
  }

  /// Whether it can only mean this machine.
  static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || (host.hasPrefix("127.") && isAddress(host))
  }

  /// Without port and brackets.
  private static func name(of authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
    return String(text.prefix { $0 != ":" })
  }

  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" } }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
