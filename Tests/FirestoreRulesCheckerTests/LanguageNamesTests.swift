import Diagnostics
import Testing

@testable import FirestoreRulesChecker

/// Names, functions and members that do not exist, and what was probably meant.
@Suite("Unknown names, functions and properties") struct LanguageNamesTests {
  @Test(
    "unknown variable",
    arguments: [
      ("1️⃣auth.uid == 'x'", "auth", "did you mean `request.auth`?"),
      ("1️⃣now > resource.data.t", "now", "did you mean `request.time`?"),
      ("resource.data.x == 1️⃣undefined", "undefined", "did you mean `null`?"),
      ("1️⃣reqest.auth != null", "reqest", "did you mean `request`?"),
      ("1️⃣database_id == 'x'", "database_id", "did you mean `database`?"),
      ("1️⃣zzz", "zzz", "visible here: database, id, request, resource"),
      ("1️⃣math == 1", "math", "`math` is a namespace: use one of its functions"),
    ])
  func unknownName(_ condition: String, _ name: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .unknownName, "there is no variable `\(name)` here", help: help)], of: names)
  }

  @Test(
    "names in a call that does not exist are no mistakes of their own",
    arguments: [
      (
        "1️⃣resource.data.l.any(x, x is string && x.lower() == request.auth.token.email)",
        "rules cannot look at each element of a list: there is no `any(x, …)`",
        "use `hasAny([…])`, `hasAll([…])` or `hasOnly([…])`, a map that has the values as keys (`value in map`), or store "
          + "the list as it is compared"
      ),
      (
        "1️⃣request.resource.data.l.all(item, item.size() < 9)",
        "rules cannot look at each element of a list: there is no `all(item, …)`",
        "use `hasAny([…])`, `hasAll([…])` or `hasOnly([…])`, a map that has the values as keys (`value in map`), or store "
          + "the list as it is compared"
      ),
      (
        "1️⃣resource.data.l.filter(id, id)", "there is no method `filter`",
        "rules have no loops: use `hasAll`, `hasAny` or `hasOnly`, or test elements by index"
      ),
      (
        "1️⃣anyOf(resource.data.l, x, x == 'a')", "there is no function `anyOf`",
        "declare it: `function anyOf(…) { return …; }`"
      ),
    ])
  func namesInUnknownCalls(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .unknownFunction, message, help: help)], of: names)
  }

  @Test("a capture of the caller is not visible in a function outside")
  func captureOfCaller() {
    MarkedRules(
      """
      rules_version = '2';
      function isOwner() { return request.auth.uid == 1️⃣userId; }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{userId} {
            allow get: if isOwner();
            allow list: if 2️⃣isOwner;
          }
        }
      }
      """
    ).expect(
      UnknownNames.self,
      [
        ExpectedFinding(
          "1️⃣", .unknownName, "there is no variable `userId` here", help: "did you mean `request.auth.uid`?"),
        ExpectedFinding("2️⃣", .unknownName, "there is no variable `isOwner` here", help: "call it: `isOwner()`"),
      ])
  }

  @Test(
    "unknown function or method",
    arguments: [
      (
        "1️⃣bool(resource.data.x)", "there is no function `bool`",
        "no such conversion exists: compare, for instance `value == true` or `value == 'true'`"
      ),
      (
        "1️⃣math.isInfinite(resource.data.x)", "there is no function `math.isInfinite`",
        "documentation names it, and it is missing in production: compare with the largest value that you accept"
      ),
      ("1️⃣math.flor(1.5) == 1", "there is no function `math.flor`", "did you mean `math.floor`?"),
      ("1️⃣exsts(/a/b)", "there is no function `exsts`", "did you mean `exists`?"),
      ("1️⃣resource.data.title.toLowerCase() == 'x'", "there is no method `toLowerCase`", "did you mean `lower()`?"),
      ("1️⃣resource.data.tags.includes('x')", "there is no method `includes`", "write `value in list`"),
      ("1️⃣resource.data.title.length() > 3", "there is no method `length`", "did you mean `size()`?"),
      ("1️⃣resource.data.title.startsWith('x')", "there is no method `startsWith`", "write `text.matches('start.*')`"),
      (
        "1️⃣resource.data.hasOnly(['a'])", "map has no method `hasOnly`",
        "maps have it for their keys: `keys().hasOnly(…)`"
      ),
      ("1️⃣resource.data.title.matchs('x')", "there is no method `matchs`", "did you mean `matches`?"),
      ("1️⃣request.auth.uid() == 'x'", "there is no method `uid`", "`uid` is a property: remove the parentheses"),
      ("1️⃣request.time.lower() == 'x'", "timestamp has no method `lower`", "`lower` is a method of string"),
    ])
  func unknownFunction(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .unknownFunction, message, help: help)], of: names)
  }

  @Test("a function of another block is not visible")
  func functionElsewhere() {
    MarkedRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{uid} {
            function isSelf() { return request.auth.uid == uid; }
            allow get: if isSelf();
          }
          match /posts/{id} {
            allow get: if 1️⃣isSelf();
          }
        }
      }
      """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .unknownFunction, "there is no function `isSelf`",
          help:
            "`isSelf` is declared in the block `/users/{uid}` and visible only there: move it to a block around both")
      ], of: names)
  }

  @Test(
    "unknown property",
    arguments: [
      ("1️⃣request.auth.id == 'x'", "`request.auth.id` does not exist", "did you mean `request.auth.uid`?"),
      (
        "1️⃣request.auth.email == 'x'", "`request.auth.email` does not exist",
        "did you mean `request.auth.token.email`? Claims are in the token"
      ),
      (
        "1️⃣request['auth']['admin'] == true", "`request['auth']['admin']` does not exist",
        "did you mean `request.auth.token.admin`? Claims are in the token"
      ),
      ("1️⃣request.data.x == 1", "`request.data` does not exist", "did you mean `request.resource.data`?"),
      ("1️⃣request.tme > resource.data.t", "`request.tme` does not exist", "did you mean `request.time`?"),
      ("1️⃣resource.uid == request.auth.uid", "`resource.uid` does not exist", "did you mean `resource.data.uid`?"),
      (
        "1️⃣get(/databases/$(database)/documents/users/x).role == 'admin'", "a document has no property `role`",
        "did you mean `get(/databases/$(database)/documents/users/x).data.role`?"
      ),
      (
        "1️⃣request.writeFields.hasAll(['a'])", "`request.writeFields` does not exist",
        "compare the data: `request.resource.data.diff(resource.data).affectedKeys()`"
      ),
    ])
  func unknownProperty(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .unknownProperty, message, help: help)], of: names)
  }

  @Test(
    "what exists, and what nobody can know, is silent",
    arguments: [
      "request.auth.token.anything == 1 && request.auth.token['https://example.com/role'] == 'x'",
      "resource.data.anything.at.all == 1", "resource.id == id && resource.__name__ == request.path",
      "request.auth.token.firebase.sign_in_provider == 'password'", "request.query.unknownKey == 1",
      "resource.data.get('a', 0) == 1 && resource.data.a.size == 3",
      "get(/databases/$(database)/documents/users/x).data['role'] == 'admin'",
      "debug(resource.data.x).y == 1", "hashing.md5(resource.data.x).toHexString() == resource.data.y",
    ])
  func knownNames(_ condition: String) { MarkedRules(condition: condition).expectAll(of: names) }

  @Test(
    "property instead of method",
    arguments: [
      ("1️⃣resource.data.keys().size > 0", "list has no property `size`", "call the method: `size()`"),
      ("1️⃣request.auth.uid.length > 3", "string has no property `length`", "call the method: `size()`"),
      (
        "resource.data.tags is list && 1️⃣resource.data.tags.size > 0", "list has no property `size`",
        "call the method: `size()`"
      ),
      (
        "resource.data.title.size() > 3 && resource.data.title is string && 1️⃣resource.data.title.size < 9",
        "string has no property `size`", "call the method: `size()`"
      ),
      ("1️⃣request.time.year == 2026", "timestamp has no property `year`", "call the method: `year()`"),
    ])
  func propertyInsteadOfMethod(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .typeMismatch, message, help: help)], of: names)
  }

  @Test("equality of other languages")
  func tripleEquality() {
    MarkedRules(condition: "request.auth.uid 1️⃣=== resource.data.owner").expectAll(
      [ExpectedFinding("1️⃣", .syntax, "there is no operator `===`", help: "write `==`")], of: [.syntax])
  }

  @Test(
    "length and size of a field",
    arguments: [
      ("1️⃣resource.data.title.length <= 100", "`length` is read like a field of `resource.data.title`"),
      (
        "request.auth.uid in resource.data.tags && 1️⃣resource.data.tags.size > 0 && resource.data.tags.hasAll(['a'])",
        "`size` is read like a field of `resource.data.tags`"
      ),
    ])
  func lengthOfField(_ condition: String, _ message: String) {
    MarkedRules(condition: condition).expectAll(
      [ExpectedFinding("1️⃣", .typeMismatch, message, help: "the size of a text or list is `size()`")], of: names)
  }

  @Test(
    "a field may be called size",
    arguments: [
      "resource.data.file.size < 100", "resource.data.size == 1", "resource.data.length > 2",
      "resource.data.box.length > 3 && resource.data.box.width > 3",
      "resource.data.file is map && resource.data.file.length < 5",
    ])
  func fieldCalledSize(_ condition: String) { MarkedRules(condition: condition).expectAll(of: names) }

  @Test("findings about names are silenced by a comment with a reason")
  func suppressed() {
    MarkedRules(
      body: """
        // firebreak-ignore FB3104 -- tried in the emulator only
        allow get: if request.auth.id == 'x';
        // firebreak-ignore unknown-name, FB3102 -- generated
        allow list: if foo && resource.data.x.bar();
        """
    ).expectAll(of: names)
  }

  private let names: [DiagnosticCode] = [
    .unknownName, .unknownFunction, .unknownProperty, .typeMismatch, .unusedSuppression,
  ]
}
