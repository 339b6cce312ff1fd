import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import GRPCFraming
import HTTPTypes
import NIOHPACK
import Testing

@testable import EmulatorServer

/// Who a request says to come from.
@Suite("Authorization") struct AuthorizationTests {
  /// A token as test libraries make it: `alg` none, expired since 1970, a trailing point.
  static let alice =
    "eyJhbGciOiJub25lIiwidHlwZSI6IkpXVCJ9."
    + "eyJpc3MiOiJodHRwczovL3NlY3VyZXRva2VuLmdvb2dsZS5jb20vZGVtby14IiwiYXVkIjoiZGVtby14IiwiaWF0IjowLCJleHAiOjM2MDAsImF1dG"
    + "hfdGltZSI6MCwic3ViIjoiYWxpY2UiLCJ1c2VyX2lkIjoiYWxpY2UiLCJmaXJlYmFzZSI6eyJzaWduX2luX3Byb3ZpZGVyIjoiY3VzdG9tIiwiaWRl"
    + "bnRpdGllcyI6e319LCJhZG1pbiI6dHJ1ZX0."

  static func token(_ claims: String, signature: String = "") -> String {
    [#"{"alg":"RS256"}"#, claims].map { Base64.encode(Array($0.utf8), .url, padded: false) + "." }.joined() + signature
  }

  static func user(_ header: String) throws -> AuthContext? {
    guard case .user(let auth) = try Authorization.caller(header) else { return nil }
    return auth
  }

  @Test(
    "owner is the administrator",
    arguments: ["Bearer owner", " Bearer  owner"])
  func owner(header: String) throws {
    #expect(try Authorization.caller(header) == .admin)
  }

  @Test("of two credentials those of the emulator count, wherever they stand")
  func twice() throws {
    for headers in [["Bearer junk", "Bearer owner"], ["Bearer owner", "Bearer junk"]] as [[String]] {
      let metadata = CallMetadata(HPACKHeaders(headers.map { ("authorization", $0) }))
      #expect(try CallHeaders(metadata).call().context.caller == .admin)
    }
  }

  @Test("a token that names two users names none")
  func repeatedClaim() {
    #expect(
      throws: FirestoreError(
        .unauthenticated, "the second part of the bearer token has a key twice")
    ) { try TokenClaims.auth(Self.token(#"{"sub":"alice","sub":"bob"}"#)[...]) }
  }

  @Test("no credentials: nobody is signed in", arguments: [nil, "", " "])
  func nobody(header: String?) throws {
    #expect(try Authorization.caller(header) == .user(nil))
  }

  @Test("the claims of an unsigned, expired token are those of the user")
  func unsigned() throws {
    let auth = try #require(try Self.user("Bearer \(Self.alice)"))
    #expect(auth.uid == "alice")
    #expect(
      auth.token
        == MapValue([
          .init(name: "iss", value: .string("https://securetoken.google.com/demo-x")),
          .init(name: "aud", value: .string("demo-x")), .init(name: "iat", value: .integer(0)),
          .init(name: "exp", value: .integer(3600)), .init(name: "auth_time", value: .integer(0)),
          .init(name: "sub", value: .string("alice")), .init(name: "user_id", value: .string("alice")),
          .init(
            name: "firebase",
            value: .map(
              MapValue([
                .init(name: "sign_in_provider", value: .string("custom")),
                .init(name: "identities", value: .map(MapValue())),
              ]))),
          .init(name: "admin", value: .boolean(true)),
        ]))
  }

  @Test("claims keep their types; a signature is not looked at")
  func claims() throws {
    let auth = try #require(
      try Self.user(
        "Bearer "
          + Self.token(#"{"user_id":"bob","n":1.5,"big":12345678901234567890,"l":[1,null,"ü"]}"#, signature: "bm8")))
    #expect(auth.uid == "bob")
    #expect(auth.token["n"] == .double(1.5))
    #expect(auth.token["big"] == .double(12_345_678_901_234_567_168))
    #expect(auth.token["l"] == .array([.integer(1), .null, .string("ü")]))
    #expect(auth.token["sub"] == nil)
  }

  @Test("sub goes before user_id")
  func precedence() throws {
    #expect(try Self.user("Bearer " + Self.token(#"{"user_id":"b","sub":"a"}"#))?.uid == "a")
  }

  @Test(
    "tokens that say nothing are refused; clients are not told why",
    arguments: [
      ("Bearer garbage", "the bearer token is neither `owner` nor a JSON Web Token of three parts"),
      ("Bearer a.$.c", "the second part of the bearer token is not base64"),
      ("Bearer a.b2s.c", "the second part of the bearer token is not a JSON object"),
      ("Bearer " + token("[1]"), "the second part of the bearer token is not a JSON object"),
      ("Bearer " + token(#"{"aud":"x"}"#), "the bearer token names no user: it has neither `sub` nor `user_id`"),
      ("Bearer " + token(#"{"sub":7}"#), "the claim `sub` of the bearer token names no user"),
      ("Bearer " + token(#"{"sub":""}"#), "the claim `sub` of the bearer token names no user"),
    ])
  func refused(header: String, reason: String) {
    #expect(throws: FirestoreError(.unauthenticated, reason)) { try TokenClaims.auth(header.dropFirst(7)) }
    #expect(
      throws: FirestoreError(
        .unauthenticated,
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
          + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.")
    ) { try Authorization.caller(header) }
  }

  @Test(
    "credentials of another scheme are those of nobody who is let in",
    arguments: ["Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "bearer owner", "bearer \(alice)", "BEARER owner", "owner"])
  func otherSchemes(header: String) {
    #expect(throws: FirestoreError(.permissionDenied, "Missing or insufficient permissions.")) {
      try Authorization.caller(header)
    }
  }

  @Test("headers of gRPC and of HTTP/1 say the same")
  func headers() throws {
    let headers: HPACKHeaders = [
      "authorization": "Bearer owner", "authorization": "Bearer other",
      "google-cloud-resource-prefix": "projects/p/databases/(default)", "x-firebreak-operation": "feed.open",
      "x-firebreak-test": "t1", "x-goog-request-params": "projects/p/databases/(default)",
    ]
    var fields = HTTPFields()
    for header in headers {
      if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
    }
    let metadata = CallMetadata(headers)
    let call = try CallHeaders(metadata).call()
    #expect(call.context == RequestContext(caller: .admin, operation: "feed.open", test: "t1"))
    #expect(call.database == DatabaseName(project: "p"))
    #expect(CallHeaders(fields) == CallHeaders(metadata))
  }

  @Test("a resource prefix that is no database is none", arguments: ["", "p", "projects//databases/d", "projects/p"])
  func noDatabase(prefix: String) throws {
    #expect(try CallHeaders(resourcePrefix: prefix).call().database == nil)
  }
}
