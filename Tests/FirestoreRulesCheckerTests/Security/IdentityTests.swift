import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: identity and roles") struct IdentityTests {
  @Test("a role in a document that its user may write")
  func selfGranted() {
    MarkedRules(
      documents: """
            match /users/{uid} {
              allow create: if request.auth.uid == uid && request.resource.data.role in ['user', 'admin'];
              allow update: if request.auth != null && request.auth.uid == uid && request.resource.data.role is string;
            }
            match /profiles/{profile} {
              allow update: if request.auth.uid == profile;
            }
            match /admins/{uid} {
              allow create: if request.auth.uid == uid;
            }
            match /posts/{id} {
              allow update: if isAdmin();
              allow delete: if 3️⃣get(/databases/$(database)/documents/profiles/$(request.auth.uid)).data.get('level', 0) > 2;
              allow create: if 4️⃣exists(/databases/$(database)/documents/admins/$(request.auth.uid));
            }
            function isAdmin() {
              let user = get(/databases/$(database)/documents/users/$(request.auth.uid));
              return user != null && 5️⃣user.data.role == 'admin';
            }
        """
    ).expect(
      SelfGrantedRole.self,
      [
        ExpectedFinding(
          "3️⃣", .selfGrantedRole,
          "users can write `level`, which decides here: `/profiles/{profile}` allows update at line 9",
          help:
            "add `!request.resource.data.diff(resource.data).affectedKeys().hasAny(['level'])` to the update, or use "
            + "a custom claim"),
        ExpectedFinding(
          "4️⃣", .selfGrantedRole,
          "users can create the document that decides here: `/admins/{uid}` allows create at line 12",
          help: "let only administrators or the server write `/admins/{uid}`, or use a custom claim"),
        ExpectedFinding(
          "5️⃣", .selfGrantedRole,
          "users can write `role`, which decides here: `/users/{uid}` allows create at line 5",
          help: "add `!('role' in request.resource.data)` to the create, or use a custom claim"),
      ])
  }

  @Test("a role that its user cannot write")
  func grantedByOthers() {
    let users = [
      "allow create: if request.auth.uid == uid && request.resource.data.role == 'user';"
        + "allow update: if request.auth.uid == uid && request.resource.data.role == resource.data.role;",
      "allow create: if request.auth.uid == uid && !('role' in request.resource.data);"
        + "allow update: if request.auth.uid == uid && !('role' in request.resource.data.diff(resource.data).affectedKeys());",
      "allow write: if request.auth.uid == uid && request.resource.data.keys().hasOnly(['name']);",
      // Who has it already gains nothing.
      "allow update: if request.auth.uid == uid && !(request.resource.data.role == 'admin' && (!('role' in resource.data) || resource.data.role != 'admin'));",
      "allow write: if isAdmin();", "allow write: if request.auth.token.admin == true;", "allow read;",
      "allow write: if true;",
      "allow update: if request.auth.uid == uid && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['name']);",
    ]
    for statements in users {
      MarkedRules(
        documents: """
              match /users/{uid} { \(statements) }
              match /posts/{id} { allow write: if isAdmin(); }
              function isAdmin() {
                return get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
              }
          """
      ).expect(SelfGrantedRole.self)
    }
    MarkedRules(
      documents: """
            match /users/{uid} { allow write: if request.auth.uid == uid; }
            match /posts/{id} {
              allow create: if exists(/databases/$(database)/documents/users/$(request.auth.uid));
              allow update: if request.resource.data.author == get(/databases/$(database)/documents/users/$(request.auth.uid)).data.name;
              allow delete: if get(/databases/$(database)/documents/staff/$(request.auth.uid)).data.role == 'admin';
            }
        """
    ).expect(SelfGrantedRole.self)
  }

  @Test(
    "collections that the condition of a block for many leaves out",
    arguments: [
      ("collection in ['notes', 'tags']", false), ("collection == 'notes'", false), ("'users' != collection", false),
      ("!(collection in ['users', 'admins'])", false), ("collection in ['notes', 'users']", true),
      ("collection != 'notes'", true), ("!(collection == 'notes')", true), ("collection in collections()", true),
    ])
  func collectionsOfCapture(condition: String, isFound: Bool) {
    MarkedRules(
      documents: """
            match /{collection}/{id} { allow create: if request.auth.uid == id && \(condition); }
            match /posts/{id} {
              allow delete: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.isAdmin == true;
            }
            function collections() { return ['users']; }
        """
    ).expect(
      SelfGrantedRole.self,
      isFound
        ? [
          ExpectedFinding(
            "1️⃣", .selfGrantedRole,
            "users can write `isAdmin`, which decides here: `/{collection}/{id}` allows create at line 4")
        ] : [])
  }

  @Test(
    "a document that is called by the address of the user",
    arguments: [
      ("user == request.auth.token.email", "$(request.auth.token.email)", true),
      ("user == request.auth.token.email.lower()", "$(request.auth.token.email)", true),
      ("user == request.auth.uid", "$(request.auth.token.email)", false),
      ("user == request.auth.token.email", "$(request.auth.uid)", false),
    ])
  func namedByAddress(condition: String, segment: String, isFound: Bool) {
    MarkedRules(
      documents: """
            match /users/{user} { allow update: if \(condition) && !request.resource.data.diff(resource.data).affectedKeys().hasAny(['root']); }
            match /posts/{id} {
              allow delete: if 'admin' in me().data && 1️⃣me().data.admin.size() > 0 || me().data.root == true;
            }
            function me() { return get(/databases/$(database)/documents/users/\(segment)); }
        """
    ).expect(
      SelfGrantedRole.self,
      isFound
        ? [
          ExpectedFinding(
            "1️⃣", .selfGrantedRole,
            "users can write `admin`, which decides here: `/users/{user}` allows update at line 4")
        ] : [])
  }

  @Test("one field that users may write is one finding, wherever it decides")
  func oneCause() throws {
    let rules = MarkedRules(
      documents: """
            match /users/{user} {
              allow create: if request.auth.uid == user && !request.resource.data.keys().hasAny(['root']);
            }
            match /posts/{id} { allow delete: if me().admin == 'posts'; allow update: if me().root == true; }
            match /notes/{id} { allow delete: if me().admin == 'notes'; }
            match /pages/{id} { allow delete: if isAdmin(); }
            function isAdmin() { return me().admin in ['pages', 'all']; }
            function me() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data; }
        """)
    let subject = try #require(LintSubject(rules.parsed, context: RulesContext()))
    let findings = SelfGrantedRole.findings(in: subject)
    #expect(
      findings.map(\.message) == [
        "users can write `admin`, which decides here: `/users/{user}` allows create at line 5"
      ])
    #expect(findings.first?.related.map(\.message) == ["and it decides here", "and it decides here"])
  }

  @Test("an address that nobody verified, a name that users choose")
  func email() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read: if isColleague(); }
            match /b/{id} { allow get: if resource.data.email == 1️⃣request.auth.token['email']; }
            match /c/{id} { allow update: if exists(/databases/$(database)/documents/invites/$(2️⃣request.auth.token.email)); }
            match /d/{id} { allow delete: if 3️⃣request.auth.token.name == 'Root' && request.auth.token.email_verified; }
            function isColleague() { return request.auth != null && 4️⃣request.auth.token.email.matches('.*@example[.]com'); }
        """
    ).expect(
      EmailNotVerified.self,
      [
        ExpectedFinding(
          "1️⃣", .emailNotVerified, "get of `/b/{id}` depends on an e-mail address that need not be verified",
          help: "add `request.auth.token.email_verified == true`"),
        ExpectedFinding(
          "2️⃣", .emailNotVerified, "update of `/c/{id}` depends on an e-mail address that need not be verified"),
        ExpectedFinding(
          "3️⃣", .emailNotVerified, "delete of `/d/{id}` depends on `name`, which users set themselves",
          help: "compare `request.auth.uid`, or use a custom claim"),
        ExpectedFinding(
          "4️⃣", .emailNotVerified, "get of `/a/{id}` depends on an e-mail address that need not be verified"),
      ])
  }

  @Test("verified addresses, and addresses that decide nothing")
  func verifiedEmail() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read: if isColleague() && request.auth.token.email_verified == true; }
            match /b/{id} { allow get: if request.auth.token.email_verified && resource.data.email == request.auth.token.email; }
            match /c/{id} { allow create: if request.auth.uid == id && request.resource.data.email == request.auth.token.email; }
            match /d/{id} { allow read: if request.auth.token.email != null; }
            match /e/{id} {
              allow read: if request.auth.token.firebase.sign_in_provider == 'google.com' && isColleague();
              allow delete: if isVerified() && isColleague() || request.auth.token.admin;
            }
            function isColleague() { return request.auth.token.email.matches('.*@example[.]com'); }
            function isVerified() { return request.auth.token.get('email_verified', false); }
        """
    ).expect(EmailNotVerified.self)
  }

  @Test("identities and secrets in the rules")
  func hardCoded() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow read: if request.auth.uid == 1️⃣'kX2v9QpLmN3bR7sT1wYz5aBcDeF2';
              allow write: if isOwner();
              allow get: if request.resource == null || resource.data.apiKey == 3️⃣'abc';
              allow create: if request.resource.data.code == 4️⃣'a8Fk2LmP0qRs7TuVw3Xy9Z';
            }
            function isOwner() { return request.auth.token.email in 5️⃣['me@example.com'] && request.auth.token.email_verified; }
        """
    ).expect(
      HardCodedIdentity.self,
      [
        ExpectedFinding(
          "1️⃣", .hardCodedIdentity,
          "a user id is written into the rules: whoever reads them knows it, and a change needs a deploy",
          help: "use a custom claim, or a document that lists who has the right"),
        ExpectedFinding(
          "3️⃣", .hardCodedIdentity,
          "a secret is written into the rules: whoever reads them knows it, and a change needs a deploy",
          help: "compare `request.auth.uid`; clients cannot keep a secret from their users"),
        ExpectedFinding(
          "4️⃣", .hardCodedIdentity,
          "a secret is written into the rules: whoever reads them knows it, and a change needs a deploy"),
        ExpectedFinding(
          "5️⃣", .hardCodedIdentity,
          "an e-mail address is written into the rules: whoever reads them knows it, and a change needs a deploy"),
      ])
    MarkedRules(
      documents: """
            match /a/{id} {
              allow read: if request.auth.token.email.matches('.*@example[.]com') && request.auth.uid != '';
              allow create: if request.resource.data.state == 'a_long_name_of_a_state' && request.auth.uid == id;
              allow update: if request.auth.uid in resource.data.editors && request.resource.data.type in ['a', 'b'];
            }
        """
    ).expect(HardCodedIdentity.self)
  }
}
