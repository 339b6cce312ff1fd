import Diagnostics
import Testing

@testable import FirestoreRulesChecker

/// Types, constant conditions and calls.
@Suite("Types of rule expressions") struct LanguageTypesTests {
  private let codes: [DiagnosticCode] = [
    .typeMismatch, .alwaysError, .unreachableCondition, .wrongArgumentCount, .unknownFunction, .unknownProperty,
    .unknownName,
  ]

  @Test(
    "types that an operator or function does not take",
    arguments: [
      (
        "1️⃣request.time > '2024-01-01'", "`>` does not take timestamp and string",
        "write `timestamp.date(year, month, day)` or `timestamp.value(milliseconds)`"
      ),
      (
        "resource.data.createdAt is timestamp && 1️⃣resource.data.createdAt > '2024'",
        "`>` does not take timestamp and string",
        "write `timestamp.date(year, month, day)` or `timestamp.value(milliseconds)`"
      ),
      ("1️⃣1 + 'a' == 2", "`+` does not take int and string", "convert with `string(value)`"),
      (
        "1️⃣request.auth && resource.data.open", "a condition must be true or false, and `request.auth` is null or map",
        "compare with null: `!= null`"
      ),
      ("1️⃣!request.auth", "`!` does not take null or map", "compare with null: `value == null`"),
      (
        "1️⃣request.auth.uid", "a condition must be true or false, and `request.auth.uid` is string",
        "compare it with `==` or `!=`"
      ),
      ("1️⃣'a' in 'abc'", "`in` cannot look for string in string", "test a text with `matches('.*part.*')`"),
      (
        "1️⃣get('users/x').data.role == 'admin'", "`get` does not take string",
        "write a path: `get(/databases/$(database)/documents/…)`"
      ),
      (
        "1️⃣request.auth.uid.matches(5)", "`matches` does not take (int)", "it takes `string.matches(string)`"
      ),
      ("1️⃣request.auth.uid[0].x == 1", "string has no properties such as `x`", "only maps have properties"),
    ])
  func mismatch(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .typeMismatch, message, help: help)], of: codes)
  }

  @Test(
    "comparisons that are never true because of their types",
    arguments: [
      (
        "1️⃣request.auth.uid == 5", "`==` is never true: string is compared with int",
        "convert with `string(value)` or `int(value)`, or change the literal"
      ),
      (
        "1️⃣request.auth.token.email_verified == 'true'", "`==` is never true: bool is compared with string",
        "write `true` or `false` without quotes"
      ),
      (
        "1️⃣request.auth.uid in [1, 2]", "`in` is never true: string is looked for among int",
        "convert with `string(value)` or `int(value)`, or change the literal"
      ),
      (
        "1️⃣request.auth.uid != 5", "`!=` is always true: string is compared with int",
        "convert with `string(value)` or `int(value)`, or change the literal"
      ),
    ])
  func neverEqual(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .typeMismatch, message, help: help)], of: codes)
  }

  @Test(
    "what data may hold is no mismatch",
    arguments: [
      "resource.data.a == 5 || resource.data.a == 'x' || resource.data.b > '2024' || resource.data.b > 5",
      "request.auth.uid != null && request.auth.token.email != null && resource.data.x == null",
      "request.time < resource.data.at + duration.value(1, 'h')", "resource.data.n + 1 > 2.5 && 2 == 2.0",
      "request.auth.uid in resource.data.members && request.auth.uid in resource.data.roles",
      "resource.data.roles[request.auth.uid] in ['owner', 'editor']", "resource.data['x'] == true || resource.data.y",
      "request.path[3] == 'docs' && id.size() == 20", "string(resource.data.n) + '_' + request.auth.uid == id",
      "exists(/databases/$(database)/documents/users/$(request.auth.uid)) == true",
      "get(/databases/$(database)/documents/users/$(request.auth.uid)) != null",
      "(resource.data.a is string ? resource.data.a.size() : resource.data.a) > 5", "!resource.data.archived",
      "resource.data.tags.toSet().size() == resource.data.tags.size()",
      "request.time.toMillis() - resource.data.t.toMillis() > 1000", "resource.data.keys().toSet() == ['a'].toSet()",
      "request.auth == null || request.auth.uid == resource.data.owner", "resource == null || resource.data.open",
    ])
  func plausible(_ condition: String) { MarkedRules(condition: condition).expectAll(of: codes) }

  @Test(
    "methods of sets on lists, and of lists on sets",
    arguments: [
      (
        "1️⃣resource.data.keys().difference(['a'].toSet()).size() == 0", "list has no method `difference`",
        "make it a set first: `toSet().difference(…)`; `keys()` is a list, `affectedKeys()` and its like are sets"
      ),
      (
        "1️⃣['a'].toSet().join(',') == 'a'", "set has no method `join`",
        "`join` is a method of lists, and a set cannot be turned into one: use the list that it was made of"
      ),
      (
        "1️⃣['a'].toSet() == []", "`==` is never true: set is compared with list",
        "a set is not a list: compare `size()`, or use `hasOnly` and `hasAll`"
      ),
      (
        "1️⃣resource.data.tags.union(['a'].toSet()).size() == 1",
        "a stored value is never a set and has no method `union`",
        "make it a set first: `toSet().union(…)`; `keys()` is a list, `affectedKeys()` and its like are sets"
      ),
    ])
  func setsAndLists(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .typeMismatch, message, help: help)], of: codes)
  }

  @Test(
    "what lists and sets share",
    arguments: [
      "resource.data.keys().hasOnly(['a']) && resource.data.keys().toSet().difference(['a'].toSet()).size() == 0",
      "['a'].toSet().hasAny(['a']) && 'a' in ['a'].toSet() && ['a'].concat(resource.data.tags).join(',') == 'a'",
    ])
  func setsAndListsRight(_ condition: String) { MarkedRules(condition: condition).expectAll(of: codes) }

  @Test(
    "always an error",
    arguments: [
      ("read", "1️⃣1 / 0 == 1", "`1 / 0` is always an error", "production says: Divide by zero error."),
      (
        "read", "request.time > 1️⃣timestamp.date(2020, 13, 1)", "`timestamp.date(2020, 13, 1)` is always an error",
        "production says: Invalid argument error. Function: [timestamp.date], Argument: [2020, 13, 1]."
      ),
      (
        "get", "1️⃣request.resource.data.x == 1", "`request.resource` is absent when documents are read",
        "the stored document is `resource`"
      ),
      (
        "get", "1️⃣request.query.limit < 10", "`request.query` is there only for `list`",
        "write a statement of its own: `allow list: if …`"
      ),
      (
        "create", "1️⃣resource.data.owner == request.auth.uid && resource.data.x == 1",
        "`resource` has no `data`: it is null",
        "a document that is created has no stored data: its new data is `request.resource.data`"
      ),
      (
        "delete", "1️⃣request.resource.data.x == 1", "`request.resource` has no `data`: it is null",
        "a document that is deleted has no new data: its stored data is `resource.data`"
      ),
      (
        "read", "request.auth == null && 1️⃣request.auth.uid == 'x'", "`request.auth` has no `uid`: it is null",
        "an operand before requires that nobody is signed in"
      ),
    ])
  func alwaysError(_ method: String, _ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition, allow: method)
      .expectAll([ExpectedFinding("1️⃣", .alwaysError, message, help: help)], of: codes)
  }

  @Test("a shared helper is an error for one method only")
  func helperOnCreate() {
    MarkedRules(
      body: """
        function isOwner() { return resource.data.owner == request.auth.uid; }
        allow update, delete: if isOwner();
        allow create: if 1️⃣isOwner();
        allow get, 2️⃣list: if request.method == 'get' && isOwner();
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .alwaysError, "the condition always ends in an error",
          help: "nothing is allowed by this statement: see what its operands need"),
        ExpectedFinding("2️⃣", .unreachableCondition, "the condition can never be true for `list`"),
      ], of: codes)
  }

  @Test(
    "an error in one of several operands is information where every method is allowed all the same",
    arguments: [
      ("allow write: if request.query.limit < 10 || request.auth.uid == 'a';", Severity.info),
      ("allow write: if request.query.limit < 10 || resource.data.owner == request.auth.uid;", .warning),
      (
        "allow create: if request.auth != null; allow write: if request.query.limit < 10 || resource.data.x == 1;",
        .info
      ),
      (
        "allow create: if false; allow write: if request.query.limit < 10 || resource.data.x == 1;", .warning
      ),
      ("allow write: if request.query.limit < 10 || request.resource.data.x == 1;", .info),
    ])
  func errorsInAlternatives(_ body: String, _ severity: Severity) {
    let found = MarkedRules(body: body).findings().filter { $0.code == .alwaysError }
    #expect(found.map(\.severity) == [severity])
  }

  @Test("conditions of several methods are judged together")
  func severalMethods() {
    MarkedRules(
      body: """
        function isOwner(data) { return data.owner == request.auth.uid; }
        allow read: if resource.data.public == true;
        allow write: if resource == null ? isOwner(request.resource.data) : isOwner(resource.data);
        allow create, update: if request.method == 'create' || isOwner(resource.data);
        """
    ).expectAll(of: codes)
  }

  @Test(
    "never true",
    arguments: [
      (
        "resource.data.role == 'a' && 1️⃣resource.data.role == 'b'", "`resource.data.role == 'b'` can never be true here",
        "compare with what the operands before it say; alternatives are written with `||` or `in`"
      ),
      (
        "resource.data.x is string && 1️⃣resource.data.x is int", "`resource.data.x is int` can never be true here",
        "compare with what the operands before it say; alternatives are written with `||` or `in`"
      ),
      ("1️⃣'a' == 'b'", "the condition can never be true", "write `false` when nothing is meant to be allowed"),
      (
        "1️⃣request.method == 'create'", "the condition can never be true",
        "write `false` when nothing is meant to be allowed"
      ),
      (
        "1️⃣request.auth.uid == null", "the condition can never be true",
        "`request.auth == null` tests that nobody is signed in; without a user there is no `uid`"
      ),
      (
        "resource.data.x == 1 || 1️⃣resource.data.tags.toSet() is set",
        "`resource.data.tags.toSet() is set` can never be true here",
        "compare with what the operands before it say; alternatives are written with `||` or `in`"
      ),
    ])
  func neverTrue(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .unreachableCondition, message, help: help)], of: codes)
  }

  @Test("what many conditions need and is always false is one finding, whichever functions lead to it")
  func constantFunctions() {
    MarkedRules(
      body: """
        function isOpen() { return 1️⃣false; }
        function isOn() { return isOpen() && request.auth != null; }
        allow get: if isOpen() && request.auth != null;
        allow list: if request.auth != null && isOn();
        allow create: if isOn() || resource == null;
        allow update: if 2️⃣'a' == 'b' && request.auth != null;
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .unreachableCondition,
          "`isOpen` is always false, so that 2 conditions that need it can never be true",
          help: "what these conditions seem to allow is denied until the function may be true"),
        ExpectedFinding(
          "2️⃣", .unreachableCondition, "`'a' == 'b'` can never be true here",
          help: "compare with what the operands before it say; alternatives are written with `||` or `in`"),
      ], of: codes)
  }

  @Test(
    "false on purpose, and what may be true",
    arguments: [
      "false", "(false)", "resource.data.a == 'x' || resource.data.a == 'y'", "1 == 1",
      "resource.data.a == 'x' && resource.data.b == 'y'", "!(resource.data.a == 'x' && resource.data.b is int)",
      "resource.data.n == 1 && resource.data.n is float",
    ])
  func maybeTrue(_ condition: String) { MarkedRules(condition: condition).expectAll(of: codes) }

  @Test("a function that is false on purpose")
  func functionFalse() {
    MarkedRules(body: "function never() { return false; }\nallow read: if never();").expectAll(of: codes)
  }

  @Test("unknown functions and names explain why a condition is an error")
  func explained() {
    MarkedRules(condition: "1️⃣unknown() == 1").expectAll(
      [ExpectedFinding("1️⃣", .unknownFunction, "there is no function `unknown`")], of: codes)
  }

  @Test(
    "number of arguments",
    arguments: [
      (
        "1️⃣resource.data.get('x') == 1", "`get` takes 2 arguments, not 1",
        "give a default, `get('key', null)`, or write `map['key']`"
      ),
      (
        "1️⃣exists(/databases/$(database)/documents/a/b, 1)", "`exists` takes 1 argument, not 2",
        "write `exists(/databases/$(database)/documents/…)`"
      ),
      ("1️⃣math.pow(2) == 4", "`math.pow` takes 2 arguments, not 1", "write `math.pow(float, float)`"),
      ("1️⃣resource.data.x.size(1) == 1", "`size` takes no arguments, not 1", nil),
    ] as [(String, String, String?)])
  func arity(_ condition: String, _ message: String, _ help: String?) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .wrongArgumentCount, message, help: help)], of: codes)
  }

  @Test("number of arguments of a declared function")
  func declaredArity() {
    MarkedRules(
      body: """
        function owns(data, user) { return data.owner == user; }
        allow get: if 1️⃣owns(resource.data);
        allow list: if owns(resource.data, request.auth.uid);
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .wrongArgumentCount, "`owns` takes 2 arguments, not 1", help: "it is declared as `owns(data, user)`")
      ], of: codes)
  }

  @Test("findings about types are silenced by a comment with a reason")
  func suppressed() {
    MarkedRules(
      body: """
        allow get: if request.auth.uid == 5; // firebreak-ignore FB3105 -- numeric ids of the old system
        // firebreak-ignore FB3106, FB3107 -- disabled for now
        allow create: if resource.data.x == 1 || 'a' == 'b';
        // firebreak-ignore FB3103 -- generated
        allow list: if resource.data.get('x') == 1;
        """
    ).expectAll(of: codes + [.unusedSuppression])
  }
}
