import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

/// Expressions and what they come out as: the numbered ones of the reference, and one or more for each sentence of its
/// description of types and functions.
@Suite("Expressions") struct ValuesExpressionTests {
  static let folder = "Tests/FirestoreRulesEvaluatorTests/Specs"
  static let database = DatabaseName(project: "demo-firebreak")
  /// 2026-03-01T12:00:00Z
  static let now = RuleTimestamp(seconds: 1_772_366_400, nanoseconds: 0)

  @Test("reference", arguments: try SpecFile.cases("\(folder)/expressions.yaml"))
  func reference(_ spec: SpecValue) throws { try check(spec) }

  @Test("operators", arguments: try SpecFile.cases("\(folder)/operators.yaml"))
  func operators(_ spec: SpecValue) throws { try check(spec) }

  @Test("functions and methods", arguments: try SpecFile.cases("\(folder)/builtins.yaml"))
  func builtins(_ spec: SpecValue) throws { try check(spec) }

  @Test("growth", arguments: try SpecFile.cases("\(folder)/growth.yaml"))
  func growth(_ spec: SpecValue) throws { try check(spec) }

  private func check(_ spec: SpecValue) throws {
    try spec.allow(
      "id", "expect", "error", "condition", "rules", "method", "path", "data", "missing", "new", "signedOut",
      "documents", "after")
    let expected = try spec["expect"].string
    let answer = try answer(spec)
    if expected != "unasserted" { #expect(answer.verdict == expected, "\(answer.error ?? "")") }
    if let error = try spec.optional("error")?.string { #expect(answer.error == error) }
  }

  private func answer(_ spec: SpecValue) throws -> (verdict: String, error: String?) {
    let body = try spec.optional("rules")?.string ?? "allow read, write: if \(try spec["condition"].string);"
    let source = RulesFixture.source(
      documents: "match /c/{id} {\n\(body.replacing("BALANCED_500", with: balanced(500)))\n}")
    let compilation = RulesFixture.compile(source)
    guard let rules = compilation.rules else { return ("compile-error", compilation.problems.first?.message) }
    let request = try request(spec)
    var session = RequestSession(try reader(spec, request))
    let decision = RulesEngine(rules).decide(request, in: &session)
    if decision.isAllowed { return ("true", nil) }
    guard let error = decision.statements.last?.error else { return ("false", nil) }
    return ("error", error.message)
  }

  /// A conjunction of so many leaves in parentheses, as deep as the logarithm of their number.
  private func balanced(_ leaves: Int) -> String {
    leaves == 1 ? "(true)" : "(\(balanced(leaves / 2)) && \(balanced(leaves - leaves / 2)))"
  }

  private func request(_ spec: SpecValue) throws -> RulesRequest {
    let path = RulesFixture.path(try spec.optional("path")?.string ?? "c/d")
    guard let method = RulesMethod(rawValue: try spec.optional("method")?.string ?? "get") else {
      throw spec.error("no such method")
    }
    var request = RulesRequest(method: method, path: RequestPath(path), time: Self.now)
    if try spec.optional("signedOut") == nil { request.auth = AuthContext(uid: "u1", token: ["sub": .string("u1")]) }
    if try spec.optional("missing") == nil {
      let data = try spec.optional("data")?.string ?? "{n: 1, z: null}"
      request.resource = RulesDocument(path: path, fields: try fields(data))
    }
    if let new = try spec.optional("new")?.string {
      request.newResource = RulesDocument(path: path, fields: try fields(new))
    }
    return request
  }

  private func reader(_ spec: SpecValue, _ request: RulesRequest) throws -> RulesFixture {
    var before = try documents(spec.optional("documents"))
    if let resource = request.resource { before[resource.path] = resource.fields }
    var after = before
    if let new = request.newResource { after[new.path] = new.fields }
    for (path, text) in try spec.optional("after")?.members ?? [] {
      after[RulesFixture.path(path)] = text.isNull ? nil : try fields(text.string)
    }
    return RulesFixture(before: before, after: after)
  }

  private func documents(_ spec: SpecValue?) throws -> [DocumentPath: MapValue] {
    var documents: [DocumentPath: MapValue] = [:]
    for (path, text) in try spec?.members ?? [] { documents[RulesFixture.path(path)] = try fields(text.string) }
    return documents
  }

  private func fields(_ text: String) throws -> MapValue { try Fields.map(text, database: Self.database) }
}
