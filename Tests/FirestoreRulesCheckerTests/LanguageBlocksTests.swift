import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage
import QueryModel
import Testing

@testable import FirestoreRulesChecker

/// Blocks, declarations and limits: unused and hidden names, method words, headers, headroom, versions.
@Suite("Blocks, declarations and limits of rules") struct LanguageBlocksTests {
  // MARK: - Declarations

  @Test("unused functions, locals and parameters")
  func unused() {
    MarkedRules(
      """
      rules_version = '2';
      function 1️⃣forgotten() { return helper(); }
      function 2️⃣helper() { return true; }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /docs/{id} {
            allow get: if used(1, 2);
            function used(a, 3️⃣b) { let 4️⃣c = a; let d = a; return d == 1; }
          }
        }
      }
      """
    ).expect(
      UnusedDeclarations.self,
      [
        ExpectedFinding("1️⃣", .unusedFunction, "no statement calls the function `forgotten`"),
        ExpectedFinding("2️⃣", .unusedFunction, "no statement calls the function `helper`"),
        ExpectedFinding("3️⃣", .unusedFunction, "the parameter `b` is never used"),
        ExpectedFinding("4️⃣", .unusedFunction, "the local `c` is never used"),
      ])
  }

  @Test("functions of Storage, exported functions and names that begin with _ are not unused")
  func notUnused() {
    MarkedRules(
      """
      rules_version = '2';
      function small() { return resource.size < 10; }
      service firebase.storage { match /b/{bucket}/o { match /{all=**} { allow read: if small(); } } }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /docs/{id} {
            function used(_reserved) { return id == 'x'; }
            allow get: if used(1);
          }
        }
      }
      """
    ).expectAll(of: [.unusedFunction, .unknownProperty, .unknownName])
  }

  @Test("shadowing")
  func shadowing() {
    MarkedRules(
      """
      rules_version = '2';
      service cloud.firestore {
        function isOwner(userId) { return userId == request.auth.uid; }
        match /databases/{database}/documents {
          match /users/{userId} {
            function 1️⃣isOwner(2️⃣userId) { let 3️⃣request = userId; return request == 'x'; }
            function 4️⃣get(5️⃣math) { return math == 1; }
            allow get: if isOwner('x') && get(1);
            match /posts/{6️⃣userId} { allow get: if isOwner(userId); }
          }
        }
      }
      """.replacing("{6️⃣userId}", with: "6️⃣{userId}")
    ).expect(
      ShadowingNames.self,
      [
        ExpectedFinding("1️⃣", .shadowingName, "the function `isOwner` hides the function of the same name around it"),
        ExpectedFinding("2️⃣", .shadowingName, "the parameter `userId` hides the wildcard of the same name"),
        ExpectedFinding("3️⃣", .shadowingName, "the local `request` hides `request` itself"),
        ExpectedFinding("4️⃣", .shadowingName, "the function `get` hides the built-in function"),
        ExpectedFinding("5️⃣", .shadowingName, "the parameter `math` hides the namespace `math`"),
        ExpectedFinding("6️⃣", .shadowingName, "the wildcard `userId` hides the wildcard of the same name before it"),
      ])
  }

  @Test("a function of the service hides one of the file")
  func shadowingInService() {
    MarkedRules(
      """
      rules_version = '2';
      function same() { return request.auth != null; }
      service cloud.firestore {
        function 1️⃣same() { return true; }
        match /databases/{database}/documents { match /a/{b} { allow get: if same(); } }
      }
      """
    ).expect(
      ShadowingNames.self,
      [ExpectedFinding("1️⃣", .shadowingName, "the function `same` hides the function of the same name around it")])
  }

  @Test("the same name in separate places hides nothing")
  func noShadowing() {
    MarkedRules(
      """
      rules_version = '2';
      function owns(userId, data) { return data.owner == userId; }
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{userId} { allow get: if owns(userId, resource.data); }
          match /posts/{userId} { allow get: if owns(userId, resource.data); }
        }
      }
      """
    ).expectAll(of: [.shadowingName])
  }

  @Test("duplicates and recursion do not compile, and are said once")
  func compilerRefusals() {
    MarkedRules(
      body: """
        function a() { return 1️⃣a(); }
        function b() { let x = 1; let 2️⃣x = 2; return x == 1; }
        function 3️⃣b() { return true; }
        allow get: if a() || b();
        """
    ).expectAll(
      [
        ExpectedFinding("1️⃣", .recursion, "`a` calls itself"),
        ExpectedFinding("2️⃣", .duplicateFunctionOrLet, "a variable `x` is already declared in this function"),
        ExpectedFinding("3️⃣", .duplicateFunctionOrLet, "a function `b` is already declared in this block"),
      ], of: [.recursion, .duplicateFunctionOrLet])
  }

  // MARK: - Method words

  @Test("unknown method words")
  func unknownMethods() {
    MarkedRules(
      body: """
        allow 1️⃣fetch: if request.auth != null;
        allow get, 2️⃣lst: if request.auth != null;
        allow 3️⃣xyz;
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies", help: "did you mean `get`?"),
        ExpectedFinding(
          "2️⃣", .unknownMethod, "`lst` is not a method: the word has no effect", help: "did you mean `list`?"),
        ExpectedFinding(
          "3️⃣", .unknownMethod, "`xyz` is not a method: the statement never applies",
          help: "methods are `read`, `write`, `get`, `list`, `create`, `update`, `delete`"),
      ], of: [.unknownMethod])
  }

  @Test("all seven words are methods")
  func knownMethods() {
    MarkedRules(body: "allow read, write, get, list, create, update, delete: if request.auth != null;")
      .expectAll(of: [.unknownMethod])
  }

  // MARK: - Headers

  @Test("headers that no document has")
  func headers() {
    MarkedRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match 1️⃣/users/{id} { allow get; match /x/{y} { allow get; } }
        match /databases/{database}/documents 2️⃣{
          allow read;
          match 3️⃣/users { allow get; match /{id} { allow get; } }
          match 4️⃣/databases/{db}/documents/posts/{id} { allow get; }
          match 5️⃣/a/{b}/{c} { allow get; }
          match 6️⃣/{collection} { allow get; }
        }
      }
      """.replacing("/databases/{database}/documents 2️⃣{", with: "2️⃣/databases/{database}/documents {")
    ).expect(
      MatchesThatNeverApply.self,
      [
        ExpectedFinding(
          "1️⃣", .matchNeverApplies,
          "no document has a path like `/users/{id}`: paths begin with `/databases/{database}/documents`",
          help: "put the block into `match /databases/{database}/documents { … }`"),
        ExpectedFinding(
          "2️⃣", .matchNeverApplies,
          "the statements of this block never apply: no document has the path of the database itself",
          help: "move them into a block for documents, such as `match /{document=**}`"),
        ExpectedFinding(
          "3️⃣", .matchNeverApplies, "`/users` is the path of a collection, and statements apply to documents",
          help: "add a wildcard for the document: `match /users/{id}`"),
        ExpectedFinding(
          "4️⃣", .matchNeverApplies,
          "the path is relative to the block around it, which begins with `/databases/…/documents` already",
          help: "leave out `/databases/…/documents` here"),
        ExpectedFinding(
          "5️⃣", .matchNeverApplies, "`/a/{b}/{c}` is the path of a collection, and statements apply to documents",
          help: "paths are pairs of collection and document: one of the 3 segments is missing or too many"),
        ExpectedFinding(
          "6️⃣", .matchNeverApplies, "`/{collection}` is the path of a collection, and statements apply to documents",
          help: "add a wildcard for the document: `match /{collection}/{id}`"),
      ])
  }

  @Test("headers that documents have")
  func goodHeaders() {
    MarkedRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users { match /{id} { allow get; } }
          match /{path=**}/comments/{id} { allow get; }
          match /{document=**} { allow get; }
          match /rooms/{room}/{rest=**} { allow get; }
        }
        match /databases/(default)/documents/a/{b} { allow get; }
        match /databases { match /{db} { match /documents/c/{d} { allow get; } } }
        match /{any=**} { allow get; }
      }
      """
    ).expectAll(of: [.matchNeverApplies])
  }

  // MARK: - Headroom

  @Test("headroom of functions, blocks and nesting")
  func headroom() {
    let lets = (0..<9).map { "let v\($0) = a;" }.joined(separator: " ")
    let sum = (0..<9).map { "v\($0)" }.joined(separator: " + ")
    let deep = String(repeating: "(", count: 80) + "true" + String(repeating: ")", count: 80)
    MarkedRules(
      body: """
        function 1️⃣f(a, b, c, d, e, g) { \(lets) return \(sum) + b + c + d + e + g > 0; }
        allow get: if f(1, 2, 3, 4, 5, 6);
        allow list: if 2️⃣\(deep);
        """
    ).expect(
      LimitHeadroom.self,
      [
        ExpectedFinding("1️⃣", .limitHeadroom, "locals of `f`: 9 of 11"),
        ExpectedFinding("1️⃣", .limitHeadroom, "parameters of `f`: 6 of 7"),
        ExpectedFinding("2️⃣", .limitHeadroom, "levels of nesting in one expression: 80 of 98"),
      ])
  }

  @Test("chains of calls and nested blocks")
  func chains() {
    let functions = (1...17).map { "function f\($0)() { return f\($0 + 1)(); }" }.joined(separator: "\n")
    MarkedRules(
      body: """
        function 1️⃣f0() { return f1(); }
        \(functions)
        function f18() { return true; }
        allow get: if f0();
        match /a/{b} { match /a/{c} { match /a/{d} { match /a/{e} { match /a/{f} { match /a/{g} {
          match 2️⃣/a/{h} { allow get: if request.auth != null; }
        } } } } } }
        """
    ).expect(
      LimitHeadroom.self,
      [
        ExpectedFinding("1️⃣", .limitHeadroom, "calls within calls: 18 of 20"),
        ExpectedFinding("2️⃣", .limitHeadroom, "nested `match` blocks: 8 of 10"),
      ])
  }

  @Test(
    "expressions of a request",
    arguments: [
      (399, nil),
      (401, (DiagnosticCode.limitHeadroom, "a `get` of `/docs/{id}` evaluates up to 801 of 1,000 expressions")),
      (500, (.limitHeadroom, "a `get` of `/docs/{id}` evaluates up to 999 of 1,000 expressions")),
      (501, (.limitExceeded, "the condition cannot be true within the 1,000 expressions of a request")),
    ] as [(Int, (DiagnosticCode, String)?)])
  func budget(_ operands: Int, _ expected: (code: DiagnosticCode, message: String)?) {
    let chain = Array(repeating: "id", count: operands).joined(separator: " && ")
    let isExceeded = expected?.code == .limitExceeded
    MarkedRules(body: "allow get: if \(isExceeded ? "1️⃣" : "")\(chain);")
      .expectBudget(expected.map { (isExceeded ? "1️⃣" : "header", $0.code, $0.message) })
  }

  @Test("alternatives are tried one after the other, and may add up to more than the budget")
  func alternatives() {
    let chain = Array(repeating: "id == 'x'", count: 200).joined(separator: " || ")
    MarkedRules(body: "allow get: if \(chain);\nallow read: if \(chain);")
      .expectBudget(
        ("header", .limitHeadroom, "a `get` of `/docs/{id}` evaluates up to 1598 of 1,000 expressions"))
  }

  // MARK: - Versions

  @Test("recursive wildcards without version 2")
  func version() {
    MarkedRules(
      """
      1️⃣service cloud.firestore {
        match /databases/{database}/documents { match /a/{b=**} { allow get: if request.auth != null; } }
      }
      """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .missingRulesVersion, "without `rules_version` a recursive wildcard does not match zero segments",
          help: "begin the file with `rules_version = '2';`, and check what recursive wildcards then expose")
      ], of: [.missingRulesVersion])
  }

  @Test("collection group queries without version 2")
  func versionForGroups() throws {
    let source = QuerySource(collectionID: .literal("posts"), allDescendants: true)
    let query = NormalizedQuery(
      source: source, disjuncts: [], order: [], explicitOrderCount: 0, start: nil, end: nil, offset: 0, limit: nil,
      reversed: false, projection: nil, nearest: nil)
    MarkedRules(
      """
      rules_version = 1️⃣'1';
      service cloud.firestore {
        match /databases/{database}/documents { match /a/{b} { allow get: if request.auth != null; } }
      }
      """
    ).expectAll(
      [ExpectedFinding("1️⃣", .missingRulesVersion, "with version 1 collection group queries cannot be allowed")],
      of: [.missingRulesVersion], context: RulesContext(listQueries: [query]))
  }

  @Test("version 1 without either, and version 2")
  func versionNotNeeded() {
    MarkedRules(
      """
      service cloud.firestore {
        match /databases/{database}/documents { match /a/{b} { allow get: if request.auth != null; } }
      }
      """
    ).expectAll(of: [.missingRulesVersion])
    MarkedRules(body: "match /{x=**} { allow get: if request.auth != null; }").expectAll(of: [.missingRulesVersion])
  }

  @Test("findings about blocks are silenced by a comment with a reason")
  func suppressed() {
    MarkedRules(
      """
      // firebreak-ignore FB3002 -- migration planned
      // firebreak-ignore-file FB3109 -- generated headers
      service cloud.firestore {
        match /databases/{database}/documents {
          // firebreak-ignore FB3113, FB4009 -- kept for the next release
          function get() { return true; }
          match /a/{b=**} {
            // firebreak-ignore FB3108 -- historical
            allow fetch, get: if request.auth != null;
          }
          match /users { allow get: if request.auth != null; }
        }
      }
      """
    ).expectAll(
      of: [
        .missingRulesVersion, .matchNeverApplies, .shadowingName, .unusedFunction, .unknownMethod, .unusedSuppression,
      ])
  }
}

extension MarkedRules {
  /// Expects one finding of the limits, at a mark or at the header of the block, or none.
  fileprivate func expectBudget(
    _ expected: (place: String, code: DiagnosticCode, message: String)?,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    guard let subject = LintSubject(parsed) else {
      Issue.record("nested too deeply", sourceLocation: location)
      return
    }
    let header = subject.scopes.last?.block.path.span.start
    let found = LimitHeadroom.findings(in: subject).map { finding in
      let start = finding.location?.span.start
      let mark = marks.first { $0.value == start }.map { String($0.key) }
      return "\(mark ?? (start == header ? "header" : "elsewhere")) \(finding.code.id) \(finding.message)"
    }
    #expect(found == (expected.map { ["\($0.place) \($0.code.id) \($0.message)"] } ?? []), sourceLocation: location)
  }
}
