import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import StructuredText

/// Reads the claims of ID tokens (JSON Web Tokens), signed or not.
enum TokenClaims {
  /// - Throws: UNAUTHENTICATED with what is wrong with the token.
  static func auth(_ token: Substring) throws(FirestoreError) -> AuthContext {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw refusal("the bearer token is neither `owner` nor a JSON Web Token of three parts")
    }
    guard let payload = Base64.decode(parts[1].utf8, padding: .lenient) else {
      throw refusal("the second part of the bearer token is not base64")
    }
    let claimed = JSONReader.read(SourceText(path: "token", bytes: payload))
    // Readers differ in which of two they take: nobody is to be two users.
    guard !claimed.diagnostics.contains(where: { $0.code == .duplicateKey }) else {
      throw refusal("the second part of the bearer token has a key twice")
    }
    guard case .object(let members)? = claimed.node?.content
    else { throw refusal("the second part of the bearer token is not a JSON object") }
    let claims = map(members)
    for name in ["sub", "user_id"] as [Text] {
      guard let claim = claims[name], claim != .null else { continue }
      guard case .string(let uid) = claim, uid.byteCount > 0 else {
        throw refusal("the claim `\(name)` of the bearer token names no user")
      }
      return AuthContext(uid: uid, token: claims)
    }
    throw refusal("the bearer token names no user: it has neither `sub` nor `user_id`")
  }

  private static func refusal(_ reason: String) -> FirestoreError { FirestoreError(.unauthenticated, reason) }

  /// The limit of the reader bounds the recursion.
  static func value(_ node: Node) -> Value {
    switch node.content {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let text):
      NumberText(text).integer.map { .integer($0) } ?? .double(NumberText(text).double)
    case .string(let text): .string(Text(text))
    case .array(let elements): .array(elements.map(value))
    case .object(let members): .map(map(members))
    }
  }

  private static func map(_ members: [Node.Member]) -> MapValue {
    MapValue(members.map { MapValue.Field(name: Text($0.key), value: value($0.value)) })
  }
}
