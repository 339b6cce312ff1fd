import Foundation
import Testing

@testable import EmulatorServer

/// What the page's API is asked is read strictly: nothing is written by mistake, and what is wrong is told with its code and
/// its place.
@Suite("Page input") struct PageInputTests {
  private static func send(_ request: String, _ body: String = "", to server: TestServer) async throws -> HTTPExchange {
    let parts = request.split(separator: " ", maxSplits: 1)
    return try await HTTPExchange.send(
      String(parts[0]), "/firebreak/v1/\(parts[1])", body: body, port: server.pagePort)
  }

  /// Each with what the answer has to say.
  private static let bodies: [(request: String, body: String, told: String)] = [
    (
      "POST indexes", #"{"onlyShowing": "true"}"#,
      "FB0015 expected `true` or `false` for `onlyShowing`, found a string (body:1:17)"
    ),
    (
      "POST indexes", #"{"onlyShwing": true, "etag": "*"}"#,
      "FB0014 unknown key `onlyShwing` (body:1:2); did you mean `onlyShowing`?"
    ),
    (
      "POST indexes", #"{"member": "indexes", "onlyShowing": true}"#,
      "FB0015 the key `definition` is missing (body:1:1)"
    ),
    ("POST indexes", #"{"definition": {}, "onlyShowing": true}"#, "FB0015 the key `member` is missing (body:1:1)"),
    (
      "POST indexes", #"{"member": "index", "definition": {}}"#,
      "FB0015 expected one of `indexes`, `fieldOverrides` for `member`"
    ),
    ("POST indexes", "", "FB0015 the key `etag` is missing"),
    ("POST indexes", "{}", "FB0015 the key `etag` is missing"),
    ("POST indexes", "[]", "FB0015 expected an object for `the body`, found an array"),
    ("POST indexes", #"{"etag": "*", "etag": "*"}"#, "FB0016"),
    ("PUT rules", #"{"source": ""}"#, "FB0015 the key `etag` is missing"),
    ("PUT rules", #"{"etag": "*"}"#, "FB0015 the key `source` is missing"),
    ("PUT rules", #"{"source": 1, "etag": "*"}"#, "FB0015 expected a string for `source`, found a number"),
    ("PUT rules", #"{"source": "", "etag": "*", "force": true}"#, "FB0014 unknown key `force`"),
    ("PUT document?path=c/a", "{}", "FB0015 the key `fields` is missing"),
    ("PUT document?path=c/a", #"{"fields": []}"#, "FB0015"),
    ("PUT document?path=c/a", #"{"fields": {"a": 1}}"#, "(body:1:18)"),
    ("PUT document?path=c/a", #"{"fields": {"a": {"integerValue": "9223372036854775808"}}}"#, "(body:1:35)"),
    (
      "PUT document?path=c/a", #"{"fields": {}, "updateTime": "soon"}"#,
      "FB0015 expected a time, as in 2026-01-05T08:00:00Z, for `updateTime`"
    ),
    ("PUT document?path=c/a", #"{"fields": {}, "updatetime": "2026-01-05T08:00:00Z"}"#, "did you mean `updateTime`?"),
    ("PUT realtime?instance=demo&path=/a", "{}", "FB0015 the key `value` is missing"),
    ("PUT realtime?instance=demo&path=/a", #"{"value": 1, "etag": 1}"#, "FB0015 expected a string for `etag`"),
    ("POST query", "{}", "FB0015 the key `query` is missing"), ("POST query", #"{"query": ["c"]}"#, "FB0015"),
    ("POST query", #"{"query": "c", "limit": "5"}"#, "FB0015 expected an integer for `limit`"),
    ("POST query", #"{"query": "c", "limit": -1}"#, "FB0015 expected an integer from 0 to 500 for `limit`, found `-1`"),
    ("POST query", #"{"query": "c", "as": 7}"#, "FB0015"),
    ("POST query", #"{"query": "c", "as": "ada", "claims": []}"#, "FB0015 expected an object for `claims`"),
    (
      "POST rules/decide", #"{"method": "read", "path": "c/a"}"#,
      "FB0015 expected one of `get`, `list`, `create`, `update`, `delete` for `method`"
    ),
    ("POST rules/decide", #"{"method": "get"}"#, "FB0015 the key `path` is missing"),
    ("POST rules/decide", #"{"method": "get", "path": "c/a", "uid": "ada"}"#, "FB0014 unknown key `uid`"),
    ("POST rules/decide?instance=demo", #"{"method": "get", "path": "/a"}"#, "FB0015 expected one of `read`, `write`"),
    (
      "POST rules/decide?instance=demo", #"{"method": "read", "path": "/a", "fields": {}}"#,
      "FB0014 unknown key `fields`"
    ),
    ("POST export", #"{"path": "/tmp/x", "fromat": "lines"}"#, "did you mean `format`?"),
    ("POST export", #"{"path": "/tmp/x", "format": "csv"}"#, "FB0015 expected one of `google`, `lines` for `format`"),
    ("POST export", #"{"path": 1}"#, "FB0015"), ("POST import", "{}", "FB0015 the key `path` is missing"),
    ("POST import", #"{"path": "/tmp/x", "format": "lines"}"#, "FB0014 unknown key `format`"),
    ("POST clock", #"{"advance": 5}"#, "FB0015"), ("POST clock", #"{"advanced": "5m"}"#, "did you mean `advance`?"),
    ("POST query", #"{"query": "c""#, "FB0013"), ("POST query", "\u{0}", "FB0013"),
    ("POST query", #"{"query": "\ud800"}"#, "FB0013"),
  ]

  @Test("a body that says something else than is read") func malformedBodies() async throws {
    try await TestServer.runPage { server in
      for (request, body, told) in Self.bodies {
        let answer = try await Self.send(request, body, to: server)
        #expect(answer.status == 400, "\(request) \(body): \(answer.body)")
        let error = try Self.error(answer)
        #expect(error.message.contains(told), "\(request) \(body): \(error.message)")
        #expect(error.findings.first.map { error.message.hasPrefix($0) } ?? false)
      }
      #expect(try await Self.send("GET collections", to: server).body.contains(#""collections": []"#))
    }
  }

  @Test("parameters that nobody reads, or of another type") func malformedParameters() async throws {
    try await TestServer.runPage { server in
      for (request, told) in [
        ("GET meter?location=bogus", "FB7027 there is no location `bogus`"),
        ("GET meter?location=name5", "FB7027 there is no location `name5` (query:1:1); did you mean `nam5`?"),
        ("GET meter?place=nam5", "FB0014 unknown key `place` (query:1:1)"),
        ("GET overview?x=1", "FB0014 unknown key `x`"), ("GET pulse?x", "FB0014"),
        ("GET listeners?database=d", "FB0014"),
        ("GET requests?limit=x", "FB0015 expected an integer from 0 for `limit`, found `x` (query:1:7)"),
        ("GET requests?after=-1", "FB0015 expected an integer from 0 for `after`, found `-1`"),
        ("GET requests?after=9223372036854775808", "FB0015"),
        ("GET requests?limit=1&limit=2", "FB0016 the parameter `limit` is there twice (query:1:9)"),
        ("GET requests?lmit=1", "did you mean `limit`?"), ("GET requests/1?x=1", "FB0014"),
        ("GET events?after=x", "FB0015"),
        ("GET documents?limit=5", "FB0015 the key `collection` is missing"),
        ("GET documents?collection=c&limit=1001", "from 0 to 1000"),
        ("GET documents?collection=c&offset=-1", "FB0015"), ("GET collections?collection=c", "FB0014"),
        ("GET document", "FB0015 the key `path` is missing"),
        ("DELETE document?path=c/a&deep=yes", "FB0015 expected `true` or `false` for `deep`, found `yes`"),
        ("DELETE document?path=c/a&deap=true", "did you mean `deep`?"), ("GET realtime?limit=-5", "FB0015"),
        ("GET workload?db=x", "FB0014"),
        ("GET indexes?databse=x", "did you mean `database`?"), ("GET rules?instace=x", "did you mean `instance`?"),
        ("GET ledger?test=a&user=b", "FB0014"), ("DELETE ledger?operation=x", "FB0014"), ("GET health?x=1", "FB0014"),
        ("GET clock?x=1", "FB0014"),
      ] {
        let answer = try await Self.send(request, to: server)
        #expect(answer.status == 400, "\(request): \(answer.body)")
        #expect(try Self.error(answer).message.contains(told), "\(request): \(answer.body)")
      }
    }
  }

  @Test("a query of more filters than one may have is refused as production does, however many they are")
  func manyFilters() async throws {
    try await TestServer.runPage { server in
      func problem(_ filters: [String], _ word: String) async throws -> String {
        let text = "c where \(filters.joined(separator: " \(word) "))"
        let body = try JSONSerialization.data(withJSONObject: ["query": text, "as": "admin"])
        let answer = try await Self.send("POST query", String(decoding: body, as: UTF8.self), to: server)
        if answer.status != 200 { return try Self.error(answer).message }
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return object?["problem"] as? String ?? ""
      }
      let filters = (0..<9_000).map { "a\($0) == \($0)" }
      let (all, one, many) = (
        try await problem(filters, "and"), try await problem(filters, "or"),
        try await problem(filters + filters + filters, "and")
      )
      #expect(
        all.hasPrefix(
          "The query may not have more than 100 filters + sort orders + ancestor total. Currently there are 9000 filters"
        ))
      #expect(one.hasPrefix("Too many disjunctions after normalization. Result had 9000"))
      let ranges = try await problem((0..<9_000).map { "a\($0) > \($0)" }, "and")
      #expect(ranges.hasPrefix("The query contains 9000 distinct inequality fields"), "\(ranges.prefix(200))")
      let claims = (0..<5_000).map { "\"a\($0)\": \($0)" }.joined(separator: ", ")
      let body = #"{"method": "get", "path": "c/a", "as": "ada", "claims": {\#(claims)}}"#
      let told = try Self.error(try await Self.send("POST rules/decide", body, to: server)).message
      #expect(told.contains("FB0015 expected at most 20000 bytes for `claims`"), "\(told)")
      #expect(many.contains("FB0013 the body has") && many.contains("and at most 400000 are read here"))
    }
  }

  private static func error(_ answer: HTTPExchange) throws -> (message: String, findings: [String]) {
    let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    let error = try #require(object?["error"] as? [String: Any], "\(answer.body)")
    let findings = (error["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    return (error["message"] as? String ?? "", findings)
  }
}
