import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: lists and reads of rules") struct ListTests {
  @Test("a list of a sensitive collection without a bound")
  func unboundedLists() {
    let rules = MarkedRules(
      documents: """
            match /users/{id} { allow 1️⃣read: if request.auth != null; }
            match /rooms/{room}/messages/{id} { allow 2️⃣list: if isMember(room); }
            match /cities/{id} { allow 3️⃣read: if request.auth != null; }
            function isMember(room) { return exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid)); }
        """)
    let expected = [
      ExpectedFinding(
        "1️⃣", .listWithoutLimit, "one query can list, and bill, all of `/users/{id}`",
        help: "add `request.query.limit <= 100`"),
      ExpectedFinding("2️⃣", .listWithoutLimit, "one query can list, and bill, all of `/rooms/{room}/messages/{id}`"),
    ]
    rules.expect(ListWithoutLimit.self, expected)
    rules.expect(
      ListWithoutLimit.self,
      expected + [ExpectedFinding("3️⃣", .listWithoutLimit, "one query can list, and bill, all of `/cities/{id}`")],
      context: RulesContext(collections: ["cities": ["mayorEmail"], "users": ["name"]]))
  }

  @Test("lists that are bounded, tied to the user, or for few")
  func boundedLists() {
    MarkedRules(
      documents: """
            match /users/{id} { allow list: if request.auth != null && request.query.limit <= 20; }
            match /orders/{id} { allow read: if resource.data.owner == request.auth.uid; }
            match /users/{id}/orders/{order} { allow read: if request.auth.uid == id; }
            match /payments/{id} { allow read: if request.auth.token.admin == true; }
            match /accounts/{id} { allow get: if request.auth != null; }
            match /messages/{id} { allow read; }
            match /cities/{id} { allow read: if request.auth != null; }
        """
    ).expect(ListWithoutLimit.self)
  }

  @Test("conditions of lists that no filter states")
  func unprovable() {
    let rules = MarkedRules(
      documents: """
            match /a/{id} { allow read: if 1️⃣!('deleted' in resource.data); }
            match /b/{id} { allow list: if request.auth != null && 2️⃣hasOnlyKnown(); }
            match /c/{id} { allow list: if 3️⃣resource.data.email.matches('.*@example[.]com'); }
            match /d/{id} { allow list: if 4️⃣!(resource.data.keys().hasAny(['banned'])) || isAdmin(); }
            match /e/{id} { allow list: if 5️⃣resource.data.size() < 5; }
            function hasOnlyKnown() { return resource.data.keys().hasOnly(['a', 'b']); }
            function isAdmin() { return request.auth.token.admin == true; }
        """)
    rules.expect(
      ListRuleUnprovable.self,
      [
        ExpectedFinding(
          "1️⃣", .listRuleUnprovable,
          "no query can prove `!('deleted' in resource.data)`: every list of `/a/{id}` is denied",
          help: "store `deleted: false` in every document, test `resource.data.deleted == false`, and query with "
            + "`where('deleted', '==', false)`"),
        ExpectedFinding(
          "2️⃣", .listRuleUnprovable,
          "no query can prove `resource.data.keys().hasOnly(['a', 'b'])`: every list of `/b/{id}` is denied",
          help: "test single fields that the query filters on, such as `resource.data.owner == request.auth.uid`"),
        ExpectedFinding(
          "3️⃣", .listRuleUnprovable,
          "hardly any query proves `resource.data.email.matches('.*@example[.]com')`, and lists of `/c/{id}` are denied",
          help: "only `where('email', '==', value)` proves it; store what the pattern tests in a field and compare that"
        ),
        ExpectedFinding(
          "4️⃣", .listRuleUnprovable,
          "no query can prove `!resource.data.keys().hasAny(['banned'])`: every list of `/d/{id}` is denied"),
        ExpectedFinding(
          "5️⃣", .listRuleUnprovable, "no query can prove `resource.data.size() < 5`: every list of `/e/{id}` is denied"),
      ])
    rules.expect(
      PassesInEmulatorOnly.self,
      [
        ExpectedFinding(
          "1️⃣", .passesInEmulatorOnly,
          "`!('deleted' in resource.data)` holds for every list in Google's emulator, where fields without a filter are "
            + "missing, and is not proved in production",
          help: "compare a field that every document has, and filter on it"),
        ExpectedFinding(
          "4️⃣", .passesInEmulatorOnly,
          "`!resource.data.keys().hasAny(['banned'])` holds for every list in Google's emulator, where fields without a "
            + "filter are missing, and is not proved in production"),
      ])
  }

  @Test("conditions of lists that filters state, or that another operand spares")
  func provable() {
    let conditions = [
      "resource.data.owner == request.auth.uid", "resource.data.public == true || request.auth.token.admin",
      "'x' in resource.data", "resource.data.keys().hasAll(['x'])", "request.auth.uid in resource.data.members",
      "resource.data.age >= 18 && resource.data.state in ['open']", "request.auth.uid == id",
      "resource.data.owner == request.auth.uid || !('deleted' in resource.data)",
      "exists(/databases/$(database)/documents/rooms/$(resource.data.room))", "request.auth != null",
    ]
    for condition in conditions {
      MarkedRules(condition: condition, allow: "list").expect(ListRuleUnprovable.self)
    }
    MarkedRules(condition: "!('deleted' in resource.data)", allow: "get, update").expect(PassesInEmulatorOnly.self)
    MarkedRules(condition: "'deleted' in resource.data", allow: "list").expect(PassesInEmulatorOnly.self)
  }

  @Test("reads of other documents that add up")
  func costly() throws {
    let rules = MarkedRules(
      documents: """
            match /a/{id} {
              allow read: if 1️⃣user().active && user().plan == 'pro' && room(resource.data.room).open && exists(/databases/$(database)/documents/bans/$(id));
              allow create: if 2️⃣isKnown(0) && isKnown(1);
              allow update: if user().active && room('x').open;
              allow delete: if user().active && exists(/databases/$(database)/documents/users/$(request.auth.uid));
            }
            function user() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data; }
            function room(id) { return get(/databases/$(database)/documents/rooms/$(id)).data; }
            function isKnown(n) { return exists(/databases/$(database)/documents/users/$(request.resource.data.members[n])); }
        """)
    rules.expect(
      CostlyRuleRead.self,
      [
        ExpectedFinding(
          "1️⃣", .costlyRuleRead,
          "read of `/a/{id}` reads up to 3 further documents: up to 3,000 billed reads per 1,000 requests",
          help: "keep what the condition needs in one document, or in custom claims, which cost nothing"),
        ExpectedFinding(
          "2️⃣", .costlyRuleRead,
          "one document is read per element of a list, such as `/users/$(request.resource.data.members[0])`: up to 2,000 "
            + "billed reads per 1,000 requests",
          help: "keep the list of ids where one `get` finds it"),
      ])
    let subject = try #require(LintSubject(rules.parsed))
    #expect(CostlyRuleRead.findings(in: subject).map(\.severity) == [.warning, .warning])
    #expect(
      CostlyRuleRead.findings(in: subject).first?.notes == [
        "reads `/users/$(request.auth.uid)`", "reads `/rooms/$(resource.data.room)`", "reads `/bans/$(id)`",
        "a listener pays for them again with every update of its result",
      ])
  }

  @Test("more reads than a request may make")
  func overLimit() {
    func reads(_ count: Int) -> String {
      (0..<count).map { "exists(/databases/$(database)/documents/x/d\($0))" }.joined(separator: " && ")
    }
    MarkedRules(condition: "1️⃣\(reads(11))", allow: "get").expect(
      CostlyRuleRead.self,
      [
        ExpectedFinding(
          "1️⃣", .limitExceeded, "get of `/docs/{id}` needs 11 documents, and a request may read 10: it is always denied",
          help: "keep what the condition needs in one document, or in custom claims")
      ])
    MarkedRules(condition: "1️⃣\(reads(21))", allow: "list").expect(
      CostlyRuleRead.self,
      [
        ExpectedFinding(
          "1️⃣", .limitExceeded, "list of `/docs/{id}` needs 21 documents, and a request may read 20: it is always denied"
        )
      ])
    MarkedRules(condition: "1️⃣\(reads(20))", allow: "list").expect(
      CostlyRuleRead.self,
      [
        ExpectedFinding(
          "1️⃣", .costlyRuleRead,
          "list of `/docs/{id}` reads up to 20 further documents: up to 20,000 billed reads per 1,000 requests")
      ])
    MarkedRules(condition: "request.auth.uid == id || (\(reads(2)))", allow: "get").expect(CostlyRuleRead.self)
  }

  @Test("statements that together come near the limit of reads")
  func headroom() {
    func reads(_ numbers: Range<Int>, _ op: String = "||") -> String {
      numbers.map { "exists(/databases/$(database)/documents/x/d\($0))" }.joined(separator: " \(op) ")
    }
    MarkedRules(
      documents: """
            match 1️⃣/a/{id} { allow get: if \(reads(0..<6)); allow read: if \(reads(4..<9)); }
            match 2️⃣/b/{id} { allow update: if \(reads(0..<11)); }
            match /c/{id} { allow get: if \(reads(0..<7)); allow list: if \(reads(0..<15)); }
            match /d/{id} { allow get: if \(reads(0..<11, "&&")); }
        """
    ).expect(
      DocumentReadHeadroom.self,
      [
        ExpectedFinding(
          "1️⃣", .limitHeadroom, "get of `/a/{id}` uses 90 % of the document-access limit: 9 of 10",
          help: "test what decides first, and keep what conditions need in one document or in custom claims"),
        ExpectedFinding(
          "2️⃣", .limitExceeded,
          "the statements for update of `/b/{id}` read up to 11 documents: from number 11 on a read is an error"),
      ])
  }

  @Test("a state that only the batch itself makes")
  func getAfter() {
    MarkedRules(
      documents: """
            match /posts/{id} {
              allow create: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastPost == request.time;
              allow delete: if counts(2️⃣get(/databases/$(database)/documents/stats/posts), getAfter(/databases/$(database)/documents/stats/posts));
              allow update: if counts(getAfter(/databases/$(database)/documents/stats/posts), get(/databases/$(database)/documents/stats/posts));
              allow read: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastPost == request.time;
            }
            match /likes/{id} {
              allow create: if getAfter(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastLike == request.time;
              allow update: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.n == resource.data.n + 1;
              allow delete: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.until < request.time;
            }
            function counts(now, then) { return now.data.n == then.data.n - 1; }
        """
    ).expect(
      GetInsteadOfGetAfter.self,
      [
        ExpectedFinding(
          "1️⃣", .getInsteadOfGetAfter,
          "`get` sees the document before this batch, and the comparison describes the one after it",
          help: "write `getAfter` with the same path"),
        ExpectedFinding(
          "2️⃣", .getInsteadOfGetAfter,
          "`get` sees the document before this batch, and the comparison describes the one after it"),
      ])
  }
}
