import DocumentStore
import FirestoreModel
import FirestoreService
import Metering
import QueryExecution
import QueryModel
import Testing

@Suite("Partitions") struct PartitionTests {
  /// 1,000 documents of the group in two collections, and others around them.
  static func fixture(_ count: Int = 1_000) async throws -> ServiceFixture {
    let fixture = try makeDatabase(documents: ["a/1": [:], "z/1": [:]])
    var writes: [Write] = []
    for number in 0..<count {
      writes.append(.set(number.isMultiple(of: 3) ? "g/d\(number)" : "p/x/g/d\(number)", [:]))
    }
    _ = try await fixture.database.commit(writes, ServiceFixture.admin)
    _ = fixture.observer.take()
    return fixture
  }

  static let group = "group g orderBy __name__"

  // Not inlined, and expecting nothing itself: the optimiser of Swift 6.3 dies of splitting this coroutine otherwise.
  @inline(never)
  static func points(
    _ fixture: ServiceFixture, count: Int64, pageSize: Int32
  ) async throws -> [DocumentPath] {
    var points: [DocumentPath] = []
    var token: Text? = ""
    while let current = token {
      let page = try await fixture.database.partition(
        query(group), count: count, pageSize: pageSize, pageToken: current, .strong, ServiceFixture.admin)
      points += page.cursors
      token = page.nextPageToken == "" ? nil : page.nextPageToken
    }
    return points
  }

  @Test("parts cover every document exactly once and are of one size", arguments: [1, 2, 3, 6, 7, 100, Int64.max])
  func cover(count: Int64) async throws {
    let fixture = try await Self.fixture()
    let points = try await Self.points(fixture, count: count, pageSize: 0)
    #expect(points.count == Int(min(count, 6)))
    #expect(points == points.sorted())
    var whole: [DocumentPath] = []
    for (start, end) in zip([nil] + points, points.map(Optional.some) + [nil]) {
      var part = try query(Self.group)
      part.start = start.map(Self.cursor)
      part.end = end.map(Self.cursor)
      let answer = try await fixture.database.run(part, .strong, ServiceFixture.admin)
      let found = answer.result?.documents().map(\.path) ?? []
      #expect(abs(found.count - 1000 / (points.count + 1)) <= 1)
      whole += found
    }
    let all = try await fixture.database.run(query(Self.group), .strong, ServiceFixture.admin)
    #expect(whole == all.result?.documents().map(\.path))
  }

  private static func cursor(_ path: DocumentPath) -> Cursor {
    Cursor(values: [.value(.reference(DocumentName(database: ServiceFixture.name, path: path)))], before: true)
  }

  @Test("pages make up the whole", arguments: [1, 2, 4, 5, 300] as [Int32])
  func pages(pageSize: Int32) async throws {
    let fixture = try await Self.fixture()
    let whole = try await Self.points(fixture, count: 5, pageSize: 0)
    _ = fixture.observer.take()
    #expect(try await Self.points(fixture, count: 5, pageSize: pageSize) == whole)
    #expect(fixture.observer.tally.reads == Int64((5 + pageSize - 1) / pageSize))
    #expect(fixture.observer.requests.allSatisfy { $0.billing?.kind == .partition && $0.target == "group g" })
  }

  @Test("few documents are not parted", arguments: [0, 1, 128, 255, 256, 384])
  func few(documents: Int) async throws {
    let fixture = try await Self.fixture(documents)
    #expect(try await Self.points(fixture, count: 3, pageSize: 0).count == max(0, documents / 128 - 1))
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var query: String
    var count: Int64 = 3
    var token: Text = ""
    var message: String?
    var testDescription: String { "\(query) \(count) \(token)" }
  }

  static let refusedQueries = [
    Refused(query: group, count: 0, message: "Partition count must be greater than zero."),
    Refused(query: group, count: -4, message: "Partition count must be greater than zero."),
    Refused(query: "g orderBy __name__"), Refused(query: "group g"),
    Refused(query: "group g under p/x orderBy __name__"),
    Refused(query: "group g orderBy __name__ desc"), Refused(query: "group g orderBy n"),
    Refused(query: "group g where n == 1 orderBy __name__"), Refused(query: "group g orderBy __name__ limit 3"),
    Refused(query: "group g orderBy __name__ offset 3"),
    Refused(query: "* orderBy __name__"), Refused(query: group, token: "x"), Refused(query: group, token: "NS81"),
  ]

  @Test("everything else is refused", arguments: refusedQueries)
  func refused(_ row: Refused) async throws {
    let fixture = try makeDatabase()
    let refused = await refusal {
      _ = try await fixture.database.partition(
        query(row.query), count: row.count, pageToken: row.token, .strong, ServiceFixture.admin)
    }
    #expect(refused?.status == .invalidArgument)
    if let message = row.message { #expect(refused?.message == message) }
    #expect(fixture.observer.tally.reads == 0)
  }

  @Test("a token of parts that no longer exist ends the pages")
  func forged() async throws {
    let fixture = try await Self.fixture(300)
    // 9223372036854775000/9223372036854775807
    let page = try await fixture.database.partition(
      query(Self.group), count: 5, pageToken: "OTIyMzM3MjAzNjg1NDc3NTAwMC85MjIzMzcyMDM2ODU0Nzc1ODA3", .strong,
      ServiceFixture.admin)
    #expect(page.cursors.isEmpty)
    #expect(page.nextPageToken == "")
  }
}
