import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreService
import Metering
import QueryModel
import QueryShapes
import StructuredText
import Synchronization
import Testing

@testable import Emulation
@testable import Project

@Suite("a recording stays small whatever clients ask") struct RecordingBoundsTests {
  private func request(_ query: String, operation: Text? = nil) throws -> ServedRequest {
    guard case .query(let query) = try QueryStatement(parsing: query, database: .standard) else {
      throw FirestoreError(.invalidArgument, "no query")
    }
    return ServedRequest(
      database: .standard, method: .runQuery, time: Timestamp(microseconds: 0),
      context: RequestContext(caller: .admin, operation: operation), target: "c",
      query: RecordedQuery(kind: .get, query: query))
  }

  private func recording() -> Recording {
    Recording(mode: .permissive, billing: .standard, since: Timestamp(microseconds: 0))
  }

  @Test("a day of requests by ever other users, operations and listeners keeps no more than a part of them")
  func day() throws {
    let recording = Recording(
      mode: .production, billing: .standard, since: Timestamp(microseconds: 0), history: RequestHistory())
    var request = try request("c where a == 1")
    request.billing = .get(found: true, ruleReads: 0)
    request.target = String(repeating: "x", count: 3_000)
    for number in 0..<25_000 {
      request.time = Timestamp(microseconds: Int64(number) * 7_000_000)
      request.context = RequestContext(
        caller: .user(AuthContext(signedIn: Text("u\(number)"))), operation: Text("o\(number)"),
        test: Text("t\(number)"))
      request.listener = number
      recording.record(request)
    }
    recording.state.withLock { state in
      #expect(state.ledger.total.requests == 25_000)
      #expect(state.ledger.callers.count == ServedLedger.callerLimit + 1)
      #expect(state.ledger.accounts.count == ServedLedger.limit + 1)
      #expect(state.ledger.minutes.minutes.count == MinuteTable.limit)
      #expect(state.listeners.count == ListenerBills.limit)
      #expect(state.shapes.records.count == 1)
    }
    let kept = try #require(recording.history).entries(after: 0)
    #expect(kept.count <= RequestHistory.limit)
    #expect(kept.reduce(0) { $0 + $1.weight } <= RequestHistory.weightLimit)
  }

  @Test("a listener that began anew is counted as one, whether it found documents or not") func restarted() throws {
    let recording = recording()
    var request = try request("c")
    request.method = .listen
    for documents in [Int64(3), 0] {
      request.billing = .listenReissue(ReadWork(documents: documents))
      recording.record(request)
    }
    request.billing = .listenInitial(ReadWork(documents: 2))
    recording.record(request)
    let total = recording.state.withLock { $0.ledger.total }
    #expect((total.listeners, total.restarted, total.tally.reissued) == (3, 2, 3))
  }

  @Test("where nobody looks, nothing is counted that only the page shows") func withoutPage() async throws {
    for (keepsHistory, count) in [(true, 1), (false, 0)] {
      let emulation = try Folder().emulation(keepsHistory: keepsHistory)
      try await emulation.set("c/a")
      #expect(await emulation.ask("c where a == 1") == [])
      var request = try request("c where a == 1")
      request.listener = 4
      emulation.recording.record(request)
      emulation.recording.state.withLock { state in
        #expect(state.indexes.uses.count == count)
        #expect(state.listeners.count == count)
      }
      #expect(emulation.recording.totals.requests == 3)
    }
  }

  @Test("a shape of enormous text is counted and not kept") func longText() throws {
    let recording = recording()
    let fields = (0..<9_000).map { "a\($0) == \($0)" }.joined(separator: " and ")
    recording.record(try request("c where \(fields)"))
    recording.record(try request("c where a == 1"))
    #expect(recording.shapeCount == 1)
    #expect(JSONWriter.text(recording.document, .compact).hasSuffix(#""unrecorded":1}"#))
    #expect(recording.totals.requests == 2)
    let read = QueryRecording.read(SourceText(path: "r", text: JSONWriter.text(recording.document)))
    #expect(read.findings == [])
    #expect(read.recording.entries.count == 1)
  }

  @Test("more shapes than an application has are counted and not kept") func manyShapes() throws {
    let recording = recording()
    for number in 0..<10_050 { recording.record(try request("c\(number)")) }
    #expect(recording.shapeCount == 10_000)
    #expect(JSONWriter.text(recording.document, .compact).hasSuffix(#""unrecorded":50}"#))
  }

  @Test("long names are cut, and found under what they were") func longNames() async throws {
    let emulation = try Folder().emulation()
    let name = Text(String(repeating: "é", count: 500))
    _ = await emulation.ask("c", .admin(operation: name))
    let text = JSONWriter.text(emulation.ledger(operation: name), .compact)
    #expect(text.contains(#""requests":1"#))
    #expect(text.contains(#"{"name":"\#(String(repeating: "é", count: 199))…","requests":1"#))
  }

  @Test("queries that the service refuses as invalid are no shapes") func invalid() async throws {
    let emulation = try Folder().emulation()
    #expect(await emulation.ask("c where a not-in [1] and b != 2").first?.hasPrefix("INVALID_ARGUMENT") == true)
    #expect(emulation.recording.shapeCount == 0)
  }

  @Test("two spellings of one query are one shape, and names of shapes do not collide") func spellings() throws {
    let recording = recording()
    for query in [
      "c where a > 1", "c where a > 2 orderBy a", "c where a > 2 orderBy a, __name__", "c where a > 3 orderBy a desc",
      "c where a > 2 orderBy a, __name__ startAfter(1, ref\"c/x\")", "c orderBy __name__", "c",
    ] { recording.record(try request(query)) }
    let entries = QueryRecording.read(SourceText(path: "r", text: JSONWriter.text(recording.document))).recording
      .entries
    #expect(
      entries.map(\.shape.text) == [
        "c where a > ?", "c where a > ? orderBy a desc", "c where a > ? orderBy a, __name__ startAfter(?, ?)", "c",
      ])
    #expect(Set(entries.map(\.name)).count == 4)
  }
}
