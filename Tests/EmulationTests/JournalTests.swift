import DocumentStore
import Emulation
import FirestoreModel
import FirestoreService
import StructuredText
import Synchronization
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
    let found = try await emulation.database(.standard).get(try DocumentPath(parsing: "c/a"), .strong, .admin).document
    #expect(found == (try document("c/a")))
  }

  @Test("commits and imports are told to the journal of their database, and answered when it has them") func durable() async throws {
    let kept = KeptFolder([:])
    let folder = try Folder([
      "in/(default).jsonl": #"{"firebreakExport":1,"database":"(default)"}"# + "\n" + #"{"name":"c/i"}"# + "\n"
    ])
    let emulation = try folder.emulation(journals: kept)
    try await emulation.set("c/a")
    try await emulation.set("c/b", in: Self.two)
    try await emulation.importDocuments(from: folder.path + "/in")
    #expect(kept.text == [
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
    #expect(!emulation.isDegraded)
    kept.break(FirestoreError(.unavailable, "Commits cannot be stored in x.sqlite."))
    #expect(emulation.isDegraded)
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

/// Journals that remember what they are told.
private final class KeptFolder: JournalFolder {
  private let kept: [DatabaseName: [Document]]
  private let failure: FirestoreError?
  private let lines = Mutex<[String]>([])
  private let broken = Mutex<FirestoreError?>(nil)

  init(_ kept: [DatabaseName: [Document]], failure: FirestoreError? = nil) {
    self.kept = kept
    self.failure = failure
  }

  var text: [String] { lines.withLock { $0 } }

  /// What the journals say from now on.
  var journalFailure: FirestoreError? { broken.withLock { $0 } }

  func `break`(_ failure: FirestoreError) { broken.withLock { $0 = failure } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func databases() throws(FirestoreError) -> [DatabaseName] { kept.keys.sorted { $0.project < $1.project } }

  func open(_ database: DatabaseName) throws(FirestoreError) -> (documents: [Document], journal: any CommitJournal) {
    if let failure { throw failure }
    return (kept[database] ?? [], KeptJournal(name: "\(database.project)/\(database.database)", folder: self))
  }
}

private final class KeptJournal: CommitJournal {
  private let name: String
  private let folder: KeptFolder

  init(name: String, folder: KeptFolder) {
    self.name = name
    self.folder = folder
  }

  var failure: FirestoreError? { folder.journalFailure }

  func enqueue(_ commit: Commit) {
    folder.add("\(name) \(commit.version): \(commit.changes.map(\.path.description).sorted().joined(separator: " "))")
  }

  func waitUntilDurable(_ version: Int) async throws(FirestoreError) { folder.add("\(name) durable \(version)") }
}
