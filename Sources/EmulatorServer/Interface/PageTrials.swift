import Diagnostics
import Emulation
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

/// Queries and requests that somebody tries without anything coming of it:
///
/// - `POST query` with `{"query", "as", "claims", "limit"}`
/// - `POST rules/decide` with `{"method", "path", "as", "claims", "fields"}`; with `instance=` of the Realtime Database:
///   `{"method": "read" | "write", "path", "as", "claims", "value"}`
///
/// `as` is `admin`, `anonymous` or the id of a user, whose further claims are `claims`.
struct PageTrials: Sendable {
  let emulation: Emulation

  private static let usualLimit = 50
  private static let greatestLimit = 500

  func query(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.post)
    let name = try call.databaseName(emulation)
    let body = try call.json()
    let limit = body["limit"].flatMap(Self.integer) ?? Self.usualLimit
    do throws(FirestoreError) {
      return EndpointAnswer.document(
        try emulation.trial(
          of: body.text("query") ?? "", by: try Self.caller(body), limit: min(max(0, limit), Self.greatestLimit),
          in: name))
    } catch { throw .refused(error) }
  }

  func decide(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.post)
    let name = try call.databaseName(emulation)
    let body = try call.json()
    if let instance = call.target.value("instance") { return try decide(Text(instance), body) }
    do throws(FirestoreError) {
      guard let method = body.text("method").flatMap({ Emulation.RulesTrial(rawValue: $0) }) else {
        throw EndpointAnswer.invalid("`method` has to be one of get, create, update and delete.")
      }
      return EndpointAnswer.document(
        try emulation.decide(
          method, try PageDocuments.path(body.text("path") ?? ""), fields: body["fields"],
          of: SourceText(path: "body", bytes: call.body), by: try Self.caller(body), in: name))
    } catch { throw .refused(error) }
  }

  private func decide(_ instance: Text, _ body: Node) throws(RESTRefusal) -> HTTPAnswer {
    let path = RealtimePath(body.text("path") ?? "/")
    do throws(FirestoreError) {
      guard let method = body.text("method"), ["read", "write"].contains(method) else {
        throw EndpointAnswer.invalid("`method` has to be read or write.")
      }
      guard path.isAddressable else {
        throw EndpointAnswer.invalid("`path` has a character that keys cannot have.")
      }
      // A plain `nil` would be the value null.
      let value = method == "write" ? Optional(body["value"].map { JSONValue($0) } ?? .null) : Optional.none
      let caller = RealtimeCaller(try Self.caller(body))
      do throws(RealtimeRefusal) {
        return EndpointAnswer.document(
          try emulation.decideRealtime(instance, at: path, writing: value, by: caller))
      } catch { throw FirestoreError(.invalidArgument, error.text) }
    } catch { throw .refused(error) }
  }

  private static func integer(_ node: Node) -> Int? {
    guard case .number(let text) = node.content else { return nil }
    return Int(text)
  }

  private static func caller(_ body: Node) throws(FirestoreError) -> Caller {
    switch body.text("as") ?? "" {
    case "admin": return .admin
    case "", "anonymous": return .user(nil)
    case let uid:
      var claims = MapValue()
      if let given = body["claims"], given.content != .null {
        guard case .map(let map) = TokenClaims.value(given) else {
          throw EndpointAnswer.invalid("`claims` is no object.")
        }
        claims = map
      }
      return .user(AuthContext(signedIn: Text(uid), claims: claims))
    }
  }
}
