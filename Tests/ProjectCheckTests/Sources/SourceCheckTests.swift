import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryScanner
import Testing

@testable import FirebreakTestSupport
@testable import Project
@testable import ProjectCheck
@testable import Terminal

@Suite("Checks of the queries of sources") struct SourceCheckTests {
  private static let index = """
    {"indexes": [{"collectionGroup": "posts", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "owner", "order": "ASCENDING"}, {"fieldPath": "created", "order": "DESCENDING"}]}]}
    """

  struct Case: CustomTestStringConvertible {
    var kind = ScannedRequest.Kind.get
    var text: String
    var open: [UnresolvedPart.Kind] = []
    /// Codes with their severities, in order.
    var found: [String] = []
    var testDescription: String { "\(kind.name) \(text) \(open)" }
  }

  static let cases: [Case] = [
    // Indexes.
    Case(text: "posts where owner == ? orderBy created desc limit 5"),
    Case(text: "posts where owner == ? orderBy created limit 5", found: ["FB2001 error"]),
    Case(text: "posts where owner == ? orderBy created limit ?", found: ["FB2001 error"]),
    Case(text: "posts where owner == ? orderBy created limit ?", open: [.limit], found: ["FB2001 error"]),
    Case(text: "group posts where a == ? and b > ? limit 2", found: ["FB2001 error"]),
    // Nothing about indexes is said of what is not known.
    Case(text: "posts where ? == ? orderBy created limit 5", open: [.field], found: ["FB1010 info"]),
    Case(text: "? where owner == ? orderBy created limit 5", open: [.collection], found: ["FB1010 info"]),
    // Of a query that may be any, it says nothing that calls were not followed.
    Case(
      text: "? where owner == ? orderBy created limit 5", open: [.calls, .collection],
      found: ["FB1010 info", "FB1010 info"]),
    Case(text: "posts where owner == ? orderBy created limit 5", open: [.constraint], found: ["FB1010 info"]),
    Case(text: "posts where owner == ? orderBy created limit 5", open: [.direction], found: ["FB1010 info"]),
    Case(text: "posts where owner == ? orderBy created limit 5", open: [.calls], found: ["FB1010 info"]),
    // What is given up counts where more is open.
    Case(
      text: "posts where ? == ? orderBy created limit 5", open: [.field, .calls],
      found: ["FB1010 warning", "FB1010 info"]),
    Case(
      text: "posts where owner == ? orderBy created limit ?", open: [.limit, .variants],
      found: ["FB1010 warning", "FB2001 error"]),
    Case(
      text: "posts where owner == ? orderBy created limit 5", open: [.variants, .calls], found: ["FB1010 info"]),
    // A query that is one of more is asked.
    Case(
      text: "posts where owner == ? orderBy created limit 5", open: [.variants],
      found: ["FB1010 info", "FB2001 error"]),
    // Positions do not change which index is needed.
    Case(
      text: "posts where owner == ? orderBy created startAfter(?) limit 5", open: [.cursor],
      found: ["FB1010 info", "FB2001 error"]),
    // Refusals that hold whatever the unknown is.
    Case(
      text: "? where a array-contains ? and b array-contains ?", open: [.collection],
      found: [
        "FB1008 error", "FB1010 info", "FB7004 info",
      ]),
    Case(
      text: "? where ? != ? and b not-in ? limit 1", open: [.collection, .field],
      found: [
        "FB1004 error", "FB1010 info", "FB1010 info", "FB7022 info",
      ]),
    // Refusals that something unknown may undo.
    Case(text: "? startAfter(?) limit 5", open: [.collection], found: ["FB1010 info"]),
    Case(
      text: "? orderBy ? and ? limit 5".replacing(" and ?", with: ", ?"), open: [.collection, .field],
      found: [
        "FB1010 info", "FB1010 info",
      ]),
    // Limits.
    Case(text: "posts", found: ["FB7004 info"]),
    Case(text: "posts limit ?"),
    // What people do grows, by its name or by the moment that it is ordered by; of another list nobody knows.
    Case(kind: .listen, text: "clinics orderBy createdAt desc", found: ["FB7010 info"]),
    Case(kind: .listen, text: "vaults/?/apps orderBy createdAt", found: ["FB7010 info"]),
    Case(kind: .listen, text: "decks/?/cards orderBy updatedAt", found: ["FB7010 info"]),
    Case(kind: .listen, text: "groups/?/sharedDecks orderBy sharedAt desc", found: ["FB7010 info"]),
    Case(kind: .listen, text: "competitions orderBy date desc", found: ["FB7010 info"]),
    Case(kind: .listen, text: "projects orderBy startDate", found: ["FB7010 info"]),
    Case(kind: .listen, text: "tasks orderBy dueDate", found: ["FB7010 info"]),
    Case(kind: .listen, text: "suppliesCurr orderBy logDate desc", found: ["FB7010 info"]),
    Case(kind: .listen, text: "active_orders orderBy placedAt", found: ["FB7010 info"]),
    Case(kind: .listen, text: "stockMovements orderBy createdAt desc", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "bug_reports orderBy createdAt desc", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "products/?/replies orderBy created_at", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "jobs_done orderBy lastUpdate desc", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "dailyProgress orderBy date desc", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "loyalty_online orderBy scheduleDate", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "posts orderBy created desc", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "rooms/?/posts orderBy sentAt", found: ["FB7010 warning"]),
    Case(kind: .listen, text: "posts orderBy title", found: ["FB7010 info"]),
    Case(kind: .listen, text: "posts", found: ["FB7010 info"]),
    Case(kind: .listen, text: "rooms/?/posts", found: ["FB7010 info"]),
    Case(kind: .listen, text: "users/$uid/posts", found: ["FB7010 info"]),
    Case(kind: .listen, text: "posts where owner == $uid", found: ["FB7010 info"]),
    Case(kind: .listen, text: "posts where owner != ?", found: ["FB7010 info"]),
    Case(kind: .listen, text: "? orderBy a", open: [.collection], found: ["FB1010 info", "FB7010 info"]),
    Case(kind: .listen, text: "?", open: [.collection], found: ["FB1010 info"]),
    Case(kind: .listen, text: "posts orderBy a", open: [.constraint], found: ["FB1010 info"]),
    Case(kind: .listen, text: "posts where created > ?", found: ["FB7004 info", "FB7013 info"]),
    Case(kind: .unsent, text: "posts"),
    Case(kind: .unsent, text: "posts where owner == ? orderBy created limit 5", found: ["FB2001 error"]),
    Case(text: "posts offset 10 limit 5", found: ["FB7006 warning"]),
    Case(text: "posts offset ? limit 5", found: ["FB7006 warning"]),
    // Bounds that move.
    Case(
      kind: .listen, text: "posts where created > ? orderBy created desc limit 5",
      found: ["FB7013 info", "FB7014 info"]),
    Case(
      kind: .listen, text: "posts orderBy created desc endBefore(?) limit 5", found: ["FB7013 info", "FB7014 info"]),
    Case(kind: .listen, text: "posts where created > ? orderBy created limit 5", found: ["FB7013 info"]),
    // A price or a rating that somebody has chosen is no watermark.
    Case(kind: .listen, text: "posts where likes >= ? orderBy likes desc limit 5"),
    Case(kind: .listen, text: "posts where price <= ? orderBy price limit 5"),
    Case(
      kind: .listen, text: "posts where lastMessageTime > ? orderBy lastMessageTime desc limit 5",
      found: [
        "FB7013 info", "FB7014 info",
      ]),
    Case(
      kind: .listen, text: "posts where a.updated_at > ? orderBy a.updated_at desc limit 5",
      found: [
        "FB7013 info", "FB7014 info",
      ]),
    Case(kind: .listen, text: "posts where name >= ? and name <= ? limit 5"),
    Case(kind: .listen, text: #"posts where created > "2026" orderBy created desc limit 5"#),
    Case(text: "posts where created > ? orderBy created desc limit 5"),
    Case(text: "posts orderBy created desc startAfter(?) limit 5"),
    // Document ids.
    Case(text: #"group posts orderBy __name__ startAfter("p17") limit 5"#, found: ["FB1006 error"]),
    Case(text: #"posts orderBy __name__ startAfter("p17") limit 5"#, found: ["FB1009 error"]),
    Case(text: "group posts orderBy __name__ startAfter(?) limit 5"),
    Case(text: "posts orderBy __name__ desc limit 5", found: ["FB2001 error", "FB2026 warning"]),
    Case(text: "posts orderBy __name__ limit 5"),
    // Lists.
    Case(text: "posts where owner in ? limit 5", found: ["FB7022 info"]),
    Case(text: #"posts where owner in ["a", "b"] limit 5"#),
    Case(text: "posts where owner in [?, ?] limit 5"),
    // Fields that are values.
    Case(text: "posts where archivedBy.`?` == true limit 5"),
    Case(text: "posts where archivedBy.`?` == true orderBy created limit 5", found: ["FB2012 error"]),
    Case(text: "posts where archivedBy.`?` == true and members array-contains ? limit 5"),
  ]

  @Test("one query", arguments: cases)
  func query(_ test: Case) throws {
    let fixture = try SourceFixture(["firestore.indexes.json": Self.index])
    let request = try fixture.request(test.kind, test.text, open: test.open.map { ($0, line: 1) })
    let found = try fixture.findings([request]).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(found == test.found)
  }

  @Test("what is asked in several places is found at each, and each names all")
  func callSites() throws {
    let fixture = try SourceFixture(["firestore.indexes.json": #"{"indexes": []}"#])
    let text = "posts where owner == ? orderBy created limit 5"
    let requests = [try fixture.request(.get, text, line: 2), try fixture.request(.get, text, line: 7)]
    let report = try fixture.queries(requests).check()
    let reported = FindingPolicy().apply(to: report.findings, settings: .none, isComplete: true)
    let missing = reported.diagnostics.filter { $0.code == .missingCompositeIndex }
    #expect(
      fixture.folder.lines(missing).map { $0.prefix(37) }
        == ["FB2001 error src/app.swift:2:1 query `", "FB2001 error src/app.swift:7:1 query `"].map { $0.prefix(37) })
    #expect(
      missing.map {
        $0.related.map { "\(LineTable($0.location.source).position(of: $0.location.span.start).line) \($0.message)" }
      } == [
        ["7 `posts where owner == ? orderBy created limit 5` needs it, too"],
        ["2 `posts where owner == ? orderBy created limit 5` needs it, too"],
      ])
    #expect(report.files == 1)
    #expect(report.shapes == 2)
    // For people it is one problem.
    let shown = FullRenderer().text(FindingList(missing))
    #expect(shown.split(separator: "\n").count { $0.hasPrefix("error[") } == 1)
    #expect(shown.contains("src/app.swift:7:1: `posts where owner == ? orderBy created limit 5` needs it, too\n"))
  }

  @Test("places that somebody has silenced are named by no other finding", arguments: [true, false])
  func silencedPlaces(byComment: Bool) throws {
    let settings = #"{"ignore": [{"code": "FB2001", "path": "**/src/app.swift", "reason": "made by hand"}]}"#
    let fixture = try SourceFixture(byComment ? [:] : ["firebreak.json": settings])
    let other = try SourceFixture(path: "src/other.swift")
    let text = "posts where owner == ? orderBy created limit 5"
    var requests = try [2, 7, 9].map { try fixture.request(.get, text, line: $0) }
    if !byComment { requests += try [1, 2].map { try other.request(.get, text, line: $0) } }
    let remarks = byComment ? [("firebreak-ignore FB2001 -- made by hand", line: 6)] : []
    let queries = try fixture.queries(requests, remarks: remarks)
    let reported = FindingPolicy().apply(
      to: queries.check().findings, settings: queries.scope.project.settings, isComplete: true)
    func lines(_ places: [Diagnostics.SourceLocation]) -> [Int] {
      places.map { LineTable($0.source).position(of: $0.span.start).line }
    }
    let missing = reported.diagnostics.filter { $0.code == .missingCompositeIndex }
    #expect(lines(missing.compactMap(\.location)) == (byComment ? [2, 9] : [1, 2]))
    #expect(missing.map { lines($0.related.map(\.location)) } == (byComment ? [[9], [2]] : [[2], [1]]))
    #expect(reported.suppressed.map(\.related) == Array(repeating: [], count: byComment ? 1 : 3))
  }

  @Test("of many places the first names some, and the others name it")
  func manyPlaces() throws {
    let fixture = try SourceFixture(
      ["firestore.indexes.json": Self.index], lines: Array(repeating: "ask()", count: 2000))
    let requests = try (1...2000).map { try fixture.request(.get, "posts where a == ? orderBy b limit 5", line: $0) }
    let findings = FindingPolicy().apply(
      to: try fixture.queries(requests).check().findings, settings: .none, isComplete: true)
    let missing = FindingList(findings.diagnostics.filter { $0.code == .missingCompositeIndex })
    #expect(missing.diagnostics.count == 2000)
    #expect(missing.diagnostics.prefix(3).map(\.related.count) == [8, 1, 1])
    #expect(missing.diagnostics.allSatisfy { $0.notes.last == "needed at 2,000 places" })
    let sarif = SARIFReport(toolVersion: "1").text(missing)
    #expect(sarif.utf8.count < 4_000_000)
    // Carried out at every place, the fix would define the index 2,000 times.
    #expect(sarif.split(separator: "\n").count { $0.contains("\"fixes\"") } == 1)
  }

  @Test("ways to one call with the same problem are one finding, about the simplest of them")
  func variants() throws {
    let fixture = try SourceFixture(["firestore.indexes.json": Self.index])
    let texts = [
      "posts where owner == ? orderBy created startAfter(?) limit 5", "posts where owner == ? orderBy created limit 5",
      "posts where owner == ? orderBy created limit 10", "posts where a == ? orderBy created limit 5",
      "posts where owner == ? and created > ? orderBy created desc", "posts where owner == ?",
    ]
    let report = try fixture.queries(try texts.map { try fixture.request(.get, $0, line: 3) }).check()
    let found = FindingList(report.findings).diagnostics.filter { $0.code != .configNotFound }
    #expect(
      fixture.folder.lines(found) == [
        "FB2001 error src/app.swift:3:1 query `posts where a == ? orderBy created limit 5` needs an index that `firestore.indexes.json` does not define",
        "FB2001 error src/app.swift:3:1 query `posts where owner == ? orderBy created limit 5` needs an index that `firestore.indexes.json` does not define",
        "FB7004 info src/app.swift:3:1 the query `posts where owner == ?` has no limit: it bills every document that matches",
      ])
    #expect(
      found.map(\.notes.last) == [
        "production would answer FAILED_PRECONDITION",
        "the same goes for 2 other queries that are sent here: `posts where owner == ? orderBy created limit 10`, `posts where owner == ? orderBy created startAfter(?) limit 5`",
        "the same goes for another query that is sent here: `posts where owner == ? and created > ? orderBy created desc`",
      ])
  }

  @Test("parts of one query that need different indexes are told apart")
  func disjuncts() throws {
    let fixture = try SourceFixture(["firestore.indexes.json": Self.index])
    let text = "posts where a == 1 or b == ? orderBy created limit 5"
    let found = try fixture.findings([try fixture.request(.get, text)])
    #expect(
      found == [
        "FB2001 error src/app.swift:1:1 query `\(text)` needs an index that `firestore.indexes.json` does not define for its part `a == 1`",
        "FB2001 error src/app.swift:1:1 query `\(text)` needs an index that `firestore.indexes.json` does not define for its part `b == ?`",
      ])
    // One part that lacks its index needs no name.
    let one = "posts where owner == 1 or b == ? orderBy created desc limit 5"
    #expect(
      try fixture.findings([try fixture.request(.get, one)]) == [
        "FB2001 error src/app.swift:1:1 query `\(one)` needs an index that `firestore.indexes.json` does not define"
      ])
  }

  @Test("a missing index comes with the definition, and with the edit of the file that adds it")
  func fix() throws {
    let fixture = try SourceFixture(["firestore.indexes.json": Self.index])
    let report = try fixture.queries([try fixture.request(.get, "posts where a == ? orderBy b limit 5")]).check()
    let finding = try #require(report.findings.first { $0.code == .missingCompositeIndex })
    #expect(finding.needs?.member == "indexes")
    #expect(
      finding.needs?.json
        == #"{"collectionGroup":"posts","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"ASCENDING"}]}"#
    )
    let edits = try #require(finding.fixes.first?.edits)
    var bytes = Array(Self.index.utf8)
    for edit in edits.reversed() {
      #expect(edit.location.source.path.hasSuffix("firestore.indexes.json"))
      bytes.replaceSubrange(edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    }
    let edited = IndexFile(reading: SourceText(path: "i.json", bytes: bytes), database: "(default)", edition: .standard)
    #expect(edited.diagnostics == [])
    #expect(edited.composites.map(\.value.fieldsText) == ["(owner ASC, created DESC)", "(a ASC, b ASC)"])
    // Without a file there is nothing to edit.
    let bare = try SourceFixture()
    let other = try bare.queries([try bare.request(.get, "posts where a == ? orderBy b limit 5")]).check()
    let unknown = other.findings.first { $0.code == .missingCompositeIndex }
    #expect(unknown?.fixes == [])
    #expect(unknown?.notes.last == "an index that was made in the console is not known here")
    #expect(
      unknown?.help?.hasPrefix("save what is deployed with `firebase firestore:indexes > firestore.indexes.json`")
        == true)
    #expect(!finding.notes.contains { $0.contains("console") })
  }

  @Test("comments without effect are reported")
  func commentsWithoutEffect() throws {
    let fixture = try SourceFixture(lines: [
      "// firebreak-ignor FB7004 -- x", "ask()", "// firebreak: as admin", "let x = 1", "", "// firebreak: as admin",
      "ask()",
      "// firebreak: as", "ask()",
    ])
    let requests = try [2, 7, 9].map { try fixture.request(.get, "posts limit 5", line: $0) }
    let found = try fixture.findings(
      requests,
      remarks: [
        ("firebreak-ignor FB7004 -- x", line: 1), ("firebreak: as admin", line: 3), ("firebreak: as admin", line: 6),
        ("firebreak: as", line: 8),
      ])
    #expect(
      found == [
        "FB0009 warning src/app.swift:1:1 the comment `firebreak-ignor` has no effect: it is none of Firebreak's",
        "FB0009 warning src/app.swift:3:1 no request follows the comment that says who asks (`admin`)",
        "FB0009 warning src/app.swift:8:1 the comment `firebreak: as` has no effect: it is none of Firebreak's",
      ])
  }

  @Test("a query that the SDK throws at is reported with the SDK")
  func refusedBySDK() throws {
    let fixture = try SourceFixture()
    var request = try fixture.request(.get, "posts where a == 1 and (b == 2 or c == 3) limit 5")
    request.refusal = SDKRefusal(
      sdk: "the web SDK", message: "InvalidQuery. No.", help: "put all filters into one `and(…)`", at: request.location)
    let report = try fixture.queries([request]).check()
    let finding = try #require(report.findings.first { $0.code == .invalidQuery })
    #expect(
      finding.message == "the web SDK refuses `posts where a == 1 and (b == 2 or c == 3) limit 5`: InvalidQuery. No.")
    #expect(finding.notes == ["the service would answer it; the SDK throws before anything is sent"])
  }

  @Test("a list without values that the SDK throws at has no length to be bounded")
  func emptyList() throws {
    let fixture = try SourceFixture()
    var request = try fixture.request(.get, "posts where a in ? limit 5")
    request.refusal = SDKRefusal(
      sdk: "the SDK", message: "'in' needs at least one value", help: "do not ask", at: request.location,
      wouldBeAnswered: false)
    #expect(
      try fixture.findings([request]) == [
        "FB1009 error src/app.swift:1:1 the SDK refuses `posts where a in ? limit 5`: 'in' needs at least one value"
      ])
  }

  @Test(
    "index definitions of a document that do not count because of a slip are said",
    arguments: [
      (#"{"indexes": [{"collectionGroup": "a", "fields": []}]"#, 1), (#"{"indexes": [{"collectionGroup": "a", …"#, 0),
    ])
  func brokenDefinitions(text: String, count: Int) throws {
    let fixture = try SourceFixture(path: "design.md", lines: ["", text])
    let found = try fixture.findings([], fragments: [fixture.fragment(.indexes)])
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.hasPrefix("FB0013 warning design.md:") && $0.contains("are not read: ") }, "\(found)")
  }

  private static func definition(_ group: String) -> String {
    #"{"collectionGroup": "\#(group)", "fields": [{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}]}"#
  }

  @Test(
    "parts of index files that documents show are read",
    arguments: [
      (
        #"{"fieldOverrides": [{"collectionGroup": "p", "fieldPath": "a", "indexes": []}]}"#,
        ["FB2001", "FB2001", "FB2003"]
      ),
      (
        #""fieldOverrides": [{"collectionGroup": "p", "fieldPath": "a", "indexes": []}]"#,
        ["FB2001", "FB2001", "FB2003"]
      ),
      (#"{"collectionGroup": "p", "fieldPath": "a", "indexes": []}"#, ["FB2001", "FB2001", "FB2003"]),
      ("\(definition("p")), \(definition("q"))", []), ("\(definition("p")),\n// more\n\(definition("q")),", []),
      ("{\"indexes\": [ \(definition("p")), \(definition("q")), ", []),
      ("\"indexes\": [\(definition("q")),", ["FB2001"]),
      ("[\(definition("p")), \(definition("q")),\n", []),
      // What is cut off within an entry is no entry.
      (
        #""indexes": [{"collectionGroup": "p", "fields": [{"fieldPath": "a", "order": "ASCENDING"},"#,
        ["FB0013", "FB2001", "FB2001"]
      ),
      (
        #"{"collectionGroup": "p", "fields": [{"fieldPath": "a", "order": "ASCENDING"},"#,
        ["FB0013", "FB2001", "FB2001"]
      ),
    ])
  func shownParts(text: String, found: [String]) throws {
    let fixture = try SourceFixture(path: "design.md", lines: ["```json", text, "```"])
    let requests = try [
      "p where a == ? orderBy b limit 5", "q where a == ? orderBy b limit 5", "p where a == ? limit 5",
    ].map {
      try fixture.request(.get, $0)
    }
    let fragment = fixture.fragment(.indexes, Span(8, 8 + text.utf8.count + 1))
    let codes = try fixture.findings(requests, fragments: [fragment]).map { String($0.prefix(6)) }
    #expect(codes.sorted() == found)
  }

  @Test("so is one of the Realtime Database, of which the service says nothing")
  func refusedRealtimeQuery() throws {
    let fixture = try SourceFixture()
    let games = RealtimeQuery(location: PathTemplate([.literal("games")]), ordering: .key, limit: .first(5))
    var request = fixture.realtime(.get, games)
    request.refusal = SDKRefusal(
      sdk: "the web SDK", message: "orderByKey: You can't combine multiple orderBy calls.", help: "keep one",
      at: request.location, wouldBeAnswered: false)
    let report = try fixture.queries([request]).check()
    let finding = try #require(report.findings.first { $0.code == .invalidQuery })
    #expect(
      finding.message
        == "the web SDK refuses `realtime games orderByKey&limitToFirst=5`: orderByKey: You can't combine multiple orderBy calls."
    )
    #expect(finding.notes == ["the SDK throws before anything is sent"])
  }

  @Test("one unknown is reported once, where it stands")
  func unknownOnce() throws {
    let fixture = try SourceFixture()
    let requests = [
      try fixture.request(.get, "a where ? == ? limit 1", line: 3, open: [(.field, line: 9)]),
      try fixture.request(.get, "b where ? == ? limit 1", line: 5, open: [(.field, line: 9)]),
    ]
    #expect(
      try fixture.findings(requests) == [
        "FB1010 info src/app.swift:9:1 a field of `a where ? == ? limit 1` is known only at run time"
      ])
  }

  @Test("of a database that nobody configures no index is missing")
  func otherDatabase() throws {
    let fixture = try SourceFixture(["firebase.json": #"{"firestore": {"database": "main"}}"#])
    let text = "posts where owner == ? orderBy created limit 5"
    let requests = [
      try fixture.request(.get, text, line: 1, database: "main"),
      try fixture.request(.get, text, line: 2, database: "stats"),
      try fixture.request(
        .get, "a where b array-contains ? and c array-contains ? limit 1", line: 3, database: "stats"),
      try fixture.request(.get, text, line: 4, open: [(.database, line: 4)], database: nil),
    ]
    let found = try fixture.findings(requests).map { $0.prefix(31) }
    // A database that only the run names is taken for the only one that is configured.
    #expect(
      found == [
        "FB0012 warning firebase.json:1:", "FB2001 error src/app.swift:1:1 ", "FB1010 info src/app.swift:2:1 t",
        "FB1008 error src/app.swift:3:1 ",
        "FB1010 info src/app.swift:4:1 t", "FB2001 error src/app.swift:4:1 ",
      ])
  }

  @Test("reads in loops")
  func loops() throws {
    let fixture = try SourceFixture()
    let list = fixture.place(2)
    let requests = [
      try fixture.request(.get, "users/?", line: 3, repetition: .perDocument(of: list)),
      try fixture.request(.get, "posts where owner == ? limit 1", line: 4, repetition: .perElement(atMost: nil)),
      // A long list in parts.
      try fixture.request(.get, "posts where owner in ? limit 30", line: 5, repetition: .perElement(atMost: nil)),
      try fixture.request(.get, "users/?", line: 6, repetition: .repeated),
      // Page after page.
      try fixture.request(.get, "posts orderBy a startAfter(?) limit 30", line: 7, repetition: .repeated),
      // Its first page.
      try fixture.request(.get, "posts orderBy a limit 30", line: 7, repetition: .repeated),
      try fixture.request(.write(.delete), "users/?", line: 8, repetition: .perDocument(of: list)),
      try fixture.request(.get, "posts limit 5", line: 9, repetition: .repeated),
      // What is left is deleted in every round, after a first one before the loop.
      try fixture.request(.get, "logs limit 100", line: 10),
      try fixture.request(.write(.delete), "logs/?", line: 11, repetition: .perDocument(of: fixture.place(10))),
      try fixture.request(.get, "logs limit 100", line: 12, repetition: .repeated),
      // Something new is written for each of them: the next round finds them again.
      try fixture.request(.get, "jobs limit 100", line: 13, repetition: .repeated),
      try fixture.request(.write(.create), "done/?", line: 14, repetition: .perDocument(of: fixture.place(13))),
      // The first page has a call of its own; elsewhere the same query is asked again and again.
      try fixture.request(.get, "news orderBy a limit 9", line: 15, function: "page", repetition: .repeated),
      try fixture.request(
        .get, "news orderBy a startAfter(?) limit 9", line: 16, function: "page", repetition: .repeated),
      try fixture.request(.get, "news orderBy a limit 9", line: 17, function: "poll", repetition: .repeated),
      try fixture.request(.listen, "items limit 9", line: 18, repetition: .repeated),
    ]
    #expect(
      try fixture.findings(requests) == [
        "FB7003 warning src/app.swift:3:1 `users/?` is read once per document of the result of line 2",
        "FB7003 info src/app.swift:4:1 `posts where owner == ? limit 1` is read once per element of a list",
        "FB7003 info src/app.swift:6:1 `users/?` is read again each time a loop or a timer comes round",
        "FB7003 info src/app.swift:9:1 `posts limit 5` is read again each time a loop or a timer comes round",
        "FB7003 info src/app.swift:13:1 `jobs limit 100` is read again each time a loop or a timer comes round",
        "FB7003 info src/app.swift:17:1 `news orderBy a limit 9` is read again each time a loop or a timer comes round",
        "FB7003 info src/app.swift:18:1 `items limit 9` is listened to again each time a loop or a timer comes round",
      ])
  }

  @Test("reads once per document of a list, a finding for each loop")
  func loopsOverResults() throws {
    let fixture = try SourceFixture()
    let list = Repetition.perDocument(of: fixture.place(1))
    let other = Repetition.perDocument(of: fixture.place(2))
    let requests = [
      try fixture.request(.get, "users/?", line: 3, repetition: list),
      try fixture.request(.get, "patients/?", line: 4, repetition: list),
      try fixture.request(.get, "users/?", line: 5, repetition: other),
      // A server looks at each; what is the same for all of them can be read before.
      try fixture.request(.get, "users/?", line: 6, caller: .admin, repetition: list),
      try fixture.request(
        .get, "settings/all", line: 7, caller: .admin, repetition: .perDocument(of: fixture.place(9))),
      // Nobody knows of what.
      try fixture.request(
        .get, "?/?", line: 8, open: [(.collection, line: 8)], repetition: .perDocument(of: fixture.place(10))),
      try fixture.request(.listen, "rooms/?", line: 9, repetition: .perDocument(of: fixture.place(11))),
    ]
    let found = try fixture.queries(requests).check().findings.filter { $0.code == .nPlusOneGets }
    #expect(
      found.map { finding in
        let place = finding.location.map { LineTable($0.source).position(of: $0.span.start).line } ?? 0
        let more = finding.related.map { LineTable($0.location.source).position(of: $0.location.span.start).line }
        return "\(finding.severity) \(place) \(more)"
      } == [
        "warning 3 [4]", "warning 5 []", "info 6 []", "warning 7 []", "info 8 []", "info 9 []",
      ])
  }

  @Test("what is done with a result")
  func results() throws {
    let fixture = try SourceFixture()
    let requests = [
      try fixture.request(.get, "posts limit 5", line: 3, remarks: [.filteredAfterRead(fixture.place(6))]),
      try fixture.request(
        .get, "posts orderBy a startAfter(?) limit 5", line: 8, remarks: [.cursorFromRead(fixture.place(7))]),
    ]
    #expect(
      try fixture.findings(requests) == [
        "FB7019 info src/app.swift:3:1 documents of `posts limit 5` are filtered in line 6, after they were read",
        "FB7012 warning src/app.swift:8:1 `posts orderBy a startAfter(?) limit 5` continues behind a document that line 7 reads again for it",
      ])
  }

  @Test("the same listener twice in one type")
  func twice() throws {
    let fixture = try SourceFixture()
    let requests = [
      try fixture.request(.listen, "posts limit 5", line: 1, function: "A.first"),
      try fixture.request(.listen, "posts limit 5", line: 2, function: "A.second"),
      try fixture.request(.listen, "posts limit 5", line: 3, function: "B.third"),
      try fixture.request(.get, "posts limit 5", line: 4, function: "A.fourth"),
      try fixture.request(.listen, "posts limit 6", line: 5, function: "A.fifth"),
      // What they are compared with may differ.
      try fixture.request(.listen, "posts where a == ? limit 5", line: 6, function: "A.sixth"),
      try fixture.request(.listen, "posts where a == ? limit 5", line: 7, function: "A.sixth"),
      try fixture.request(.listen, "posts where a == $uid limit 5", line: 8, function: "A.sixth"),
      try fixture.request(.listen, "posts where a == $uid limit 5", line: 9, function: "A.seventh"),
      try fixture.request(.listen, "users/?", line: 10, function: "A.eighth"),
      try fixture.request(.listen, "users/?", line: 11, function: "A.eighth"),
      try fixture.request(.listen, "settings/all", line: 12, function: "A.eighth"),
      try fixture.request(.listen, "settings/all", line: 13, function: "A.ninth"),
    ]
    #expect(
      try fixture.findings(requests) == [
        "FB7011 info src/app.swift:2:1 `posts limit 5` is listened to twice, first in line 1",
        "FB7011 info src/app.swift:9:1 `posts where a == $uid limit 5` is listened to twice, first in line 8",
        "FB7011 info src/app.swift:13:1 `settings/all` is listened to twice, first in line 12",
      ])
  }

  @Test("comments silence findings, and have to be needed and to give a reason")
  func suppressions() throws {
    let fixture = try SourceFixture(lines: [
      "// one", "posts()", "", "// two", "posts()", "posts() // three", "// four", "users()", "posts()",
    ])
    let requests = try [2, 5, 6, 9].map { try fixture.request(.get, "posts", line: $0) }
    let remarks = [
      ("firebreak-ignore FB7004 -- small", line: 1), ("firebreak-ignore FB7004", line: 4),
      ("firebreak-ignore FB70, FB1 -- every day", line: 7),
    ]
    #expect(
      try fixture.findings(requests, remarks: remarks) == [
        "FB0011 error src/app.swift:4:1 the comment that ignores `FB7004` gives no reason",
        "FB7004 info src/app.swift:5:1 the query `posts` has no limit: it bills every document that matches",
        "FB7004 info src/app.swift:6:1 the query `posts` has no limit: it bills every document that matches",
        "FB0009 warning src/app.swift:7:1 the comment that ignores `FB1` matches no finding",
        "FB0009 warning src/app.swift:7:1 the comment that ignores `FB70` matches no finding",
        "FB7004 info src/app.swift:9:1 the query `posts` has no limit: it bills every document that matches",
      ])
    let file = try fixture.findings(requests, remarks: [("firebreak-ignore-file unbounded-query -- a tool", line: 4)])
    #expect(file == [])
  }

  @Test("a query that callers build names their places, and a comment at each of them silences it")
  func builtByCallers() throws {
    let fixture = try SourceFixture(lines: ["send(query)", "// one", "posts()", "// two", "posts()"])
    func findings(_ remarks: [(String, line: Int)]) throws -> [Diagnostic] {
      var request = try fixture.request(.get, "posts", line: 1)
      request.builtAt = try [3, 5].map { try fixture.request(.get, "posts", line: $0).location }
      return try fixture.queries([request], remarks: remarks).check().findings.filter {
        $0.location?.source.path.hasSuffix("swift") == true
      }
    }
    func lines(_ finding: Diagnostic) -> [Int] {
      finding.related.map { LineTable($0.location.source).position(of: $0.location.span.start).line }
    }
    let first = ("firebreak-ignore FB7004 -- small", line: 2)
    let second = ("firebreak-ignore FB7004 -- few", line: 4)
    let plain = try findings([])
    #expect(plain.map(\.code) == [.unboundedQuery])
    #expect(plain.map(lines) == [[3, 5]])
    #expect(plain.flatMap(\.related).map(\.message) == ["the query is built here", "the query is built here"])
    #expect(try findings([first]).map { $0.suppression == nil } == [true])
    #expect(try findings([first, second]).map { $0.suppression == nil } == [false])
  }
}
