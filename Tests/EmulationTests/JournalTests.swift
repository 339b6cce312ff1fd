import DocumentStore
import Emulation
import FirestoreModel
import FirestoreService
import StructuredText
import Testing

@Suite("databases that outlive an emulator") struct JournalTests {
  private static let two = DatabaseName(project: "other", database: "two")

  private func document(_ path: String) throws -> Document {
    let time = Timestamp(microseconds: 1_000_000)
    return Document(path: try DocumentPath(parsing: path), fields: MapValue(), createTime: time, updateTime: time)
  }

  @Test("what earlier runs have written is there at the start, with its times") func opened() async throws {
    let kept = KeptFolder([.standard: [try document("c/a")], Self.two: [try document("c/b"), try document("c/d")]])
    let emulation = try Folder().emulation(journals: kept)
    #expect(emulation.databases.isEmpty)
    try emulation.openJournals()
    #expect(emulation.databases.map(\.name) == [.standard, Self.two])
    #expect(await emulation.ask("c", in: Self.two) == ["c/b", "c/d"])
    let found = try await emulation.database(.standard).get(try DocumentPath(parsing: "c/a"), .strong, .admin).stored
      .document
    #expect(found == (try document("c/a")))
  }

  @Test("commits and imports are told to the journal of their database, and answered when it has them") func durable()
    async throws
  {
    let kept = KeptFolder([:])
    let folder = try Folder([
      "in/(default).jsonl": #"{"firebreakExport":1,"database":"(default)"}"# + "\n" + #"{"name":"c/i"}"# + "\n"
    ])
    let emulation = try folder.emulation(journals: kept)
    try await emulation.set("c/a")
    try await emulation.set("c/b", in: Self.two)
    try await emulation.importDocuments(from: folder.path + "/in")
    #expect(
      kept.text == [
        "demo-local/(default) 1: c/a", "demo-local/(default) durable 1", "other/two 1: c/b", "other/two durable 1",
        "demo-local/(default) 2: c/i", "demo-local/(default) durable 2",
      ])
    try await emulation.clear(.standard)
    #expect(kept.text.suffix(2) == ["demo-local/(default) 3: c/a c/i", "demo-local/(default) durable 3"])
  }

  @Test("health tells of a journal that stores nothing any more") func failing() async throws {
    let kept = KeptFolder([:])
    let emulation = try Folder().emulation(journals: kept)
    try await emulation.set("c/a")
    #expect(emulation.status == "ok")
    kept.break(FirestoreError(.unavailable, "Commits cannot be stored in x.sqlite."))
    #expect(emulation.status == "degraded")
    let health = JSONWriter.text(emulation.health, .compact)
    #expect(health.hasPrefix(#"{"status":"degraded""#))
    #expect(health.contains("Commits cannot be stored in x.sqlite."))
  }

  @Test("a journal that cannot be opened is an error, not an empty database") func unreadable() throws {
    let kept = KeptFolder([.standard: []], failure: FirestoreError(.unavailable, "broken"))
    let emulation = try Folder().emulation(journals: kept)
    #expect(throws: FirestoreError(.unavailable, "broken")) { try emulation.openJournals() }
    #expect(throws: FirestoreError(.unavailable, "broken")) { try emulation.database(.standard) }
  }
}
