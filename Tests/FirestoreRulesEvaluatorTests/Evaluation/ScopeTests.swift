import FirestoreRulesEvaluator
import Testing

/// Which declaration a name means.
@Suite("Scopes") struct ScopeTests {
  @Test(
    "functions",
    arguments: [
      // Order does not matter, parameters and variables hide what is outside.
      ("f(1)", "function f(x) { return g(x) == 2; } function g(x) { return x + 1; }", "true"),
      ("f(2)", "function f(request) { return request == 2; }", "true"),
      ("f(3)", "function f(x) { let y = x + 1; let z = y * 2; return z == 8; }", "true"),
      ("f(3)", "function f(x) { let resource = x; return resource == 3; }", "true"),
      ("f()", "function f() { let a = b; let b = 1; return a == 1; }", "Variable not found error: Name: [b]."),
      ("f(-1)", "function f(math) { return math.abs(-1) == 1; }", "Function not found error: Name: [abs]."),
      ("math.abs(-1) == 1", "", "true"),
      // A function sees neither the captures nor the variables of its callers.
      ("f()", "function f() { return id == 'd'; }", "Variable not found error: Name: [id]."),
      ("f(id)", "function f(x) { return x == 'd'; }", "true"),
      // Arguments are evaluated before the call.
      ("f(1 / 0)", "function f(x) { return true; }", "Divide by zero error."),
      ("f(1, 2)", "function f(x) { return true; }", "Incorrect number of arguments. Received: 2. Expected: f(x)."),
      ("f()", "function f() { let bad = 1 / 0; return true; }", "true"),
      ("f()", "function f() { let bad = 1 / 0 == 1; return bad || true; }", "true"),
      ("exists()", "", "Incorrect number of arguments. Received: 0. Expected: exists(path)."),
      ("exists(1) || true", "", "true"),
      // A declared function hides a predeclared one.
      ("exists(1)", "function exists(x) { return x == 1; }", "true"),
      ("nosuch(1)", "", "Function not found error: Name: [nosuch]."),
      ("nosuch(1) || true", "", "true"), ("nosuch == 1", "", "Variable not found error: Name: [nosuch]."),
      ("math.isInfinite(1) || true", "", "true"),
    ])
  func function(_ condition: String, _ functions: String, _ answer: String) throws {
    #expect(try RuleTrial(condition, functions: functions).answer == answer)
  }

  @Test func `the innermost declaration is called, and sees the captures of its block`() throws {
    let source = """
      rules_version = '2';
      function f() { return 'file'; }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /a/{x} {
            function f() { return x; }
            allow get: if f() == 'b';
            match /c/{y} { allow get: if f() == 'b' && y == 'd'; }
          }
          match /c/{z} { allow get: if f() == 'file'; }
        }
      }
      """
    for path in ["a/b", "a/b/c/d", "c/d"] {
      #expect(try RuleTrial(source: source, path: path).traced().decision.isAllowed, "\(path)")
    }
  }

  @Test func `an inner capture hides the outer one`() throws {
    let source = RulesFixture.source(
      documents: """
        match /a/{id} {
          function outer() { return id; }
          match /b/{id} { allow get: if id == '2' && outer() == '1'; }
        }
        """)
    #expect(try RuleTrial(source: source, path: "a/1/b/2").answer == "true")
  }

  @Test func `a recursive capture is a path, a plain one a string`() throws {
    let source = RulesFixture.source(
      documents: """
        match /a/{id}/{rest=**} {
          allow get: if id is string && rest is path && rest[1] == 'c' && rest == /b/c;
        }
        """)
    #expect(try RuleTrial(source: source, path: "a/1/b/c").answer == "true")
  }
}
