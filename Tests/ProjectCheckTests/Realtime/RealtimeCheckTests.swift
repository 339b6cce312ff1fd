import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import Testing

@Suite("Requests to the Realtime Database") struct RealtimeCheckTests {
  static let rules = """
    {"rules": { // lists
      "messages": {"$chat": {".indexOn": ["timestamp", "author/name"], "$message": {"text": {}}}},
      "scores": {".indexOn": ".value"},
      "users": {"$user": {"profile": {"name": {}}, "chats": {"$chat": {}}}}
    }}
    """

  private static func query(
    _ location: [PathSegment], _ ordering: RealtimeQuery.Ordering? = nil, _ bounds: [RealtimeQuery.Bound] = [],
    _ limit: RealtimeQuery.Limit? = nil, on event: RealtimeQuery.Event? = nil
  ) -> RealtimeQuery {
    RealtimeQuery(location: PathTemplate(location), ordering: ordering, bounds: bounds, limit: limit, event: event)
  }

  private static func child(_ names: Text...) -> RealtimeQuery.Ordering {
    .child(PathTemplate(names.map(PathSegment.literal)))
  }

  struct Case {
    var kind: ScannedRequest.Kind
    var query: RealtimeQuery
    var found: [String]
  }

  static let messages: [PathSegment] = [.literal("messages"), .unknown]

  static let cases: [Case] = [
    Case(kind: .listen, query: query(messages, child("timestamp"), [], .last(50), on: .value), found: []),
    Case(kind: .listen, query: query(messages, child("author", "name"), [], .last(50), on: .value), found: []),
    Case(kind: .listen, query: query(messages, child("likes"), [], .last(50), on: .value), found: ["FB6004 warning"]),
    Case(kind: .get, query: query(messages, child("likes"), [], .last(50)), found: ["FB6004 error"]),
    Case(kind: .get, query: query([.literal("scores")], .value, [], .last(3)), found: []),
    Case(kind: .get, query: query(messages, .key, [], .last(3)), found: []),
    // Sent as a listener of the whole list.
    Case(kind: .listen, query: query(messages, child("likes"), on: .value), found: ["FB6027 warning"]),
    Case(kind: .listen, query: query(messages, on: .childAdded), found: ["FB6027 warning"]),
    Case(kind: .listen, query: query(messages, on: .value), found: ["FB6027 warning"]),
    Case(
      kind: .listen, query: query(messages, child("timestamp"), [.init(.startAt, .unknown)], on: .childAdded),
      found: ["FB6027 warning"]),
    Case(
      kind: .listen,
      query: query(
        messages, child("timestamp"), [.init(.startAt, .unknown), .init(.endAt, .unknown)], on: .childAdded),
      found: []),
    Case(
      kind: .listen, query: query(messages, child("timestamp"), [.init(.equalTo, .unknown)], on: .value), found: []),
    // New children are said once, not again for those that change or go.
    Case(kind: .listen, query: query(messages, on: .childRemoved), found: ["FB6027 info"]),
    // The list of one user, and lists of which there are few.
    Case(
      kind: .listen, query: query([.literal("user-posts"), .parameter("uid")], on: .childAdded), found: ["FB6027 info"]),
    Case(
      kind: .listen, query: query([.literal("user-posts"), .parameter("uid")], child("at"), on: .value),
      found: ["FB6027 info"]),
    Case(kind: .listen, query: query([.literal("communities")], child("name"), on: .value), found: ["FB6027 info"]),
    Case(kind: .listen, query: query([.literal("publicRooms")], .key, on: .value), found: ["FB6027 info"]),
    Case(
      kind: .listen, query: query([.literal("rooms"), .unknown, .literal("members")], on: .childAdded),
      found: ["FB6027 info"]),
    Case(
      kind: .listen, query: query([.literal("post-comments"), .unknown], on: .childAdded), found: ["FB6027 warning"]),
    Case(
      kind: .listen, query: query([.literal("admin_applications")], child("createdAt"), on: .value),
      found: ["FB6027 warning"]),
    Case(
      kind: .listen, query: query([.literal("boards"), .unknown, .literal("strokes")], child("drawnAt"), on: .value),
      found: ["FB6027 warning"]),
    // One object is no list.
    Case(kind: .listen, query: query([.literal("users"), .unknown, .literal("profile")], on: .value), found: []),
    Case(kind: .listen, query: query([.literal("users"), .unknown], on: .value), found: ["FB6036 info"]),
    Case(kind: .listen, query: query([.literal("users")], on: .value), found: ["FB6027 warning", "FB6036 info"]),
    // Pages.
    Case(
      kind: .get, query: query(messages, child("timestamp"), [.init(.endAt, .unknown)], .last(50)),
      found: ["FB6034 warning"]),
    Case(
      kind: .get, query: query(messages, child("timestamp"), [.init(.endAt, .unknown, hasKey: true)], .last(50)),
      found: []),
    Case(kind: .get, query: query(messages, child("timestamp"), [.init(.endBefore, .unknown)], .last(50)), found: []),
    Case(
      kind: .get, query: query(messages, child("timestamp"), [.init(.startAt, .value(.integer(1)))], .first(50)),
      found: []),
    Case(kind: .write(.set), query: query(messages), found: []),
  ]

  @Test("findings", arguments: cases)
  func finding(_ test: Case) throws {
    let fixture = try SourceFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#, "database.rules.json": Self.rules,
    ])
    let found = try fixture.findings([fixture.realtime(test.kind, test.query)], only: ["FB6"])
      .filter { !$0.contains("FB6025") }
    #expect(found.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == test.found, "\(test.query)")
  }

  @Test("indexes that no query needs, unless a query may need any")
  func unusedIndexes() throws {
    let commented = Self.rules.replacing(
      #"  "scores""#, with: "  // firebreak-ignore FB6025 -- the server asks\n  \"scores\"")
    let fixture = try SourceFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#, "database.rules.json": commented,
    ])
    let known = Self.query(Self.messages, Self.child("timestamp"), [], .last(50), on: .value)
    let found = try fixture.findings([fixture.realtime(.listen, known)], only: ["FB6"])
    #expect(
      found.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == ["FB6025 info"]
        && found.contains { $0.contains("`author/name`") })
    let anywhere = Self.query(Self.messages, .child(PathTemplate([.unknown])), [], .last(50), on: .value)
    let silent = try fixture.findings(
      [fixture.realtime(.listen, known), fixture.realtime(.listen, anywhere)], only: ["FB6"])
    #expect(!silent.contains { $0.contains("`author/name`") })
  }

  @Test("reads that no rule grants at all are errors, those of lists whose children are granted warnings")
  func deniedReads() throws {
    let fixture = try SourceFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#,
      "database.rules.json": #"{"rules": {".read": false, "open": {"$key": {".read": "auth != null"}}}}"#,
    ])
    func found(_ location: [PathSegment]) throws -> [String] {
      try fixture.findings([fixture.realtime(.get, Self.query(location))], only: ["FB6015"])
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
    #expect(try found([.literal("secret"), .literal("x")]) == ["FB6015 error"])
    #expect(try found([.literal("secret"), .unknown]) == ["FB6015 error"])
    #expect(try found([.literal("open")]) == ["FB6015 warning"])
    #expect(try found([]) == ["FB6015 warning"])
    #expect(try found([.literal("open"), .unknown, .literal("name")]) == [])
    // What the client itself provides, and a key that may be one that the rules name.
    #expect(try found([.literal(".info"), .literal("connected")]) == [])
    #expect(try found([.unknown, .literal("a")]) == [])
  }

  @Test("rules that a document shows count for its own requests")
  func document() throws {
    let fixture = try SourceFixture(path: "design.md", lines: [Self.rules])
    let request = fixture.realtime(
      .listen, Self.query(Self.messages, Self.child("timestamp"), [], .last(50), on: .value))
    #expect(try fixture.findings([request], only: ["FB6"]).count == 1)
    #expect(try fixture.findings([request], fragments: [fixture.fragment(.realtimeRules)], only: ["FB6"]) == [])
  }
}
