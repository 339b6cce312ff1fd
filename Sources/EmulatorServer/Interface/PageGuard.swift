import FirestoreModel
import HTTPTypes

/// Who may ask the port of the page: the page itself, and programs of this machine.
///
/// What is behind it can read every document and write into the project, so other pages of this machine count as
/// strangers, too: the application that somebody develops runs code of many people.
enum PageGuard {
  /// - Parameter isPage: the page itself is asked for, which says nothing to whoever links to it.
  /// - Throws: PERMISSION_DENIED.
  static func admit(
    _ fields: HTTPFields, method: HTTPRequest.Method, authority: String?, isPage: Bool
  ) throws(FirestoreError) {
    // A name that leads here by somebody else's doing (DNS rebinding) would make their page one of the same origin.
    guard let authority = authority?.lowercased(), isOfThisMachine(authority) else {
      throw refusal("The host of the request is not one that this page is known by.")
    }
    let own = "http://\(authority)"
    guard fields.values("origin").allSatisfy({ $0.lowercased() == own }) else { throw strangers }
    switch fields.value("sec-fetch-site")?.lowercased() {
    case "same-origin", "none": return
    case nil:
      // An older browser says with `referer` whose page it was; a program says nothing.
      guard let referer = fields.value("referer")?.lowercased() else { return }
      guard referer == own || referer.hasPrefix(own + "/") || isLink(fields, method, isPage) else { throw strangers }
    default:
      guard isLink(fields, method, isPage) else { throw strangers }
    }
  }

  /// Somebody has followed a link: they see the page, and whoever has put the link there sees nothing.
  private static func isLink(_ fields: HTTPFields, _ method: HTTPRequest.Method, _ isPage: Bool) -> Bool {
    isPage && method == .get && fields.values("origin").isEmpty
      && fields.value("sec-fetch-mode").map { $0 == "navigate" } ?? true
      && fields.value("sec-fetch-dest").map { $0 == "document" } ?? true
  }

  private static func isOfThisMachine(_ authority: String) -> Bool {
    let name =
      authority.hasPrefix("[")
      ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" })
    return WebPages.isLocal(name)
  }

  private static let strangers = refusal("Only this emulator's own page, and programs, may ask here.")

  private static func refusal(_ message: String) -> FirestoreError { FirestoreError(.permissionDenied, message) }
}
