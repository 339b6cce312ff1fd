import RealtimeDatabase
import RealtimeService
import StructuredText

extension RealtimeWireSession {
  mutating func signIn(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    var credentials = try authenticate(try request.text("cred"))
    let isNobody = request.body["noauth"] == .boolean(true)
    if let auth = isNobody ? .null : request.body["authvar"] { try credentials.override(auth) }
    becomes(credentials)
    return RequestResult(data: ["auth": context.caller.auth])
  }

  mutating func signOut() -> RequestResult {
    becomes(RealtimeCredentials(caller: .anonymous))
    return .nothing
  }

  /// What the client may not read as that is looked for by ``revocations()``.
  mutating func becomes(_ credentials: RealtimeCredentials) {
    expiry = credentials.expiry
    var context = context
    guard context.caller != credentials.caller else { return }
    context.caller = credentials.caller
    revoked += listens.change(to: context)
  }

  /// What a change of the caller has ended.
  mutating func revocations() -> [ServerMessage] {
    defer { revoked = [] }
    return messages(revoked)
  }
}

extension RealtimeCaller {
  /// What `auth` is in rules; null for the owner.
  fileprivate var auth: JSONValue {
    switch self {
    case .owner: .null
    case .client(let auth): auth.export
    }
  }
}
