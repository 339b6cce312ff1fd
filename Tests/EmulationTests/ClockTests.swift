import DocumentStore
import FirestoreModel
import FirestoreService
import Project
import Synchronization
import Testing

@testable import Emulation

@Suite("a clock that is moved") struct ClockTests {
  private static let start = Timestamp(rfc3339: "2026-01-05T08:00:00Z") ?? .minimum

  /// A clock about a system whose time stands still.
  private static func clock() -> VirtualClock { VirtualClock(startingAt: start, systemTime: { 1_000_000 }) }

  private func emulation(_ files: [String: String] = [:]) throws -> (Emulation, VirtualClock, Folder) {
    let folder = try Folder(files)
    let clock = Self.clock()
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    return (
      Emulation(settings: EmulationSettings(project: project, mode: .production, seed: 1), clock: clock), clock, folder
    )
  }

  @Test("it goes on from where it was moved to, and never goes back") func movement() {
    let clock = Self.clock()
    #expect(clock.now == Self.start)
    #expect(clock.move(.by(.seconds(90))))
    #expect(clock.now.rfc3339 == "2026-01-05T08:01:30Z")
    #expect(clock.move(.to(Self.start)) == false)
    #expect(clock.now.rfc3339 == "2026-01-05T08:01:30Z")
    #expect(clock.move(.to(.maximum)))
    #expect(clock.move(.by(.seconds(1))))
    #expect(clock.now == .maximum)
  }

  // A bound for a test that hangs: what it waits for behind all other tests counts, too.
  @Test("who waits for a time that is jumped over waits no longer", .timeLimit(.minutes(30))) func sleepers()
    async throws
  {
    let clock = Self.clock()
    let hour = Timestamp(microseconds: Self.start.microseconds + 3_600_000_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await clock.sleep(until: hour) } }
      // Wherever the others have got to meanwhile.
      #expect(clock.move(.by(.seconds(1_800))))
      await Task.yield()
      #expect(clock.move(.by(.seconds(1_800))))
      try await group.waitForAll()
    }
    let waiting = Task { try await clock.sleep(until: .maximum) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("rules, server timestamps and commit times follow") func requests() async throws {
    let (emulation, _, _) = try emulation([
      "firebase.json": #"{"firestore":{"rules":"r.rules"}}"#,
      "r.rules":
        "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /c/{i} { allow get: if "
        + "request.time >= timestamp.date(2026, 2, 1); } } }",
    ])
    try await emulation.set("c/a")
    #expect(await emulation.ask("c/a", .anonymous).first?.hasPrefix("PERMISSION_DENIED") == true)
    try await emulation.moveClock(.to(Timestamp(rfc3339: "2026-02-01T00:00:00Z") ?? .minimum))
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
    let path = try DocumentPath(parsing: "c/b")
    let write = Write(path, .set([:]), transforms: [FieldTransform(FieldPath(name: "t"), .requestTime)])
    _ = try await emulation.database(.standard).commit([write], in: nil, as: .commit, .admin)
    let document = try await emulation.database(.standard).get(path, .strong, .admin).stored.document
    #expect(document.fields["t"] == Timestamp(rfc3339: "2026-02-01T00:00:00Z").map(Value.timestamp))
    #expect(document.updateTime.rfc3339.hasPrefix("2026-02-01T00:00:00"))
  }

  @Test("a transaction ends when its time is jumped over") func transactions() async throws {
    let (emulation, _, _) = try emulation()
    let database = try emulation.database(.standard)
    let transaction = try await database.beginTransaction(
      .readWrite(retrying: nil, concurrency: nil), .admin)
    try await emulation.moveClock(.by(.seconds(271)))
    await #expect(throws: FirestoreError.self) {
      _ = try await database.commit([Write(try DocumentPath(parsing: "c/a"), .set([:]))], in: transaction, .admin)
    }
  }

  @Test("an earlier version is kept for an hour of that time, as for reads and listeners that go on from there")
  func versions() async throws {
    let (emulation, _, _) = try emulation()
    try await emulation.set("c/a")
    let database = try emulation.database(.standard)
    let path = try DocumentPath(parsing: "c/a")
    let before = database.store.current.time
    try await emulation.moveClock(.by(.seconds(3_599)))
    _ = try await database.get(path, .at(before), .admin)
    try await emulation.moveClock(.by(.seconds(3)))
    await #expect(throws: FirestoreError.self) { _ = try await database.get(path, .at(before), .admin) }
  }

  @Test("documents are deleted when their time to live is over, and billed as that") func timeToLive() async throws {
    let (emulation, _, _) = try emulation([
      "firebase.json": #"{"firestore":{"indexes":"i.json"}}"#,
      "i.json": #"{"indexes":[],"fieldOverrides":[{"collectionGroup":"c","fieldPath":"end","ttl":true,"indexes":[]}]}"#,
    ])
    let ends = ["a": "2026-01-05T09:00:00Z", "b": "2026-01-05T09:00:01Z", "x": "2020-01-01T00:00:00Z"]
    for (id, end) in ends { try await emulation.set("c/\(id)", #"{"end": {"timestampValue": "\#(end)"}}"#) }
    try await emulation.set("c/text", #"{"end": {"stringValue": "2020-01-01T00:00:00Z"}}"#)
    try await emulation.set("d/a", #"{"end": {"timestampValue": "2020-01-01T00:00:00Z"}}"#)
    try await emulation.set("p/q/c/deep", #"{"end": {"timestampValue": "2020-01-01T00:00:00Z"}}"#)
    #expect(try await emulation.moveClock(.by(.seconds(3_600))) == 3)
    let left = try emulation.database(.standard).store.current.allDocuments.map(\.path.description)
    #expect(left == ["c/b", "c/text", "d/a"])
    #expect(emulation.recording.totals.deletes == 0)
    #expect(try await emulation.moveClock(.by(.seconds(1))) == 1)
    #expect(try await emulation.moveClock(.by(.seconds(0))) == 0)
  }

  @Test("a clock of another kind is not moved") func otherClock() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    await #expect(throws: FirestoreError.self) { try await emulation.moveClock(.by(.seconds(1))) }
  }
}
