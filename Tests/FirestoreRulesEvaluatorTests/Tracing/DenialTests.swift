import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

/// What a denied request is told.
@Suite("Denials") struct DenialTests {
  @Test(
    "an error is pointed out at the operator, or at the name of the method",
    arguments: [
      ("10 / 0 == 1", "/"), ("(1 + 2)/* by */ %  0 == 1", "%"), ("true && 'a' + 1 == 'b'", "+"), ("1 < 'a'", "<"),
      ("[1] . concat(1) == []", "concat"), ("[1].join(2) == ''", "join"),
      ("request.nosuch", "request.nosuch"),
    ])
  func errorPlaces(condition: String, place: String) throws {
    let (decision, trace) = try RuleTrial(condition).traced()
    let denial = try #require(decision.denial)
    let source = trace.rules.ruleset.source
    let span = try #require(denial.place)
    #expect(String(decoding: source.bytes[span.start..<span.end], as: UTF8.self) == place, "\(denial.message)")
  }

  @Test(
    "messages",
    arguments: [
      ("resource.data.owner == 'bob'", "condition-false", #"resource.data.owner == 'bob' is false: "alice" == "bob""#),
      (
        "request.auth != null && (resource.data.owner == 'bob' && true)", "condition-false",
        #"resource.data.owner == 'bob' is false: "alice" == "bob""#
      ),
      ("isOwner('bob')", "condition-false", #"request.auth.uid == id is false: "alice" == "bob""#),
      ("viaLet()", "condition-false", "resource.data.n > 5 is false: 1 > 5"),
      ("resource.data.n is string", "condition-false", "resource.data.n is string is false: 1 is of type int"),
      (
        "!(resource.data.n == 1)", "condition-false",
        "!(resource.data.n == 1) is false: resource.data.n == 1 is true"
      ),
      (
        "resource.data.tags.hasAny(['b'])", "condition-false",
        #"resource.data.tags.hasAny(['b']) is false: ["a"].hasAny(["b"])"#
      ),
      (
        "exists(/databases/$(database)/documents/x/y)", "condition-false",
        "exists(/databases/$(database)/documents/x/y) is false: no document at /databases/(default)/documents/x/y"
      ),
      ("false", "condition-false", "the condition is always false"),
      (
        "resource.data.n == 2 || resource.data.n == 3", "condition-false",
        "resource.data.n == 2 || resource.data.n == 3 is false: 1 == 2; 1 == 3"
      ),
      (
        "(resource.data.n == 2) || isOwner('bob') || resource.data.nosuch", "error",
        #"no alternative holds: 1 == 2; request.auth.uid == id is false: "alice" == "bob"; Property nosuch is undefined on object. (resource.data.nosuch)"#
      ),
      (
        "resource.data.nosuch || resource.data.other", "error",
        "Property nosuch is undefined on object. (resource.data.nosuch)"
      ),
      (
        "(resource.data.n == 2) || isOwner('bob')", "condition-false",
        #"(resource.data.n == 2) || isOwner('bob') is false: 1 == 2; request.auth.uid == id is false: "alice" == "bob""#
      ),
      ("true ? resource.data.n == 2 : true", "condition-false", "resource.data.n == 2 is false: 1 == 2"),
      ("resource.data.nosuch == 1", "error", "Property nosuch is undefined on object. (resource.data.nosuch)"),
      (
        "true && isOwner(resource.data.nosuch)", "error",
        "Property nosuch is undefined on object. (resource.data.nosuch)"
      ),
      ("request.resource.data.x == 1", "error", "Property resource is undefined on object. (request.resource)"),
      ("resource.data.n", "error", "Type error. Received: [int] Expected: [bool]. (resource.data.n is 1)"),
      ("nosuch(1)", "error", "Function not found error: Name: [nosuch]. (nosuch(1))"),
    ])
  func message(_ condition: String, _ kind: String, _ message: String) throws {
    let functions = """
      function isOwner(id) { return request.auth.uid == id; }
      function viaLet() { let big = resource.data.n > 5; return true && big; }
      """
    let trial = RuleTrial(condition, functions: functions)
    let (decision, trace) = try trial.traced()
    #expect(decision.denial?.kind.rawValue == kind)
    #expect(decision.denial?.message == message)
    // The same without a trace of the caller's own.
    var session = RequestSession(trial.reader)
    #expect(RulesEngine(trace.rules).decide(trial.request, in: &session).denial == decision.denial)
  }

  @Test func `the place is that of the deciding expression`() throws {
    let trial = RuleTrial("request.auth != null && f()", functions: "function f() {\n  return resource.data.n == 2;\n}")
    let (decision, trace) = try trial.traced()
    let span = try #require(decision.denial?.span)
    let source = trace.rules.ruleset.source
    #expect(String(decoding: source.bytes[span.start..<span.end], as: UTF8.self) == "resource.data.n == 2")
    #expect(source.location(span).position == SourcePosition(line: 4, column: 10))
  }

  @Test func `nothing that applies`() throws {
    let source = RulesFixture.source(documents: "match /c/{id} { allow write; }")
    #expect(
      try RuleTrial(source: source).traced().decision.denial
        == Denial(
          kind: .noMatch, span: nil, message: "no statement covers `get` of /c/d, only `create`, `update`, `delete`"))
    #expect(
      try RuleTrial(source: source, path: "x/y").traced().decision.denial
        == Denial(kind: .noMatch, span: nil, message: "no match block with a statement covers /x/y"))
  }

  @Test func `of several statements the one that got furthest explains, and all are listed`() throws {
    let source = RulesFixture.source(
      documents: """
        match /c/{id} {
          allow read: if false;
          allow read: if request.auth.token.nosuch == true;
          allow get: if request.auth != null
            && resource.data.owner == 'bob'
            && resource.data.n == 1;
        }
        """)
    let (decision, trace) = try RuleTrial(source: source).traced()
    #expect(decision.denial?.message == #"resource.data.owner == 'bob' is false: "alice" == "bob""#)
    let explanation = try #require(trace.explanation)
    #expect(
      explanation.lines == [
        #"resource.data.owner == 'bob' is false: "alice" == "bob""#,
        "firestore.rules:6  allow read  /databases/{database}/documents/c/{id}",
        "  ✗ false", "    would allow: nothing: the condition is always false",
        "firestore.rules:7  allow read  /databases/{database}/documents/c/{id}",
        "  ! request.auth.token.nosuch == true   Property nosuch is undefined on object. (request.auth.token.nosuch)",
        "    would allow: request.auth.token.nosuch == true",
        "firestore.rules:8  allow get  /databases/{database}/documents/c/{id}",
        #"  ✓ request.auth != null   {"token": {"admin": true, "sub": "alice"}, "uid": "alice"} != null"#,
        #"  ✗ resource.data.owner == 'bob'   "alice" == "bob""#,
        #"    would allow: resource.data.owner == "bob""#,
        "  · resource.data.n == 1",
      ])
    #expect(
      trace.rules.emulatorMessage(for: decision, of: .get)
        == "\nfalse for 'get' @ L6, Property nosuch is undefined on object. for 'get' @ L7, false for 'get' @ L8")
  }

  @Test(
    "remedies",
    arguments: [
      ("request.auth != null", "a signed-in caller"), ("request.auth.uid == 'x'", "a signed-in caller"),
      ("'alice' == resource.data.other.name", nil), ("2 < resource.data.n", "resource.data.n > 2"),
      ("resource.data.n in [3, 4]", "resource.data.n in [3, 4]"),
      ("resource.data.n is string", "resource.data.n is string"),
      ("exists(/databases/$(database)/documents/x/$(id))", "a document at /databases/(default)/documents/x/d"),
      (
        "get(/databases/$(database)/documents/x/y).data.n == 1",
        "the document exists and get(/databases/$(database)/documents/x/y).data.n == 1"
      ),
      ("resource.data.n == 2 || isBob()", nil),
    ] as [(String, String?)])
  func remedy(_ condition: String, _ remedy: String?) throws {
    let functions = "function isBob() { return resource.data.owner == 'bob'; }"
    let explanation = try #require(try RuleTrial(condition, functions: functions, auth: nil).traced().trace.explanation)
    let condition = try #require(explanation.statements.first?.conditions.first)
    if condition.alternatives.isEmpty {
      if let remedy { #expect(condition.remedy == remedy) }
    } else {
      #expect(condition.alternatives.map(\.remedy) == ["resource.data.n == 2", "resource.data.owner == \"bob\""])
    }
  }

  @Test(
    "what a request cannot change is not proposed",
    arguments: [
      "resource == null", "null == resource", "request.method == 'create'", "request.method in ['create', 'delete']",
    ])
  func givenFacts(_ condition: String) throws {
    let explanation = try #require(try RuleTrial(condition, auth: nil).traced().trace.explanation)
    #expect(explanation.statements.first?.conditions.map(\.remedy) == [nil])
  }

  @Test func `the emulator's message without a statement, and for one that ran out of budget`() throws {
    let none = try RuleTrial(source: RulesFixture.source(documents: "")).traced()
    #expect(none.trace.rules.emulatorMessage(for: none.decision, of: .get) == "\nNo matching allow statements")
    let long = try RuleTrial(LogicText.balanced(600)).traced()
    #expect(long.trace.hasExceededBudget)
    #expect(
      long.trace.rules.emulatorMessage(for: long.decision, of: .get)
        == "\nevaluation error at L5:39 for 'get' @ L5")
  }

  @Test(
    "without explanation the statement is named",
    arguments: [
      ("resource.data.n == 2", "condition-false", "the condition is false"),
      ("resource.data.nosuch == 2", "error", "Property nosuch is undefined on object."),
    ])
  func unexplained(_ condition: String, _ kind: String, _ message: String) throws {
    let trial = RuleTrial(condition)
    var engine = RulesEngine(try #require(RulesFixture.compile(trial.source).rules))
    engine.explainsDenials = false
    var session = RequestSession(trial.reader)
    let denial = try #require(engine.decide(trial.request, in: &session).denial)
    #expect(denial.kind.rawValue == kind && denial.message == message)
    #expect(denial.span.map { engine.rules.ruleset.source.location($0).position.line } == 5)
  }

  // MARK: - Trace

  @Test func `a trace lists operands before what they are part of, functions inside their calls`() throws {
    let (_, trace) = try RuleTrial("f(1) && nosuch", functions: "function f(x) { return x == 1; }").traced()
    let text = trace.entries.map { "\($0.depth) \($0.text) = \($0.value ?? $0.error ?? "")" }
    #expect(
      text == [
        "2 1 = 1", "3 x = 1", "3 1 = 1", "2 x == 1 = true", "1 f(1) = true",
        "1 nosuch = Variable not found error: Name: [nosuch].",
        "0 f(1) && nosuch = Variable not found error: Name: [nosuch].",
      ])
  }
}
