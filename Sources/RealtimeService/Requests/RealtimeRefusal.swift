package import RealtimeDatabase

/// Why a request was not carried out, in the words of the service.
package enum RealtimeRefusal: Error, Hashable, Sendable {
  case permissionDenied
  /// The credentials say nothing: what is wrong with them.
  case invalidCredentials(String)
  /// They were good once.
  case expiredCredentials
  /// A value, a path or an update that cannot be written.
  case invalidWrite(RealtimeWriteError)
  /// A query on a child without `.indexOn`.
  case indexNotDefined(RealtimeIndexTarget, RealtimePath)
  /// Anything else that the client has done wrong.
  case invalidRequest(String)
  /// What stands at the location is not what the writer has seen: the value that it would have replaced.
  case stale(current: RealtimeNode)
  /// The rules file on disk is broken, and requests are to fail until it is mended.
  case broken(String)
  /// Nothing can be stored any more, or not be opened.
  case unavailable(String)
  case unsupported(String)

  package var text: String {
    switch self {
    case .permissionDenied: "Permission denied"
    case .invalidCredentials(let text), .invalidRequest(let text), .broken(let text), .unavailable(let text): text
    case .expiredCredentials: "Auth token is expired"
    case .invalidWrite(let error): error.restText
    case .indexNotDefined(let index, let path): index.missingText(at: path)
    case .stale: "The value has changed"
    case .unsupported(let what): "\(what) not supported by this version of Firebreak (FB8001)."
    }
  }
}
