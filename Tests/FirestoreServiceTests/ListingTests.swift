import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import IndexCatalog
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

@Suite("Listings") struct ListingTests {
  /// The whole answer of a listing as texts, page by page; missing documents in brackets.
  static func pages(
    _ listing: DocumentListing, _ database: FirestoreDatabase, between: () async throws -> Void = {}
  ) async throws -> [[String]] {
    var pages: [[String]] = []
    var listing = listing
    repeat {
      let answer = try await database.listDocuments(listing, .strong, ServiceFixture.admin)
      pages.append(
        answer.entries.map { entry in
          switch entry {
          case .document(let document): document.path.description
          case .missing(let path): "[\(path)]"
          }
        })
      listing.pageToken = answer.nextPageToken
      try await between()
    } while listing.pageToken != "" && pages.count < 100
    return pages
  }

  static let mixed: KeyValuePairs<String, MapValue> = [
    "c/a": [:], "c/d": [:], "c/b/x/1": [:], "c/e/x/1": [:], "c/d/x/1": [:], "c/__id7__": [:], "c/é/y/1": [:],
    "other/1": [:], "c 2/?{x}": [:],
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var parent: String?
    var collection: Text?
    var pageSize: Int32
    var showMissing = false
    var pages: [[String]]
    var testDescription: String { "id: \(id)" }
  }

  static let rows = [
    Row(id: "by name", collection: "c", pageSize: 2, pages: [["c/__id7__", "c/a"], ["c/d"]]),
    Row(
      id: "the last page is full and has no token", collection: "c", pageSize: 3, pages: [["c/__id7__", "c/a", "c/d"]]),
    Row(
      id: "show_missing", collection: "c", pageSize: 4, showMissing: true,
      pages: [["c/__id7__", "c/a", "[c/b]", "c/d"], ["[c/e]", "[c/é]"]]),
    Row(
      id: "every collection", pageSize: 2, pages: [["c/__id7__", "c/a"], ["c/d", "c 2/?{x}"], ["other/1"]]),
    Row(
      id: "every collection, show_missing", pageSize: 5, showMissing: true,
      pages: [["c/__id7__", "c/a", "[c/b]", "c/d", "[c/e]"], ["[c/é]", "c 2/?{x}", "other/1"]]),
    Row(id: "below a document", parent: "c/b", collection: "x", pageSize: 0, pages: [["c/b/x/1"]]),
    Row(id: "every collection below a document", parent: "c/é", pageSize: 0, pages: [["c/é/y/1"]]),
    Row(id: "nothing", collection: "none", pageSize: 0, showMissing: true, pages: [[]]),
  ]

  @Test("pages", arguments: rows)
  func listed(_ row: Row) async throws {
    let fixture = try makeDatabase(documents: Self.mixed)
    let listing = DocumentListing(
      parent: row.parent.map(documentPath), collectionID: row.collection, pageSize: row.pageSize,
      showMissing: row.showMissing)
    #expect(try await Self.pages(listing, fixture.database) == row.pages)
    #expect(fixture.observer.requests.map(\.billedReads) == row.pages.map { Int64(max(1, $0.count)) })
    #expect(fixture.observer.requests.allSatisfy { $0.method == .listDocuments && $0.billing?.kind == .list })
  }

  @Test("45 documents, page size 20 are 45 reads in 3 requests")
  func billed() async throws {
    let fixture = try makeDatabase()
    let writes = (0..<45).map { Write.set("c/d\($0)", [:]) }
    _ = try await fixture.database.commit(writes, ServiceFixture.admin)
    _ = fixture.observer.take()
    let pages = try await Self.pages(DocumentListing(parent: nil, collectionID: "c"), fixture.database)
    #expect(pages.map(\.count) == [20, 20, 5])
    #expect(fixture.observer.tally.reads == 45)
  }

  static let values: [Value] = [
    .null, .boolean(true), .integer(.min), .integer(3), .double(3.5), .double(-0.0), .double(.infinity), .double(.nan),
    .timestamp(Timestamp(microseconds: 1_767_600_000_123_457)), .string(""), .string("a \"b\" \\ é \u{0}\n"),
    .bytes([0, 255, 7]), .bytes([]),
    .reference(DocumentName(database: ServiceFixture.name, path: documentPath("x/y"))),
    .geoPoint(GeoPoint(latitude: -1.5, longitude: 179.25)), .array([]), .array([.integer(1), .map(["a": .null])]),
    .vector([1, 2.5]), .map([:]), .map(["a b": .string("?"), "$x": .array([.double(.nan)])]), .integer(3),
  ]

  @Test("pages of any size make up the whole, in any order and with values of every type", arguments: 0..<40)
  func property(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try makeDatabase(mode: .permissive)
    var writes: [Write] = []
    for number in 0..<Int.random(in: 1...30, using: &random) {
      let nested = Bool.random(using: &random)
      let path = nested ? "c/d\(number)/sub/x" : "c/d\(number)"
      let value = Self.values.randomElement(using: &random) ?? .null
      writes.append(.set(path, ["v": value, "w": .integer(.random(in: 0...2, using: &random))]))
    }
    _ = try await fixture.database.commit(writes, ServiceFixture.admin)
    let orders: [[Order]] = [
      [], [Order(.documentName)], [Order(.documentName, .descending)], [Order(FieldPath(segments: ["v"]))],
      [Order(FieldPath(segments: ["w"]), .descending), Order(FieldPath(segments: ["v"]))],
      [Order(FieldPath(segments: ["v"]), .descending), Order(.documentName)],
    ]
    var listing = DocumentListing(
      parent: nil, collectionID: "c", pageSize: 300, orders: orders.randomElement(using: &random) ?? [])
    if listing.orders.isEmpty {
      listing.showMissing = .random(using: &random)
      if Bool.random(using: &random) { listing.collectionID = nil }
    }
    let whole = try await Self.pages(listing, fixture.database)
    #expect(whole.count == 1)
    listing.pageSize = .random(in: 1...7, using: &random)
    let pages = try await Self.pages(listing, fixture.database)
    #expect(pages.flatMap(\.self) == whole.flatMap(\.self))
    #expect(pages.dropLast().allSatisfy { $0.count == Int(listing.pageSize) })
  }

  @Test("a token goes on where the page ended, although that document is gone")
  func survives() async throws {
    let fixture = try makeDatabase(documents: [
      "c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)], "c/d": ["n": .integer(3)],
    ])
    for orders in [[], [Order(FieldPath(segments: ["n"]))]] {
      _ = try await fixture.database.commit([.set("c/b", ["n": .integer(2)])], ServiceFixture.admin)
      let listing = DocumentListing(parent: nil, collectionID: "c", pageSize: 2, orders: orders)
      let pages = try await Self.pages(listing, fixture.database) {
        _ = try await fixture.database.commit([.delete("c/b")], ServiceFixture.admin)
      }
      #expect(pages == [["c/a", "c/b"], ["c/d"]])
    }
  }

  @Test("without a size a page has 20 collections")
  func collections() async throws {
    let paths = (0..<21).map { "c/a/\(Character(UnicodeScalar(UInt8(97 + $0))))/d" }
    let fixture = try makeDatabase()
    _ = try await fixture.database.commit(paths.map { .set($0, [:]) }, ServiceFixture.admin)
    let first = try await fixture.database.listCollectionIDs(
      below: documentPath("c/a"), .strong, ServiceFixture.admin)
    #expect(first.ids.map(\.string) == "abcdefghijklmnopqrst".map(String.init))
    let second = try await fixture.database.listCollectionIDs(
      below: documentPath("c/a"), pageToken: first.nextPageToken, .strong, ServiceFixture.admin)
    #expect(second.ids == ["u"])
    #expect(second.nextPageToken == "")
  }

  @Test("tokens that are none, or of another listing, are refused")
  func malformed() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:], "c/b": [:], "d/a": [:], "d/b": [:]])
    var listing = DocumentListing(parent: nil, collectionID: "c", pageSize: 1)
    let token = try await fixture.database.listDocuments(listing, .strong, ServiceFixture.admin).nextPageToken
    #expect(token != "")
    let listings: [DocumentListing] = [
      DocumentListing(parent: nil, collectionID: "d", pageSize: 1, pageToken: token),
      DocumentListing(parent: documentPath("c/a"), collectionID: "c", pageToken: token),
      DocumentListing(parent: nil, collectionID: nil, pageToken: token),
      DocumentListing(parent: nil, collectionID: "c", pageToken: token, orders: [Order(FieldPath(segments: ["n"]))]),
      DocumentListing(parent: nil, collectionID: "c", pageToken: "garbage"),
      DocumentListing(parent: nil, collectionID: "c", pageToken: "Zm9v"),
      DocumentListing(parent: nil, collectionID: "c", pageToken: "é%"),
    ]
    for listing in listings {
      let refused = await refusal {
        _ = try await fixture.database.listDocuments(listing, .strong, ServiceFixture.admin)
      }
      #expect(refused == FirestoreError(.invalidArgument, "invalid page token"))
    }
    let ids = await refusal {
      _ = try await fixture.database.listCollectionIDs(
        below: nil, pageSize: 1, pageToken: "%", .strong, ServiceFixture.admin)
    }
    #expect(ids?.status == .invalidArgument)
    listing.pageSize = -1
    let negative = await refusal {
      _ = try await fixture.database.listDocuments(listing, .strong, ServiceFixture.admin)
    }
    #expect(negative?.status == .invalidArgument)
    let missing = DocumentListing(
      parent: nil, collectionID: "c", orders: [Order(FieldPath(segments: ["n"]))], showMissing: true)
    let ordered = await refusal { _ = try await fixture.database.listDocuments(missing, .strong, ServiceFixture.admin) }
    #expect(ordered?.status == .invalidArgument)
    let kindless = DocumentListing(parent: nil, collectionID: nil, orders: [Order(FieldPath(segments: ["n"]))])
    let kind = await refusal { _ = try await fixture.database.listDocuments(kindless, .strong, ServiceFixture.admin) }
    #expect(kind == FirestoreError(.invalidArgument, "kind is required for all orders except __key__ ascending"))
  }

  @Test("rules see the page size as the limit", arguments: [(2, true), (3, false), (0, false)])
  func rules(pageSize: Int32, isAllowed: Bool) async throws {
    let fixture = try makeDatabase(
      rules: "match /c/{d} { allow list: if request.query.limit <= 2; }", documents: ["c/a": [:]])
    for orders in [[], [Order(FieldPath(segments: ["n"]))]] {
      let listing = DocumentListing(parent: nil, collectionID: "c", pageSize: pageSize, orders: orders)
      let refused = await refusal {
        _ = try await fixture.database.listDocuments(listing, .strong, ServiceFixture.user("u1"))
      }
      #expect(refused == (isAllowed ? nil : .missingPermissions))
    }
  }

  @Test("an order needs its index, which is named")
  func index() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1), "m": .integer(1)]])
    let orders = [Order(FieldPath(segments: ["n"])), Order(FieldPath(segments: ["m"]))]
    let listing = DocumentListing(parent: nil, collectionID: "c", orders: orders)
    let refused = await refusal { _ = try await fixture.database.listDocuments(listing, .strong, ServiceFixture.admin) }
    #expect(refused?.status == .failedPrecondition)
    let served = try #require(fixture.observer.requests.first)
    #expect(served.missingIndexes.map(\.definition.fieldsText) == ["(n ASC, m ASC)"])
    #expect(served.query?.query.orders.prefix(2) == orders[...])
  }

  @Test("the ids of collections with a document at any depth, page by page")
  func collectionIDs() async throws {
    let fixture = try makeDatabase(
      documents: ["b/1": [:], "a/1/x/1/y/1": [:], "a/1/z/1": [:], "é/1": [:], "__id3__/1": [:], "c/1": [:]])
    var ids: [[Text]] = []
    var token: Text = ""
    repeat {
      let page = try await fixture.database.listCollectionIDs(
        below: nil, pageSize: 2, pageToken: token, .strong, ServiceFixture.admin)
      ids.append(page.ids)
      token = page.nextPageToken
    } while token != ""
    #expect(ids == [["__id3__", "a"], ["b", "c"], ["é"]])
    #expect(fixture.observer.tally.reads == 3)
    let below = try await fixture.database.listCollectionIDs(
      below: documentPath("a/1"), pageSize: 2, pageToken: "", .strong, ServiceFixture.admin)
    #expect(below.ids == ["x", "z"])
    #expect(below.nextPageToken == "")
  }
}
