import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import RealtimeDatabase
import RealtimeService
import RealtimeWire
import StructuredText

// Who a request to the Realtime Database says to come from. As with Firestore, tokens are read and never verified.

extension RealtimeCredentials {
  /// - Throws: for a token that cannot be read or has ended.
  init(_ call: RealtimeCall, now: Timestamp) throws(RealtimeRefusal) {
    let bearer = CallHeaders(call.fields).authorization.flatMap(Authorization.bearer).map { String($0) }
    let token = bearer ?? call.value("access_token") ?? call.value("auth")
    guard let token, !token.isEmpty else {
      self.init(caller: .anonymous)
      try checkOverride(call)
      return
    }
    try self.init(token: token, now: now)
    // Any page can load a script, and can make up the token of any user, since tokens are not verified here.
    if call.value("callback") != nil {
      throw .invalidCredentials("callback is for requests without a token only.")
    }
    if caller == .owner, call.hasOverriddenMethod {
      throw .invalidCredentials("x-http-method-override is not for the owner of an emulator.")
    }
    try checkOverride(call)
  }

  /// - Throws: for a token that cannot be read or has ended.
  init(token: String, now: Timestamp) throws(RealtimeRefusal) {
    guard token != Authorization.owner else {
      self.init(caller: .owner)
      return
    }
    let auth: AuthContext
    do throws(FirestoreError) { auth = try TokenClaims.auth(token[...]) } catch {
      throw .invalidCredentials("Could not parse auth token.")
    }
    self.init(caller: .client(auth: auth.realtime))
    guard case .integer(let seconds)? = auth.token["exp"] else { return }
    if seconds > now.microseconds / 1_000_000 {
      expiry = seconds
    } else if !Self.isOfTests(auth) {
      throw .expiredCredentials
    }
  }

  /// Those that the SDKs make for tests are issued in 1970 and over an hour later, and mean to last.
  private static func isOfTests(_ auth: AuthContext) -> Bool {
    if case .integer(0)? = auth.token["iat"] { true } else { false }
  }

  /// The owner may ask to be judged like somebody else.
  private mutating func checkOverride(_ call: RealtimeCall) throws(RealtimeRefusal) {
    guard let text = call.value("auth_variable_override") else { return }
    guard caller == .owner else { throw .permissionDenied }
    guard let node = JSONReader.read(SourceText(path: "auth_variable_override", text: text)).node else {
      throw .invalidRequest("auth_variable_override must be a JSON object or null")
    }
    try override(JSONValue(node))
  }
}

extension RealtimeCaller {
  /// Somebody who asks Firestore, too.
  init(_ caller: Caller) {
    switch caller {
    case .admin: self = .owner
    case .user(let auth): self = auth.map { .client(auth: $0.realtime) } ?? .anonymous
    }
  }
}

extension AuthContext {
  /// What `auth` is in rules: `uid`, `provider`, and the claims as `token`.
  fileprivate var realtime: RealtimeNode {
    var children = RealtimeChildren()
    children["uid"] = RealtimeNode(.string(uid))
    if let provider { children["provider"] = RealtimeNode(.string(provider)) }
    children["token"] = RealtimeNode(claim: .map(token))
    return RealtimeNode(children)
  }

  /// `google.com` signs in as `google`.
  private var provider: Text? {
    guard case .map(let firebase)? = token["firebase"], case .string(let name)? = firebase["sign_in_provider"] else {
      return nil
    }
    let text = name.string
    return text.hasSuffix(".com") ? Text(String(text.dropLast(".com".count))) : name
  }
}

extension RealtimeNode {
  /// Claims of a token, whose names may be any text. What cannot stand in the tree is left out: nulls and infinite
  /// numbers.
  fileprivate init(claim value: Value) {
    switch value {
    case .boolean(let value): self.init(.boolean(value))
    case .integer(let value): self.init(.number(Double(value)))
    case .double(let value): self = value.isFinite ? RealtimeNode(.number(value)) : .absent
    case .string(let text): self.init(.string(text))
    case .array(let elements):
      self.init(
        RealtimeChildren(
          elements.enumerated().map { (key: RealtimeKey(String($0.offset)), node: RealtimeNode(claim: $0.element)) }))
    case .map(let fields):
      self.init(
        RealtimeChildren(fields.fields.map { (key: RealtimeKey($0.name.string), node: RealtimeNode(claim: $0.value)) })
      )
    default: self = .absent
    }
  }
}
