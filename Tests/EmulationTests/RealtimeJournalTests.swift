import Diagnostics
import Emulation
import FirestoreModel
import Project
import RealtimeDatabase
import RealtimeService
import StructuredText
import Testing

@Suite("instances of the Realtime Database that outlive an emulator") struct RealtimeJournalTests {
  private static let owner = RealtimeContext(caller: .owner)
  private static let nobody = RealtimeContext(caller: .anonymous)
  private static let file = #"{"rules": {".read": false}}"#
  private static let open = #"{"rules": {".read": true}}"#
  private static let one = RealtimeNode(.number(1))

  private func folder() throws -> Folder {
    try Folder([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#, "database.rules.json": Self.file,
      "in/database_export/demo.json": "[1]",
    ])
  }

  private func released(over file: String?) -> ReleasedRealtimeRules {
    ReleasedRealtimeRules(source: Array(Self.open.utf8), replaced: file.map { Array($0.utf8) })
  }

  private func mayRead(_ instance: RealtimeInstance) -> Bool { (try? instance.read("/", Self.nobody)) != nil }

  private static func stamp(_ number: Int) -> (String) -> FileStamp? {
    { _ in FileStamp(seconds: Double(number), size: 0) }
  }

  @Test("what earlier runs have written is there at the start") func opened() throws {
    let kept = KeptFolder(instances: ["a": (Self.one, nil), "b": (.absent, nil)])
    let emulation = try folder().emulation(journals: kept)
    #expect(emulation.realtimeInstances.isEmpty)
    try emulation.openJournals()
    #expect(emulation.realtimeInstances.map(\.name) == ["a", "b"])
    #expect(try emulation.realtimeInstance("a", onlyReading: true).data == Self.one)
    #expect(kept.text == [])
  }

  @Test("released rules hold on until the file is another one") func rules() throws {
    let instances: [Text: (data: RealtimeNode, rules: ReleasedRealtimeRules?)] = [
      "changed": (.absent, released(over: "{}")), "new": (.absent, released(over: nil)),
      "same": (.absent, released(over: Self.file)),
    ]
    let kept = KeptFolder(instances: instances)
    let folder = try folder()
    let emulation = try folder.emulation(journals: kept)
    try emulation.openJournals()
    #expect(emulation.realtimeInstances.map(mayRead) == [false, false, true])
    #expect(kept.text == ["changed 1: no rules", "new 1: no rules"])
  }

  @Test("writes, imports and rules are told to the journal of their instance") func told() async throws {
    let kept = KeptFolder()
    let folder = try folder()
    let emulation = try folder.emulation(journals: kept)
    let instance = try emulation.realtimeInstance("demo")
    _ = try instance.write(.update(.object([.init("a", .integer(1)), .init("b/c", .null)]), at: "x"), Self.owner)
    _ = try instance.write(.update(.object([]), at: "x"), Self.owner)
    try await instance.waitUntilDurable()
    try await emulation.importDocuments(from: folder.path + "/in")
    let source = SourceText(path: "r", text: Self.open)
    #expect(emulation.setRealtimeRules(source, of: "demo", onlyTrying: true) == [])
    #expect(!mayRead(instance))
    #expect(emulation.setRealtimeRules(source, of: "demo") == [])
    #expect(mayRead(instance))
    try folder.write(Self.file + " ", to: "database.rules.json")
    emulation.reloadFiles(stamp: Self.stamp(1))
    #expect(!mayRead(instance))
    #expect(
      kept.text == [
        "demo 1: /x/a /x/b/c", "demo durable 1", "demo 2: /", "demo durable 2", "demo 3: rules \(Self.open)",
        "demo 4: no rules",
      ])
  }

  @Test("reading what nobody has written makes no file") func reading() throws {
    let kept = KeptFolder(failure: FirestoreError(.unavailable, "broken"))
    let emulation = try folder().emulation(journals: kept)
    #expect(try emulation.realtimeInstance("demo", onlyReading: true).data == .absent)
    #expect(throws: RealtimeRefusal.unavailable("broken")) { try emulation.realtimeInstance("demo") }
  }

  @Test("health tells of a journal that stores nothing any more") func failing() throws {
    let kept = KeptFolder()
    let emulation = try folder().emulation(journals: kept)
    _ = try emulation.realtimeInstance("demo")
    #expect(emulation.status == "ok")
    kept.break(FirestoreError(.unavailable, "Commits cannot be stored in demo.rtdb."))
    #expect(emulation.status == "degraded")
  }
}
