import DocumentStore
import FirestoreModel
import FirestoreService
import QueryExecution
import Testing

@Suite("Clearing") struct ClearingTests {
  static let documents: KeyValuePairs<String, MapValue> = [
    "a/1": [:], "a/1/x/1": [:], "a/1/x/1/y/1": [:], "a/10": [:], "a/2": [:], "ab/1": [:], "b/1/x/1": [:],
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    var left: [String]
    var testDescription: String { path }
  }

  static let rows = [
    Row(path: "", left: []),
    Row(path: "a", left: ["ab/1", "b/1/x/1"]),
    Row(path: "a/1", left: ["a/10", "a/2", "ab/1", "b/1/x/1"]),
    Row(path: "a/1/x", left: ["a/1", "a/10", "a/2", "ab/1", "b/1/x/1"]),
    Row(path: "b/1", left: ["a/1", "a/1/x/1", "a/1/x/1/y/1", "a/10", "a/2", "ab/1"]),
    Row(path: "none", left: ["a/1", "a/1/x/1", "a/1/x/1/y/1", "a/10", "a/2", "ab/1", "b/1/x/1"]),
  ]

  @Test("a path and everything below it, in one commit that nobody pays for", arguments: rows)
  func clear(_ row: Row) async throws {
    let fixture = try makeDatabase(documents: Self.documents)
    let before = fixture.database.store.current
    let subscriber = fixture.database.changes.subscribe()
    let count = try await fixture.database.clear(below: row.path.split(separator: "/").map { Text(String($0)) })
    let after = fixture.database.store.current
    #expect(after.allDocuments.map(\.path).sorted().map(\.description) == row.left)
    #expect(count == Self.documents.count - row.left.count)
    #expect(after.version == before.version + (count == 0 ? 0 : 1))
    #expect(fixture.observer.requests.isEmpty)
    if count > 0 { #expect(await fixture.database.changes.next(subscriber) == .commits) }
    let past = try fixture.database.store.snapshot(at: before.time, now: fixture.clock.now)
    #expect(past.documentCount == Self.documents.count)
  }

  @Test("queries find nothing any more")
  func indexes() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "d/a": ["n": .integer(1)]])
    _ = try await fixture.database.run(query("c where n == 1"), .strong, ServiceFixture.admin)
    #expect(try await fixture.database.clear(below: ["c"]) == 1)
    let answer = try await fixture.database.run(query("c where n == 1"), .strong, ServiceFixture.admin)
    #expect(answer.result?.window.count == 0)
  }
}
