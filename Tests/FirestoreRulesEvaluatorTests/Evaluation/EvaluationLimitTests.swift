import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

/// The budgets of a request, each from both sides.
@Suite("Limits of an evaluation") struct EvaluationLimitTests {
  @Test("a balanced conjunction", arguments: [(334, true), (335, false)])
  func balanced(_ leaves: Int, _ isAllowed: Bool) throws {
    // The outermost operator stands in parentheses as well: 334 leaves, 333 operators, 333 parentheses.
    let decision = try decide("(\(LogicText.balanced(leaves)))")
    #expect(decision.isAllowed == isAllowed)
    if isAllowed {
      #expect(decision.expressionCount == 1_000)
    } else {
      #expect(decision.denial?.kind == .limit)
    }
  }

  @Test("a chain", arguments: ["&&", "||"], [500, 501])
  func chain(_ op: String, _ operands: Int) throws {
    let leaf = op == "&&" ? "true" : "false"
    var leaves = Array(repeating: leaf, count: operands - 1)
    leaves.append("true")
    let decision = try decide(leaves.joined(separator: " \(op) "))
    #expect(decision.isAllowed == (operands == 500))
    if decision.isAllowed { #expect(decision.expressionCount == 999) }
  }

  @Test func `the budget is shared by the statements of a request and not absorbed`() throws {
    let long = LogicText.balanced(500)
    #expect(try decide(statements: "allow read: if \(long); allow read: if true;").isAllowed == false)
    #expect(try decide(statements: "allow read: if true; allow read: if \(long);").isAllowed)
    #expect(try decide("\(long) || true").isAllowed == false)
    let half = LogicText.balanced(200) + " && false"
    let one = try decide(statements: "allow read: if \(half); allow read: if true;")
    #expect(one.isAllowed && one.expressionCount == 600)
    let two = try decide(statements: "allow read: if \(half); allow read: if \(half); allow read: if true;")
    #expect(two.isAllowed == false && two.denial?.kind == .limit)
  }

  @Test func `skipped branches and unused variables are free, function bodies count at each call`() throws {
    #expect(try decide("true || \(LogicText.balanced(500))").expressionCount == 2)
    #expect(try decide("true ? true : \(LogicText.balanced(500))").expressionCount == 3)
    let functions = "function f() { let a = \(LogicText.balanced(500)); return true; } function g(x) { return x && x; }"
    #expect(try decide("f()", functions: functions).expressionCount == 2)
    // The call, its argument, the operator and two uses.
    #expect(try decide("g(true)", functions: functions).expressionCount == 5)
    #expect(try decide("g(true) && g(true)", functions: functions).expressionCount == 11)
  }

  @Test func `a variable is evaluated once, errors included`() throws {
    let functions = """
      function f() { let a = (1 + 1); return a == 2 && a == 2; }
      function e() { let a = 1 / 0 == 1; return a || (a || true); }
      """
    // The call, and: two comparisons, two uses, two literals, an operator; the value's four nodes once.
    #expect(try decide("f()", functions: functions).expressionCount == 12)
    #expect(try decide("e()", functions: functions).isAllowed)
  }

  // MARK: - Documents

  @Test(
    "distinct documents",
    arguments: [
      (RequestExtent.single, 10, true), (.single, 11, false), (.list, 20, true), (.list, 21, false),
      (.several, 10, true), (.several, 11, false),
    ])
  func accesses(_ extent: RequestExtent, _ count: Int, _ isAllowed: Bool) throws {
    let condition = (0..<count).map { "!exists(/databases/$(database)/documents/x/d\($0))" }.joined(separator: " && ")
    let decision = try decide(condition, extent: extent)
    #expect(decision.isAllowed == isAllowed)
    #expect(decision.documentsRead.count == (isAllowed ? count : count - 1))
    if !isAllowed { #expect(decision.denial?.kind == .limit) }
  }

  /// Documents that each operation of a request reads, and whether all are allowed.
  @Test(
    "several operations",
    arguments: [
      ([10, 10], true), ([7, 7, 7], false), ([6, 6, 6], true), ([6, 6, 6, 7], false), ([11], false), ([1, 11], false),
    ])
  func operations(_ counts: [Int], _ isAllowed: Bool) throws {
    var session = RequestSession(NoDocuments(), extent: .several)
    var next = 0
    var isAllAllowed = true
    for count in counts {
      let condition = (next..<next + count).map { "!exists(/databases/$(database)/documents/x/d\($0))" }
      next += count
      let rules = try #require(RulesFixture.compile(RulesFixture.condition(condition.joined(separator: " && "))).rules)
      session.beginOperation()
      if !RulesEngine(rules).decide(request, in: &session).isAllowed { isAllAllowed = false }
    }
    #expect(isAllAllowed == isAllowed)
  }

  @Test func `a document counts once, whoever asks`() throws {
    let a = "/databases/$(database)/documents/x/a"
    let decision = try decide(
      "get(\(a)) == null && !exists(\(a)) && getAfter(\(a)) == null && !existsAfter(\(a)) && get(\(a)) == null")
    #expect(decision.isAllowed)
    #expect(decision.documentsRead == [RulesFixture.path("x/a")])
    #expect(decision.cachedAccesses == 4)
  }

  @Test func `an exhausted budget of documents is an error like others`() throws {
    let exists = (0..<11).map { "exists(/databases/$(database)/documents/x/d\($0))" }.joined(separator: " || ")
    #expect(try decide(statements: "allow read: if \(exists); allow read: if true;").isAllowed)
    #expect(try decide("\(exists) || true").isAllowed)
  }

  @Test(
    "what is no document",
    arguments: [
      "/users/a", "/databases/other/documents/users/a", "/databases/$(database)/documents/users",
      "/databases/$(database)/documents", "/databases/$(database)/documents/users/$('')",
    ])
  func noDocument(_ path: String) throws {
    let decision = try decide("exists(\(path)) || true")
    #expect(decision.isAllowed)
    #expect(decision.documentsRead.isEmpty)
    #expect(try decide("exists(\(path)) == exists(\(path))").denial?.kind == .error)
  }

  // MARK: - Depth

  @Test func `the deepest evaluation that the budget allows needs no more stack than there is`() throws {
    // 98 levels in each of 10 functions.
    let nested = String(repeating: "(", count: 97)
    let functions = (0..<10).map { level in
      let inner = level == 9 ? "true" : "f\(level + 1)()"
      return "function f\(level)() { return \(nested)\(inner)\(String(repeating: ")", count: 97)); }"
    }
    let decision = try decide("f0()", functions: functions.joined(separator: "\n"))
    #expect(decision.isAllowed)
    #expect(decision.expressionCount == 981)
  }

  // MARK: -

  private let request = RulesRequest(
    method: .get, path: RequestPath(RulesFixture.path("c/d")), time: RulesFixture.now)

  private func decide(
    _ condition: String, functions: String = "", extent: RequestExtent = .single
  ) throws -> Decision {
    try decide(statements: "allow read: if \(condition);", functions: functions, extent: extent)
  }

  private func decide(
    statements: String, functions: String = "", extent: RequestExtent = .single
  ) throws -> Decision {
    let compilation = RulesFixture.compile(
      RulesFixture.source(documents: "match /c/{id} { \(statements) }", functions: functions))
    let rules = try #require(compilation.rules, "\(compilation.problems.map(\.message))")
    var session = RequestSession(NoDocuments(), extent: extent)
    return RulesEngine(rules).decide(request, in: &session)
  }
}
