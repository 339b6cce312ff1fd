import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

/// One condition, or a whole source, tried on one request.
struct RuleTrial {
  var source: String
  var request: RulesRequest
  var reader = RulesFixture()
  var semantics: Semantics = .live

  static let alice = AuthContext(uid: "alice", token: ["sub": .string("alice"), "admin": .boolean(true)])

  init(_ condition: String, functions: String = "", method: RulesMethod = .get, auth: AuthContext? = alice) {
    self.init(source: RulesFixture.condition(condition, functions: functions), method: method, auth: auth)
  }

  init(source: String, method: RulesMethod = .get, path: String = "c/d", auth: AuthContext? = alice) {
    self.source = source
    let path = RulesFixture.path(path)
    let stored: MapValue = ["n": .integer(1), "owner": .string("alice"), "tags": .array([.string("a")])]
    request = RulesRequest(
      method: method, path: RequestPath(path), auth: auth, time: RulesFixture.now,
      resource: method == .create ? nil : RulesDocument(path: path, fields: stored))
    if method == .create || method == .update {
      request.newResource = RulesDocument(path: path, fields: ["n": .integer(2), "owner": .string("bob")])
    }
    if method == .list { request.query = RulesQuery(limit: 10, orders: [("n", true)]) }
  }

  func traced() throws -> (decision: Decision, trace: Trace) {
    let compilation = RulesFixture.compile(source)
    let rules = try #require(compilation.rules, "\(compilation.problems.map(\.message))")
    var session = RequestSession(reader, semantics: semantics)
    return RulesEngine(rules).trace(request, in: &session)
  }

  /// `true`, `false`, or the text of the error.
  var answer: String {
    get throws {
      let (decision, _) = try traced()
      if decision.isAllowed { return "true" }
      return decision.statements.last?.error?.message ?? "false"
    }
  }
}
