import DocumentMessages
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import Foundation
import Testing

@testable import SQLiteJournal

@Suite("Lost commits") struct LostCommitTests {
  private static let name = "demo.(default).sqlite"

  /// What a killed process leaves behind after 300 commits.
  private func killed() async throws -> (fixture: JournalFixture, folder: String) {
    let fixture = try JournalFixture()
    let database = try JournaledStore(fixture.folder())
    for n in 0..<300 { try await database.commit(.set("c/\(n)", Int64(n))) }
    return (fixture, try fixture.crashCopy())
  }

  private func refusalOfOpening(_ fixture: JournalFixture, _ folder: String) throws -> FirestoreError? {
    let folder = try fixture.folder(in: folder)
    return refusal { try folder.open(JournalFixture.demo) }
  }

  @Test("a killed process leaves everything, and a log that does not grow without end")
  func kill() async throws {
    let (fixture, path) = try await killed()
    let log = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(Self.name)-wal"))
    #expect(log.count < 3_000_000)
    let folder = try fixture.folder(in: path)
    #expect(try folder.databases() == [JournalFixture.demo])
    #expect(try JournaledStore(folder).store.current.documentCount == 300)
    try folder.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [Self.name, "firebreak.lock"])
  }

  @Test("a log that is gone, cut or damaged is told", arguments: LogDamage.allCases)
  func log(damage: LogDamage) async throws {
    let (fixture, path) = try await killed()
    let file = "\(path)/\(Self.name)"
    try damage.strike(file)
    try LogDamage.accept(refusalOfOpening(fixture, path), of: file)
    let folder = try fixture.folder(in: path)
    #expect(try JournaledStore(folder).store.current.documentCount < 300)
  }

  @Test("an empty file is no new one")
  func empty() async throws {
    let (fixture, path) = try await killed()
    let file = "\(path)/\(Self.name)"
    for name in [file, "\(file)-wal"] { try LogDamage.cut(name) { _ in 0 } }
    #expect(
      try refusalOfOpening(fixture, path) == FirestoreError(.dataLoss, "\(file) is damaged: it is empty"))
  }

  @Test("a file that is missing is not made anew while its log is there")
  func missing() async throws {
    let (fixture, path) = try await killed()
    let file = "\(path)/\(Self.name)"
    try FileManager.default.removeItem(atPath: file)
    #expect(
      try refusalOfOpening(fixture, path)
        == FirestoreError(
          .dataLoss, "\(file) is missing, but \(file)-mark is there; whoever wants to begin anew removes that, too"))
  }

  @Test("a mark that cannot be read is damage")
  func mark() async throws {
    let (fixture, path) = try await killed()
    let mark = "\(path)/\(Self.name)-mark"
    try LogDamage.cut(mark) { _ in 5 }
    #expect(
      try refusalOfOpening(fixture, path)
        == FirestoreError(.dataLoss, "\(mark) is damaged: it does not say how many commits there are"))
  }

  @Test("a document that damage has changed is told", arguments: [UInt64](1...20))
  func document(seed: UInt64) async throws {
    let fixture = try JournalFixture()
    do {
      let folder = try fixture.folder()
      let database = try JournaledStore(folder)
      for n in 0..<200 { try await database.commit(.set("c/\(n)", Int64(1_000_000 + n))) }
      try folder.close()
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.file()))
    var random = SeededGenerator(seed: seed)
    var writer = MessageWriter()
    writer.value(.integer(1_000_000 + Int64.random(in: 0..<200, using: &random)))
    let value = try #require(bytes.range(of: Data(writer.bytes)))
    // Still a number, and still a document that can be decoded: only digits in the middle of it are others.
    try fixture.overwrite([writer.bytes[2] ^ 1], at: UInt64(value.lowerBound) + 2)
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.open(JournalFixture.demo) }
        == FirestoreError(.dataLoss, "\(fixture.file()) is damaged: a document is not as it was stored"))
  }

  @Test("times ascend over a restart also when the last commit was a deletion")
  func times() async throws {
    let fixture = try JournalFixture()
    var last = JournalFixture.start
    do {
      let folder = try fixture.folder()
      let database = try JournaledStore(folder)
      try await database.commit(.set("c/a", 1))
      for _ in 0..<3 {
        try await database.commit(.set("c/b", 1))
        last = try await database.commit(.delete("c/b")).commitTime
      }
      try folder.close()
    }
    let database = try JournaledStore(fixture.folder())
    #expect(try await database.commit(.set("c/b", 2)).commitTime > last)
  }
}
