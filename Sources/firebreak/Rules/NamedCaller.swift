import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Project
import StructuredText

extension FirebreakSettings {
  /// Who is meant by `--as`: somebody whom `firebreak.json` describes, `admin`, `anonymous`, `signed-in`, or a uid.
  func caller(named name: String, under rules: CompiledRules) -> Caller {
    for case .actor(.named(let actor)) in actors.lazy.filter({ $0.key == name }).map(\.meaning) {
      return .user(actor.auth)
    }
    return switch name {
    case "admin": .admin
    case "anonymous": .user(nil)
    case "signed-in": .user(ListProver.arbitraryUser(avoiding: rules))
    default: .user(AuthContext(signedIn: Text(name)))
    }
  }
}

extension FirebreakSettings {
  /// The same for the Realtime Database, whose rules see claims as they stand in the token.
  func realtimeAuth(named name: String) -> JSONValue {
    for case .actor(.named(let actor)) in actors.lazy.filter({ $0.key == name }).map(\.meaning) {
      return ["uid": .string(actor.auth.uid.string), "token": actor.auth.token.plainJSON]
    }
    return name == "anonymous" ? .null : ["uid": .string(name), "token": [:]]
  }
}

extension MapValue {
  fileprivate var plainJSON: JSONValue {
    .object(fields.map { JSONValue.Member($0.name.string, $0.value.plainJSON) })
  }
}

extension Value {
  /// As a token has it; it holds nothing that JSON has no word for.
  fileprivate var plainJSON: JSONValue {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number) ?? .null
    case .string(let text): .string(text.string)
    case .array(let values): .array(values.map(\.plainJSON))
    case .map(let map): map.plainJSON
    case .null, .timestamp, .bytes, .reference, .geoPoint, .vector: .null
    }
  }
}
