import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreService
import RulesTesting
import StructuredText
import Testing

@testable import Emulation

@Suite("single requests") struct RequestHistoryTests {
  private func folder(_ rules: String = DatabaseTests.allowRead) throws -> Folder {
    try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
      "firestore.rules": rules, "firestore.indexes.json": #"{"indexes": []}"#,
    ])
  }

  private func rows(_ emulation: Emulation) -> [[String: JSONValue]] {
    (emulation.recording.history?.entries(after: 0) ?? []).map { entry in
      entry.row(billing: emulation.recording.billing).members
    }
  }

  @Test("without somebody who looks nothing is kept") func none() async throws {
    let emulation = try folder().emulation()
    _ = await emulation.ask("c")
    #expect(emulation.recording.history == nil)
    #expect(emulation.requestDetail(1) == nil)
  }

  @Test("a row says who asked what, what was decided, by which index, and for how much") func row() async throws {
    let emulation = try folder().emulation(keepsHistory: true)
    try await emulation.set("c/a", #"{"n": {"integerValue": 1}}"#)
    _ = await emulation.ask("c where n == 1", .user("ada", operation: "list", test: "t"))
    _ = await emulation.ask("c where n == 1 orderBy m")
    let rows = rows(emulation)
    #expect(rows.map { $0["n"] } == [.integer(1), .integer(2), .integer(3)])
    #expect(rows.map { $0["verdict"] } == [.string("served"), .string("served"), .string("missing")])
    #expect(rows.map { $0["writes"] } == [.integer(1), nil, nil])
    #expect(rows[1]["who"] == .string("ada"))
    #expect(rows[1]["query"] == .string("c where n == 1"))
    #expect(rows[1]["indexes"] == .array([.string("(n ASC, __name__ ASC)")]))
    #expect(rows[1]["reads"] == .integer(1))
    #expect(rows[1]["operation"] == .string("list"))
    #expect(rows[1]["test"] == .string("t"))
    #expect(rows[2]["missing"] == .array([.string("c (n ASC, m ASC)")]))
  }

  @Test("a denied request says which condition did not hold, and what would have allowed it") func denied()
    async throws
  {
    let rules = """
      rules_version='2'; service cloud.firestore { match /databases/{d}/documents { match /c/{x} {
      allow get: if request.auth.uid == resource.data.owner; } } }
      """
    let emulation = try folder(rules).emulation(keepsHistory: true)
    try await emulation.set("c/a", #"{"owner": {"stringValue": "ada"}}"#)
    _ = await emulation.ask("c/a", .user("bob"))
    let row = rows(emulation)[1]
    #expect(row["verdict"] == .string("denied"))
    let reason = try #require(row["reason"]?.text)
    #expect(reason.hasSuffix(#"firestore.rules:2 request.auth.uid == resource.data.owner is false: "bob" == "ada""#))
    let detail = JSONWriter.text(try #require(emulation.requestDetail(2)), .compact)
    #expect(detail.contains(#""wouldAllow":"resource.data.owner == \"bob\"""#), "\(detail)")
    #expect(detail.contains(#""text":"resource.data.owner","value":"\"ada\"""#), "\(detail)")
  }

  @Test("a missing index comes with its definition, and is written into the file") func repair() async throws {
    let folder = try folder()
    let emulation = try folder.emulation(keepsHistory: true)
    let query = "c where n == 1 orderBy m"
    #expect(await emulation.ask(query).first?.hasPrefix("FAILED_PRECONDITION") == true)
    let detail = JSONWriter.text(try #require(emulation.requestDetail(1)), .compact)
    #expect(detail.contains(#""repairs":[{"title":"c (n ASC, m ASC)","code":"FB2001""#), "\(detail)")
    let before = try folder.read("firestore.indexes.json")
    let shown = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: true)?.members ?? [:]
    #expect(shown["written"] == 0 && shown["before"] == .string(before))
    #expect(try folder.read("firestore.indexes.json") == before)
    let written = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: false)?.members ?? [:]
    #expect(written["written"] == 1 && written["after"] == shown["after"])
    #expect(try folder.read("firestore.indexes.json").contains(#""collectionGroup": "c""#))
    // Used at once.
    #expect(await emulation.ask(query) == [])
    let again = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: false)?.members ?? [:]
    #expect(again["written"] == 0 && again["before"] == again["after"])
    let declared = emulation.indexes(of: "(default)").members["declared"]?.list.first?.members ?? [:]
    #expect(declared["title"] == "c (n ASC, m ASC)" && declared["requests"] == 1)
    #expect(declared["operations"]?.list.first?.members["query"] == "c where n == ? orderBy m")
  }

  @Test("one index is written alone, whether it was asked for or not") func single() async throws {
    let folder = try folder()
    let emulation = try folder.emulation(keepsHistory: true)
    #expect(await emulation.ask("c where n == 1 orderBy m").first?.hasPrefix("FAILED_PRECONDITION") == true)
    #expect(await emulation.ask("c where n == 1 orderBy o").first?.hasPrefix("FAILED_PRECONDITION") == true)
    let repair = try #require(emulation.requestDetail(2)?.members["repairs"]?.list.first?.members["definition"])
    let body = try #require(JSONReader.read(SourceText(path: "body", text: JSONWriter.text(repair))).valid)
    let choice = Emulation.IndexChoice.single(member: "indexes", body)
    #expect(try emulation.writeIndexes(choice, of: "(default)", onlyShowing: false)?.members["written"] == 1)
    #expect(try emulation.writeIndexes(choice, of: "(default)", onlyShowing: false)?.members["written"] == 0)
    let text = try folder.read("firestore.indexes.json")
    #expect(text.contains(#""fieldPath": "o""#) && !text.contains(#""fieldPath": "m""#))
    let wrong = try #require(JSONReader.read(SourceText(path: "body", text: #"{"fields": 5}"#)).valid)
    #expect(throws: FileWriting.Failure.self) {
      try emulation.writeIndexes(.single(member: "indexes", wrong), of: "(default)", onlyShowing: false)
    }
    #expect(try folder.read("firestore.indexes.json") == text)
    #expect(try emulation.writeIndexes(choice, of: "other", onlyShowing: true) == nil)
  }

  @Test("rules with errors are not saved, others are and hold at once") func rules() async throws {
    let folder = try folder()
    let emulation = try folder.emulation(keepsHistory: true)
    try await emulation.set("c/a")
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
    let broken = try emulation.writeRules("service {", of: "(default)")?.members
    #expect(broken?["isWritten"] == .boolean(false))
    #expect(try folder.read("firestore.rules") == DatabaseTests.allowRead)
    let closed = DatabaseTests.allowRead.replacing("read", with: "write")
    #expect(try emulation.writeRules(closed, of: "(default)")?.members["isWritten"] == .boolean(true))
    #expect(try folder.read("firestore.rules") == closed)
    #expect(await emulation.ask("c/a", .anonymous).first?.hasPrefix("PERMISSION_DENIED") == true)
    #expect(try emulation.writeRules("", of: "other") == nil)
  }

  @Test("a file that has changed since it was seen is not written over") func changed() async throws {
    let folder = try folder()
    let emulation = try folder.emulation(keepsHistory: true)
    let name = DatabaseName(project: "demo-local", database: "(default)")
    let tag = try #require(emulation.rules(of: name).members["etag"]?.text)
    let theirs = DatabaseTests.allowRead + "// theirs\n"
    try folder.write(theirs, to: "firestore.rules")
    let mine = DatabaseTests.allowRead + "// mine\n"
    func write(_ tag: String?) throws -> String? {
      try emulation.writeRules(mine, of: "(default)", expecting: FileWriting.Expectation(tag))?.members["etag"]?.text
    }
    let failure = #expect(throws: FileWriting.Failure.self) { _ = try write(tag) }
    guard case .changed(let problem, let current) = failure else { return #expect(Bool(false), "\(failure as Any)") }
    #expect(problem.code == .fileChanged && current.members["source"] == .string(theirs))
    #expect(try folder.read("firestore.rules") == theirs)
    let written = try write(current.members["etag"]?.text)
    #expect(try folder.read("firestore.rules") == mine && written == emulation.rules(of: name).members["etag"]?.text)
    #expect(try write("*") == written)
    // The same of indexes.
    #expect(await emulation.ask("c where n == 1 orderBy m").first?.hasPrefix("FAILED_PRECONDITION") == true)
    let shown = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: true)?.members
    let seen = FileWriting.Expectation(shown?["etag"]?.text)
    let others = try folder.read("firestore.indexes.json") + "\n"
    try folder.write(others, to: "firestore.indexes.json")
    #expect(throws: FileWriting.Failure.self) {
      _ = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: false, expecting: seen)
    }
    #expect(try folder.read("firestore.indexes.json") == others)
    // What is not used is not lost either.
    try folder.write("{\"indexes\": [", to: "firestore.indexes.json")
    #expect(throws: FileWriting.Failure.self) {
      _ = try emulation.writeIndexes(.everythingMissing, of: "(default)", onlyShowing: false)
    }
    #expect(try folder.read("firestore.indexes.json") == "{\"indexes\": [")
  }

  @Test("the newest ten thousand are kept, and what rules saw of the newest of them") func bounds() async throws {
    let history = RequestHistory()
    var request = ServedRequest(
      database: .standard, method: .getDocument, time: Timestamp(microseconds: 0), context: .anonymous, target: "c/a")
    request.duration = 5
    for _ in 0..<(RequestHistory.limit + 5) { history.add(request, operation: "o") }
    #expect(history.bounds == (6, RequestHistory.limit + 5))
    #expect(history.entries(after: 0).map(\.number) == Array(6...(RequestHistory.limit + 5)))
    #expect(history.entries(after: RequestHistory.limit + 3).map(\.number) == [10_004, 10_005])
    #expect(history.entries(after: .max).isEmpty)
    #expect(history.entry(5) == nil && history.entry(6)?.number == 6 && history.entry(10_006) == nil)
    // Large ones push out others by their weight.
    request.target = String(repeating: "x", count: RequestHistory.weightLimit / 3)
    for _ in 0..<4 { history.add(request, operation: "o") }
    #expect(history.entries(after: 0).count <= 3)
  }

  @Test("minutes and users are counted, and begin anew with the ledger") func meter() async throws {
    let clock = SetClock()
    let emulation = try folder().emulation(clock: clock)
    try await emulation.set("c/a")
    _ = await emulation.ask("c/a", .user("ada"))
    clock.advance(seconds: 60)
    _ = await emulation.ask("c", .user("ada"))
    let meter = emulation.meter(location: "nam5").members
    #expect(meter["minutes"]?.list.map { $0.members["reads"] } == [.integer(1), .integer(1)])
    #expect(meter["callers"]?.list.map { $0.members["name"] } == [.string("ada"), .string("admin")])
    #expect(meter["total"]?.members["cost"] != .null)
    emulation.resetLedger()
    #expect(emulation.meter().members["minutes"] == .array([]))
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  fileprivate var list: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
