import Diagnostics
import Emulation
import FirestoreModel
import FirestoreService
import Project
import StructuredText
import Testing

@Suite("files that change while an emulator runs") struct ReloadTests {
  /// Stamps that only tests change.
  private static func stamp(_ number: Int) -> (String) -> FileStamp? {
    { _ in FileStamp(seconds: Double(number), size: 0) }
  }

  private static let allow = DatabaseTests.allowRead
  private static let broken =
    "service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if ; } } }"

  private func folder(_ rules: String = allow) throws -> Folder {
    try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "i.json"}}"#, "firestore.rules": rules,
      "i.json": #"{"indexes": []}"#,
    ])
  }

  @Test("user experience case 10: rules that do not compile change nothing but the health, and are reported once")
  func brokenRules() async throws {
    let folder = try folder()
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    #expect(emulation.status == "ok")
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
    try folder.write(Self.broken, to: "firestore.rules")
    let updates = emulation.reloadFiles(stamp: Self.stamp(1)).filter { $0.path.hasSuffix("firestore.rules") }
    #expect(updates.map(\.isApplied) == [false])
    #expect(updates.flatMap(\.findings).map(\.code) == [.syntax])
    #expect(emulation.status == "degraded")
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
    #expect(emulation.reloadFiles(stamp: Self.stamp(1)) == [])
    try folder.write(DatabaseTests.denyAll, to: "firestore.rules")
    let mended = emulation.reloadFiles(stamp: Self.stamp(2)).filter { $0.path.hasSuffix("firestore.rules") }
    #expect(mended.map(\.isApplied) == [true])
    #expect(emulation.status == "ok")
    #expect(await emulation.ask("c/a", .anonymous) == DatabaseTests.denied)
  }

  @Test("with strict reload requests fail until the file is mended") func strict() async throws {
    let folder = try folder()
    let emulation = try folder.emulation(failsWhileBroken: true)
    try await emulation.set("c/a")
    try folder.write(Self.broken, to: "firestore.rules")
    emulation.reloadFiles(stamp: Self.stamp(1))
    let answers = [await emulation.ask("c/a", .anonymous), await emulation.ask("c/a", .admin)]
    for answer in answers {
      #expect(answer.count == 1)
      #expect(folder.relative(answer[0]).hasPrefix("FAILED_PRECONDITION: firestore.rules:1:"))
      #expect(answer[0].hasSuffix("(FB3001)"))
    }
    try folder.write(Self.allow, to: "firestore.rules")
    emulation.reloadFiles(stamp: Self.stamp(2))
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
  }

  @Test("a rules file that goes away keeps its rules") func removed() async throws {
    let folder = try folder(DatabaseTests.denyAll)
    let emulation = try folder.emulation(.emulator, allowsOpen: true)
    try await emulation.set("c/a")
    try folder.remove("firestore.rules")
    #expect(
      emulation.reloadFiles { _ in nil }.flatMap(\.findings).map(\.code)
        == [.rulesFileMissing, .indexFileMissing].filter { $0 == .rulesFileMissing })
    #expect(await emulation.ask("c/a", .anonymous).first?.hasPrefix("PERMISSION_DENIED") == true)
    #expect(emulation.status == "degraded")
  }

  @Test(
    "an index file that goes away keeps its indexes, degrades the health and is reported once",
    arguments: [false, true])
  func removedIndexes(strict: Bool) async throws {
    let folder = try folder()
    let index =
      #"{"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "DESCENDING"}]}"#
    try folder.write(#"{"indexes": [\#(index)]}"#, to: "i.json")
    let emulation = try folder.emulation(failsWhileBroken: strict)
    try await emulation.set("c/x", #"{"a": {"integerValue": 1}, "b": {"integerValue": 2}}"#)
    let query = "c where a == 1 orderBy b desc"
    try folder.remove("i.json")
    let updates = emulation.reloadFiles()
    #expect(updates.map(\.isApplied) == [false])
    #expect(
      folder.lines(updates.flatMap(\.findings)) == ["FB0012 warning firebase.json:1:55 there is no index file `i.json`"]
    )
    #expect(
      updates.flatMap(\.findings).map(\.help) == ["put it back; until then the indexes of its last version are used"])
    #expect(emulation.reloadFiles() == [])
    #expect(emulation.status == "degraded")
    let answer = await emulation.ask(query)
    #expect(strict ? answer.first?.hasSuffix("(FB0012)") == true : answer == ["c/x"])
    try folder.write(#"{"indexes": []}"#, to: "i.json")
    #expect(emulation.reloadFiles().map(\.isApplied) == [true])
    #expect(emulation.status == "ok")
    #expect(await emulation.ask(query).first?.hasPrefix("FAILED_PRECONDITION: The query requires an index.") == true)
  }

  @Test("rules of more projects than are kept replace the oldest of those that hold nothing") func manyReleases()
    async throws
  {
    let folder = try folder(DatabaseTests.denyAll)
    let emulation = try folder.emulation()
    let allow = SourceText(path: "security.rules", text: Self.allow)
    let names = (0..<1_002).map { DatabaseName(project: Text("p\($0)")) }
    try await emulation.set("c/a", in: names[0])
    let denied = await emulation.ask("c/none", .anonymous, in: names[1])
    for name in names { #expect(emulation.setRules(allow, project: name.project) == []) }
    // The first holds a document; the second and the third had to give way.
    #expect(await emulation.ask("c/a", .anonymous, in: names[0]) == ["c/a"])
    #expect(denied == DatabaseTests.denied)
    for name in names[1...2] { #expect(await emulation.ask("c/none", .anonymous, in: name) == DatabaseTests.denied) }
    for name in [names[3], names[1_001]] {
      #expect(await emulation.ask("c/none", .anonymous, in: name).first?.hasPrefix("NOT_FOUND") == true)
    }
  }

  @Test("an index file takes effect when it is saved, and one that production refuses does not") func indexes()
    async throws
  {
    let folder = try folder()
    let emulation = try folder.emulation()
    try await emulation.set("c/x", #"{"a": {"integerValue": 1}, "b": {"integerValue": 2}}"#)
    let query = "c where a == 1 orderBy b desc"
    #expect(await emulation.ask(query).first?.hasPrefix("FAILED_PRECONDITION: The query requires an index.") == true)
    let index =
      #"{"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "DESCENDING"}]}"#
    try folder.write(#"{"indexes": [\#(index)]}"#, to: "i.json")
    #expect(emulation.reloadFiles(stamp: Self.stamp(1)).map(\.isApplied) == [true, true])
    #expect(await emulation.ask(query) == ["c/x"])
    try folder.write(#"{"indexes": [{"collectionGroup": "c"}]}"#, to: "i.json")
    #expect(emulation.reloadFiles(stamp: Self.stamp(2)).map(\.isApplied) == [true, false])
    #expect(emulation.status == "degraded")
    #expect(await emulation.ask(query) == ["c/x"])
    try folder.write(#"{"indexes": []}"#, to: "i.json")
    emulation.reloadFiles(stamp: Self.stamp(3))
    #expect(await emulation.ask(query).first?.hasPrefix("FAILED_PRECONDITION") == true)
  }

  @Test("rules that a client sets hold for its project until the file changes") func released() async throws {
    let folder = try folder(DatabaseTests.denyAll)
    let emulation = try folder.emulation()
    let other = DatabaseName(project: "other")
    for name in [DatabaseName.standard, other] { try await emulation.set("c/a", in: name) }
    let allow = SourceText(path: "security.rules", text: Self.allow)
    #expect(
      emulation.setRules(SourceText(path: "security.rules", text: Self.broken), project: "other").map(\.code) == [
        .syntax
      ])
    #expect(await emulation.ask("c/a", .anonymous, in: other) == DatabaseTests.denied)
    #expect(emulation.setRules(allow, project: "other").filter { $0.severity == .error } == [])
    #expect(await emulation.ask("c/a", .anonymous, in: other) == ["c/a"])
    #expect(await emulation.ask("c/a", .anonymous) == DatabaseTests.denied)
    let later = DatabaseName(project: "other", database: "later")
    try await emulation.set("c/a", in: later)
    #expect(await emulation.ask("c/a", .anonymous, in: later) == ["c/a"])
    try folder.write(DatabaseTests.denyAll + "\n", to: "firestore.rules")
    emulation.reloadFiles(stamp: Self.stamp(1))
    #expect(await emulation.ask("c/a", .anonymous, in: other) == DatabaseTests.denied)
    #expect(await emulation.ask("c/a", .anonymous, in: later) == ["c/a"])
  }

  @Test("files are followed until the task ends") func following() async throws {
    let folder = try folder()
    let emulation = try folder.emulation()
    try folder.write(DatabaseTests.denyAll, to: "firestore.rules")
    let (reports, continuation) = AsyncStream.makeStream(of: FileUpdate.self)
    let task = Task {
      try await emulation.followFiles(
        every: .zero, on: ContinuousClock(), stamp: { _ in FileStamp(seconds: 9, size: 9) },
        report: { continuation.yield($0) })
    }
    var seen: [String] = []
    for await update in reports {
      seen.append(folder.relative(update.path))
      if seen.count == 2 { break }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(seen == ["firestore.rules", "i.json"])
  }
}
