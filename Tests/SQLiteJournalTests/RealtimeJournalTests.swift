import FirebreakTestSupport
import FirestoreModel
import Foundation
import RealtimeDatabase
import StructuredText
import Testing

@testable import SQLiteJournal

@Suite("Realtime Database journal") struct RealtimeJournalTests {
  @Test("what was written is there again, with priorities, and goes on from there")
  func reopening() async throws {
    let fixture = try JournalFixture()
    var text = ""
    do {
      let folder = try fixture.folder()
      let database = try JournaledInstance(folder)
      #expect(database.text == "null")
      try await database.set("rooms/a", #"{".priority": 3, "name": "A", "1": [true, 2.5], "\u0301é🔥": -0.1}"#)
      try await database.update("/", #"{"rooms/a/name/.priority": "p", "rooms/b/open": true, "gone": 1}"#)
      try await database.set("gone", "null")
      try await database.set("rooms/b/open/deep", "1")
      text = database.text
      try folder.close()
    }
    #expect(
      text == #"{"rooms":{"a":{"1":{"0":true,"1":2.5},"name":{".value":"A",".priority":"p"},"\#u{301}é🔥":-0.1,"#
        + #"".priority":3},"b":{"open":{"deep":1}}}}"#)
    let folder = try fixture.folder()
    #expect(try folder.realtimeInstances() == ["demo"])
    #expect(try folder.databases() == [])
    let database = try JournaledInstance(folder)
    #expect(database.text == text)
    try await database.set("rooms", "null")
    #expect(try folder.realtimeInstances() == ["demo"])
    try folder.close()
    #expect(try JournaledInstance(fixture.folder()).text == "null")
  }

  @Test("every durable write is in the files when the process is killed")
  func crash() async throws {
    let fixture = try JournalFixture()
    let database = try JournaledInstance(fixture.folder())
    for round in 1...20 {
      try await database.update("/", #"{"a/x": \#(round), "b/\#(round)": {".value": \#(round), ".priority": 1}}"#)
      let copy = try fixture.folder(in: fixture.crashCopy())
      #expect(try JournaledInstance(copy).text == database.text)
      try copy.close()
    }
  }

  @Test("random writes, written anew again and again, add up to the same tree", arguments: [UInt64](1...12))
  func replay(seed: UInt64) throws {
    let fixture = try JournalFixture()
    var random = SeededGenerator(seed: seed)
    let least = [60, 400, 4_000][Int(seed % 3)]
    var text = "null"
    for _ in 0..<6 {
      let database = try JournaledInstance(path: fixture.instanceFile, leastBytes: least)
      #expect(database.text == text)
      for _ in 0..<40 { try database.enqueue(.random(using: &random)) }
      text = database.text
      try database.journal.close()
    }
  }

  @Test("a file does not grow without end")
  func compaction() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledInstance(folder)
    let long = String(repeating: "x", count: 8_000)
    for round in 0..<400 { try database.enqueue(.set(.string("\(round)\(long)"), at: RealtimePath("a/\(round % 3)"))) }
    let text = database.text
    try folder.close()
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: fixture.instanceFile)[.size] as? NSNumber)
    #expect(size.intValue < 2_000_000)
    #expect(try JournaledInstance(fixture.folder()).text == text)
  }

  @Test("released rules stay until they are withdrawn")
  func rules() async throws {
    let fixture = try JournalFixture()
    let first = ReleasedRealtimeRules(source: Array(#"{"rules":{}}"#.utf8), replaced: nil)
    let second = ReleasedRealtimeRules(source: [], replaced: Array("{}".utf8))
    for rules in [first, second, nil] {
      let folder = try fixture.folder()
      try await JournaledInstance(folder).keep(rules)
      try folder.close()
      let again = try fixture.folder()
      #expect(try JournaledInstance(again).rules == rules)
      try again.close()
    }
  }

  @Test("every instance has a file of its own beside those of Firestore")
  func names() async throws {
    let fixture = try JournalFixture()
    let names: [Text] = ["Demo", "demo", "demo.x", "demo-(default)", Text(String(repeating: "i", count: 300))]
    let folder = try fixture.folder()
    try await JournaledStore(folder).commit(.set("c/d", 1))
    for (n, name) in names.enumerated() { try await JournaledInstance(folder, name).set("n", "\(n)") }
    try folder.close()
    let again = try fixture.folder()
    #expect(try again.databases() == [JournalFixture.demo])
    #expect(try again.realtimeInstances() == names.sorted())
    for (n, name) in names.enumerated() {
      #expect(try JournaledInstance(again, name).text == #"{"n":\#(n)}"#)
    }
    #expect(
      refusal { try again.openRealtime("demo") }
        == FirestoreError(.failedPrecondition, "The journal of the Realtime Database demo is open already."))
  }
}

@Suite("Lost writes to the Realtime Database") struct LostRealtimeWriteTests {
  /// What a killed process leaves behind after 60 writes, all of them in the log.
  private func killed() async throws -> (fixture: JournalFixture, file: String) {
    let fixture = try JournalFixture()
    let database = try JournaledInstance(fixture.folder())
    for n in 0..<60 { try await database.set(RealtimePath("list/\(n)"), "\(1_000_000 + n)") }
    return (fixture, "\(try fixture.crashCopy())/demo.rtdb")
  }

  /// After a proper end.
  private func closed() async throws -> (fixture: JournalFixture, text: String) {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledInstance(folder)
    for n in 0..<400 { try database.enqueue(.set(.integer(Int64(1_000_000 + n)), at: RealtimePath("list/\(n % 300)"))) }
    try folder.close()
    return (fixture, database.text)
  }

  private func refusalOfOpening(_ file: String) -> FirestoreError? {
    refusal { try JournaledInstance(path: file) }
  }

  @Test("a log that is gone, cut or damaged is told", arguments: LogDamage.allCases)
  func log(damage: LogDamage) async throws {
    let (fixture, file) = try await killed()
    try damage.strike(file)
    try LogDamage.accept(refusalOfOpening(file), of: file)
    let rest = try JournaledInstance(path: file).root["list"].children.count
    #expect(rest < 60)
    withExtendedLifetime(fixture) {}
  }

  @Test("an empty file is no new one, and a missing one is not made anew")
  func gone() async throws {
    let (fixture, file) = try await killed()
    for name in [file, "\(file)-wal"] { try LogDamage.cut(name) { _ in 0 } }
    #expect(refusalOfOpening(file) == FirestoreError(.dataLoss, "\(file) is damaged: it is empty"))
    try FileManager.default.removeItem(atPath: file)
    #expect(
      refusalOfOpening(file)
        == FirestoreError(
          .dataLoss, "\(file) is missing, but \(file)-mark is there; whoever wants to begin anew removes that, too"))
    withExtendedLifetime(fixture) {}
  }

  @Test("a value that damage has changed is told", arguments: [UInt64](1...10))
  func value(seed: UInt64) async throws {
    let (fixture, _) = try await closed()
    var random = SeededGenerator(seed: seed)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.instanceFile))
    let value = try #require(bytes.range(of: Data("\(1_000_300 + Int.random(in: 0..<100, using: &random))".utf8)))
    // Still a number.
    try fixture.overwrite([UInt8(ascii: "7")], at: UInt64(value.lowerBound), in: "demo.rtdb")
    let folder = try fixture.folder()
    #expect(
      refusal { try folder.openRealtime("demo") }
        == FirestoreError(.dataLoss, "\(fixture.instanceFile) is damaged: a write is not as it was stored"))
  }

  @Test("damage anywhere is told, or has changed nothing", arguments: [UInt64](1...30))
  func damage(seed: UInt64) async throws {
    let (fixture, text) = try await closed()
    var random = SeededGenerator(seed: seed)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: fixture.instanceFile)[.size] as? NSNumber
    ).uint64Value
    let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    try fixture.overwrite(bytes, at: UInt64.random(in: 0..<(size - 64), using: &random), in: "demo.rtdb")
    do {
      #expect(try JournaledInstance(fixture.folder()).text == text)
    } catch let error as FirestoreError {
      #expect([.dataLoss, .failedPrecondition, .unavailable].contains(error.status))
      #expect(error.message.hasPrefix(fixture.instanceFile))
    }
  }

  @Test("documents under the name of an instance are not taken for one")
  func misplaced() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    try await JournaledStore(folder).commit(.set("c/d", 1))
    try folder.close()
    try FileManager.default.moveItem(atPath: fixture.file(), toPath: fixture.instanceFile)
    let expected = FirestoreError(.failedPrecondition, "\(fixture.instanceFile) is not a file of Firebreak.")
    let again = try fixture.folder()
    #expect(refusal { try again.realtimeInstances() } == expected)
    #expect(refusal { try again.openRealtime("demo") } == expected)
  }

  @Test("nothing is acknowledged once the file is gone")
  func deleted() async throws {
    let fixture = try JournalFixture()
    let folder = try fixture.folder()
    let database = try JournaledInstance(folder)
    try await database.set("a", "1")
    try FileManager.default.removeItem(atPath: fixture.instanceFile)
    let expected = FirestoreError(
      .unavailable,
      "Commits cannot be stored in \(fixture.instanceFile): the file, or its -wal, was deleted or replaced while the "
        + "emulator ran. Nothing is stored until the emulator is started again.")
    for n in 2...3 {
      await #expect(throws: expected) { try await database.set("a", "\(n)") }
    }
    #expect(database.journal.failure == expected)
    #expect(refusal { try folder.close() }?.status == .unavailable)
  }
}
