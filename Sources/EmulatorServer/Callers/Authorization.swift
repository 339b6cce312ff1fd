import FirestoreModel
import FirestoreRulesEnforcement

/// Who a request says to come from.
///
/// Tokens are read and never verified: signatures, issuers and expiry are the business of production. Those that
/// rules-unit-testing makes are unsigned and expired since 1970.
enum Authorization {
  /// The token of server SDKs that talk to an emulator.
  static let owner = "owner"

  /// - Throws: UNAUTHENTICATED for credentials that say nothing.
  static func caller(_ header: String?) throws(FirestoreError) -> Caller {
    guard let header else { return .user(nil) }
    guard header.contains(where: { $0 != " " }) else { return .user(nil) }
    guard let token = bearer(header) else {
      throw unauthenticated("the header `authorization` is not of the form `Bearer <token>`")
    }
    return token == owner ? .admin : .user(try TokenClaims.auth(token))
  }

  static func isOwner(_ header: String) -> Bool { bearer(header).map { $0 == owner } ?? false }

  /// What stands behind `Bearer`; nil when the header is of another form.
  static func bearer(_ header: String) -> Substring? {
    let trimmed = header.drop { $0 == " " }
    guard let space = trimmed.firstIndex(of: " "), trimmed[..<space].lowercased() == "bearer" else { return nil }
    return trimmed[space...].drop { $0 == " " }
  }

  static func unauthenticated(_ reason: String) -> FirestoreError {
    FirestoreError(.unauthenticated, "Request had invalid authentication credentials: \(reason).")
  }
}
