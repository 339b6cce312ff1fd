import RealtimeDatabase
package import RealtimeService

extension RealtimeRefusal {
  /// What clients make a code of.
  package var status: String {
    switch self {
    case .permissionDenied: "permission_denied"
    case .invalidCredentials: "invalid_token"
    case .expiredCredentials: "expired_token"
    case .invalidWrite(let error): if case .tooLarge = error.reason { "write_too_big" } else { "invalid_data" }
    case .indexNotDefined: "index_not_defined"
    case .invalidRequest: "invalid_request"
    case .stale: "datastale"
    case .broken, .unavailable: "unavailable"
    case .unsupported: "unsupported"
    }
  }
}
