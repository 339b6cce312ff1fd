import Diagnostics
import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import StructuredText
import Testing

@testable import FirestoreRulesChecker

@Suite("Inferred types") struct TypesTests {
  static let folder = "Tests/FirestoreRulesEvaluatorTests/Specs"
  static let tables = ["expressions", "operators", "builtins"]
  private static let codes: [DiagnosticCode] = [
    .unknownName, .unknownFunction, .wrongArgumentCount, .unknownProperty, .typeMismatch, .alwaysError,
    .unreachableCondition, .negationBeforeIn,
  ]
  /// True although a part of it is an error that is absorbed, or a comparison that is always the same.
  private static let absorbing = ["181", "182", "184", "189", "192", "O-26", "O-137", "O-138"]

  /// What is said without knowing a request covers what each request gives.
  @Test(
    "inference covers what evaluation gives, and true conditions are no findings",
    arguments: try tables.flatMap { try SpecFile.cases("\(folder)/\($0).yaml") })
  func coversEvaluation(_ spec: SpecValue) throws {
    guard let condition = try spec.optional("condition")?.string else { return }
    let expected = try spec["expect"].string
    guard let truth = ["true": Truths.isTrue, "false": .isFalse, "error": .isError][expected] else { return }
    let word = try spec.optional("method")?.string ?? "get"
    let method = try #require(RulesMethod(rawValue: word))
    let rules = MarkedRules(condition: condition, allow: word)
    guard let subject = LintSubject(rules.parsed), let allow = subject.allows.first else { return }
    #expect(subject.types.truths(of: allow, for: method).contains(truth))
    if expected == "true", !Self.absorbing.contains(try spec["id"].string) {
      let errors = rules.findings().filter { $0.severity == .error && Self.codes.contains($0.code) }
      #expect(errors.map(\.message) == [])
    }
  }

  @Test(
    "types of expressions",
    arguments: [
      ("request.auth", "null or map"), ("request.auth.uid", "string"), ("request.auth.token.email", "string"),
      ("request.auth.token.role", "any"), ("request.time", "timestamp"),
      ("request.query.limit", "null or int or float"),
      ("resource", "map"), ("resource.data", "map"), ("resource.data.x", "any"),
      ("resource.data.x + 1", "int or float"),
      ("resource.data.keys()", "list"), ("resource.data.keys()[0]", "string"),
      ("resource.data.diff(resource.data).affectedKeys()", "set"), ("id", "string"), ("resource.data.x.size()", "int"),
      ("get(/databases/$(database)/documents/a/b)", "null or map"), ("request.time - request.time", "duration"),
      ("resource.data.get('a', 'x').lower()", "string"), ("{'a': 1}.a", "int"), ("true ? 1 : 'a'", "int"),
      ("resource.data.x is string ? 1 : 'a'", "int or string"), ("hashing.md5('a')", "bytes"), ("1 / 0", ""),
    ])
  func types(_ expression: String, _ expected: String) throws {
    let subject = try #require(LintSubject(MarkedRules(condition: "(\(expression)) == 0", allow: "list").parsed))
    let condition = try #require(subject.allows.first?.statement.condition)
    let operand = try #require(condition.children.first)
    #expect(subject.types.type(of: operand).kinds.text == expected)
  }

  @Test("conjuncts tell later ones about types")
  func refinement() throws {
    let rules = MarkedRules(
      condition: "resource.data.x is string && resource.data.y.size() > 1 && resource.data.x == resource.data.y")
    let subject = try #require(LintSubject(rules.parsed))
    let last = try #require(subject.allows.first?.conjuncts.last)
    let kinds = last.children.map { subject.types.type(of: $0).kinds.text }
    #expect(kinds == ["string", "string or bytes or list or map"])
  }

  @Test("outcomes by method")
  func outcomes() throws {
    let rules = MarkedRules(condition: "resource == null || request.resource.data.x == 1", allow: "write")
    let subject = try #require(LintSubject(rules.parsed))
    let allow = try #require(subject.allows.first)
    let outcomes = [RulesMethod.create, .update, .delete].map { subject.types.truths(of: allow, for: $0) }
    #expect(outcomes == [.isTrue, [.isTrue, .isFalse, .isError], [.isTrue, .isError]])
    #expect(subject.types.truths(of: allow) == [.isTrue, .isFalse, .isError])
  }

  @Test(
    "work stays small, whatever the source",
    arguments: [
      // Every local doubles the one before.
      (0..<200).map { "let v\($0 + 1) = [v\($0), v\($0)];" }.joined(separator: " "),
      (0..<200).map { "let v\($0 + 1) = v\($0) + v\($0);" }.joined(separator: " "),
      (0..<200).map { "let v\($0 + 1) = {'a': v\($0), 'b': v\($0)};" }.joined(separator: " "),
      (0..<200).map { "let v\($0 + 1) = v\($0) && v\($0);" }.joined(separator: " "),
    ])
  func doubling(_ locals: String) {
    let rules = MarkedRules(
      body: "function f(v0) { \(locals) return v200; }\nallow read: if f('a') || f(true) || f(resource.data);")
    #expect(!rules.findings().isEmpty)
  }

  @Test("calls that double with every function")
  func callsThatDouble() {
    let functions = (0..<60).map { "function f\($0)(x) { return f\($0 + 1)([x]) || f\($0 + 1)({'a': x}); }" }
    let rules = MarkedRules(
      body: functions.joined(separator: "\n") + "\nfunction f60(x) { return x == 1; }\nallow read: if f0(1);")
    #expect(rules.findings().contains { $0.code == .limitExceeded })
  }

  @Test("thousands of operands")
  func manyOperands() {
    let chain = (0..<4_000).map { "resource.data.f\($0) == 'x'" }.joined(separator: " && ")
    #expect(MarkedRules(condition: chain).findings().contains { $0.code == .limitExceeded })
  }
}
