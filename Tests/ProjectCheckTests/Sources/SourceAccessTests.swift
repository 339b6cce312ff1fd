import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import QueryModel
import QueryScanner
import Testing

@testable import Project
@testable import ProjectCheck

@Suite("Queries of sources under rules") struct SourceAccessTests {
  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /posts/{post} { allow list: if resource.data.owner == request.auth.uid; }
        match /users/{user}/notes/{note} { allow list: if request.auth.uid == user; }
        match /public/{document} { allow list: if resource.data.published == true; }
        match /pages/{document} { allow list: if request.auth != null && request.query.limit <= 20; }
        match /open/{document} { allow list; }
        match /staff/{document} { allow list: if request.auth.token.staff == true; }
        match /rooms/{room}/messages/{message} {
          allow list: if exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid));
        }
        match /sale/{document} { allow list: if request.time < timestamp.date(2026, 3, 1); }
        match /over/{document} { allow list: if request.time < timestamp.date(2025, 12, 1); }
        match /since/{document} { allow list: if request.time > timestamp.date(2025, 12, 1); }
        function isMember() { return exists(/databases/$(database)/documents/members/$(request.auth.uid)); }
        match /club/{document} { allow list: if isMember() && resource.data.public == true; }
        match /mixed/{document} { allow list: if isMember() || resource.data.public == true; }
        match /choice/{document} { allow list: if isMember() ? true : resource.data.public == true; }
        match /own/{document} {
          allow list: if resource.data.owner == request.auth.uid && resource.data.public == true && isMember();
        }
        match /verified/{document} {
          allow list: if request.auth.token.email_verified == true && request.query.limit <= 20;
        }
        match /company/{document} { allow list: if request.auth.token.email.matches('.*@example[.]com'); }
        match /guests/{document} { allow list: if request.auth.token.firebase.sign_in_provider == 'anonymous'; }
        match /talks/{document} { allow list: if resource.data.speakers[request.auth.uid] == true; }
        match /teams/{document} { allow list: if resource.data.roles.admin in ['a', 'b']; }
        match /boss/{document} { allow list: if request.auth.uid in ['boss', 'chief']; }
        match /bosses/{document} { allow list: if request.auth.uid == 'boss' && request.query.limit <= 2; }
      }
    }
    """

  struct Case: CustomTestStringConvertible {
    var text: String
    var caller = ScannedRequest.Caller.client
    var open: [UnresolvedPart.Kind] = []
    var found: String?
    var testDescription: String { "\(text) \(caller) \(open)" }
  }

  static let cases: [Case] = [
    Case(text: "posts where owner == $uid limit 5"),
    Case(text: "posts where owner == ? limit 5", found: "FB4103 info"),
    Case(text: #"posts where owner == "ada" limit 5"#, found: "FB4101 error"),
    Case(text: "posts limit 5", found: "FB4101 error"),
    Case(text: "posts limit 5", caller: .admin),
    // Nothing says whether an app or a server asks.
    Case(text: "posts limit 5", caller: .unstated, found: "FB4103 info"),
    Case(text: "nowhere limit 5", caller: .unstated, found: "FB4103 info"),
    Case(text: "open limit 5", caller: .unstated),
    Case(text: "posts where owner == $uid limit 5", caller: .named("anonymous"), found: "FB4103 info"),
    Case(text: #"posts where owner == "ada" limit 5"#, caller: .named("ada")),
    Case(text: "posts where owner == $uid limit 5", caller: .named("ada")),
    Case(text: "users/$uid/notes limit 5"),
    Case(text: "users/?/notes limit 5", found: "FB4103 info"),
    Case(text: "users/bob/notes limit 5", found: "FB4101 error"),
    Case(text: "public where published == true limit 5"),
    Case(text: "public where published == ? limit 5", found: "FB4103 info"),
    Case(text: "public limit 5", found: "FB4101 error"),
    Case(text: "pages limit 20"),
    Case(text: "pages limit 21", found: "FB4101 error"),
    Case(text: "pages limit ?", found: "FB4103 info"),
    Case(text: "pages", found: "FB4101 error"),
    Case(text: "open limit ?"),
    Case(text: "staff limit 5", found: "FB4103 info"),
    Case(text: "staff limit 5", caller: .named("ada")),
    Case(text: "rooms/?/messages limit 5", found: "FB4103 info"),
    Case(text: "sale limit 5", found: "FB4103 info"),
    // What rules say of days that have passed does not matter any more.
    Case(text: "over limit 5", found: "FB4101 error"),
    Case(text: "since limit 5"),
    // A collection group is allowed by a statement that begins with a recursive wildcard, and by no other.
    Case(text: "group notes limit 5", found: "FB4101 error"),
    Case(text: "group notes where owner == $uid limit 5", found: "FB4101 error"),
    Case(text: "nowhere limit 5", found: "FB4101 error"),
    // What is refused whatever other documents, claims and operands hold is refused.
    Case(text: "club limit 5", found: "FB4101 error"),
    Case(text: "club where public == true limit 5", found: "FB4103 info"),
    Case(text: "club where public == false limit 5", found: "FB4101 error"),
    Case(text: "mixed limit 5", found: "FB4103 info"), Case(text: "choice limit 5", found: "FB4103 info"),
    Case(text: "mixed where public == true limit 5"),
    Case(text: "own where owner == ? limit 5", found: "FB4101 error"),
    Case(text: "own where owner == ? and public == true limit 5", found: "FB4103 info"),
    Case(text: "own where owner == ? and public == ? limit 5", found: "FB4103 info"),
    Case(text: "verified limit 5", found: "FB4103 info"), Case(text: "verified limit 50", found: "FB4101 error"),
    Case(text: "company limit 5", found: "FB4103 info"), Case(text: "guests limit 5", found: "FB4103 info"),
    // Rules that name users by their ids allow it to some.
    Case(text: "boss limit 5", found: "FB4103 info"), Case(text: "bosses limit 5", found: "FB4101 error"),
    Case(text: "bosses limit 2", found: "FB4103 info"),
    // A name in a field that only the run knows may be the user's id, or one that the rules speak of.
    Case(text: "talks where speakers.`?` == true limit 5", found: "FB4103 info"),
    Case(text: "talks where speakers.`?` == ? limit 5", found: "FB4103 info"),
    Case(text: "talks where speakers.`?` == false limit 5", found: "FB4101 error"),
    Case(text: "talks where members.`?` == true limit 5", found: "FB4101 error"),
    Case(text: #"teams where roles.`?` == "a" limit 5"#, found: "FB4103 info"),
    Case(text: #"teams where roles.`?` == "c" limit 5"#, found: "FB4101 error"),
    // What is not known cannot be asked for.
    Case(text: "posts where ? == ? limit 5", open: [.field]),
    Case(text: "? limit 5", open: [.collection]),
  ]

  private static func fixture(_ actors: String = #""ada": {"uid": "ada", "token": {"staff": true}}"#) throws
    -> SourceFixture
  {
    try SourceFixture([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": rules,
      "firebreak.json": "{\"actors\": {\(actors)}}",
    ])
  }

  @Test("verdicts", arguments: cases)
  func verdict(_ test: Case) throws {
    let fixture = try Self.fixture()
    let request = try fixture.request(
      .get, test.text, open: test.open.map { ($0, line: 1) }, caller: test.caller)
    let found = try fixture.findings([request], only: ["FB41"])
    #expect(found.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [test.found].compactMap(\.self))
  }

  @Test("the binding that would prove it is named")
  func binding() throws {
    let fixture = try Self.fixture()
    let requests = [
      try fixture.request(.get, "posts where owner == ? limit 5", line: 1),
      try fixture.request(.get, "users/?/notes limit 5", line: 2),
    ]
    let help = try fixture.queries(requests).check().findings.filter { $0.code == .proofUnknown }.map { $0.help ?? "" }
    #expect(
      help.map { String($0.prefix(84)) } == [
        "it is allowed when what `owner` is compared with is the id of the signed-in user: ta",
        "it is allowed when the document id below `users` is the id of the signed-in user: ta",
      ])
  }

  @Test("a remark wins over the settings, and they win over the SDK")
  func callers() throws {
    let fixture = try Self.fixture(#""src/**": "admin", "ada": {"uid": "ada"}, "b": "nobody""#)
    let request = try fixture.request(.get, "posts limit 5", line: 2)
    #expect(try fixture.findings([request], only: ["FB41"]) == [])
    let remarks = [("firebreak: as signed-in", line: 1), ("firebreak: as anonimous", line: 8)]
    let same = try fixture.request(.get, "posts limit 5", line: 2)
    #expect(
      try fixture.findings([same], remarks: remarks, only: ["FB41", "FB0017"]).map { $0.prefix(70) } == [
        "FB0017 warning firebreak.json:1:55 there is no actor `nobody`".prefix(70),
        "FB4101 error src/app.swift:2:1 the rules deny `posts limit 5` to a signed-in user".prefix(70),
        "FB0017 warning src/app.swift:8:1 there is no actor `anonimous`".prefix(70),
      ])
  }

  @Test("an actor of the settings that nobody is, is said")
  func unusedActors() throws {
    let fixture = try Self.fixture(
      #""nothing/**": "admin", "src/**": "admin", "boss": "admin", "chief": "admin", "ada": {"uid": "a"}, "x/*": {"uid": "x"}, "m.ts": "ada""#
    )
    let request = try fixture.request(.get, "open limit 5", line: 2)
    let found = try fixture.findings([request], remarks: [("firebreak: as boss", line: 1)], only: ["FB0009"])
    #expect(
      found
        == ["nothing/**", "chief", "x/*", "m.ts"].enumerated().map { index, key in
          "FB0009 warning firebreak.json:1:\([13, 72, 111, 132][index]) no source matches `\(key)`, so nobody asks as this actor"
        })
  }

  // MARK: Databases without rules

  private static let twoDatabases = """
    {"firestore": [
      {"database": "(default)", "rules": "firestore.rules"},
      {"database": "b", "indexes": "i.json"}]}
    """

  @Test("what denies everything denies the queries that apps ask of it")
  func withoutRules() throws {
    let fixture = try SourceFixture([
      "firebase.json": Self.twoDatabases, "firestore.rules": Self.rules, "i.json": #"{"indexes": []}"#,
      "firebreak.json": #"{"actors": {"ada": {"uid": "ada"}}}"#,
    ])
    let callers: [ScannedRequest.Caller] = [.client, .unstated, .named("ada"), .named("anonymous"), .admin]
    let requests = try callers.enumerated().map { index, caller in
      try fixture.request(.get, "m limit \(index + 1)", line: index + 1, caller: caller, database: "b")
    }
    #expect(
      try fixture.findings(requests, only: ["FB0004", "FB41"]) == [
        "FB0004 warning firebase.json:3:16 the database `b` names no rules, and without released rules it denies everything",
        "FB4101 error src/app.swift:1:1 `b` has no rules and denies `m limit 1` to a signed-in user",
        "FB4103 info src/app.swift:2:1 `b` has no rules and denies `m limit 2` to a signed-in user, but nothing in the file "
          + "says whether an app or a server asks",
        "FB4101 error src/app.swift:3:1 `b` has no rules and denies `m limit 3` to `ada` (uid `ada`)",
        "FB4101 error src/app.swift:4:1 `b` has no rules and denies `m limit 4` to somebody who is not signed in",
      ])
  }

  @Test("rules that a document shows count for its queries, in the place of the project's")
  func shownRules() throws {
    let shown = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /posts/{id} { allow read: if request.auth != null && request.query.limit <= 5; }
          match /open/{id} { allow list: if false; }
          match /wide/{id} { allow write: if true; }
        }
      }
      """
    let files = ["firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": Self.rules]
    let fixture = try SourceFixture(files, path: "design.md", lines: shown.split(separator: "\n").map(String.init))
    let requests = try ["posts limit 5", "open limit 5"].enumerated().map {
      try fixture.request(.get, $1, line: $0 + 1)
    }
    let found = try fixture.findings(requests, fragments: [fixture.fragment(.securityRules)], only: ["FB4003", "FB41"])
    #expect(
      found.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "FB4101 error design.md:2:1", "FB4003 error design.md:6:24",
      ])
    // Without them those of the project count.
    let own = try fixture.findings(requests, only: ["FB41"])
    #expect(own.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == ["FB4101 error design.md:1:1"])
  }

  @Test(
    "a single document that no statement lets through",
    arguments: [
      ("getDoc(doc(db, 'shut', 'a'))", "the rules deny `shut/a` to everybody: the rule is `false`"),
      ("getDoc(doc(db, 'nowhere', 'a'))", "the rules deny `nowhere/a` to everybody: no rule allows `get` here"),
      (
        "onSnapshot(doc(db, 'nowhere', id), show)", "the rules deny `nowhere/?` to everybody: no rule allows `get` here"
      ),
      (
        "addDoc(collection(db, 'users', 'u1', 'cards'), {a: 1})",
        "the rules deny `users/u1/cards/?` to everybody: no rule allows `create` here"
      ),
      ("setDoc(doc(db, 'users', id), {a: 1})", nil),
      (
        "updateDoc(doc(db, 'users', id), {a: 1})", "the rules deny `users/?` to everybody: no rule allows `update` here"
      ),
      ("deleteDoc(doc(db, 'users', id))", "the rules deny `users/?` to everybody: no rule allows `delete` here"),
      ("getDoc(doc(db, 'users', id))", nil), ("getDoc(doc(db, kind, id))", nil), ("getDoc(doc(db, path))", nil),
    ] as [(String, String?)])
  func documents(_ call: String, _ expected: String?) throws {
    let folder = try FolderFixture([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#,
      "firestore.rules": """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{user} { allow get, create: if request.auth.uid == user; }
          match /shut/{document} { allow read: if false; }
        }
      }
      """,
      "app.ts": """
      import { addDoc, collection, deleteDoc, doc, getDoc, getFirestore, onSnapshot, setDoc, updateDoc } from 'firebase/firestore';
      const db = getFirestore();
      export function ask(id, kind, path, show) { return \(call); }

      """,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = report.findings.filter { $0.code == .documentDenied }
    #expect(found.map(\.message) == (expected.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test("what an app asks only where nobody is signed in depends on who asks")
  func signedOut() throws {
    let folder = try FolderFixture([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#,
      "firestore.rules": """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /cars/{car} { allow list: if resource.data.owner == request.auth.uid; }
        }
      }
      """,
      "cars.dart": """
      import 'package:cloud_firestore/cloud_firestore.dart';
      import 'package:firebase_auth/firebase_auth.dart';
      Future<QuerySnapshot> mine() {
        final uid = FirebaseAuth.instance.currentUser?.uid;
        Query cars = FirebaseFirestore.instance.collection('cars').limit(5);
        if (uid != null) cars = cars.where('owner', isEqualTo: uid);
        return cars.get();
      }
      Future<QuerySnapshot> every(bool isAdmin) => FirebaseFirestore.instance.collection('cars').limit(7).get();
      void main() { mine(); every(true); }

      """,
      "cars.ts": """
      import { getAuth } from 'firebase/auth';
      import { collection, getDocs, getFirestore, limit, query, where } from 'firebase/firestore';
      export function mine() {
        const user = getAuth().currentUser;
        let cars = query(collection(getFirestore(), 'cars'), limit(9));
        if (user) cars = query(cars, where('owner', '==', user.uid));
        return getDocs(cars);
      }
      mine();

      """,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = FindingList(report.findings).diagnostics.filter { [.listNotProvable, .proofUnknown].contains($0.code) }
    #expect(
      found.map { "\($0.code.id) \($0.location?.position.line ?? 0)" } == ["FB4103 7", "FB4101 9", "FB4101 7"])
    #expect(found.first?.message.hasSuffix("the code asks it only where nobody is signed in") == true)
  }

  @Test("a group that stands in for a parent is no error beside the collection of one")
  func groupInsteadOfParent() throws {
    let folder = try FolderFixture([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#,
      "firestore.rules": """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{user}/notes/{note} { allow list: if request.auth != null; }
        }
      }
      """,
      "app.ts": """
      import { collection, collectionGroup, getDocs, getFirestore, limit, query } from 'firebase/firestore';
      const db = getFirestore();
      export function notes(user) {
        const source = user ? collection(db, 'users', user.uid, 'notes') : collectionGroup(db, 'notes');
        return getDocs(query(source, limit(5)));
      }
      export function all() { return getDocs(query(collectionGroup(db, 'notes'), limit(5))); }

      """,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = report.findings.filter { $0.code == .listNotProvable }
    let lines = found.map { "\($0.location?.position.line ?? 0) \($0.severity)" }.sorted()
    #expect(lines == ["5 info", "7 error"])
  }
}
