import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: missing fields and documents") struct MissingDataTests {
  @Test("comparisons that are an error where the field is missing")
  func hazards() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow get: if request.auth.uid == id && 1️⃣resource.data.deletedAt == null;
              allow update: if 2️⃣!isHidden() && request.auth.uid == id;
              allow create: if 3️⃣request.resource.data['state'] != 'banned' && request.auth.uid == id;
              allow delete: if 4️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.banned != true;
              allow list: if request.auth.uid == resource.data.owner && 5️⃣!resource.data.meta.archived;
            }
            function isHidden() { return resource.data.hidden; }
        """
    ).expect(
      MissingFieldHazard.self,
      [
        ExpectedFinding(
          "1️⃣", .missingFieldHazard,
          "`resource.data.deletedAt == null` is an error, and denies, where `deletedAt` is missing",
          help: "write `resource.data.get('deletedAt', null) == null`"),
        ExpectedFinding(
          "2️⃣", .missingFieldHazard, "`!resource.data.hidden` is an error, and denies, where `hidden` is missing",
          help: "write `!resource.data.get('hidden', false)`"),
        ExpectedFinding(
          "3️⃣", .missingFieldHazard,
          "`request.resource.data.state != 'banned'` is an error, and denies, where `state` is missing",
          help: "write `request.resource.data.get('state', null)` instead of the field"),
        ExpectedFinding(
          "4️⃣", .missingFieldHazard,
          "`get(/users/$(request.auth.uid)).data.banned != true` is an error, and denies, where `banned` is missing"),
        ExpectedFinding(
          "5️⃣", .missingFieldHazard,
          "`!resource.data.meta.archived` is an error, and denies, where `meta.archived` is missing",
          help: "write `!resource.data.get(['meta', 'archived'], false)`"),
      ])
  }

  @Test("fields that are tested, required, or compared with what denies anyway")
  func guarded() {
    let conditions = [
      "!('deletedAt' in resource.data) || resource.data.deletedAt == null",
      "'deletedAt' in resource.data.keys() && resource.data.deletedAt == null",
      "resource.data.keys().hasAll(['hidden', 'a']) && !resource.data.hidden",
      "resource.data.hidden is bool && !resource.data.hidden",
      "resource.data.get('deletedAt', null) == null && !resource.data.get('hidden', false)",
      "resource.data.owner != null && resource.data.owner == request.auth.uid",
      "resource.data.state == 'open'", "resource.data.a != resource.data.b", "resource.data.hidden == false",
      "resource.data.owner != null",
    ]
    for condition in conditions {
      MarkedRules(condition: "request.auth.uid == id && (\(condition))", allow: "get").expect(MissingFieldHazard.self)
    }
  }

  @Test("the seed data says whether any document has the field")
  func seedData() throws {
    let rules = MarkedRules(condition: "request.auth.uid == id && resource.data.deletedAt == null", allow: "get")
    func notes(_ context: RulesContext) throws -> [[String]] {
      let subject = try #require(LintSubject(rules.parsed, context: context))
      return MissingFieldHazard.findings(in: subject).map(\.notes)
    }
    #expect(try notes(RulesContext()) == [[]])
    #expect(try notes(RulesContext(collections: ["docs": ["deletedAt"]])) == [[]])
    #expect(
      try notes(RulesContext(collections: ["docs": ["owner"]]))
        == [["no document of `docs` in the seed data has `deletedAt`"]])
  }

  @Test("an operand that is an error beside one that is broad")
  func absorbed() {
    MarkedRules(
      documents: """
            match /a/{id} { allow get: if 1️⃣resource.data.private != true || request.auth != null; }
            match /b/{id} { allow read: if 2️⃣isFriend() || isSignedIn(); }
            match /c/{id} { allow get: if resource.data.public == true || request.auth != null; }
            match /d/{id} { allow get: if resource.data.private != true || request.auth.uid == id; }
            match /e/{id} { allow get: if resource.data.private != true || true; }
            match /f/{id} { allow get: if exists(/databases/$(database)/documents/f/$(id)) && 3️⃣isFriend() || isSignedIn(); }
            function isSignedIn() { return request.auth.uid != null; }
            function isFriend() { return get(/databases/$(database)/documents/friends/$(resource.data.owner)).data.open; }
        """
    ).expect(
      ErrorAbsorbed.self,
      [
        ExpectedFinding(
          "1️⃣", .errorAbsorbed,
          "`resource.data.private != true` is an error where `private` is missing, and `request.auth != null` beside it "
            + "allows the request",
          help: "test that the value is there first, or drop the operand: it restricts nothing"),
        ExpectedFinding(
          "2️⃣", .errorAbsorbed,
          "`get(/friends/$(resource.data.owner)).data.open` is an error where /friends/$(resource.data.owner) does not "
            + "exist, and `request.auth.uid != null` beside it allows the request"),
        ExpectedFinding(
          "3️⃣", .errorAbsorbed,
          "`get(/friends/$(resource.data.owner)).data.open` is an error where /friends/$(resource.data.owner) does not "
            + "exist, and `request.auth.uid != null` beside it allows the request"),
      ])
  }

  @Test("documents whose data is read without a test that they exist")
  func missingDocuments() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow read: if isAdmin();
              allow create: if isAdmin() && 1️⃣getAfter(/databases/$(database)/documents/b/$(id)).data.n == 1;
              allow update: if open(id);
              allow delete: if exists(/databases/$(database)/documents/c/$(id))
                && get(/databases/$(database)/documents/c/$(id)).data.open;
            }
            function isAdmin() {
              let user = 2️⃣get(/databases/$(database)/documents/users/$(request.auth.uid));
              return user.data.admin == true;
            }
            function open(id) {
              let room = get(/databases/$(database)/documents/rooms/$(id));
              return room != null && room.data.open;
            }
        """
    ).expect(
      GetOnPossiblyMissingDocument.self,
      [
        ExpectedFinding(
          "1️⃣", .getOnPossiblyMissingDocument,
          "`/b/$(id)` may not exist; reading its data is then an error, and denies",
          help:
            "call `exists` with the same path first, where a missing document should not deny: it is not billed twice"
        ),
        ExpectedFinding(
          "2️⃣", .getOnPossiblyMissingDocument,
          "`/users/$(request.auth.uid)` may not exist; reading its data is then an error, and denies"),
      ])
  }
}
