import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: fields") struct ValidationTests {
  @Test("a field that decides elsewhere may be written freely")
  func unvalidated() {
    MarkedRules(
      documents: """
            match /products/{id} {
              allow 1️⃣create: if request.auth.uid == request.resource.data.seller;
              allow 2️⃣update: if resource.data.seller == request.auth.uid && request.resource.data.seller == request.auth.uid;
              allow read: if resource.data.price > 0;
            }
            match /settings/{name} {
              allow 3️⃣create, update: if isTidy(request.resource.data) && request.auth.uid == name;
            }
            match /shops/{shop} {
              allow create, update: if request.auth.uid == shop;
              match /orders/{id} {
                allow create: if get(/databases/$(database)/documents/settings/all).data.open == true;
                allow get: if get(/databases/$(database)/documents/shops/$(shop)).data.public == true;
              }
            }
            match /notes/{id} {
              allow 4️⃣create: if request.auth.uid != null && request.resource.data.text is string;
              allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text']) && isAuthor();
            }
            function isTidy(data) { return data.keys().hasAll(['name']); }
            function isAuthor() { return request.auth.uid == resource.data.get('author', null); }
        """
    ).expect(
      UnvalidatedWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .unvalidatedWrite,
          "users can create `/products/{id}` with any `price`, which other rules or money depend on",
          help: "list the fields that may be set: `request.resource.data.keys().hasOnly([…])` without `price`"),
        ExpectedFinding(
          "2️⃣", .unvalidatedWrite,
          "users can update `/products/{id}` with any `price`, which other rules or money depend on",
          help: "add `!request.resource.data.diff(resource.data).affectedKeys().hasAny(['price'])`"),
        ExpectedFinding(
          "3️⃣", .unvalidatedWrite,
          "users can create and update `/settings/{name}` with any `open`, which other rules or money depend on"),
        ExpectedFinding(
          "4️⃣", .unvalidatedWrite,
          "users can create `/notes/{id}` with any `author`, which other rules or money depend on"),
      ])
  }

  @Test("where everybody may do the same anyway, no field is what is wrong")
  func besideOpenWrite() {
    MarkedRules(
      documents: """
            match /comments/{id} {
              allow read, write: if true;
              allow update: if request.auth.uid == resource.data.receiver;
            }
            match /posts/{id} {
              allow read: if true;
              allow 1️⃣update: if request.auth.uid == resource.data.editor;
            }
        """
    ).expect(
      UnvalidatedWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .unvalidatedWrite,
          "users can update `/posts/{id}` with any `editor`, which other rules or money depend on")
      ])
  }

  @Test("closed lists, checks, rights and openness leave nothing to say about free fields")
  func validated() {
    let creates = [
      "request.auth.uid == id && request.resource.data.keys().hasOnly(['name'])",
      "request.auth.uid == id && request.resource.data.role == 'user'",
      "request.auth.uid == id && !('role' in request.resource.data)",
      "request.auth.uid == id && request.resource.data == {'name': 'x'}",
      "get(/databases/$(database)/documents/teams/$(id)/members/$(request.auth.uid)).data.role == 'lead'",
      "get(/databases/$(database)/documents/staff/$(request.auth.token.email.lower())).data.get('lead', null) != null",
      "request.auth.token.admin == true", "true", "request.auth != null", "false",
    ]
    for create in creates {
      MarkedRules(
        documents: """
              match /users/{id} {
                allow get: if resource.data.role == 'admin';
                allow create: if \(create);
              }
          """
      ).expect(UnvalidatedWrite.self)
    }
  }

  @Test("an owner that only the update knows")
  func ownerOfUpdate() {
    MarkedRules(
      documents: """
            match /plans/{id} { allow 1️⃣update: if resource.data.owner == request.auth.uid; }
            match /tasks/{id} {
              allow create: if request.resource.data.owner == request.auth.uid;
              allow update: if resource.data.owner == request.auth.uid;
            }
        """
    ).expect(
      UnvalidatedWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .unvalidatedWrite,
          "users can update `/plans/{id}` with any `owner`, which other rules or money depend on")
      ])
  }

  @Test(
    "who else has to do with a document is for those to say who have to do with it",
    arguments: [
      // The author names somebody else, who was free on create too.
      ("request.resource.data.patient == request.auth.uid", "resource.data.patient == request.auth.uid", nil),
      ("request.auth.uid == id", "request.auth.uid == id", nil),
      // Only the owner writes, and hands over.
      ("false", "resource.data.doctor == request.auth.uid", Severity.info),
      ("request.auth.token.admin == true", "resource.data.doctor == request.auth.uid", .info),
      (
        "request.resource.data.patient == request.auth.uid", "resource.data.doctor == request.auth.uid", .info
      ),
      // Anybody makes it look like a document of somebody else: where nothing but an account is asked for, FB4005 says it.
      ("request.auth != null", "resource.data.doctor == request.auth.uid", .info),
      ("request.resource.data.text is string", "resource.data.doctor == request.auth.uid", .warning),
      // Another one takes over what `create` gave.
      ("false", "request.auth.uid in resource.data.members", .warning),
      // Nobody is asked who they are.
      ("request.resource.data.patient == request.auth.uid", "resource.data.state == 'open'", .warning),
    ])
  func persons(create: String, update: String, expected: Severity?) {
    let rules = MarkedRules(
      documents: """
            match /visits/{id} {
              allow get: if resource.data.doctor == request.auth.uid;
              allow create: if \(create);
              allow 1️⃣update: if \(update);
            }
        """)
    let found = rules.findings().filter { $0.code == .unvalidatedWrite && $0.message.contains("update") }
    #expect(found.map(\.severity) == [expected ?? .info])
  }

  @Test("a right or a price is grave, whoever the author is")
  func rightsBesidePersons() {
    MarkedRules(
      documents: """
            match /visits/{id} {
              allow get: if resource.data.doctor == request.auth.uid && resource.data.paid == true;
              allow 1️⃣create: if request.resource.data.patient == request.auth.uid;
            }
            match /reports/{id} {
              allow 2️⃣create: if request.auth != null && request.resource.data.text is string;
              allow get: if resource.data.author == request.auth.uid;
            }
            match /links/{id} {
              allow 3️⃣create: if request.resource.data.from == request.auth.uid;
              allow get: if resource.data.to == request.auth.uid;
            }
        """
    ).expect(
      UnvalidatedWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .unvalidatedWrite,
          "users can create `/visits/{id}` with any `paid`, which other rules or money depend on", severity: .warning),
        ExpectedFinding(
          "2️⃣", .unvalidatedWrite,
          "users can create `/reports/{id}` with any `author`, which other rules or money depend on",
          severity: .warning),
        ExpectedFinding(
          "3️⃣", .unvalidatedWrite,
          "users can create `/links/{id}` with any `to`, which other rules or money depend on", severity: .info),
      ])
  }

  @Test("the seed data names fields that decide")
  func unvalidatedSeedData() {
    let rules = MarkedRules(
      documents: """
            match /users/{id} { allow 1️⃣create: if request.auth.uid == id; }
            match /pets/{id} { allow create: if request.auth.uid == id; }
        """)
    rules.expect(UnvalidatedWrite.self)
    rules.expect(
      UnvalidatedWrite.self,
      [
        ExpectedFinding(
          "1️⃣", .unvalidatedWrite,
          "users can create `/users/{id}` with any `isAdmin`, which other rules or money depend on"
        )
      ], context: RulesContext(collections: ["users": ["isAdmin", "name"], "pets": ["name"]]))
  }

  @Test(
    "a way to write that is about other collections leaves the field alone",
    arguments: [
      ("collection in ['shops', 'stores']", false), ("collection != 'config'", false), ("id != 'main'", false),
      ("!(collection in ['config', 'teams'])", false), ("collection in ['shops', 'config']", true),
      ("collection != 'shops'", true), ("id != 'config'", true),
    ])
  func unvalidatedElsewhere(condition: String, isFound: Bool) {
    MarkedRules(
      documents: """
            match /config/{name} { allow write: if false; }
            match /{collection}/{id} {
              allow 1️⃣create: if request.resource.data.by == request.auth.uid && \(condition);
            }
            match /reports/{id} { allow get: if get(/databases/$(database)/documents/config/main).data.level > 3; }
        """
    ).expect(
      UnvalidatedWrite.self,
      isFound
        ? [
          ExpectedFinding(
            "1️⃣", .unvalidatedWrite,
            "users can create `/{collection}/{id}` with any `level`, which other rules or money depend on")
        ] : [])
  }

  @Test("listed fields without a bound on their size")
  func unbounded() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow create: if request.auth.uid == id && 1️⃣request.resource.data.keys().hasOnly(['name', 'tags', 'n', 'at'])
                && request.resource.data.name is string && request.resource.data.n is int
                && request.resource.data.at == request.time;
            }
            match /b/{id} {
              allow update: if 2️⃣changesOnly(['bio', 'age']) && request.resource.data['age'] < 150 && request.auth.uid == id;
            }
            function changesOnly(names) {
              let changes = request.resource.data.diff(resource.data);
              return changes.affectedKeys().hasOnly(names);
            }
        """
    ).expect(
      UnboundedFieldSize.self,
      [
        ExpectedFinding(
          "1️⃣", .unboundedFieldSize, "nothing bounds the size of `name` and `tags` in `/a/{id}`",
          help: "check the type of each, and the size of texts and lists: `request.resource.data.name.size() <= 1000`"),
        ExpectedFinding("2️⃣", .unboundedFieldSize, "nothing bounds the size of `bio` in `/b/{id}`"),
      ])
  }

  @Test("a path among the names of fields")
  func dottedKeys() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow create: if request.auth.uid == id && 1️⃣request.resource.data.keys().hasOnly(['profile.displayName']);
            }
        """
    ).expect(
      UnboundedFieldSize.self,
      [
        ExpectedFinding(
          "1️⃣", .unboundedFieldSize,
          "`profile.displayName` is compared with the names of fields: it is no path to `displayName` in `profile`",
          help: "list `profile`, and ask for `request.resource.data.profile.keys().hasOnly(['displayName'])`, too")
      ])
  }

  @Test("bounds of every form, and fields that are not listed")
  func bounded() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow create: if request.auth.uid == id && request.resource.data.keys().hasOnly(['a', 'b', 'c', 'd', 'e'])
                && request.resource.data.a is string && request.resource.data.a.size() < 10
                && request.resource.data.b in ['x', 'y'] && request.resource.data.c.matches('[a-z]{1,9}')
                && request.resource.data.get('d', '') == '' && request.resource.data.e is bool;
            }
            match /b/{id} { allow create: if request.auth.uid == id && request.resource.data.keys().hasAll(['name']); }
            match /c/{id} { allow create: if request.auth.token.admin && request.resource.data.keys().hasOnly(['a']); }
            match /d/{id} { allow create: if request.auth.uid == id && request.resource.data.keys().hasOnly(id.split(',')); }
        """
    ).expect(UnboundedFieldSize.self)
  }

  @Test("a field that one method checks and the other leaves free")
  func checkedOnce() {
    MarkedRules(
      documents: """
            match /reviews/{id} {
              allow create: if mine(request.resource.data) && request.resource.data.stars >= 1 && request.resource.data.stars <= 5;
              allow 1️⃣update: if mine(resource.data) && mine(request.resource.data);
            }
            match /posts/{id} {
              allow 2️⃣create: if mine(request.resource.data);
              allow update: if mine(resource.data) && mine(request.resource.data) && isTitle(request.resource.data.title)
                && request.resource.data.state in ['draft', 'live'];
            }
            function mine(data) { return data.author == request.auth.uid; }
            function isTitle(title) { return title is string && title.size() < 100; }
        """
    ).expect(
      CheckedOnCreateOnly.self,
      [
        ExpectedFinding(
          "1️⃣", .checkedOnCreateOnly, "`stars` of `/reviews/{id}` is checked on create and free on update",
          help: "check it on update too, or add "
            + "`!request.resource.data.diff(resource.data).affectedKeys().hasAny(['stars'])`"),
        ExpectedFinding(
          "2️⃣", .checkedOnCreateOnly, "`state` and `title` of `/posts/{id}` are checked on update and free on create",
          help: "put the checks into a function and call it for create and update"),
      ])
  }

  @Test("a field that cannot change, belongs to one method, or is checked by both")
  func checkedTwice() {
    let updates = [
      "request.auth.uid == id && isStars(request.resource.data.stars)",
      "request.auth.uid == id && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text'])",
      "request.auth.uid == id && request.resource.data.stars == resource.data.stars",
      "request.auth.uid == id && request.resource.data.keys().hasOnly(['text'])",
      "request.auth.token.moderator == true",
      "request.auth.uid == id && isStars(request.resource.data.stars) && request.resource.data.updatedAt == request.time",
      "request.auth != null",
    ]
    for update in updates {
      MarkedRules(
        documents: """
              match /reviews/{id} {
                allow create: if request.auth.uid == id && isStars(request.resource.data.stars)
                  && request.resource.data.createdAt == request.time;
                allow update: if \(update);
              }
              function isStars(n) { return n is int && n >= 1 && n <= 5; }
          """
      ).expect(CheckedOnCreateOnly.self)
    }
  }

  @Test("the state that documents begin with is for updates to change")
  func initialStates() {
    MarkedRules(
      documents: """
            match /links/{id} {
              allow create: if request.resource.data.from == request.auth.uid && request.resource.data.state == 'asked';
              allow 1️⃣update: if resource.data.from == request.auth.uid
                && request.resource.data.from == request.auth.uid;
            }
            match /posts/{id} {
              allow create: if request.resource.data.by == request.auth.uid && request.resource.data.likes == 0
                && request.resource.data.title is string;
              allow 2️⃣update: if resource.data.by == request.auth.uid && request.resource.data.by == request.auth.uid;
            }
            match /items/{id} {
              allow create: if request.resource.data.by == request.auth.uid && request.resource.data.state in ['a', 'b'];
              allow 3️⃣update: if resource.data.by == request.auth.uid && request.resource.data.by == request.auth.uid;
            }
        """
    ).expect(
      CheckedOnCreateOnly.self,
      [
        ExpectedFinding(
          "1️⃣", .checkedOnCreateOnly, "`state` of `/links/{id}` is checked on create and free on update",
          severity: .info),
        ExpectedFinding(
          "2️⃣", .checkedOnCreateOnly, "`title` of `/posts/{id}` is checked on create and free on update",
          severity: .warning),
        ExpectedFinding(
          "3️⃣", .checkedOnCreateOnly, "`state` of `/items/{id}` is checked on create and free on update",
          severity: .warning),
      ])
  }

  @Test(
    "what is checked for the path, and what an update lists as what may change, is meant so",
    arguments: [
      ("request.resource.data.uid == id", "request.auth.uid == id", nil),
      ("request.resource.data.active is bool", "request.auth.uid == id", Severity.warning),
      (
        "request.resource.data.active is bool",
        "request.auth.uid == id && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['active', 'at'])",
        .info
      ),
      (
        "request.resource.data.active is bool",
        "request.auth.uid == id && request.resource.data.keys().hasOnly(['active', 'at'])", .warning
      ),
    ])
  func meantForUpdates(create: String, update: String, severity: Severity?) throws {
    let rules = MarkedRules(
      documents: """
            match /members/{id} {
              allow create: if request.auth.uid == id && \(create);
              allow update: if \(update);
            }
        """)
    let subject = try #require(LintSubject(rules.parsed, context: RulesContext()))
    #expect(CheckedOnCreateOnly.findings(in: subject).map(\.severity) == [severity].compactMap(\.self))
  }

  @Test("moments and counters that the client chooses")
  func timesAndCounters() {
    let rules = MarkedRules(
      documents: """
            match /a/{id} {
              allow create: if request.auth.uid == id && 1️⃣request.resource.data.createdAt <= request.time;
              allow update: if request.auth.uid == id && 2️⃣isMoment(request.resource.data.updatedAt);
            }
            match /b/{id} {
              allow update: if request.auth.uid == id && 3️⃣request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likeCount', 'text']);
            }
            match /c/{id} {
              allow update: if request.auth.uid == id && 4️⃣grows('score');
            }
            function isMoment(at) { return at is timestamp; }
            function grows(field) { return request.resource.data.score >= resource.data.score; }
        """)
    rules.expect(
      ClientTimeAccepted.self,
      [
        ExpectedFinding(
          "1️⃣", .clientTimeAccepted, "the client chooses `createdAt` of `/a/{id}`: it can be backdated",
          help: "write `request.resource.data.createdAt == request.time`, and let the app set a server timestamp"),
        ExpectedFinding("2️⃣", .clientTimeAccepted, "the client chooses `updatedAt` of `/a/{id}`: it can be backdated"),
      ])
    rules.expect(
      FreeCounterChange.self,
      [
        ExpectedFinding(
          "3️⃣", .freeCounterChange, "`likeCount` of `/b/{id}` may change by any amount",
          help: "write `request.resource.data.likeCount == resource.data.likeCount + 1`"),
        ExpectedFinding("4️⃣", .freeCounterChange, "`score` of `/c/{id}` may change by any amount"),
      ])
  }

  @Test("server time, windows and future moments; counters with a fixed step")
  func soundTimesAndCounters() {
    let rules = MarkedRules(
      documents: """
            match /a/{id} {
              allow create: if request.auth.uid == id && request.resource.data.createdAt == request.time
                && request.resource.data.createdAt is timestamp && request.resource.data.expiresAt > request.time;
              allow update: if request.auth.uid == id && request.resource.data.sentAt <= request.time
                && request.resource.data.sentAt > request.time - duration.value(5, 'm');
            }
            match /b/{id} {
              allow update: if request.auth.uid == id
                && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likes', 'views', 'text'])
                && request.resource.data.likes == resource.data.likes + 1
                && request.resource.data.views <= resource.data.views + 1;
            }
            match /c/{id} { allow update: if request.auth.token.admin && request.resource.data.count is int; }
            match /f/{id} {
              allow update: if request.auth.uid == id && request.resource.data.createdAt is timestamp
                && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text']);
            }
            match /d/{id} { allow create: if request.auth.uid == id && request.resource.data.likes is int; }
            match /e/{id} { allow update: if request.auth.uid == id && request.resource.data.likes in [resource.data.likes, resource.data.likes + 1]; }
        """)
    rules.expect(ClientTimeAccepted.self)
    rules.expect(FreeCounterChange.self)
  }
}
