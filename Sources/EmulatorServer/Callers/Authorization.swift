import FirestoreModel
import FirestoreRulesEnforcement

/// Who a request says to come from.
///
/// Tokens are read and never verified: signatures, issuers and expiry are the business of production. Those that
/// rules-unit-testing makes are unsigned and expired since 1970.
enum Authorization {
  /// The token of server SDKs that talk to an emulator.
  static let owner = "owner"

  /// - Throws: PERMISSION_DENIED for credentials of another scheme, which production does not look at, not even where the
  ///   rules let everybody in; UNAUTHENTICATED for a token that is none.
  static func caller(_ header: String?) throws(FirestoreError) -> Caller {
    guard let header else { return .user(nil) }
    guard header.contains(where: { $0 != " " }) else { return .user(nil) }
    guard header.drop(while: { $0 == " " }).hasPrefix("Bearer "), let token = bearer(header), !token.isEmpty else {
      throw FirestoreError(.permissionDenied, "Missing or insufficient permissions.")
    }
    if token == owner { return .admin }
    do throws(FirestoreError) { return .user(try TokenClaims.auth(token)) } catch { throw unauthenticated }
  }

  static func isOwner(_ header: String) -> Bool { bearer(header).map { $0 == owner } ?? false }

  /// What stands behind `Bearer`, however that is written: who is to be kept out is recognised by it, too. Nil when the
  /// header is of another form.
  static func bearer(_ header: String) -> Substring? {
    let trimmed = header.drop { $0 == " " }
    guard let space = trimmed.firstIndex(of: " "), trimmed[..<space].lowercased() == "bearer" else { return nil }
    return trimmed[space...].drop { $0 == " " }
  }

  /// Production's text, which does not say what is wrong with the token.
  static let unauthenticated = FirestoreError(
    .unauthenticated,
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
      + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.")
}
