import Diagnostics
import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// Rules as applications have them: what is correct is silent.
@Suite("Language checks on whole files") struct LanguageRealRulesTests {
  static let files =
    RepositoryFiles.paths(below: "rules", suffix: ".rules").filter { !$0.contains("vulnerable") }
    + RepositoryFiles.paths(below: "samples", suffix: ".rules")
    + RepositoryFiles.paths(below: "Tests/FirestoreRulesLanguageTests/Specs/Corpus", suffix: ".rules")

  /// What the corpus of the parser contains on purpose.
  static let expected = [
    "Tests/FirestoreRulesLanguageTests/Specs/Corpus/04-artifacts.rules": ["FB3109"],
    "Tests/FirestoreRulesLanguageTests/Specs/Corpus/05-validation.rules": ["FB3111"],
    "Tests/FirestoreRulesLanguageTests/Specs/Corpus/06-two-services.rules": ["FB3108"],
  ]

  @Test("the topics, the samples and the corpus", arguments: files)
  func file(_ path: String) throws {
    // Full of names that stand for anything.
    guard !path.hasSuffix("07-comments.rules") else { return }
    let parsed = CloudRulesParser.parse(SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    let findings = RulesCheck.findings(parsed, CompiledRules.compile(parsed))
    let codes = findings.map(\.code).filter { $0.number / 1_000 == 3 || $0 == .unusedFunction }.map(\.id)
    #expect(codes == Self.expected[path, default: []])
  }

  private func expectSilence(_ text: String, at location: Testing.SourceLocation = #_sourceLocation) {
    let codes = RulesLints.all.flatMap { $0.codes }.filter { $0.number / 1_000 == 3 || $0 == .unusedFunction }
    MarkedRules(text).expectAll(of: codes + [.syntax], at: location)
  }

  @Test("a shop with roles, orders and validation")
  func shop() {
    expectSilence(
      """
      rules_version = '2';

      service cloud.firestore {
        match /databases/{database}/documents {
          function signedIn() { return request.auth != null && request.auth.uid != null; }
          function account(uid) { return get(/databases/$(database)/documents/accounts/$(uid)).data; }
          function hasRole(role) { return signedIn() && (account(request.auth.uid).role == role || role == 'guest'); }
          function isStaff() { return hasRole('clerk') || hasRole('manager') || request.auth.token.get('staff', false); }
          function onlyChanges(fields) {
            return request.resource.data.diff(resource.data).affectedKeys().hasOnly(fields);
          }
          function text(value, limit) { return value is string && value.size() > 0 && value.size() <= limit; }
          function isItem(item) {
            return item.keys().hasOnly(['sku', 'count', 'price', 'note'])
              && text(item.sku, 40)
              && item.count is int && item.count > 0
              && item.price is number && item.price >= 0
              && (!('note' in item) || text(item.note, 500));
          }

          match /accounts/{uid} {
            allow get: if signedIn() && (request.auth.uid == uid || isStaff());
            allow list: if isStaff() && request.query.limit <= 50;
            allow create: if signedIn() && request.auth.uid == uid
              && request.resource.data.role == 'guest'
              && request.resource.data.createdAt == request.time;
            allow update: if request.auth.uid == uid && onlyChanges(['name', 'address']);
            allow delete: if false;
          }

          match /orders/{order} {
            allow read: if isStaff() || (signedIn() && resource.data.buyer == request.auth.uid);
            allow create: if signedIn()
              && request.resource.data.buyer == request.auth.uid
              && request.resource.data.items.size() in [1, 2, 3]
              && isItem(request.resource.data.items[0])
              && request.resource.data.total == request.resource.data.items[0].price
              && !exists(/databases/$(database)/documents/blocked/$(request.auth.uid));
            allow update: if isStaff()
              && request.resource.data.state in ['paid', 'sent']
              && (resource.data.state == 'open' && request.resource.data.state == 'paid'
                || resource.data.state == 'paid' && request.resource.data.state == 'sent')
              && request.time < resource.data.openedAt + duration.value(30, 'd')
              && getAfter(/databases/$(database)/documents/totals/all).data.sent
                == get(/databases/$(database)/documents/totals/all).data.sent + 1;

            match /events/{event=**} { allow read: if isStaff(); }
          }

          match /{path=**}/reviews/{review} {
            allow read: if resource.data.public == true || resource.data.author == request.auth.uid;
          }
        }
      }
      """)
  }

  @Test("a chat without semicolons, with write statements and shared helpers")
  func chat() {
    expectSilence(
      #"""
      rules_version='2'
      function member(room) { return request.auth.uid in room.members }
      function changed(key) { return key in request.resource.data && request.resource.data[key] != resource.data[key] }
      service cloud.firestore {
        match /databases/{db}/documents {
          match /rooms/{roomId} {
            function roomData() { return resource == null ? request.resource.data : resource.data }
            allow read: if member(resource.data)
            allow write: if request.auth != null
              && (request.method == 'delete' ? resource.data.owner == request.auth.uid : member(roomData()))
            allow create, update: if request.auth.token.email_verified == true
              && request.auth.token.email.matches('.*@example[.]com')
              && request.resource.data.get('title', '').size() < 80
              && request.resource.data.get(['settings', 'theme'], 'light') in ['light', 'dark']

            match /messages/{message} {
              allow read: if request.auth != null && member(get(/databases/$(db)/documents/rooms/$(roomId)).data)
              allow create: if request.resource.data.keys().toSet().difference(['text', 'from', 'at'].toSet()).size() == 0
                && request.resource.data.from == request.auth.uid
                && request.resource.data.text.matches('(?s).{1,900}')
                && request.resource.data.at == request.time
              allow update: if !changed('from') && !changed('at')
                && request.time.toMillis() - resource.data.at.toMillis() < 15 * 60 * 1000
              allow delete: if resource.data.from == request.auth.uid || path('/rooms/' + roomId)[1] == 'lobby'
            }
          }
          match /presence/{uid} {
            allow get: if true
            allow write: if request.auth.uid == uid
              && (request.resource == null || request.resource.data.state in ['online', 'away'])
          }
        }
      }
      """#)
  }

  @Test("mistakes that occur in real files are found")
  func mistakes() {
    MarkedRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{userId} {
            allow create: if 1️⃣resource.data.owner == request.auth.uid;
            allow update: if request.auth.uid == userId && 2️⃣request.resource.data.diff(resource.data).hasOnly(['name']);
          }
          match /teamCodes/{code} {
            allow update: if request.auth != null && request.auth.uid == 3️⃣userId;
          }
        }
      }
      """
    ).expectAll(
      [
        ExpectedFinding("1️⃣", .alwaysError, "`resource` has no `data`: it is null"),
        ExpectedFinding(
          "2️⃣", .unknownFunction, "map_diff has no method `hasOnly`",
          help: "take the keys first: `affectedKeys().hasOnly(…)`"),
        ExpectedFinding("3️⃣", .unknownName, "there is no variable `userId` here"),
      ], of: [.alwaysError, .unknownFunction, .unknownName, .typeMismatch, .unreachableCondition])
  }
}

/// After a syntax error only what does not depend on the unread part is said.
@Suite("Language checks after syntax errors") struct LanguageDamageTests {
  @Test(
    "one finding for one mistake",
    arguments: [
      "match /users/{uid { allow get: if request.auth.uid == uid; }",
      "function owns(data { return data.owner == request.auth.uid; }\nallow get: if owns(resource.data);",
      "function f(data) { let x = data.a +; return x == 1; }\nallow get: if f(resource.data);",
      "function f(data) { lett x = data.a; return x == 1; }\nallow get: if f(resource.data);",
      "allow get: if request.auth.uid === resource.data.owner;", "allow get: if request.auth != null &&;",
      "allow get: request.auth != null;", "allow get if request.auth != null;",
      "allow get: if resource.data.a == 'x;\nallow list: if resource.data.b == 'y';",
      "allow get: if (resource.data.a == 1;", "allow get: if isOwner(;\nfunction isOwner(a) { return a == 1; }",
    ])
  func cascades(_ body: String) {
    let rules = MarkedRules(body: body)
    let codes = Set(
      rules.findings().filter { $0.code.number / 1_000 == 3 || $0.code == .unusedFunction }.map(\.code.id))
    #expect(codes == ["FB3001"])
  }

  @Test("what stands elsewhere is still checked")
  func elsewhere() {
    MarkedRules(
      body: """
        allow get: if request.auth 1️⃣! foo;
        allow 2️⃣fetch: if 3️⃣request.auth.id == 'x';
        match 4️⃣/sub { allow get: if request.auth != null; }
        """
    ).expectAll(
      [
        ExpectedFinding("1️⃣", .syntax, "unexpected `!`"),
        ExpectedFinding("2️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies"),
        ExpectedFinding("3️⃣", .unknownProperty, "`request.auth.id` does not exist"),
        ExpectedFinding(
          "4️⃣", .matchNeverApplies, "`/docs/{id}/sub` is the path of a collection, and statements apply to documents"),
      ], of: [.syntax, .unknownMethod, .unknownProperty, .matchNeverApplies, .unknownName])
  }
}
