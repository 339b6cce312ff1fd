import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: open access") struct OpenAccessTests {
  @Test("a write that needs nothing is an open write, with a read in the statement an open database")
  func openWrite() {
    MarkedRules(
      documents: """
            match /reviews/{id} {
              allow read: if request.auth.uid != null;
              1️⃣allow write: if true;
            }
            match /logs/{id} {
              2️⃣allow create: if anybody();
            }
            match /test/{document=**} {
              3️⃣allow read, write;
            }
            match /notes/{id} {
              4️⃣allow update, delete: if request.auth.uid == resource.data.owner || 1 == 1;
            }
            match /guests/{id} {
              5️⃣allow get, create: if request.auth == null;
            }
            function anybody() { return request.time != null; }
        """
    ).expect(
      OpenWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .openWrite, "anyone can write `/reviews/{id}`",
          help: "require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields"),
        ExpectedFinding("2️⃣", .openWrite, "anyone can create `/logs/{id}`", severity: .warning),
        ExpectedFinding("3️⃣", .openReadWrite, "anyone can read and write `/test/{document=**}`"),
        ExpectedFinding("4️⃣", .openWrite, "anyone can update and delete `/notes/{id}`"),
        ExpectedFinding("5️⃣", .openReadWrite, "anyone can get and create `/guests/{id}`"),
      ])
  }

  @Test(
    "paths that do not name the root", arguments: ["/{document=**}", "/databases/{rest=**}", "/{a}/{b}/{c}/{rest=**}"])
  func wildcardRoots(path: String) {
    MarkedRules("service cloud.firestore { match \(path) { 1️⃣allow read, write; } }").expect(
      OpenWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .openReadWrite,
          "anyone can read and write `\(path.replacing("/databases", with: "").replacing("/{a}/{b}/{c}", with: ""))`")
      ])
    MarkedRules("service cloud.firestore { match /users/{id} { allow read, write; } }").expect(OpenWrite.self)
  }

  @Test("a write that needs anything at all is no open write")
  func guardedWrites() {
    MarkedRules(
      documents: """
            match /a/{id} { allow write: if false; }
            match /b/{id} { allow create: if request.resource.data.keys().hasOnly(['text']); }
            match /c/{id} { allow write: if request.method == 'create' && request.auth != null; }
            match /d/{id} { allow delete: if resource == null; }
            match /e/{id} { allow write: if 'x' in resource.data; }
            match /f/{id} { allow list, get; }
        """
    ).expect(OpenWrite.self)
  }

  @Test("an open write has no other finding")
  func precedence() {
    MarkedRules(
      documents: """
            match /posts/{id} {
              1️⃣allow write: if true;
            }
            match /posts/{id}/{rest=**} {
              2️⃣allow read, write: if true || request.resource.data.keys().hasOnly(['a']);
            }
        """
    ).expectAll([
      ExpectedFinding("1️⃣", .openWrite, "anyone can write `/posts/{id}`"),
      ExpectedFinding("2️⃣", .openReadWrite, "anyone can read and write `/posts/{id}/{rest=**}`"),
    ])
  }

  @Test("an open read is a warning where names or conditions speak of people, and an error where the seed data does")
  func openRead() throws {
    let rules = MarkedRules(
      documents: """
            match /users/{id} { 1️⃣allow read: if true; }
            match /cities/{id} { 2️⃣allow get, list: if open(); }
            match /{path=**}/comments/{id} { 3️⃣allow list; }
            function open() { return isMember() || true; }
            function isMember() { return request.auth.token.member == true; }
        """)
    let expected = [
      ExpectedFinding("1️⃣", .openRead, "anyone can read `/users/{id}`"),
      ExpectedFinding("2️⃣", .openRead, "anyone can read `/cities/{id}`"),
      ExpectedFinding("3️⃣", .openRead, "anyone can list `/{path=**}/comments/{id}`"),
    ]
    rules.expect(OpenRead.self, expected)
    let context = RulesContext(collections: [
      "users": ["name", "emailAddress", "fcmToken"], "cities": ["name", "tokenizer"], "comments": ["phone_number"],
    ])
    rules.expect(OpenRead.self, expected, context: context)
    let subject = try #require(LintSubject(rules.parsed, context: context))
    let findings = OpenRead.findings(in: subject)
    #expect(findings.map(\.severity) == [.error, .info, .error])
    let own = MarkedRules(
      documents: """
            match /{document=**} { allow get: if true; }
            match /walks/{id} { allow read: if true; allow write: if request.auth.uid == id; }
            match /orders/{id}/lines/{line} { allow list: if true; }
            match /products/{id} { allow read: if true; allow write: if request.auth.token.admin == true; }
        """)
    let plain = try #require(LintSubject(own.parsed, context: RulesContext()))
    #expect(OpenRead.findings(in: plain).map(\.severity) == [.warning, .warning, .warning, .info])
    #expect(findings[0].notes == ["`users` has `emailAddress` and `fcmToken` in the seed data"])
    #expect(findings[2].notes == ["`comments` has `phone_number` in the seed data"])
  }

  @Test("statements of one block that let everybody read and write are one open database")
  func readBesideWrite() {
    MarkedRules(
      documents: """
            match /users/{id} {
              allow read: if true;
              1️⃣allow update: if true;
            }
            match /profiles/{id} {
              2️⃣allow read: if true;
              3️⃣allow create: if true;
            }
        """
    ).expectAll([
      ExpectedFinding("1️⃣", .openReadWrite, "anyone can read and update `/users/{id}`", severity: .error),
      ExpectedFinding("2️⃣", .openRead, "anyone can read `/profiles/{id}`", severity: .warning),
      ExpectedFinding("3️⃣", .openWrite, "anyone can create `/profiles/{id}`", severity: .warning),
    ])
  }

  @Test(
    "what is published, or said to be public, is no warning",
    arguments: [
      ("match /users/{id} { allow read: if true; }", Severity.warning),
      ("// Profiles: public reads\n match /users/{id} { allow read: if true; }", .info),
      ("match /users/{id} { // public\n allow read: if true; }", .info),
      ("// public\n\n match /users/{id} { allow read: if true; }", .warning),
      ("match /users/{id}/posts/{post} { allow read: if true; allow write: if request.auth.uid == id; }", .info),
      ("match /users/{id}/posts/{post}/hearts/{by} { allow read: if true; }", .info),
      ("match /users/{id}/payments/{post} { allow read: if true; allow write: if request.auth.uid == id; }", .warning),
      ("match /users/{id}/studentProfile/{post} { allow read: if true; }", .warning),
      ("match /walks/{id} { allow read: if true; allow write: if request.auth.uid == id; }", .warning),
    ])
  func published(block: String, severity: Severity) throws {
    let subject = try #require(LintSubject(MarkedRules(documents: block).parsed, context: RulesContext()))
    #expect(OpenRead.findings(in: subject).map(\.severity) == [severity])
  }

  @Test("reads with a condition, and reads beside an open write, are no open reads")
  func guardedReads() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read: if request.auth != null; }
            match /b/{id} { allow read: if resource.data.public == true; }
            match /c/{id} { allow read, write; }
            match /d/{id} { allow get: if request.query.limit < 10 || false; }
        """
    ).expect(OpenRead.self)
  }

  @Test("access until a date names the date")
  func timeBomb() {
    let rules = MarkedRules(
      documents: """
            match /{document=**} {
              allow read, write: if 1️⃣request.time < timestamp.date(2025, 1, 31);
            }
            match /launch/{id} {
              allow get: if 2️⃣isBefore(timestamp.value(1709251199999));
              allow list: if isAdmin() || 3️⃣timestamp.date(2024, 2, 29) >= request.time;
            }
            match /beta/{id} { allow create: if 4️⃣request.time.toMillis() < 1893456000000 + 5; }
            function isBefore(t) { return request.time <= t; }
            function isAdmin() { return request.auth.token.admin; }
        """)
    rules.expect(
      TimeBomb.self,
      [
        ExpectedFinding(
          "1️⃣", .expiresByDate, "anyone can read and write `/{document=**}` until 2025-01-31, and nobody afterwards",
          help: "replace the date by who may do it: `request.auth != null` and an owner or a role"),
        ExpectedFinding("2️⃣", .expiresByDate, "anyone can get `/launch/{id}` until 2024-02-29, and nobody afterwards"),
        ExpectedFinding("3️⃣", .expiresByDate, "anyone can list `/launch/{id}` until 2024-02-29, and nobody afterwards"),
        ExpectedFinding(
          "4️⃣", .expiresByDate, "anyone can create `/beta/{id}` until a fixed date, and nobody afterwards"),
      ])
    let now = RuleTimestamp(seconds: 1_709_251_200, nanoseconds: 0)
    rules.expect(
      TimeBomb.self,
      [
        ExpectedFinding(
          "1️⃣", .expiresByDate, "anyone can read and write `/{document=**}` until 2025-01-31, and nobody afterwards"),
        ExpectedFinding(
          "2️⃣", .expiresByDate,
          "expired on 2024-02-29: until then anyone could get `/launch/{id}`, since then nobody can"),
        ExpectedFinding(
          "3️⃣", .expiresByDate,
          "expired on 2024-02-29: until then anyone could list `/launch/{id}`, since then nobody can"),
        ExpectedFinding(
          "4️⃣", .expiresByDate, "anyone can create `/beta/{id}` until a fixed date, and nobody afterwards"),
      ], context: RulesContext(now: now))
  }

  @Test("a window of time for known users, and moments of documents, are no expiry")
  func noTimeBomb() {
    MarkedRules(
      documents: """
            match /a/{id} { allow create: if request.auth.uid == id && request.time < timestamp.date(2025, 1, 1); }
            match /b/{id} { allow read: if request.time < resource.data.until; }
            match /c/{id} { allow read: if request.time > timestamp.date(2025, 1, 1); }
            match /e/{id} { allow read: if request.time.hours() >= 9 && request.time.hours() < 17; }
            match /d/{id} { allow read, write: if true || request.time < timestamp.date(2025, 1, 1); }
        """
    ).expect(TimeBomb.self)
  }

  @Test("a write that any account may do")
  func signedIn() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read, write: if 1️⃣request.auth != null; }
            match /b/{id} { allow create: if 2️⃣isSignedIn(); allow update, delete: if isAdmin() || isSignedIn(); }
            match /c/{id} { allow write: if 4️⃣request.auth.uid != null && request.time < timestamp.date(2030, 1, 1); }
            match /d/{id} { allow delete: if 5️⃣request.auth['uid'] is string; }
            match /e/{id} { allow create: if 6️⃣isSignedIn(); }
            function isSignedIn() { return null != request.auth; }
            function isAdmin() { return isSignedIn() && request.auth.token.admin == true; }
        """
    ).expect(
      SignedInIsNotEnough.self,
      [
        ExpectedFinding(
          "1️⃣", .signedInIsNotEnough, "any signed-in user can write `/a/{id}`, whoever owns it",
          help:
            "add `resource.data.owner == request.auth.uid`, or compare `request.auth.uid` with a variable of the path"),
        // Statements of one block are one finding.
        ExpectedFinding(
          "2️⃣", .signedInIsNotEnough, "any signed-in user can write `/b/{id}`, whoever owns it"),
        ExpectedFinding("4️⃣", .signedInIsNotEnough, "any signed-in user can write `/c/{id}`, whoever owns it"),
        ExpectedFinding("5️⃣", .signedInIsNotEnough, "any signed-in user can delete `/d/{id}`, whoever owns it"),
        ExpectedFinding(
          "6️⃣", .signedInIsNotEnough, "any signed-in user can create `/e/{id}` with any content",
          help: "add `request.resource.data.owner == request.auth.uid` and checks of the other fields"),
      ])
  }

  @Test("a write that asks who the user is, or what is written")
  func notOnlySignedIn() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read: if request.auth != null; }
            match /b/{id} { allow write: if request.auth != null && request.auth.uid == id; }
            match /c/{id} { allow create: if request.auth != null && request.resource.data.text is string; }
            match /d/{id} { allow write: if isSignedIn() && isEditor(); }
            function isSignedIn() { return request.auth != null; }
            function isEditor() { return 'editor' in request.auth.token.roles; }
        """
    ).expect(SignedInIsNotEnough.self)
  }
}
