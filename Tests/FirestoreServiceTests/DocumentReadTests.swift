import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Metering
import Testing

@Suite("Reads of documents") struct DocumentReadTests {
  static let rules = """
    match /open/{d} { allow get: if true; }
    match /own/{d} { allow get: if resource.data.owner == request.auth.uid; }
    match /linked/{d} { allow get: if get(/databases/$(database)/documents/open/a).data.n == 1; }
    match /shut/{d} { allow get: if exists(/databases/$(database)/documents/open/none); }
    """
  static let documents: KeyValuePairs<String, MapValue> = [
    "open/a": ["n": .integer(1)], "own/mine": ["owner": .string("u1")], "own/theirs": ["owner": .string("u2")],
    "linked/x": [:], "shut/x": [:],
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var path: String
    var user: Text?
    /// `found`, or the error.
    var answer: String
    var reads: Int64
    var testDescription: String { "id: \(id)" }
  }

  static let rows = [
    Row(id: "found", path: "open/a", user: "u1", answer: "found", reads: 1),
    Row(
      id: "missing", path: "open/none", user: "u1",
      answer: "NOT_FOUND Document \"\(ServiceFixture.fullName("open/none"))\" not found.", reads: 1),
    Row(id: "admin", path: "shut/x", user: nil, answer: "found", reads: 1),
    Row(id: "with a rule read", path: "linked/x", user: "u1", answer: "found", reads: 2),
    Row(
      id: "denied", path: "own/theirs", user: "u1",
      answer: "PERMISSION_DENIED Missing or insufficient permissions.", reads: 0),
    Row(
      id: "V095", path: "shut/x", user: "u1", answer: "PERMISSION_DENIED Missing or insufficient permissions.",
      reads: 1),
    Row(
      id: "invalid before denied", path: "own/__x__", user: "u1",
      answer: "INVALID_ARGUMENT Resource id \"__x__\" is invalid because it is reserved.", reads: 0),
  ]

  @Test("get", arguments: rows)
  func get(_ row: Row) async throws {
    let fixture = try makeDatabase(rules: Self.rules, documents: Self.documents)
    let context = row.user.map(ServiceFixture.user) ?? ServiceFixture.admin
    var answer = "found"
    do throws(FirestoreError) {
      let (stored, readTime) = try await fixture.database.get(documentPath(row.path), .strong, context)
      #expect(stored.document.path == documentPath(row.path))
      #expect(readTime == fixture.clock.now)
    } catch {
      answer = "\(error.status.name) \(error.message)"
    }
    #expect(answer == row.answer)
    let served = try #require(fixture.observer.requests.first)
    #expect(fixture.observer.requests.count == 1)
    #expect(served.method == .getDocument)
    #expect(served.target == row.path)
    #expect(served.billedReads == row.reads)
    #expect((served.decision == nil) == (row.user == nil || row.answer.hasPrefix("INVALID")))
  }

  @Test("a denial tells why, and bills what rules have read")
  func denial() async throws {
    let fixture = try makeDatabase(rules: Self.rules, documents: Self.documents)
    let refused = await refusal {
      _ = try await fixture.database.batchGet(
        [documentPath("linked/x"), documentPath("own/theirs")], .strong, ServiceFixture.user("u1"))
    }
    #expect(refused == .missingPermissions)
    let served = try #require(fixture.observer.requests.first)
    guard case .denied(let denial) = served.outcome else {
      Issue.record("\(served.outcome)")
      return
    }
    #expect(denial.operation == "get own/theirs")
    #expect(served.billing?.kind == .batchGet)
    #expect(served.billing?.outcome == .denied)
    #expect(served.billedReads == 1)
    #expect(served.target == "2 documents")
  }

  @Test("documents by name, then missing ones, each once")
  func batchGet() async throws {
    let fixture = try makeDatabase(documents: ["c/b": [:], "c/a": [:], "c/__id7__": [:]])
    let names = ["c/y", "c/b", "c/a", "c/x", "c/b", "c/y", "c/__id7__"].map(documentPath)
    let answer = try await fixture.database.batchGet(names, .strong, ServiceFixture.admin)
    #expect(answer.found.map(\.document.path.description) == ["c/__id7__", "c/a", "c/b"])
    #expect(answer.missing.map(\.description) == ["c/x", "c/y"])
    #expect(answer.readTime == fixture.clock.now)
    #expect(answer.transaction == nil)
    #expect(fixture.observer.requests.map(\.billedReads) == [5])
  }

  @Test("what belongs to an operation or a test is billed to it")
  func attribution() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    var context = ServiceFixture.admin
    _ = try await fixture.database.get(documentPath("c/a"), .strong, context)
    context.test = "a test"
    _ = try await fixture.database.get(documentPath("c/a"), .strong, context)
    context.operation = "open the list"
    _ = try await fixture.database.get(documentPath("c/a"), .strong, context)
    let events = fixture.observer.requests.compactMap(\.billing)
    #expect(events.map(\.operationName) == ["", "a test", "open the list"])
    #expect(events.allSatisfy { $0.time == fixture.clock.now })
  }

  @Test("a read time sees that version; the future, the distant past and before the creation are refused")
  func readTimes() async throws {
    let fixture = try makeDatabase()
    let database = fixture.database
    let created = fixture.clock.now
    var times: [Timestamp] = []
    for n in 0..<3 {
      fixture.clock.advance(seconds: 60)
      let answer = try await database.commit([.set("c/a", ["n": .integer(Int64(n))])], ServiceFixture.admin)
      times.append(answer.commitTime)
    }
    for (n, time) in times.enumerated() {
      let read = try await database.get(documentPath("c/a"), .at(time), ServiceFixture.admin)
      #expect(read.stored.document.fields == ["n": .integer(Int64(n))])
      #expect(read.readTime == time)
    }
    let before = await refusal {
      let time = Timestamp(microseconds: times[0].microseconds - 1)
      _ = try await database.get(documentPath("c/a"), .at(time), ServiceFixture.admin)
    }
    #expect(before?.status == .notFound)
    let future = await refusal {
      let time = Timestamp(microseconds: fixture.clock.now.microseconds + 1)
      _ = try await database.run(query("c"), .at(time), ServiceFixture.admin)
    }
    #expect(future == FirestoreError(.invalidArgument, "The requested 'read_time' cannot be in the future."))
    let early = await refusal {
      let time = Timestamp(microseconds: ServiceFixture.start.microseconds - 1)
      _ = try await database.batchGet([documentPath("c/a")], .at(time), ServiceFixture.admin)
    }
    #expect(
      early
        == FirestoreError(
          .invalidArgument, "The requested 'read_time' cannot be before database creation time."))
    fixture.clock.advance(seconds: 3600)
    let old = await refusal {
      _ = try await database.listDocuments(
        DocumentListing(parent: nil, collectionID: "c"), .at(created), ServiceFixture.admin)
    }
    #expect(old == FirestoreError(.failedPrecondition, "The requested snapshot version is too old."))
  }

  @Test("what was read stays true: later commits come after the read time")
  func strongReads() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(0)]])
    let read = try await fixture.database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
    let commit = try await fixture.database.commit([.set("c/a", ["n": .integer(1)])], ServiceFixture.admin)
    #expect(commit.commitTime > read.readTime)
    let again = try await fixture.database.get(documentPath("c/a"), .at(read.readTime), ServiceFixture.admin)
    #expect(again.stored.document.fields == ["n": .integer(0)])
    let newest = try await fixture.database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
    #expect(newest.stored.document.fields == ["n": .integer(1)])
    #expect(newest.readTime == commit.commitTime)
  }

  @Test("while the files are broken every request fails, if that was asked for")
  func breakdown() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    fixture.database.configure { $0.breakdown = "firestore.rules:3:5: expected `;`" }
    let refused = await refusal {
      _ = try await fixture.database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
    }
    #expect(refused == FirestoreError(.failedPrecondition, "firestore.rules:3:5: expected `;`"))
    let written = await refusal { _ = try await fixture.database.commit([.delete("c/a")], ServiceFixture.admin) }
    #expect(written == refused)
    #expect(fixture.database.store.current.documentCount == 1)
    #expect(fixture.observer.requests.map(\.method) == [.getDocument, .commit])
    fixture.database.configure { $0.breakdown = nil }
    _ = try await fixture.database.get(documentPath("c/a"), .strong, ServiceFixture.admin)
  }
}
