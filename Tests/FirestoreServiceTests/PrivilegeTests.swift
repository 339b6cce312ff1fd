import FirestoreModel
import FirestoreService
import Metering
import QueryModel
import Testing

/// What end users may never do, whatever the rules say (observed in production).
@Suite("Privileged requests") struct PrivilegeTests {
  static let open = "match /{path=**} { allow read, write: if true; }"

  enum Request: String, CaseIterable, Sendable {
    case batchWrite, listCollectionIDs, partitionQuery, beginReadWrite, batchGetInNewReadWrite, queryInNewReadWrite
  }

  @Test("end users are refused, privileged callers are not", arguments: Request.allCases)
  func privileged(_ request: Request) async throws {
    let fixture = try makeDatabase(rules: Self.open, documents: ["c/a": [:]])
    let refused = await refusal { try await perform(request, ServiceFixture.user("u1"), fixture.database) }
    #expect(refused == FirestoreError(.permissionDenied, "Missing or insufficient permissions."))
    #expect(fixture.observer.requests.count == 1)
    #expect(fixture.observer.tally.reads == 0)
    let admin = await refusal { try await perform(request, ServiceFixture.admin, fixture.database) }
    #expect(admin == nil)
  }

  private func perform(_ request: Request, _ context: RequestContext, _ database: FirestoreDatabase) async throws {
    let new = ReadConsistency.newTransaction(.readWrite(retrying: nil, concurrency: nil))
    switch request {
    case .batchWrite: _ = try await database.batchWrite([.set("c/a", [:])], context)
    case .listCollectionIDs: _ = try await database.listCollectionIDs(below: nil, .strong, context)
    case .partitionQuery:
      _ = try await database.partition(query("group c orderBy __name__"), count: 2, .strong, context)
    case .beginReadWrite: _ = try await database.beginTransaction(.readWrite(retrying: nil, concurrency: nil), context)
    case .batchGetInNewReadWrite: _ = try await database.batchGet([documentPath("c/a")], new, context)
    case .queryInNewReadWrite: _ = try await database.run(query("c"), new, context)
    }
  }
}
