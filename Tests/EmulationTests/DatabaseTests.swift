import Diagnostics
import Emulation
import FirestoreModel
import FirestoreService
import Project
import Testing

@Suite("databases of an emulation") struct DatabaseTests {
  static let denied = ["PERMISSION_DENIED: Missing or insufficient permissions."]
  static let denyAll = "service cloud.firestore { match /databases/{d}/documents { } }"
  static let allowRead = """
    service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if true; } } }
    """

  @Test("user experience case 1: every database of an array has its own rules")
  func ownRules() async throws {
    let folder = try Folder([
      "firebase.json": """
      {"firestore": [{"database": "(default)", "rules": "a.rules"}, {"database": "two", "rules": "b.rules"}]}
      """, "a.rules": Self.denyAll, "b.rules": Self.denyAll,
    ])
    let emulation = try folder.emulation()
    let two = DatabaseName(project: "demo-local", database: "two")
    try await emulation.set("c/a")
    try await emulation.set("c/a", in: two)
    #expect(await emulation.ask("c/a", .anonymous) == Self.denied)
    #expect(await emulation.ask("c/a", .anonymous, in: two) == Self.denied)
    try folder.write(Self.allowRead, to: "b.rules")
    emulation.reloadFiles { _ in FileStamp(seconds: 1, size: 1) }
    #expect(await emulation.ask("c/a", .anonymous) == Self.denied)
    #expect(await emulation.ask("c/a", .anonymous, in: two) == ["c/a"])
  }

  @Test("user experience case 2: a missing rules file prevents the start, unless open databases are allowed")
  func missingRules() async throws {
    let folder = try Folder(["firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#])
    let emulation = try folder.emulation()
    #expect(emulation.start.isPrevented)
    #expect(
      folder.lines(emulation.start.findings) == [
        "FB0003 error firebase.json:1:25 there is no rules file `firestore.rules`"
      ])
    #expect(emulation.configuredDatabases.map(\.isOpen) == [false])
    let open = try folder.emulation(allowsOpen: true)
    #expect(!open.start.isPrevented)
    #expect(open.start.findings.map(\.severity) == [.warning])
    #expect(open.configuredDatabases.map(\.isOpen) == [true])
    try await open.set("c/a")
    #expect(await open.ask("c/a", .anonymous) == ["c/a"])
  }

  @Test("user experience case 2b: without rules end users are denied and privileged callers pass")
  func withoutRules() async throws {
    let folder = try Folder(["firebase.json": #"{"firestore": {}}"#])
    let emulation = try folder.emulation()
    #expect(
      folder.lines(emulation.start.findings) == [
        "FB0004 warning firebase.json:1:15 the database `(default)` names no rules, and without released rules it denies everything"
      ])
    #expect(!emulation.start.isPrevented)
    try await emulation.set("c/a")
    #expect(await emulation.ask("c/a", .anonymous) == Self.denied)
    #expect(await emulation.ask("c/a", .admin) == ["c/a"])
    for open in [try folder.emulation(allowsOpen: true), try folder.emulation(.emulator)] {
      try await open.set("c/a")
      #expect(await open.ask("c/a", .anonymous) == ["c/a"])
      #expect(open.start.findings.map(\.message) == ["the database `(default)` has no rules and is open to everybody"])
    }
  }

  @Test("the warning about a database without rules says what becomes of it, beside others with rules too")
  func warning() throws {
    let folder = try Folder([
      "firebase.json": #"{"firestore": [{"database": "(default)", "rules": "firestore.rules"}, {"database": "an"}]}"#,
      "firestore.rules": Self.denyAll,
    ])
    #expect(
      folder.lines(try folder.emulation().start.findings) == [
        "FB0004 warning firebase.json:1:84 the database `an` names no rules, and without released rules it denies everything"
      ])
    let open = try folder.emulation(allowsOpen: true).start.findings
    #expect(open.map(\.message) == ["the database `an` has no rules and is open to everybody"])
    #expect(open.first?.help == "add `\"rules\": \"firestore.rules\"`; the file is there")
  }

  @Test("rules of a database hold in every project, and databases that nobody configures have none")
  func otherProjects() async throws {
    let folder = try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": Self.allowRead,
    ])
    let emulation = try folder.emulation()
    let other = DatabaseName(project: "other")
    let unknown = DatabaseName(project: "demo-local", database: "unknown")
    try await emulation.set("c/a", in: other)
    try await emulation.set("c/a", in: unknown)
    #expect(await emulation.ask("c/a", .anonymous, in: other) == ["c/a"])
    #expect(
      await emulation.ask("c/a", .anonymous) == [
        "NOT_FOUND: Document \"projects/demo-local/databases/(default)/documents/c/a\" not found."
      ])
    #expect(await emulation.ask("c/a", .anonymous, in: unknown) == Self.denied)
    #expect(emulation.databases.map(\.name) == [.standard, unknown, other])
  }

  @Test("rules that do not compile allow nothing at the start") func brokenRules() async throws {
    let folder = try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": "service {",
    ])
    for emulation in [try folder.emulation(), try folder.emulation(.emulator, allowsOpen: true)] {
      #expect(!emulation.start.isPrevented)
      #expect(emulation.start.findings.map(\.code).contains(.syntax))
      #expect(emulation.status == "degraded")
      try await emulation.set("c/a")
      #expect(await emulation.ask("c/a", .anonymous) == Self.denied)
    }
  }

  @Test("databases of the enterprise edition are refused by name") func enterprise() throws {
    let folder = try Folder([
      "firebase.json": #"{"firestore": {"edition": "enterprise", "rules": "r.rules"}}"#, "r.rules": Self.denyAll,
    ])
    let emulation = try folder.emulation()
    #expect(
      throws: FirestoreError(
        .unimplemented, "Databases of the enterprise edition are not emulated (FB8001), and (default) is one.")
    ) {
      try emulation.database(.standard)
    }
    #expect(emulation.start.findings.map(\.code) == [.unsupportedFeature])
  }

  @Test("databases that hold nothing give way to what is named next, and no others do") func tooMany() async throws {
    let emulation = try Folder().emulation(databaseLimit: 5)
    func name(_ id: String) -> DatabaseName { DatabaseName(project: "p", database: Text(id)) }
    try await emulation.set("c/a", in: name("written"))
    let held = try emulation.database(name("held"))
    _ = try await emulation.database(name("open")).beginTransaction(.readWrite(retrying: nil, concurrency: nil), .admin)
    for number in 0..<50 {
      #expect(await emulation.ask("c/a", in: name("d\(number)")).first?.hasPrefix("NOT_FOUND") == true)
    }
    #expect(emulation.databases.map(\.name.database) == ["d48", "d49", "held", "open", "written"])
    #expect(try emulation.database(name("held")) === held)
    #expect(await emulation.ask("c/a", in: name("written")) == ["c/a"])
    for id in ["d48", "d49", "open", "held"] { try await emulation.set("c/a", in: name(id)) }
    let full = FirestoreError(.resourceExhausted, "This emulator holds 5 databases already; more are not created.")
    #expect(throws: full) { try emulation.database(name("one more")) }
    try await emulation.clear(name("d48"))
    #expect(try emulation.database(name("one more")).name == name("one more"))
    #expect(emulation.databases.map(\.name.database) == ["d49", "held", "one more", "open", "written"])
  }

  @Test("clearing a database that nobody has named makes none") func clearing() async throws {
    let emulation = try Folder().emulation()
    #expect(try await emulation.clear(.standard) == 0)
    #expect(emulation.databases.isEmpty)
  }

  @Test("documents beyond the limits of index entries are refused, but not in mode emulator") func entryLimits()
    async throws
  {
    let folder = try Folder()
    let values = (0..<40_001).map { #"{"integerValue": "\#($0)"}"# }.joined(separator: ",")
    let fields = #"{"a": {"arrayValue": {"values": [\#(values)]}}}"#
    await #expect(throws: FirestoreError(.invalidArgument, "too many index entries for entity /c/a")) {
      try await folder.emulation().set("c/a", fields)
    }
    try await folder.emulation(.emulator).set("c/a", fields)
  }
}
