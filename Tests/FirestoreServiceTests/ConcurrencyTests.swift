import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Metering
import QueryExecution
import Testing

@Suite("Many clients at once") struct ConcurrencyTests {
  @Test("no increment is lost, and what was read at a time is so at that time for good")
  func increments() async throws {
    let fixture = try makeDatabase(
      rules: "match /c/{d} { allow read: if true; allow write: if request.resource.data.n <= 400; }",
      documents: ["c/a": ["n": .integer(0)]])
    let database = fixture.database
    let increment = FieldTransform(FieldPath(segments: ["n"]), .increment(.integer(1)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            _ = try await database.commit(
              [.merge("c/a", [:], [increment])], writer == 0 ? ServiceFixture.admin : ServiceFixture.user("u1"))
          }
        }
        group.addTask {
          for _ in 0..<50 {
            let read = try await database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
            let again = try await database.get(documentPath("c/a"), .at(read.readTime), ServiceFixture.admin)
            #expect(again.stored.document == read.stored.document)
            #expect(read.stored.document.updateTime <= read.readTime)
          }
        }
      }
      try await group.waitForAll()
    }
    let last = try await database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
    #expect(last.stored.document.fields == ["n": .integer(400)])
    #expect(fixture.observer.requests.count == 1201)
    #expect(fixture.observer.tally.writes == 400)
    let refused = await refusal {
      _ = try await database.commit([.merge("c/a", [:], [increment])], ServiceFixture.user("u1"))
    }
    #expect(refused == .missingPermissions)
  }
}
