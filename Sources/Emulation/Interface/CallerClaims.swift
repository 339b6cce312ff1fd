import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import RealtimeDatabase
import RealtimeService
import StructuredText

// What the token of somebody says beside who they are, as JSON: so that they can be asked for again.

extension Caller {
  /// Nil where it says nothing more.
  var claims: JSONValue? {
    guard case .user(let auth?) = self else { return nil }
    let claims = auth.token.fields.filter { field in
      // They are said by the id already.
      !(["sub", "user_id"].contains(field.name) && field.value == .string(auth.uid))
    }
    return claims.isEmpty ? nil : MapValue(claims).claim
  }
}

extension RealtimeCaller {
  /// The same; nil as well where `auth` is no token.
  var claims: JSONValue? {
    guard case .client(let auth) = self, case .object(let members) = auth.child("token").json else { return nil }
    let own = uid.map { JSONValue.string($0.string) }
    let claims = members.filter { !(["sub", "user_id"].contains($0.key) && $0.value == own) }
    return claims.isEmpty ? nil : .object(claims)
  }
}

extension MapValue {
  fileprivate var claim: JSONValue { .object(fields.map { JSONValue.Member($0.name.string, $0.value.claim) }) }
}

extension Value {
  /// A token is JSON: it has no other values than these.
  fileprivate var claim: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value) ?? .null
    case .string(let text): .string(text.string)
    case .array(let elements): .array(elements.map(\.claim))
    case .map(let map): map.claim
    case .timestamp, .bytes, .reference, .geoPoint, .vector: .null
    }
  }
}
