import DocumentMessages
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import Foundation
import GRDB
import Testing

@testable import SQLiteJournal

@Suite("Journal") struct SQLiteJournalTests {
  @Test("what was committed is there again, with its times")
  func reopening() async throws {
    let fixture = try JournalFixture()
    var documents: [Document] = []
    do {
      let folder = try fixture.folder()
      let database = try JournaledStore(folder)
      try await database.commit(.set("cities/LA", 1), .set("cities/LA/streets/main", 2))
      try await database.commit(.set("cities/BJ", 3), .set("cities/LA", 4))
      try await database.commit(.delete("cities/LA/streets/main"))
      documents = Array(database.store.current.allDocuments)
      try folder.close()
    }
    let folder = try fixture.folder()
    #expect(try folder.databases() == [JournalFixture.demo])
    let database = try JournaledStore(folder)
    #expect(database.contents == ["cities/BJ = 3", "cities/LA = 4"])
    #expect(Array(database.store.current.allDocuments) == documents)
    // Times go on from where they were.
    let result = try await database.commit(.set("cities/SF", 5))
    #expect(result.commitTime > documents.map(\.updateTime).max()!)
    try folder.close()
    #expect(try JournaledStore(fixture.folder()).contents == ["cities/BJ = 3", "cities/LA = 4", "cities/SF = 5"])
  }

  @Test("every durable commit is in the files when the process is killed")
  func crash() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    for round in 1...20 {
      try await database.commit(.set("a/x", Int64(round)), .set("b/\(round)", Int64(round)))
      let copy = try fixture.folder(in: fixture.crashCopy())
      #expect(try JournaledStore(copy).contents == database.contents)
      try copy.close()
    }
  }

  @Test(
    "commits of many tasks are stored in their order, several in one transaction", arguments: [1, 2, 3] as [UInt64])
  func concurrency(seed: UInt64) async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          var random = SeededGenerator(seed: seed &* 100 &+ UInt64(task))
          for step in 0..<40 {
            let name = "c/\(Int.random(in: 0..<10, using: &random))"
            if Int.random(in: 0..<4, using: &random) == 0 {
              try await database.commit(.delete(name))
            } else {
              try await database.commit(.set(name, Int64(task * 1000 + step)), .set("c/t\(task)", Int64(step)))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(database.contents.count >= 16)
    let contents = database.contents
    let copy = try fixture.folder(in: fixture.crashCopy())
    #expect(try JournaledStore(copy).contents == contents)
    try folder.close()
    #expect(try JournaledStore(fixture.folder()).contents == contents)
  }

  @Test("closing stores what nobody has waited for, and refuses what comes later")
  func closing() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    for n in 1...500 { _ = try database.store.commit([.set("c/\(n)", Int64(n))], at: JournalFixture.start) }
    try folder.close()
    try await database.journal.waitUntilDurable(500)
    await #expect(throws: FirestoreError(.unavailable, "The database is closed.")) {
      try await database.commit(.set("c/late", 1))
    }
    let again = try JournaledStore(fixture.folder())
    #expect(again.store.current.documentCount == 500)
  }

  @Test("every database has a file of its own, whatever its ids contain")
  func names() async throws {
    let fixture = try JournalFixture()
    let names = [
      DatabaseName(project: "demo"), DatabaseName(project: "demo", database: "analytics"),
      DatabaseName(project: "Demo"), DatabaseName(project: "demo.x", database: "y"),
      DatabaseName(project: "demo", database: "x.y"), DatabaseName(project: "../demo", database: "a/b"),
      DatabaseName(project: "e\u{301}", database: "\u{0}"), DatabaseName(project: "é", database: "\u{0}"),
      DatabaseName(project: Text(String(repeating: "p", count: 3000)), database: "1"),
      DatabaseName(project: Text(String(repeating: "p", count: 3001)), database: "1"),
    ]
    let folder = try fixture.folder()
    for (n, name) in names.enumerated() {
      try await JournaledStore(folder, name).commit(.set("c/d", Int64(n)))
    }
    try folder.close()
    let again = try fixture.folder()
    #expect(try again.databases() == names.sorted { ($0.project, $0.database) < ($1.project, $1.database) })
    for (n, name) in names.enumerated() {
      #expect(try JournaledStore(again, name).contents == ["c/d = \(n)"])
    }
    // Also while they are open.
    #expect(try again.databases().count == names.count)
    #expect(names[0].fileName == "demo.(default).sqlite")
    #expect(names[5].fileName == "%2e%2e%2fdemo.a%2fb.sqlite")
  }

  @Test("ids may contain anything")
  func oddIDs() async throws {
    let fixture = try JournalFixture()
    let ids = ["\u{0}", "a\u{0}b", "a", "e\u{301}", "é", "\u{10FFFF}", "a:b", " ", "'", "%", "🔥"]
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    for (n, id) in ids.enumerated() {
      let path = DocumentPath(segments: ["c", Text(id)])!
      let write = Write(path, .set(MapValue([.init(name: "n", value: .integer(Int64(n)))])))
      let result = try database.store.commit([write], at: JournalFixture.start)
      try await database.journal.waitUntilDurable(result.commit!.version)
    }
    try folder.close()
    let again = try JournaledStore(fixture.folder())
    #expect(Array(again.store.current.allDocuments) == Array(database.store.current.allDocuments))
    #expect(again.store.current.documentCount == ids.count)
  }

  @Test("imported documents keep their times")
  func importing() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    let document = Document(
      path: documentPath("c/d"), fields: MapValue([.init(name: "n", value: .integer(7))]),
      createTime: Timestamp(microseconds: 5), updateTime: Timestamp(microseconds: 6))
    let commit = database.store.load([document], at: JournalFixture.start)
    try await database.journal.waitUntilDurable(commit!.version)
    try folder.close()
    #expect(try Array(JournaledStore(fixture.folder()).store.current.allDocuments) == [document])
  }
}

@Suite("Journal refusals") struct SQLiteJournalRefusalTests {
  private func filled() async throws -> JournalFixture {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    for n in 0..<2000 { _ = try database.store.commit([.set("c/\(n)", Int64(n))], at: JournalFixture.start) }
    try folder.close()
    return fixture
  }

  @Test("a folder in use is left alone, and free again after closing")
  func locked() throws {
    let fixture = try JournalFixture()
    let first = try fixture.folder()
    #expect(
      refusal { try fixture.folder() }
        == FirestoreError(
          .unavailable, "The data folder \(fixture.path) is in use by another running emulator."))
    try first.close()
    _ = try fixture.folder()
  }

  @Test("a file that is no database is not one of ours")
  func noDatabase() throws {
    let fixture = try JournalFixture()
    try Data(repeating: 0x61, count: 5000).write(to: URL(fileURLWithPath: fixture.file()))
    let expected = FirestoreError(.failedPrecondition, "\(fixture.file()) is not a file of Firebreak.")
    let folder = try fixture.folder()
    #expect(refusal { try folder.databases() } == expected)
    #expect(refusal { try folder.open(JournalFixture.demo) } == expected)
  }

  @Test("a database of another program is not one of ours")
  func foreign() async throws {
    let fixture = try await filled()
    // The application id in SQLite's header.
    try fixture.overwrite([1, 2, 3, 4], at: 68)
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.open(JournalFixture.demo) }
        == FirestoreError(.failedPrecondition, "\(fixture.file()) is not a file of Firebreak."))
  }

  @Test("a newer file is left alone")
  func newer() async throws {
    let fixture = try await filled()
    // The user version in SQLite's header.
    try fixture.overwrite([0, 0, 0, 3], at: 60)
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.open(JournalFixture.demo) }
        == FirestoreError(
          .failedPrecondition,
          "\(fixture.file()) was written by a newer Firebreak (format 3, this one reads 2)."))
  }

  @Test("the file of another database is refused")
  func misplaced() async throws {
    let fixture = try await filled()
    try FileManager.default.moveItem(atPath: fixture.file(), toPath: fixture.file("other.(default).sqlite"))
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.open(DatabaseName(project: "other")) }
        == FirestoreError(
          .failedPrecondition,
          "\(fixture.file("other.(default).sqlite")) holds projects/demo/databases/(default)/documents, not "
            + "projects/other/databases/(default)/documents."))
  }

  @Test("damage anywhere is an answer, never a crash", arguments: [UInt64](1...40))
  func damage(seed: UInt64) async throws {
    let fixture = try await filled()
    var random = SeededGenerator(seed: seed)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: fixture.file())[.size] as? NSNumber
    ).uint64Value
    for _ in 0..<3 {
      let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      try fixture.overwrite(bytes, at: UInt64.random(in: 0..<(size - 64), using: &random))
    }
    let folder = try fixture.folder()
    let error = refusal { try folder.open(JournalFixture.demo) }
    // Damage may also fall into unused space.
    if let error {
      #expect([.dataLoss, .failedPrecondition, .unavailable].contains(error.status))
      #expect(error.message.hasPrefix(fixture.file()))
    }
  }

  @Test("a truncated file is damaged")
  func truncated() async throws {
    let fixture = try await filled()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.file()))
    try handle.truncate(atOffset: 20_000)
    try handle.close()
    let folder = try fixture.folder()
    #expect(refusal { try folder.open(JournalFixture.demo) }?.status == .dataLoss)
  }

  @Test(
    "a document that cannot be read is data loss",
    arguments: [
      ("c/1", [0x0A, 0x05, 0x61], "The bytes are no document: a field is longer than its message"),
      ("c/2", nil, "a document is stored under another name"),
    ] as [(String, [UInt8]?, String)])
  func unreadable(name: String, bytes: [UInt8]?, reason: String) async throws {
    let fixture = try await filled()
    let document = Document(
      path: documentPath("c/1"), fields: [:], createTime: JournalFixture.start, updateTime: JournalFixture.start)
    let (key, message) = (
      Data(KeptDocuments.key(of: documentPath(name))),
      Data(bytes ?? DocumentEncoding.encode(document, in: JournalFixture.demo))
    )
    let file = try JournalFile(
      path: fixture.file(), owner: JournalFixture.demo, content: DocumentRows(database: JournalFixture.demo))
    var failure: (any Error)?
    file.run { db in
      do {
        try db.execute(
          sql: "INSERT OR REPLACE INTO documents (name, document, checksum) VALUES (?, ?, ?)",
          arguments: [key, message, DocumentRows.checksum(key, message)])
      } catch {
        failure = error
      }
    }
    #expect(failure == nil)
    try file.close(isWhole: true)
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.open(JournalFixture.demo) }
        == FirestoreError(.dataLoss, "\(fixture.file()) is damaged: a document cannot be read (\(reason))"))
  }

  @Test("nothing is acknowledged once the file is gone", arguments: ["", "-wal"])
  func deleted(suffix: String) async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledStore(folder)
    try await database.commit(.set("c/1", 1))
    try FileManager.default.removeItem(atPath: fixture.file() + suffix)
    let expected = FirestoreError(
      .unavailable,
      "Commits cannot be stored in \(fixture.file()): the file, or its -wal, was deleted or replaced while the emulator "
        + "ran. Nothing is stored until the emulator is started again.")
    #expect(database.journal.failure == nil)
    for n in 2...3 {
      await #expect(throws: expected) { try await database.commit(.set("c/\(n)", Int64(n))) }
    }
    #expect(database.journal.failure == expected)
    // What was stored before still is.
    try await database.journal.waitUntilDurable(1)
    #expect(refusal { try folder.close() }?.status == .unavailable)
  }

  @Test("a folder that cannot be made is an answer")
  func unmakeable() throws {
    let fixture = try JournalFixture()
    try Data().write(to: URL(fileURLWithPath: fixture.file("file")))
    let error = refusal { try fixture.folder(in: fixture.file("file")) }
    #expect(error?.status == .unavailable)
    #expect(error?.message.hasPrefix("The data folder \(fixture.file("file")) cannot be made: ") == true)
  }

  @Test("a database is opened once")
  func twice() throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    _ = try folder.open(JournalFixture.demo)
    #expect(
      refusal { try folder.open(JournalFixture.demo) }
        == FirestoreError(
          .failedPrecondition, "The journal of projects/demo/databases/(default)/documents is open already."))
  }
}
