import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: statements that add up") struct OverlapTests {
  @Test("a condition that a broader statement makes pointless")
  func widened() {
    MarkedRules(
      documents: """
            match /{path=**} {
              allow read: if isSignedIn();
            }
            match /secrets/{id} {
              allow 1️⃣read: if request.auth.token.admin == true;
            }
            match /posts/{id} {
              allow 2️⃣get: if resource.data.state in ['live', 'shared'] && request.auth.uid == resource.data.owner;
              allow 5️⃣create: if isSignedIn() && request.resource.data.owner == request.auth.uid && request.resource.data.text is string;
              allow write: if request.resource.data.owner == request.auth.uid;
              allow 3️⃣update: if request.resource.data.owner == request.auth.uid && request.resource.data.text is string;
            }
            match /orders/{id} {
              allow update: if resource.data.state in ['new', 'open'];
              allow 4️⃣update: if resource.data.state == 'new' && request.auth.uid == id;
            }
            function isSignedIn() { return request.auth != null; }
        """
    ).expect(
      OverlappingMatchWidens.self,
      [
        ExpectedFinding(
          "1️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 5 of `/{path=**}` already allows read of `/secrets/{id}`",
          help: "statements only add up: restrict the broader one, or move it to paths that this block does not match"),
        ExpectedFinding(
          "2️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 5 of `/{path=**}` already allows get of `/posts/{id}`"),
        ExpectedFinding(
          "5️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 13 already allows create of `/posts/{id}`"),
        ExpectedFinding(
          "3️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 13 already allows update of `/posts/{id}`"),
        ExpectedFinding(
          "4️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 17 already allows update of `/orders/{id}`"),
      ])
  }

  @Test(
    "more people in one block are no mistake, and a condition that is lost is one",
    arguments: [
      // More and more people.
      ("request.auth.token.admin == true", "request.auth != null", Severity.info),
      ("request.auth.uid == resource.data.owner", "true", .info),
      ("exists(/databases/$(database)/documents/staff/$(request.auth.uid))", "request.auth != null", .info),
      ("request.auth.token.admin == true && resource.data.state == 'open'", "request.auth != null", .info),
      // Everything for whoever has a right.
      (
        "request.auth.token.admin == true && resource.data.state == 'open'", "request.auth.token.admin == true", .info
      ),
      // The same people, with a condition that does not hold.
      ("request.auth != null && request.query.limit <= 10", "request.auth != null", .warning),
      ("request.auth.uid == id && resource.data.state == 'open'", "request.auth.uid == id", .warning),
      ("request.auth != null && resource.data.state == 'open'", "true", .warning),
    ])
  func morePeople(narrow: String, broad: String, severity: Severity) {
    MarkedRules(
      documents: """
            match /posts/{id} {
              allow list: if \(broad);
              allow 1️⃣list: if \(narrow);
            }
        """
    ).expect(
      OverlappingMatchWidens.self,
      [
        ExpectedFinding(
          "1️⃣", .overlappingMatchWidens, "this condition restricts nothing: line 5 already allows list of `/posts/{id}`",
          severity: severity)
      ])
  }

  @Test("another block that allows more hides what was meant", arguments: [("", Severity.warning), ("admin", .info)])
  func otherBlock(claim: String, severity: Severity) {
    let broad = claim.isEmpty ? "request.auth != null" : "request.auth.token.\(claim) == true"
    MarkedRules(
      documents: """
            match /{path=**} { allow read: if \(broad); }
            match /posts/{id} { allow 1️⃣read: if \(broad) && resource.data.state == 'open'; }
        """
    ).expect(
      OverlappingMatchWidens.self,
      [
        ExpectedFinding(
          "1️⃣", .overlappingMatchWidens,
          "this condition restricts nothing: line 4 of `/{path=**}` already allows read of `/posts/{id}`",
          severity: severity)
      ])
  }

  @Test("statements that do not cover one another")
  func notWidened() {
    MarkedRules(
      documents: """
            match /{path=**} { allow read, write: if request.auth.token.admin == true; }
            match /posts/{id} {
              allow read: if resource.data.public == true;
              allow read: if request.auth.uid == resource.data.owner;
              allow get: if resource.data.public == true || request.auth != null;
              allow create: if request.auth != null && request.resource.data.text is string;
              allow write: if request.auth.token.admin == true;
            }
            match /posts/{id}/comments/{comment} { allow read: if request.auth.uid == id; }
            match /posts/{post}/likes/{id} { allow read: if request.auth.uid == id; allow read: if request.auth.uid == post; }
            match /files/{id} { allow read: if request.auth != null; allow write: if request.auth.uid == id; }
            match /files/readme { allow create: if request.auth.uid == 'me'; }
        """
    ).expect(OverlappingMatchWidens.self)
  }

  @Test("free lists beside restricted gets")
  func listBesideGet() {
    MarkedRules(
      documents: """
            match /users/{uid} {
              allow get: if request.auth.uid == uid;
              1️⃣allow list: if request.auth != null;
            }
            match /orders/{id} {
              allow get: if isMine();
              2️⃣allow read: if isSignedIn() && request.query.limit <= 10;
            }
            match /links/{id} {
              allow get: if resource.data.secret == id;
              3️⃣allow list;
            }
            function isMine() { return resource.data.owner == request.auth.uid; }
            function isSignedIn() { return request.auth != null; }
        """
    ).expect(
      ReadCoversList.self,
      [
        ExpectedFinding(
          "1️⃣", .readCoversList,
          "`allow list` allows listing the whole collection of `/users/{uid}`, while `get` is restricted",
          help: "restrict `list` like `get`, for instance with `resource.data.owner == request.auth.uid`"),
        ExpectedFinding(
          "2️⃣", .readCoversList,
          "`allow read` also allows listing the whole collection of `/orders/{id}`, while `get` is restricted",
          help: "split `read` into `get` and `list`, and give `list` a condition of its own"),
        ExpectedFinding(
          "3️⃣", .readCoversList,
          "`allow list` allows listing the whole collection of `/links/{id}`, while `get` is restricted"),
      ])
  }

  @Test("lists that are as narrow as gets")
  func narrowLists() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read: if request.auth != null; }
            match /b/{id} { allow get: if request.auth != null; allow list: if request.auth != null; }
            match /c/{id} { allow get: if isMine(); allow list: if isMine() && request.query.limit < 10; }
            match /d/{id} { allow get: if isMine(); allow list: if request.auth.token.admin == true; }
            match /e/{id} { allow get; allow list: if request.auth != null; }
            match /f/{id} { allow list: if request.auth != null; }
            function isMine() { return resource.data.owner == request.auth.uid; }
        """
    ).expect(ReadCoversList.self)
  }

  @Test("wildcards that grant writes, sensitive reads, or the document itself")
  func wildcards() {
    MarkedRules(
      documents: """
            match /public/{path=**} {
              allow 1️⃣write: if request.auth != null;
            }
            match /{path=**} {
              allow 2️⃣read: if isMember();
            }
            match /users/{uid}/{rest=**} {
              allow 3️⃣write: if request.auth.uid == uid;
            }
            match /users/{id} {
              allow update: if resource.data.state == 'open' && isMember();
            }
            match /teams/{team}/{rest=**} {
              allow read, 4️⃣create: if isMember() && request.resource.data.size() < 10;
            }
            function isMember() { return request.auth.token.email_verified; }
        """
    ).expect(
      WideRecursiveWildcard.self,
      [
        ExpectedFinding(
          "1️⃣", .wideRecursiveWildcard,
          "allows write of every document below `/public`, also in collections added later",
          help: "write a `match` block for each collection with the conditions it needs"),
        ExpectedFinding(
          "2️⃣", .wideRecursiveWildcard, "allows read of every document below `/`, `users` included",
          help: "write a `match` block for each collection that these users should read"),
        ExpectedFinding(
          "3️⃣", .wideRecursiveWildcard,
          "version 2: the wildcard also matches `/users/{id}` itself and allows update beside the statements of line 13",
          help: "name the subcollection: `/users/{id}/{collection}/{id}`"),
        ExpectedFinding(
          "4️⃣", .wideRecursiveWildcard,
          "allows create of every document below `/teams/{team}`, also in collections added later"),
      ])
  }

  @Test(
    "a wildcard that another finding names, or that asks the document itself, is no warning",
    arguments: [
      ("match /{rest=**} { allow write: if request.auth != null; }", [Severity.info]),
      (
        "match /{rest=**} { allow read, create: if true; allow update: if request.auth.uid == resource.data.by; }",
        [.info]
      ),
      ("match /{rest=**} { allow update: if request.auth.uid == resource.data.by; }", [.warning]),
      (shops("get(/databases/$(database)/documents/shops/$(shop)).data.owner == request.auth.uid"), []),
      (shops("getAfter(/databases/$(database)/documents/shops/$(shop)).data.owner == request.auth.uid"), [.warning]),
      (shops("request.auth.uid == shop"), [.warning]),
    ])
  func saidElsewhere(blocks: String, severities: [Severity]) throws {
    let subject = try #require(LintSubject(MarkedRules(documents: blocks).parsed, context: RulesContext()))
    #expect(WideRecursiveWildcard.findings(in: subject).map(\.severity) == severities)
  }

  private static func shops(_ condition: String) -> String {
    """
    match /shops/{shop} { allow create: if request.resource.data.owner == request.auth.uid; }
    match /shops/{shop}/{rest=**} { allow write: if \(condition); }
    """
  }

  @Test("wildcards for administrators, for one user's documents, and in the middle")
  func narrowWildcards() {
    MarkedRules(
      documents: """
            match /{path=**} { allow read, write: if request.auth.token.admin == true; }
            match /users/{uid}/{rest=**} { allow read, write: if request.auth != null && request.auth.uid == uid; }
            match /{path=**}/comments/{id} { allow write: if request.auth.uid == resource.data.author; }
            match /cities/{city}/{rest=**} { allow read: if request.auth != null; }
            match /open/{rest=**} { allow write; }
            match /closed/{rest=**} { allow write: if false; }
        """
    ).expect(WideRecursiveWildcard.self)
  }

  @Test("false beside a statement that allows the same")
  func ineffective() {
    MarkedRules(
      documents: """
            match /{path=**} { allow read: if request.auth != null; }
            match /posts/{id} {
              allow 1️⃣read, write: if false;
              allow 2️⃣delete: if never();
              allow update: if request.auth.uid == id;
              allow delete: if request.auth.uid == id;
            }
            function never() { return false; }
        """
    ).expect(
      IneffectiveDeny.self,
      [
        ExpectedFinding(
          "1️⃣", .ineffectiveDeny, "`if false` does not deny: line 4 of `/{path=**}` allows read of `/posts/{id}`",
          help:
            "remove this statement, and restrict the one that allows; a request is denied when no statement allows it"
        ),
        ExpectedFinding("2️⃣", .ineffectiveDeny, "`if false` does not deny: line 9 allows delete of `/posts/{id}`"),
      ])
    MarkedRules(
      documents: """
            match /{path=**} { allow read, write: if false; }
            match /posts/{id} {
              allow write: if false;
              allow read: if request.auth != null;
              allow create: if request.auth.uid == id;
            }
            match /notes/{id} { allow read: if request.auth == null && request.auth != null; allow read: if request.auth != null; }
        """
    ).expect(IneffectiveDeny.self)
  }

  @Test("rules and seed data that do not fit")
  func mismatch() {
    let rules = MarkedRules(
      """
      rules_version = '2';
      service 1️⃣cloud.firestore {
        match /databases/{database}/documents {
          match 2️⃣/mesages/{id} { allow read: if request.auth != null; }
          match /users/{id} { allow read: if request.auth.uid == id; }
          match /{path=**}/comments/{id} { allow read: if request.auth != null; }
          match 3️⃣/invoices/{id} { allow read: if request.auth.uid == id; }
          match /outer/{id} { match /users/{user} { allow read: if false; } }
        }
      }
      """)
    rules.expect(
      RulesDataMismatch.self,
      [
        ExpectedFinding(
          "1️⃣", .rulesDataMismatch, "no rule matches the documents of `messages` in the seed data: clients are denied",
          help: "add a `match /messages/{id}` block where clients need them"),
        ExpectedFinding(
          "2️⃣", .rulesDataMismatch, "no document of the seed data is in a collection `mesages`",
          help: "did you mean `messages`, which has no rules?"),
        ExpectedFinding(
          "3️⃣", .rulesDataMismatch, "no document of the seed data is in a collection `invoices`",
          help: "add a document to the seed data, or remove the block"),
      ],
      context: RulesContext(collections: ["users": [], "comments": ["text"], "messages": ["text"]]))
    rules.expect(RulesDataMismatch.self)
    rules.expect(
      RulesDataMismatch.self,
      context: RulesContext(collections: ["users": [], "comments": [], "mesages": [], "invoices": []]))
  }
}
