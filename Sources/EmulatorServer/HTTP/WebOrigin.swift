/// Where a web page comes from: `scheme://host`, `scheme://host:port`, or `null` for a page that a browser keeps apart
/// from all others, such as a file or a sandboxed frame.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package static let null = WebOrigin(description: "null", host: nil)

  /// In lower case, as browsers send it.
  package let description: String
  /// Without port and brackets; nil for `null`.
  let host: String?

  private init(description: String, host: String?) {
    self.description = description
    self.host = host
  }

  /// Nil for a text of any other form. A path, a user or a second host would make it easy to mistake one host for another.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard text != "null" else {
      self = .null
      return
    }
    guard let mark = text.firstRange(of: "://"), Self.isScheme(text[..<mark.lowerBound]),
      let host = Self.host(text[mark.upperBound...])
    else { return nil }
    self.init(description: text, host: host)
  }

  /// The origin of a whole URL, as the header `referer` has it.
  init?(url: String) {
    guard let mark = url.firstRange(of: "://") else { return nil }
    self.init(String(url[..<mark.upperBound] + url[mark.upperBound...].prefix { !"/?#".contains($0) }))
  }

  /// Whether only this machine can serve such a page. `0.0.0.0` is what many development servers print as their address.
  var isOfThisMachine: Bool {
    guard let host else { return false }
    return WebPages.isLocal(host) || host == "::" || host == "0.0.0.0"
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true
      && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8.contains($0) }
  }

  private static func host(_ authority: Substring) -> String? {
    let host: Substring
    let rest: Substring
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = authority[..<end].dropFirst()
      rest = authority[end...].dropFirst()
      guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority.dropFirst(host.count)
      // What no host has: the ends of one, and the signs that would make what stands before them something else.
      guard !host.contains(where: { "/?#@[]\\ ,%".contains($0) }) else { return nil }
    }
    guard !host.isEmpty, rest.isEmpty || (rest.hasPrefix(":") && UInt16(rest.dropFirst()) != nil) else { return nil }
    return String(host)
  }
}
