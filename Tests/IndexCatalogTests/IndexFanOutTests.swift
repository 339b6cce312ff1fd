import Diagnostics
import FirestoreModel
import IndexCatalog
import Testing

@Suite struct IndexFanOutTests {
  private let message = MapValue([
    .init(name: "conversationId", value: .string("c")), .init(name: "senderId", value: .string("u")),
    .init(name: "text", value: .string("hello")), .init(name: "ts", value: .timestamp(Timestamp(microseconds: 0))),
    .init(name: "read", value: .boolean(false)),
    .init(name: "tags", value: .array([.string("a"), .string("b"), .string("c")])),
    .init(name: "m", value: .map(["x": .integer(1), "y": .map(["z": .integer(2)])])),
  ])
  private let composites = [
    IndexDefinition(
      normalizing: [.init(FieldPath(name: "conversationId"), .ascending), .init(FieldPath(name: "ts"), .descending)],
      collectionGroup: "messages", scope: .collection),
    IndexDefinition(
      normalizing: [.init(FieldPath(name: "tags"), .contains), .init(FieldPath(name: "ts"), .descending)],
      collectionGroup: "messages", scope: .collection),
  ]

  private func path(_ text: String) throws -> DocumentPath { try DocumentPath(parsing: text) }

  // id: Z9
  @Test func `a message has 27 entries, 17 after exempting text and m`() throws {
    let before = try IndexCatalog(composites: composites).fanOut(of: path("messages/m1"), fields: message)
    #expect([before.singleFieldEntries, before.compositeEntries, before.entries] == [23, 4, 27])
    let exempt = ["text", "m"].map {
      FieldOverride(collectionGroup: "messages", target: .field(FieldPath(name: Text($0))), entries: [])
    }
    let after = try IndexCatalog(composites: composites, overrides: exempt)
      .fanOut(of: path("messages/m1"), fields: message)
    #expect(after.entries == 17)
  }

  // id: Z10
  @Test func `40,000 distinct elements exceed the limit`() throws {
    let fields: MapValue = ["list": .array((0..<40_000).map { .integer($0) })]
    let document = try path("t/a")
    let result = IndexCatalog.automaticOnly.fanOut(of: document, fields: fields)
    #expect(result.entries == 40_002)
    #expect(result.refusal(of: document)?.status == .invalidArgument)
    #expect(result.findings(about: document).map(\.severity) == [.error])
  }

  @Test func `equal elements share an entry, and an empty array has none`() throws {
    let same: MapValue = ["list": .array([.integer(1), .double(1), .integer(1), .string("1")])]
    #expect(try IndexCatalog.automaticOnly.fanOut(of: path("t/a"), fields: same).entries == 4)
    let composite = IndexDefinition(
      normalizing: [.init(FieldPath(name: "list"), .contains), .init(FieldPath(name: "n"), .ascending)],
      collectionGroup: "t", scope: .collection)
    let empty: MapValue = ["list": .array([]), "n": .integer(1)]
    #expect(try IndexCatalog(composites: [composite]).fanOut(of: path("t/a"), fields: empty).compositeEntries == 0)
  }

  @Test func `sizes of the documentation's task document`() throws {
    let task: MapValue = [
      "type": .string("Personal"), "done": .boolean(false), "priority": .integer(1),
      "description": .string("Learn Cloud Firestore"),
    ]
    let result = try IndexCatalog.automaticOnly.fanOut(of: path("users/jeff/tasks/my_task_id"), fields: task)
    #expect(result.entries == 8)
    #expect(result.totalSize == 966)
    #expect(result.largestEntry == 137)
  }

  @Test(
    "either answer to whether both directions of a value are stored",
    arguments: [
      (entries: FieldOverride.automaticEntries, both: 2 * 109, one: 109),
      (entries: [.init(.descending, .collection)], both: 109, one: 109),
      (entries: [.init(.descending, .collection), .init(.ascending, .collectionGroup)], both: 207, one: 207),
      (entries: [.init(.descending, .collectionGroup), .init(.ascending, .collectionGroup)], both: 196, one: 98),
    ] as [(entries: [FieldOverride.Entry], both: Int, one: Int)])
  func directions(_ entries: [FieldOverride.Entry], _ both: Int, _ one: Int) throws {
    let override = FieldOverride(collectionGroup: "tasks", target: .allFields, entries: entries)
    let size = try [StorageSizing.standard, StorageSizing(storesBothDirections: false)].map { sizing in
      let found = IndexCatalog(overrides: [override]).fanOut(
        of: try path("users/jeff/tasks/my_task_id"), fields: ["done": .boolean(false)], sizing: sizing)
      #expect(found.entries == entries.count { $0.mode != .contains })
      return found.totalSize
    }
    #expect(size == [both, one])
  }

  @Test func `elements of an array are stored once each, whatever is assumed of directions`() throws {
    let fields: MapValue = ["tags": .array([.string("a"), .string("b")])]
    let size = try [true, false].map {
      try IndexCatalog.automaticOnly.fanOut(
        of: path("t/a"), fields: fields, sizing: StorageSizing(storesBothDirections: $0)
      ).totalSize
    }
    // An entry of the whole array: name 20, parent 16, field 5, two strings of 2 bytes, and 32.
    #expect(size[0] - size[1] == 20 + 16 + 5 + 4 + 32)
  }

  @Test(
    "a vector of 2,048 dimensions is stored, with automatic indexes, a vector index and none",
    arguments: [
      (IndexCatalog.automaticOnly, 3 * 2, 0), (catalog(prefix: []), 3 * 2, 1),
      (catalog(prefix: [.init(FieldPath(name: "kind"), .ascending)]), 3 * 2, 1),
      (
        IndexCatalog(overrides: [.init(collectionGroup: "t", target: .field(FieldPath(name: "v")), entries: [])]),
        2 * 2, 0
      ),
    ])
  func vectors(catalog: IndexCatalog, singleFieldEntries: Int, compositeEntries: Int) throws {
    let vector = Value.vector(Array(repeating: 0.5, count: 2048))
    let document = try path("t/a")
    let result = catalog.fanOut(of: document, fields: ["kind": .string("x"), "v": vector, "w": vector])
    #expect([result.singleFieldEntries, result.compositeEntries] == [singleFieldEntries, compositeEntries])
    #expect(result.refusal(of: document) == nil)
    #expect(result.findings(about: document) == [])
    // What a vector index stores is billed whole.
    #expect(result.totalSize > compositeEntries * 8 * 2048)
  }

  private static func catalog(prefix: [IndexField]) -> IndexCatalog {
    IndexCatalog(composites: [
      IndexDefinition(
        normalizing: prefix + [.init(FieldPath(name: "v"), .vector(dimension: 2048))], collectionGroup: "t",
        scope: .collection)
    ])
  }

  @Test(
    "every document has an entry by its name, so that names are limited", arguments: [(4_621, true), (4_622, false)])
  func names(length: Int, isTaken: Bool) throws {
    let start = Array(repeating: String(repeating: "x", count: 1_000), count: 4).joined(separator: "/") + "/c/"
    let document = try path(start + String(repeating: "x", count: length - start.utf8.count))
    let result = IndexCatalog.automaticOnly.fanOut(of: document, fields: [:])
    let refusal = FirestoreError(.invalidArgument, "Index entry is too large.")
    #expect(result.refusal(of: document) == (isTaken ? nil : refusal))
    #expect(result.findings(about: document).map(\.severity) == (isTaken ? [] : [.error]))
  }

  // id: N8
  @Test func `a string longer than an index keeps is worth a warning`() throws {
    let document = try path("t/a")
    let fields: MapValue = ["text": .string(Text(String(repeating: "x", count: 1_600)))]
    let findings = IndexCatalog.automaticOnly.fanOut(of: document, fields: fields).findings(about: document)
    #expect(
      findings.map(\.caseText) == [
        "FB2011 warning 0:0 `text` of `t/a` is longer than the 1,500 bytes an index keeps; queries on it may be wrong"
      ])
    let exempt = FieldOverride(collectionGroup: "t", target: .field(FieldPath(name: "text")), entries: [])
    #expect(IndexCatalog(overrides: [exempt]).fanOut(of: document, fields: fields).findings(about: document) == [])
  }

  // id: N7
  @Test func `an indexed timestamp under 800 writes a second is a hotspot`() {
    let field = FieldPath(name: "createdAt")
    let catalog = IndexCatalog.automaticOnly
    #expect(
      catalog.hotspotFinding(collectionGroup: "t", monotonicField: field, writesPerSecond: 800)?.code.id == "FB2010")
    #expect(catalog.hotspotFinding(collectionGroup: "t", monotonicField: field, writesPerSecond: 400) == nil)
    let exempt = IndexCatalog(overrides: [.init(collectionGroup: "t", target: .field(field), entries: [])])
    #expect(exempt.hotspotFinding(collectionGroup: "t", monotonicField: field, writesPerSecond: 800) == nil)
  }
}
