import Diagnostics
import Emulation
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreService
import Project
import QueryShapes
import StructuredText
import Testing

@testable import RulesTesting

@Suite("what an emulation records") struct RecordingTests {
  private func folder(_ rules: String = DatabaseTests.allowRead) throws -> Folder {
    try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
      "firestore.rules": rules, "firestore.indexes.json": #"{"indexes": []}"#,
    ])
  }

  private func text(_ value: JSONValue) -> String { JSONWriter.text(value, .compact) }

  @Test("the ledger sums by operation, test, database and kind, and can be narrowed down and reset") func ledger()
    async throws
  {
    let clock = SetClock()
    let emulation = try folder().emulation(clock: clock)
    for id in ["a", "b", "c"] { try await emulation.set("c/\(id)", #"{"n": {"integerValue": 1}}"#) }
    clock.advance(seconds: 5)
    emulation.resetLedger()
    _ = await emulation.ask("c where n == 1", .admin(operation: "list", test: "t1"))
    _ = await emulation.ask("c where n == 2", .admin(test: "t1"))
    _ = await emulation.ask("c where n == 3")
    _ = await emulation.ask("c/a", .user("ada", operation: "open"))
    try await emulation.set("d/x")
    let expected = """
      {"since":"2026-11-21T12:00:05Z","total":{"requests":5,"denied":0,"refused":0,"listeners":0,"reads":6,"writes":1,"deletes":0,
      """
    let whole = text(emulation.ledger())
    #expect(whole.hasPrefix(expected))
    #expect(
      names(emulation.ledger(), "operations") == ["list", "open", "q-\(hash("c where n == ?"))", "set d/*", "t1"])
    #expect(names(emulation.ledger(), "tests") == ["t1"])
    #expect(names(emulation.ledger(), "kinds") == ["commit", "get", "query"])
    #expect(names(emulation.ledger(), "databases") == ["projects/demo-local/databases/(default)"])
    #expect(number(emulation.ledger(test: "t1"), "reads") == 4)
    #expect(number(emulation.ledger(operation: "open"), "reads") == 1)
    #expect(number(emulation.ledger(operation: "open", test: "t1"), "reads") == 0)
    #expect(totals(emulation) == [5, 6, 1, 0, 0])
  }

  @Test("queries are recorded once per shape, by who asks them") func shapes() async throws {
    let emulation = try folder().emulation(.permissive)
    _ = await emulation.ask("c where a == 1 and b > 2 orderBy b limit 5", .user("ada", operation: "first"))
    _ = await emulation.ask("c where a == 7 and b > 0 limit 5", .user("bob", operation: "second", test: "t"))
    _ = await emulation.ask("c where a in [1, 2]")
    _ = await emulation.ask("c where a in [1, 2, 3]")
    _ = await emulation.ask("users/u1/posts", .anonymous)
    _ = await emulation.ask("c where a == 1 aggregate count() as n", .anonymous)
    _ = await emulation.ask("c orderBy a startAfter(1, 2, 3, 4)")
    #expect(
      JSONWriter.text(emulation.recording.queries) == """
        [
          {
            "auth": "signed-in",
            "database": "(default)",
            "kind": "get",
            "name": "first",
            "query": "c where a == ? and b > ? limit 5",
            "sources": [],
            "requests": 2,
            "operation": "first",
            "missing": [
              {
                "code": "FB2001",
                "collectionGroup": "c",
                "queryScope": "COLLECTION",
                "fields": [
                  {
                    "fieldPath": "a",
                    "order": "ASCENDING"
                  },
                  {
                    "fieldPath": "b",
                    "order": "ASCENDING"
                  }
                ]
              }
            ]
          },
          {
            "auth": "admin",
            "database": "(default)",
            "kind": "get",
            "name": "q-\(hash("c where a in ?"))",
            "query": "c where a in ?",
            "sources": [],
            "requests": 2
          },
          {
            "auth": "anonymous",
            "database": "(default)",
            "kind": "get",
            "name": "q-\(hash("users/?/posts"))",
            "query": "users/?/posts",
            "sources": [],
            "requests": 1
          },
          {
            "auth": "anonymous",
            "database": "(default)",
            "kind": "aggregate",
            "name": "q-\(hash("c where a == ? aggregate count()"))",
            "query": "c where a == ? aggregate count()",
            "sources": [],
            "requests": 1
          }
        ]
        """)
  }

  @Test("a missing index is one finding, and the suggested file makes production mode pass") func missing() async throws
  {
    let folder = try folder()
    let permissive = try folder.emulation(.permissive)
    try await permissive.set("c/x", #"{"a": {"integerValue": 1}, "b": {"integerValue": 2}}"#)
    let queries = ["c where a == 1 orderBy b desc", "group c where a == 1", "c where b == 1"]
    for query in queries { _ = await permissive.ask(query, .admin(operation: "o", test: "t")) }
    _ = await permissive.ask(queries[0])
    #expect(
      permissive.findings.map { "\($0.code.id) \($0.message) | \($0.notes.last ?? "")" } == [
        "FB2001 query `o` needs an index that `\(folder.path)/firestore.indexes.json` does not define | asked 2 times, first in operation \"o\" of test \"t\"",
        "FB2002 query `o` needs a collection-group index on `a` | asked once, first in operation \"o\" of test \"t\"",
      ])
    #expect(
      text(permissive.findingsDocument).hasPrefix(
        #"{"outcome":"findings","findings":[{"code":"FB2001","name":"missing-composite-index","severity":"error""#))
    #expect(
      text(permissive.findingsDocument).contains(
        #""missingIndex":{"collectionGroup":"c","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"DESCENDING"}]},"requests":2,"operation":"o","test":"t","index":{"collectionGroup":"c","#
      ))
    let production = try folder.emulation()
    try await production.set("c/x", #"{"a": {"integerValue": 1}, "b": {"integerValue": 2}}"#)
    #expect(await production.ask(queries[0]).first?.hasPrefix("FAILED_PRECONDITION") == true)
    #expect(production.findings.map(\.code) == [.missingCompositeIndex])
    try folder.write(
      String(decoding: permissive.suggestedIndexes().cleanText, as: UTF8.self), to: "firestore.indexes.json")
    production.reloadFiles { _ in FileStamp(seconds: 1, size: 1) }
    for query in queries.dropLast() { #expect(await production.ask(query) == ["c/x"]) }
    let emulator = try folder.emulation(.emulator)
    _ = await emulator.ask("c where a == 1 orderBy b")
    #expect(emulator.findings == [])
  }

  @Test("an index that several shapes miss is one finding where they are grouped") func grouped() async throws {
    let emulation = try folder().emulation(.permissive)
    let queries = [
      "c where a == 1 orderBy b desc", "c where a == 1 and d == 1 orderBy b desc",
      "c where a == 1 and b > 3 orderBy b desc",
      "group c where a == 1 orderBy b desc", "c where a == 1 orderBy b desc limit 2",
    ]
    for query in queries { _ = await emulation.ask(query) }
    #expect(emulation.findings.count == 5)
    let grouped = emulation.findingsByIndex
    #expect(
      grouped.map { $0.notes.last ?? "" } == [
        "needed by 3 queries, of which this was asked first", "asked once", "asked once",
      ])
    #expect(grouped.map(\.message) == [0, 1, 3].map { emulation.findings[$0].message })
  }

  @Test("vector searches keep their dimension") func vectors() async throws {
    let emulation = try folder().emulation(.permissive)
    _ = await emulation.ask("c findNearest(v, vector(1.0, 2.0, 3.0), COSINE, limit 2)")
    #expect(
      text(emulation.recording.queries).contains(
        #""query":"c findNearest(v, ?, COSINE, limit 2)","sources":[],"vectorDimension":3"#))
    #expect(String(decoding: emulation.suggestedIndexes().cleanText, as: UTF8.self).contains(#""dimension": 3"#))
  }

  @Test("queries that rules always deny need no index") func deniedQueries() async throws {
    let emulation = try folder(DatabaseTests.denyAll).emulation()
    _ = await emulation.ask("c where a == 1 orderBy b desc", .anonymous)
    #expect(emulation.recording.totals.denials == 1)
    #expect(emulation.suggestedIndexes().additions == [])
    #expect(emulation.findings == [])
    #expect(text(emulation.recording.queries).contains(#""requests":1,"denied":1"#))
  }

  @Test("a recording is read back as it was written") func readBack() async throws {
    let emulation = try folder().emulation(.permissive)
    let asked = [
      "c where a == 1 and b > 2 limit 5", "group posts where tags array-contains \"x\"",
      "c where a == 1 or b != 2", "c aggregate sum(a), avg(b)", "c orderBy a desc startAfter(1)",
      "c findNearest(v, vector(1.0, 2.0), EUCLIDEAN, limit 2)",
    ]
    for query in asked {
      let answer = await emulation.ask(query)
      #expect(answer == (query.contains("aggregate") ? ["integer(0)", "null"] : []))
    }
    let source = SourceText(path: QueryRecording.path, text: text(emulation.recording.document))
    let (recording, findings) = QueryRecording.read(source)
    #expect(findings == [])
    #expect(recording.entries.map(\.shape.text).count == asked.count)
    #expect(
      text(.array(recording.entries.map(\.json)))
        == text(
          .array(
            QueryRecording.read(SourceText(path: "q", text: text(emulation.recording.queries))).recording.entries.map(
              \.json))))
    let again = recording.entries.map { JSONWriter.text($0.json, .compact) }
    for (entry, original) in zip(recording.entries, again) {
      let decoded = QueryRecording.read(SourceText(path: "q", text: "[\(original)]")).recording.entries
      #expect(decoded == [entry])
    }
  }

  @Test("coverage counts what rules have evaluated, by project") func coverage() async throws {
    let rules = """
      service cloud.firestore {
        match /databases/{d}/documents {
          match /c/{id} { allow get: if id == 'a'; }
        }
      }
      """
    let emulation = try folder(rules).emulation()
    for id in ["a", "b"] { try await emulation.set("c/\(id)") }
    _ = await emulation.ask("c/a", .anonymous)
    _ = await emulation.ask("c/b", .anonymous)
    _ = await emulation.ask("c/a", .admin)
    let report = emulation.coverage(project: "demo-local").reports
    #expect(report.map(\.expressionShare.covered) == [report[0].expressionShare.total])
    #expect(report[0].conditions.map(\.isCovered) == [true])
    #expect(emulation.coverage(project: "other").reports.map(\.expressionShare.covered) == [0])
    #expect(text(emulation.coverageDocument(project: "demo-local")).contains(#""report":[{"sourcePosition""#))
    #expect(emulation.coveragePage(project: "demo-local").hasPrefix("<!DOCTYPE html>"))
  }

  /// A proof evaluates no document: one that the query could return stands for it.
  @Test("coverage counts queries, too") func coverageOfQueries() async throws {
    let rules = """
      service cloud.firestore {
        match /databases/{d}/documents {
          match /c/{id} { allow list: if resource.data.owner == request.auth.uid; }
        }
      }
      """
    let emulation = try folder(rules).emulation()
    _ = await emulation.ask(#"c where owner == "ada""#, .user("ada"))
    _ = await emulation.ask(#"c where owner == "bob""#, .user("ada"))
    _ = await emulation.ask(#"c where owner == "ada" limit 3"#, .user("ada"))
    let report = emulation.coverage(project: "demo-local").reports
    #expect(report[0].statements.map(\.coverage.totals.allowed) == [2])
    #expect(report[0].statements.map(\.coverage.totals.denied) == [1])
    #expect(report[0].conditions.map(\.isCovered) == [true])
  }

  @Test("the project whose coverage was asked for longest ago gives way to a new one") func manyProjects() async throws
  {
    let rules =
      "service cloud.firestore { match /databases/{d}/documents { match /c/{id} { allow get: if id == 'a'; } } }"
    let emulation = try folder(rules).emulation()
    for number in 0..<1_000 {
      _ = await emulation.ask("c/a", .anonymous, in: DatabaseName(project: Text("p\(number)")))
    }
    for project in ["p0", "new"] {
      _ = await emulation.ask("c/a", .anonymous, in: DatabaseName(project: Text(project)))
    }
    let covered = ["p0", "p1", "p2", "new"].map { project in
      emulation.coverage(project: Text(project)).reports.map { $0.expressionShare.covered > 0 }
    }
    #expect(covered == [[true], [false], [true], [true]])
  }

  @Test("a line per request") func lines() async throws {
    let rules = """
      service cloud.firestore {
        match /databases/{d}/documents {
          match /{p=**} { allow read: if request.auth != null
            && request.auth.uid == 'ada'; }
        }
      }
      """
    let log = LineLog()
    let folder = try folder(rules)
    let emulation = try folder.emulation(log: log)
    try await emulation.set("c/x", #"{"a": {"integerValue": 1}}"#)
    _ = await emulation.ask("c where a == 1", .user("ada", operation: "list"))
    _ = await emulation.ask("c/x", .user("bob\n"))
    _ = await emulation.ask("c where a == 1 orderBy b desc")
    _ = await emulation.ask("c/nothing")
    #expect(
      log.text.map(folder.relative) == [
        "12:00:00 set    c/x         admin   ✓ 1 write",
        "12:00:00 query  c           ada     ✓ 1 read     list (a ASC, __name__ ASC)",
        "12:00:00 get    c/x         bob\\n   ✗ denied     firestore.rules:4 request.auth.uid == 'ada' is false: \"bob\\n\" == \"ada\"",
        "12:00:00 query  c           admin   ✗ index      c (a ASC, b DESC) missing FB2001",
        "12:00:00 get    c/nothing   admin   ✗ NOT_FOUND  Document \"projects/demo-local/databases/(default)/documents/c/nothing\" not found.",
      ])
  }

  @Test("denials say why, the newest first") func denials() async throws {
    let rules = """
      service cloud.firestore {
        match /databases/{d}/documents {
          match /c/{id} { allow read: if resource.data.owner == request.auth.uid; }
        }
      }
      """
    let folder = try folder(rules)
    let emulation = try folder.emulation()
    try await emulation.set("c/x", #"{"owner": {"stringValue": "ada"}}"#)
    #expect(await emulation.ask("c/x", .user("ada", operation: "open")) != DatabaseTests.denied)
    #expect(await emulation.ask("c/x", .user("bob", operation: "open")) == DatabaseTests.denied)
    #expect(await emulation.ask("c", .user("bob")) == DatabaseTests.denied)
    let shown = text(emulation.recording.denials)
    let head =
      #""time":"2026-11-21T12:00:00Z","database":"projects/demo-local/databases/(default)","method":"#
    let rule =
      #""rule":"firestore.rules:3:36","condition":"resource.data.owner == request.auth.uid","message":"#
    #expect(
      folder.relative(shown)
        == #"{"denials":[{\#(head)"RunQuery","operation":"list c","caller":"bob",\#(rule)"`resource.data.owner == "#
        + #"request.auth.uid` is not implied by the query","help":"add `where(\"owner\", \"==\", \"bob\")` to the query","#
        + #""counterexample":{"path":"c/doc","fields":"{}"}},"#
        + #"{\#(head)"GetDocument","operation":"get c/x","caller":"bob",\#(rule)"resource.data.owner == request.auth.uid "#
        + #"is false: \"ada\" == \"bob\"","name":"open"}]}"#
    )
  }

  @Test("the newest hundred denials are kept") func manyDenials() async throws {
    let emulation = try folder(DatabaseTests.denyAll).emulation()
    for number in 0..<103 { _ = await emulation.ask("c/d\(number)", .anonymous) }
    guard case .array(let kept)? = member(emulation.recording.denials, "denials") else {
      Issue.record("no list")
      return
    }
    #expect(kept.count == 100)
    #expect(kept.first.flatMap { member($0, "operation") } == .string("get c/d102"))
    #expect(kept.last.flatMap { member($0, "operation") } == .string("get c/d3"))
  }

  // MARK: - Reading JSON

  private func member(_ value: JSONValue, _ key: String) -> JSONValue? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  private func names(_ value: JSONValue, _ key: String) -> [String] {
    guard case .array(let entries)? = member(value, key) else { return [] }
    return entries.compactMap { entry in
      if case .string(let name)? = member(entry, "name") { name } else { nil }
    }
  }

  private func totals(_ emulation: Emulation) -> [Int64] {
    let totals = emulation.recording.totals
    return [Int64(totals.requests), totals.reads, totals.writes, totals.deletes, Int64(totals.denials)]
  }

  private func number(_ value: JSONValue, _ key: String) -> Int64? {
    guard let total = member(value, "total"), case .integer(let number)? = member(total, key) else { return nil }
    return number
  }

  private func hash(_ text: String) -> String {
    let text = #"[{"name": "n", "kind": "\#(text.contains("aggregate") ? "aggregate" : "get")", "query": "\#(text)"}]"#
    let entries = QueryRecording.read(SourceText(path: "q", text: text)).recording.entries
    return String((entries.first?.shape.hashedName() ?? "").dropFirst(2))
  }
}
