import FirestoreModel
import RulesEnforcement

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
    let trimmed = header.drop { $0 == " " }
    guard !trimmed.isEmpty else { return .user(nil) }
    guard let space = trimmed.firstIndex(of: " "), trimmed[..<space].lowercased() == "bearer" else {
      throw unauthenticated("the header `authorization` is not of the form `Bearer <token>`")
    }
    let token = trimmed[space...].drop { $0 == " " }
    return token == owner ? .admin : .user(try TokenClaims.auth(token))
  }

  static func isOwner(_ header: String) -> Bool {
    let parts = header.split(separator: " ")
    return parts.count == 2 && parts[0].lowercased() == "bearer" && parts[1] == owner
  }

  static func unauthenticated(_ reason: String) -> FirestoreError {
    FirestoreError(.unauthenticated, "Request had invalid authentication credentials: \(reason).")
  }
}
