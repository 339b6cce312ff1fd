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
/// - `POST rules/decide` with `{"method", "path", "as", "claims", "fields", "changed", "rules"}`; with `instance=` of the Realtime Database:
///   `{"method": "read" | "write", "path", "as", "claims", "value"}`
///
/// `as` is `admin`, `anonymous` or the id of a user, whose further claims are `claims`.
struct PageTrials: Sendable {
  let emulation: Emulation
  /// A query builds the indexes that it is the first to use.
  let turns: ConversionTurns

  private static let usualLimit: Int64 = 50
  private static let greatestLimit: Int64 = 500
  /// Queries of more bytes ask for more than a query may have.
  private static let queryLimit = 400_000
  /// A document of a mebibyte in an encoding that says the type of every value.
  private static let requestLimit = 16 << 20

  func query(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.post)
    let name = try call.database(emulation, try call.parameters { $0.text("database") })
    let asked = try call.object(limit: Self.queryLimit) { body in
      (
        query: body.string("query", .required) ?? "", caller: body.caller(),
        limit: body.integer("limit", in: 0...Self.greatestLimit) ?? Self.usualLimit
      )
    }
    do throws(FirestoreError) {
      return try await turns.work { () throws(FirestoreError) in
        EndpointAnswer.document(
          try emulation.trial(of: asked.query, by: asked.caller, limit: Int(asked.limit), in: name))
      }
    } catch { throw .refused(error) }
  }

  func decide(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.post)
    let asked = try call.parameters { (database: $0.text("database"), instance: $0.text("instance")) }
    if let instance = asked.instance { return try decide(Text(instance), call) }
    let name = try call.database(emulation, asked.database)
    let body = try call.object(limit: Self.requestLimit) { body in
      (
        method: body.choice("method", .required, of: Emulation.RulesTrial.allCases.map { ($0.rawValue, $0) }),
        path: body.string("path", .required) ?? "",
        change: Emulation.TriedChange(
          fields: body.fields("fields", of: name) ?? [:], changed: body.paths("changed"), rules: body.string("rules")),
        caller: body.caller()
      )
    }
    do throws(FirestoreError) {
      if body.method == .list {
        return EndpointAnswer.document(
          try emulation.decide(listing: body.path, rules: body.change.rules, by: body.caller, in: name))
      }
      return EndpointAnswer.document(
        try emulation.decide(
          body.method ?? .get, try PageDocuments.path(body.path), body.change, by: body.caller, in: name))
    } catch { throw .refused(error) }
  }

  private func decide(_ instance: Text, _ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    let body = try call.object(limit: Self.requestLimit) { body in
      (
        isWrite: body.choice("method", .required, of: [("read", false), ("write", true)]) ?? false,
        path: RealtimePath(body.string("path", .required) ?? "/"), value: body.node("value"), caller: body.caller()
      )
    }
    guard body.path.isAddressable else {
      throw .refused(EndpointAnswer.invalid("`path` has a character that keys cannot have."))
    }
    // A plain `nil` would be the value null.
    let value = body.isWrite ? Optional(body.value.map { JSONValue($0) } ?? .null) : Optional.none
    do throws(RealtimeRefusal) {
      return EndpointAnswer.document(
        try emulation.decideRealtime(instance, at: body.path, writing: value, by: RealtimeCaller(body.caller)))
    } catch { throw .refused(FirestoreError(.invalidArgument, error.text)) }
  }
}

extension ObjectReader {
  /// More than tokens have: production takes a thousand.
  private static let claimsLimit = 20_000

  /// Paths of fields, each as the names on the way.
  fileprivate mutating func paths(_ key: String) -> [FieldPath]? {
    array(key)?.compactMap { node in
      var names: [Text] = []
      if case .array(let elements) = node.content {
        for case .string(let name) in elements.map(\.content) { names.append(Text(name)) }
        if !names.isEmpty, names.count == elements.count { return FieldPath(segments: names) }
      }
      decoding.reportWrongType(expected: "a list of names", for: key, found: node)
      return nil
    }
  }

  /// `as` and `claims`.
  fileprivate mutating func caller() -> Caller {
    let uid = string("as") ?? ""
    let given = node("claims")
    var claims = MapValue()
    if let given, given.content != .null {
      if given.span.end - given.span.start > Self.claimsLimit {
        decoding.reportWrongType(expected: "at most \(Self.claimsLimit) bytes", for: "claims", found: given)
      } else if case .map(let map) = TokenClaims.value(given) {
        claims = map
      } else {
        decoding.reportWrongType(expected: "an object", for: "claims", found: given)
      }
    }
    switch uid {
    case "admin": return .admin
    case "", "anonymous": return .user(nil)
    default: return .user(AuthContext(signedIn: Text(uid), claims: claims))
    }
  }
}
