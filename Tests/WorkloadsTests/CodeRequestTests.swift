import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText
import Testing

@testable import Workloads

/// Steps that name a request of the sources: which request is meant, what it is made of, and what is said otherwise.
@Suite("Requests of the sources in workloads") struct CodeRequestTests {
  private static let file = SourceText(path: "src/items.ts", text: String(repeating: "ask()\n", count: 40))

  private static func request(_ function: String?, _ text: String, line: Int, obstacle: String? = nil) throws
    -> CodeRequest
  {
    let statement = try QueryStatement(parsing: text, database: Workload.database, allowingUnknownParts: true)
    let target: CodeRequest.Target
    switch statement {
    case .document(let path): target = .document(path)
    case .query(let query): target = .query(query, [])
    case .aggregation(let found): target = .query(found.query, found.aggregations)
    }
    let start = (line - 1) * 6
    return CodeRequest(
      function: function, path: "src/items.ts", line: line, target: target,
      location: file.location(Span(start, start + 5)), obstacle: obstacle)
  }

  private static func all() throws -> [CodeRequest] {
    [
      try request("ItemStore.start", "households/?/items where done == false orderBy added desc", line: 3),
      try request("ItemStore.page", "items orderBy added desc limit ?", line: 5),
      try request("ItemStore.page", "items orderBy added desc startAfter(?) limit ?", line: 5),
      try request("posts", "articles limit 5", line: 7),
      try request("loadFeed", "feed where owner == ? and added >= ? and added < ?", line: 9),
      try request("search", "feed where kind == ? limit 5", line: 11),
      try request("search", "feed limit 5", line: 11),
      try request("search", "feed where kind == ? and owner == ? limit 5", line: 12),
      try request("both", "a limit 1", line: 14), try request("both", "b limit 1", line: 15),
      try request("user", "users/?", line: 17),
      try request("total", "feed where owner == ? aggregate count()", line: 19),
      try request(nil, "posts limit 2", line: 21),
      try request("broken", "feed", line: 23, obstacle: "only the run knows its field"),
      try request("braces", #"feed where kind == "{a}" limit 1"#, line: 25),
      try request("prefix", #"users orderBy name startAt(?) endAt(?)"#, line: 27),
      try request("listenTo", "pms", line: 29), try request("listenTo", "users limit 5", line: 29),
      try request("listenTo", "channels/?/messages", line: 29),
      try request("NoteStore.list", "notes orderBy at limit 9", line: 31),
      try request("NoteStore.list", "notes orderBy at limit 10", line: 31),
      try request("NoteStore.list", "notes where by == ? orderBy at limit ?", line: 31),
    ]
  }

  private func reading(_ step: String, data: String = "") throws -> WorkloadReading {
    let all = try Self.all()
    let text = """
      workload: w
      params: {page: 7}
      \(data)
      actors:
        me:
          auth: {uid: ada}
          vars: {since: none}
          sessions: {at: {first: "08:00"}}
          steps:
            - {\(step)}

      """
    return WorkloadReader.read(SourceText(path: "w", text: text), code: CodeRequests { all })
  }

  /// The query as the step asks it, or what is wrong: `message → help`.
  private func asked(_ step: String, data: String = "") throws -> [String] {
    let reading = try reading(step, data: data)
    guard let suite = reading.suite else {
      return reading.diagnostics.map { "\($0.code.id) \($0.message) → \($0.help ?? "")" }
    }
    var found: [String] = []
    suite.variants[0].workload.visitSteps { step in
      switch step.action {
      case .read(let read):
        switch read.target {
        case .document(let path): found.append(path.segments.map { $0.literal ?? "{}" }.joined(separator: "/"))
        case .query(let query), .aggregation(let query, _): found.append(query.text)
        }
      case .page(let page): found.append("pages of " + page.query.text)
      default: break
      }
    }
    return found
  }

  @Test(
    arguments: [
      (
        "listen: {from: ItemStore.start, with: {households: h}}",
        "households/h/items where done == false orderBy added desc"
      ),
      ("listen: {from: start, with: {households: h}}", "households/h/items where done == false orderBy added desc"),
      (
        "query: {from: ItemStore.start(), with: {households: h}, limit: 20}",
        "households/h/items where done == false orderBy added desc limit 20"
      ),
      (
        "query: {from: 'src/items.ts:3', with: {households: h}}",
        "households/h/items where done == false orderBy added desc"
      ),
      (
        "query: {from: 'items.ts:3', with: {households: h}}",
        "households/h/items where done == false orderBy added desc"
      ),
      ("listen: {from: listenTo, collection: users}", "users limit 5"),
      ("listen: {from: listenTo, collection: messages, with: {channels: c}}", "channels/c/messages"),
      ("query: {from: ItemStore.page, with: {limit: 10}}", "items orderBy added desc limit 10"),
      ("query: {from: ItemStore.page, with: {limit: $page}}", "items orderBy added desc limit 7"),
      ("page: {query: {from: ItemStore.page}, size: 25}", "pages of items orderBy added desc"),
      ("page: {query: {from: 'src/items.ts:7'}}", "pages of articles"),
      (
        "page: {query: {from: NoteStore.list, with: {by: ada}}, size: 10}",
        #"pages of notes where by == "ada" orderBy at"#
      ),
      ("query: {from: search, with: {}}", "feed limit 5"),
      ("query: {from: search, with: {kind: red}}", #"feed where kind == "red" limit 5"#),
      ("query: {from: search, with: {owner: ada, kind: red}}", #"feed where kind == "red" and owner == "ada" limit 5"#),
      (
        "query: {from: loadFeed, with: {owner: ada, 'added >=': 1, 'added <': 9}}",
        #"feed where owner == "ada" and added >= 1 and added < 9"#
      ),
      ("query: {from: total, with: {owner: ada}}", #"feed where owner == "ada" aggregate count()"#),
      ("get: {from: user, with: {users: ada}}", "users/ada"),
      ("get: {from: user, with: {users: '{since}'}}", "users/{}"),
      ("query: {from: braces}", #"feed where kind == "{a}" limit 1"#),
      ("query: {from: prefix, with: {start: a, end: [b]}}", #"users orderBy name startAt("a") endAt("b")"#),
      // A word is a collection where the sources read one of that name.
      ("query: {from: posts}", "query: {from: posts}".suffixed), ("query: {from: posts()}", "articles limit 5"),
    ])
  func `the request that is named is asked`(step: String, expected: String) throws {
    #expect(try asked(step) == [expected])
  }

  @Test("a page is as large as the limit of the code, and another size is said")
  func pageSizes() throws {
    func page(_ step: String) throws -> (size: Quantity?, findings: [String]) {
      let reading = try reading(step)
      var size: Quantity?
      reading.suite?.variants[0].workload.visitSteps { if case .page(let page) = $0.action { size = page.size } }
      return (size, reading.diagnostics.map { "\($0.severity) \($0.code.id) \($0.message)" })
    }
    let own = try page("page: {query: {from: 'src/items.ts:7'}}")
    #expect(own.size == .constant(5) && own.findings == [])
    let same = try page("page: {query: {from: 'src/items.ts:7'}, size: 5}")
    #expect(same.size == .constant(5) && same.findings == [])
    let other = try page("page: {query: {from: 'src/items.ts:7'}, size: 20}")
    #expect(other.size == .constant(20))
    #expect(other.findings == ["warning FB7029 pages of 20 are played, and the code asks for 5"])
    for size in [9, 10] {
      let known = try page("page: {query: {from: NoteStore.list, with: {}}, size: \(size)}")
      #expect(known.size == .constant(Int64(size)) && known.findings == [])
    }
    #expect(
      try page("page: {query: {from: NoteStore.list, with: {}}, size: 8}").findings == [
        "warning FB7029 pages of 8 are played, and the code asks for 9 or 10"
      ])
    #expect(
      try page("page: {query: {from: NoteStore.list, with: {}}}").findings == ["error FB0015 the key `size` is missing"]
    )
    let open = try page("page: {query: {from: ItemStore.page}, size: 25}")
    #expect(open.size == .constant(25) && open.findings == [])
    #expect(try page("page: {query: {from: ItemStore.page}}").findings == ["error FB0015 the key `size` is missing"])
  }

  @Test func `a word is a collection where the workload fills one of that name`() throws {
    #expect(try asked("query: {from: both2}") == ["{from: both2}"])
    #expect(try asked("query: {from: braces}", data: "data: [{path: 'braces/{auto}', count: 1}]") == ["{from: braces}"])
  }

  @Test(
    arguments: [
      (
        "listen: {from: ItemStor.start, with: {}}",
        "the sources have no request `ItemStor.start` → did you mean `ItemStore.start`?"
      ),
      (
        "listen: {from: OrderRepository.start, with: {}}",
        "the sources have no request `OrderRepository.start` → known: `ItemStore.start`"
      ),
      (
        "listen: {from: 'src/items.ts:4'}",
        "the sources have no request `src/items.ts:4` → `src/items.ts` asks in lines 3, 5, 7, 9, 11, 12, 14, 15, 17, 19, 21, 23, 25, 27, 29, 31"
      ),
      (
        "listen: {from: ItemStore.start}",
        "only the run knows `households` of `households/?/items where done == false orderBy added desc` → give it: `with: {households: …}`"
      ),
      (
        "query: {from: loadFeed}",
        "only the run knows `owner`, `added >=`, `added <` of `feed where owner == ? and added >= ? and added < ?` → "
          + #"give it: `with: {owner: …, "added >=": …, "added <": …}`"#
      ),
      (
        "query: {from: both()}",
        "`both()` asks 2 different requests → name one by its place: `src/items.ts:14`, `src/items.ts:15`"
      ),
      (
        "query: {from: search}",
        "`search` asks 3 different requests → say by `with` which of them is meant: {kind} or {} or {kind, owner}"
      ),
      // A page has a size of its own: what differs in the limit alone is one.
      (
        "page: {query: {from: NoteStore.list}, size: 10}",
        "`NoteStore.list` asks 2 different requests → say by `with` which of them is meant: {} or {by}"
      ),
      (
        "page: {query: {from: NoteStore.list, with: {limit: 10}}, size: 10}",
        "a page takes no `limit`: it has `size` documents → leave `limit` out, and write `size` beside `query`, or nothing: then it is that of the code"
      ),
      (
        "page: {query: {from: NoteStore.list, with: {}, limit: 10}}",
        "a page takes no `limit`: it has `size` documents → leave `limit` out, and write `size` beside `query`, or nothing: then it is that of the code"
      ),
      (
        "listen: {from: listenTo}",
        "`listenTo` asks 3 different requests → say which of them is meant: `collection: pms` or `collection: users` or `collection: messages`"
      ),
      (
        "listen: {from: listenTo, collection: user}", "`listenTo` asks no collection `user` → did you mean `users`?"
      ),
      (
        "get: {from: both, with: {a: ada}}",
        "`both` asks 2 different requests → name one by its place: `src/items.ts:14`, `src/items.ts:15`"
      ),
      (
        "get: {from: prefix, with: {users: ada}}",
        "`prefix` asks a query, and `get` reads one document → write `query` instead of `get`"
      ),
      ("query: {from: total, with: {ownr: ada}}", "the request leaves no `ownr` open → did you mean `owner`?"),
      (
        "query: {from: broken, with: {}}",
        "`broken` cannot be played as it is: only the run knows its field → write the query out: the sources ask `feed`"
      ),
      (
        "get: {from: search, with: {kind: a}}",
        "`search` asks a query, and `get` reads one document → write `query` instead of `get`"
      ),
      (
        "get: {from: total, with: {owner: a}}",
        "`total` counts documents, and `get` reads one → write `query` instead of `get`"
      ),
    ])
  func `what is no such request is said`(step: String, expected: String) throws {
    #expect(try asked(step) == ["FB7028 " + expected])
  }

  @Test func `other keys are of queries that are written out`() throws {
    let reading = try reading("query: {from: ItemStore.start, with: {households: h}, where: [[a, '==', 1]]}")
    #expect(reading.diagnostics.map(\.message) == ["unknown key `where`"])
  }

  @Test func `a collection is named by a text`() throws {
    let reading = try reading("listen: {from: listenTo, collection: [a]}")
    #expect(reading.diagnostics.map(\.message) == ["expected the id of a collection, found a list of 1"])
  }

  @Test func `values that no place can hold are refused`() throws {
    #expect(
      try asked("query: {from: ItemStore.page, with: {limit: many}}") == [
        "FB0015 a value of `with` has the wrong type: an id is a text, a limit a whole number → "
      ])
  }

  @Test func `without sources a name is not guessed at`() {
    let text = "workload: w\nactors: {me: {sessions: {at: {first: '08:00'}}, steps: [{query: {from: A.b}}]}}\n"
    #expect(
      WorkloadReader.read(SourceText(path: "w", text: text)).diagnostics.map(\.message) == [
        "the sources are not read here: `A.b` is not known"
      ])
  }
}

extension String {
  /// The target of a step as it is written.
  fileprivate var suffixed: String { split(separator: ": ", maxSplits: 1).last.map(String.init) ?? self }
}
