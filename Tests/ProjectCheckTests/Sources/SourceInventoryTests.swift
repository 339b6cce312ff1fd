import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryScanner
import StructuredText
import Testing

@testable import Project
@testable import ProjectCheck
@testable import QueryShapes

@Suite("Inventory of sources") struct SourceInventoryTests {
  @Test("shapes, their names, callers and places")
  func entries() throws {
    let fixture = try SourceFixture()
    let requests = [
      try fixture.request(.get, "posts where owner == $uid limit 5", line: 2, function: "Repository.mine"),
      try fixture.request(.get, #"posts where owner == "x" limit 5"#, line: 4, function: "Repository.mine"),
      try fixture.request(.listen, "posts limit 5", line: 5, function: "Repository.watch"),
      try fixture.request(.listen, "posts limit 6", line: 6, caller: .admin, function: "Repository.watch"),
      try fixture.request(.get, "? where ? > ? limit ?", line: 7, open: [(.collection, line: 7), (.field, line: 8)]),
      try fixture.request(.get, "users/?", line: 8),
      try fixture.request(.aggregate, "posts aggregate count()", line: 9, function: "count"),
    ]
    let entries = try fixture.queries(requests).inventory
    #expect(
      entries.map {
        "\($0.name.hasPrefix("q-") ? "q" : $0.name) \($0.shape.caller?.rawValue ?? "-") \($0.shape.kind.rawValue) \($0.shape.text) \($0.shape.unresolved) \($0.sources)"
      } == [
        #"Repository.mine signed-in get posts where owner == ? limit 5 [] ["src/app.swift:2", "src/app.swift:4"]"#,
        #"q signed-in listen posts limit 5 [] ["src/app.swift:5"]"#,
        #"q admin listen posts limit 6 [] ["src/app.swift:6"]"#,
        #"q signed-in get ? where ? > ? limit ? ["collection", "field"] ["src/app.swift:7"]"#,
        #"count signed-in aggregate posts aggregate count() [] ["src/app.swift:9"]"#,
      ])
    for entry in entries {
      let source = SourceText(path: "q.json", text: QueryInventory.text(of: entry))
      let result = JSONReader.read(source)
      let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
      let read = result.valid.flatMap { InventoryEntry($0, decoding) }
      #expect(decoding.diagnostics == [])
      #expect(read == entry)
    }
  }

  @Test("recorded shapes with unknown parts may need indexes, and are said")
  func recordedUnknowns() throws {
    let folder = try FolderFixture([
      "firestore.indexes.json": """
      {"indexes": [{"collectionGroup": "rooms", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}]}], "fieldOverrides": []}
      """,
      "firebreak/queries/a.json": """
      {"name": "a", "database": "(default)", "kind": "get", "query": "rooms where ? == ? limit 5", "sources": [], "unresolved": ["field"]}
      """,
      "firebreak/queries/b.json":
        #"{"name": "b", "database": "(default)", "kind": "get", "query": "c limit 5", "sources": []}"#,
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let queries = ProjectQueries.load(
      ProjectScope(project: project, workloads: [], isWhole: true), recorded: QueryInventory.read(root: folder.path))
    let found = FindingList(queries.check().findings).diagnostics.filter { $0.code != .configNotFound }
    #expect(
      folder.lines(found) == [
        "FB1010 info firebreak/queries/a.json:1:1 a field of `rooms where ? == ? limit 5` is known only at run time"
      ])
    #expect(queries.shapeCount == 2)
    #expect(queries.groups[0].usage().findings == [])
    #expect(
      queries.groups[0].suggestion().leftOut == IndexSuggestion.LeftOut(open: 1, variants: 0, perValue: 0, vectors: 0))
  }

  @Test("shapes of one text have names of their own")
  func names() throws {
    let fixture = try SourceFixture()
    let requests = [
      try fixture.request(.get, "red limit 3", line: 1), try fixture.request(.listen, "red limit 3", line: 2),
      try fixture.request(.get, "red limit 3", line: 3, caller: .admin),
      try fixture.request(.get, "red limit 4", line: 4),
    ]
    let names = try fixture.queries(requests).inventory.map(\.name)
    let hash = InventoryShape(
      database: "(default)", kind: .get, caller: nil,
      query: Query(source: QuerySource(collectionID: .literal("red")), limit: 3)
    ).hashedName()
    #expect(Array(names.prefix(3)) == ["\(hash)-get-signed-in", "\(hash)-listen", "\(hash)-get-admin"])
    #expect(names.last?.utf8.count == hash.utf8.count)
  }

  @Test("definitions behind a comment, and members without the braces of the file, are read")
  func documentMembers() throws {
    let definition = """
      {"collectionGroup": "posts", "fields": [{"fieldPath": "owner", "order": "ASCENDING"}, {"fieldPath": "created", "order": "ASCENDING"}]}
      """
    for text in [
      "// of the feed\n\(definition)", "\"indexes\": [\(definition)]", "/* new */\n\"indexes\": [\n\(definition),\n],",
    ] {
      let lines = ["```json"] + text.split(separator: "\n").map(String.init) + ["```"]
      let fixture = try SourceFixture(path: "design.md", lines: lines)
      let requests = [try fixture.request(.get, "posts where owner == ? orderBy created limit 5")]
      let document = SourceText(path: fixture.folder.path + "/design.md", text: lines.joined(separator: "\n") + "\n")
      #expect(try fixture.findings(requests).count == 1)
      #expect(try fixture.findings(requests, fragments: SourceScanner.scan([document]).fragments) == [])
    }
  }

  @Test("queries of the Realtime Database are of kinds of their own, without values")
  func realtime() throws {
    let fixture = try SourceFixture()
    let place = PathTemplate([.literal("rooms"), .unknown, .literal("messages")])
    let requests = [
      fixture.realtime(
        .listen,
        RealtimeQuery(
          location: place, ordering: .child(PathTemplate([.literal("at")])), limit: .last(50), event: .childAdded)),
      fixture.realtime(
        .get,
        RealtimeQuery(
          location: place, ordering: .key, bounds: [.init(.startAt, .value(.string("x")))], limit: .first(nil))),
      fixture.realtime(.listen, RealtimeQuery(location: place, event: .value)),
      fixture.realtime(.write(.set), RealtimeQuery(location: place)),
    ]
    let entries = try fixture.queries(requests).inventory
    #expect(
      entries.map { "\($0.shape.kind.rawValue) \($0.shape.text) \($0.sources)" } == [
        #"realtime-listen rooms/?/messages orderByChild=at&limitToLast=50 on childAdded ["src/app.swift:1"]"#,
        #"realtime-get rooms/?/messages orderByKey&startAt=?&limitToFirst=? ["src/app.swift:1"]"#,
      ])
    for entry in entries {
      let source = SourceText(path: "q.json", text: QueryInventory.text(of: entry))
      let result = JSONReader.read(source)
      let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
      #expect(result.valid.flatMap { InventoryEntry($0, decoding) } == entry)
      #expect(decoding.diagnostics == [])
      #expect(entry.shape.queryShape(named: nil, at: source.start) == nil)
    }
  }

  @Test("definitions of a document serve its queries, and the project need not have them")
  func documents() throws {
    let definition = """
      {"collectionGroup": "posts", "fields": [{"fieldPath": "owner", "order": "ASCENDING"}, {"fieldPath": "created", "order": "ASCENDING"}]}
      """
    for text in [definition, "[\(definition)]", "{\"indexes\": [\(definition)]}"] {
      let fixture = try SourceFixture(path: "design.md", lines: [text])
      let requests = [
        try fixture.request(.get, "posts where owner == ? orderBy created limit 5"),
        try fixture.request(.get, "posts where owner == ? orderBy created desc limit 5"),
      ]
      let fragments = [fixture.fragment(.indexes)]
      #expect(try fixture.findings(requests).count == 2)
      #expect(
        try fixture.findings(requests, fragments: fragments) == [
          "FB2001 error design.md:1:1 query `posts where owner == ? orderBy created desc limit 5` needs an index that `design.md` does not define"
        ])
      let group = try #require(try fixture.queries(requests, fragments: fragments).groups.first)
      #expect(group.suggestion().additions.count == 1)
    }
  }

  @Test("what no inventory could be read with stays out of it, and is reported")
  func unreadableShapes() throws {
    let folder = try FolderFixture([
      "a.js": """
      import { collection, getDocs, getFirestore, limit, query } from 'firebase/firestore';
      const db = getFirestore();
      export const wrong = () => getDocs(query(collection(db, 'rooms/general'), limit(5)));
      export const right = () => getDocs(query(collection(db, 'rooms/general/messages'), limit(5)));
      """
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let queries = ProjectQueries.load(scope, sources: SourceQueries.load(scope))
    #expect(queries.inventory.map(\.shape.text) == ["rooms/?/messages limit 5"])
    let refused = queries.check().findings.filter { $0.code == .invalidQuery }
    #expect(
      refused.map(\.message) == [
        "the SDK refuses `rooms/general limit 5`: `rooms/general` is no path of a collection: it has an even number of segments (2)"
      ])
    #expect(refused.first?.notes == ["the SDK throws before anything is sent"])
  }

  @Test(
    "an index that an unresolved query may need is not called unused",
    arguments: [
      ("messages where ? == ? limit 5", [UnresolvedPart.Kind.field], ["posts"]),
      ("? where a == ? limit 5", [.collection], []), ("?", [.collection], ["posts", "messages"]),
      ("messages where a == ? limit ?", [.limit], ["posts", "messages"]),
      ("other where ? == ? limit 5", [.field], ["posts", "messages"]),
      ("messages where archivedBy.`?` == true limit 5", [], ["posts"]),
    ])
  func unusedWithUnresolved(text: String, open: [UnresolvedPart.Kind], unused: [String]) throws {
    let indexes = ["posts", "messages"].map { group in
      #"{"collectionGroup": "\#(group)", "queryScope": "COLLECTION", "fields": [{"fieldPath": "b", "order": "ASCENDING"}, {"fieldPath": "c", "order": "DESCENDING"}]}"#
    }
    let fixture = try SourceFixture(["firestore.indexes.json": "{\"indexes\": [\(indexes.joined(separator: ", "))]}"])
    let requests = [
      try fixture.request(.get, text, open: open.map { ($0, line: 1) }),
      try fixture.request(.get, "known limit 5", line: 2),
    ]
    let group = try #require(try fixture.queries(requests).groups.first)
    #expect(group.usage().unused.map(\.collectionGroup.string) == unused)
    #expect(group.usage().findings.map(\.code) == unused.map { _ in .unusedIndex })
    let diff = group.difference(from: nil).diff
    #expect(diff.unused.count == unused.count)
    #expect(diff.rows.count { $0.isUsed == nil } == 2 - unused.count)
  }
}
