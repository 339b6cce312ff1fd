import Diagnostics
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import StructuredText
import Synchronization
import Testing

@testable import Project
@testable import RulesTesting
@testable import RunReports

/// Reading case files and test suites, and running them.
@Suite("Rules tests") struct RuleTestRunnerTests {
  private static let database = DatabaseName(project: "demo-local")

  private func compiled(_ conditions: String) throws -> CompiledRules {
    let source = SourceText(
      path: "firestore.rules",
      text:
        "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{db}/documents {\n\(conditions)\n  }\n}\n")
    return try #require(CompiledRules.compile(CloudRulesParser.parse(source)).rules)
  }

  private func read(_ text: String) throws -> CaseFile {
    let (file, findings) = CaseFile.read(SourceText(path: "a/cases.yaml", text: text), database: Self.database)
    #expect(findings.map(\.message) == [])
    return try #require(file)
  }

  private func operation(_ text: String) throws -> RuleOperation {
    let file = try read("rules: ../x.rules\ncases: [{\(text), expect: allow}]")
    return try #require(file.cases.first).operation
  }

  // MARK: Case files

  @Test("rules are named relative to the case file, or stand in it")
  func rules() throws {
    guard case .file(let path, _) = try read("rules: ../x.rules\ncases: []").rules else {
      Issue.record("expected a file")
      return
    }
    #expect(path == "x.rules")
    #expect(
      try read("source: |\n  service\ncases: []").rules
        == .text(SourceText(path: "a/cases.yaml#source", text: "service\n")))
  }

  @Test("writes are what the SDKs send")
  func writes() throws {
    let path = try DocumentPath(parsing: "a/b")
    let time = FieldTransform(FieldPath(segments: ["m", "t"]), .requestTime)
    #expect(
      try operation("create: {path: a/b, fields: {x: 1, m: {t: serverTime, n: 2.0}}}")
        == .commit([
          Write(
            path, .set(["x": .integer(1), "m": .map(["n": .double(2)])]), transforms: [time],
            precondition: .exists(false))
        ]))
    #expect(
      try operation("update: {path: /a/b, fields: {x.y: [1, null], t: serverTime}}")
        == .commit([
          Write(
            path,
            .merge(
              ["x": .map(["y": .array([.integer(1), .null])])], mask: [FieldPath(segments: ["x", "y"])]),
            transforms: [FieldTransform(FieldPath(name: "t"), .requestTime)], precondition: .exists(true))
        ]))
    #expect(
      try operation("merge: {path: a/b, fields: {m: {x: 1, y: {}}, d: {timestampValue: \"1970-01-01T00:00:00Z\"}}}")
        == .commit([
          Write(
            path,
            .merge(
              ["m": .map(["x": .integer(1), "y": .map([:])]), "d": .timestamp(Timestamp(microseconds: 0))],
              mask: [
                FieldPath(segments: ["m", "x"]), FieldPath(segments: ["m", "y"]), FieldPath(name: "d"),
              ]))
        ]))
    #expect(
      try operation("commit: [{delete: a/b}, {set: {path: a/b, fields: {}}}]")
        == .commit([Write(path, .delete), Write(path, .set([:]))]))
  }

  @Test("both forms of a query are the same query")
  func queries() throws {
    let text = try operation(#"list: 'a where x == 1 and y array-contains "z" orderBy n desc limit 5'"#)
    #expect(
      text
        == (try operation(
          "list: {from: a, where: [[x, ==, 1], [y, array-contains, z]], orderBy: [[n, desc]], limit: 5}")))
    #expect(try operation("list: group c") == (try operation("list: {group: c}")))
    #expect(try operation("list: {from: c, group: true}") == (try operation("list: {group: c}")))
  }

  @Test("a case's documents stand in the place of the file's, one by one")
  func documents() throws {
    let file = try read(
      """
      rules: x.rules
      data: {a/b: {n: 1, m: 2}, a/c: {}}
      cases: [{get: a/b, data: {a/b: {n: 3}}, expect: allow}, {name: second, get: a/b, expect: deny}]
      """)
    #expect(
      file.cases.map { $0.documents.map { "\($0.path) \($0.fields.count)" } } == [
        ["a/b 1", "a/c 0"], ["a/b 2", "a/c 0"],
      ])
    #expect(file.cases.map(\.name) == ["get a/b as nobody", "second"])
  }

  // MARK: Test suites

  private static let suite = """
    {"source": {"files": [{"name": "r", "content": "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow get: if request.auth == null; allow update: if get(/databases/$(d)/documents/u/x).data.ok; allow delete: if resource == null; allow create: if exists(/databases/$(d)/documents/u/y); } } }"}]},
     "testSuite": {"testCases": [
      {"expectation": "DENY", "request": {"method": "get", "path": "/databases/(default)/documents/a/b"}},
      {"expectation": "ALLOW", "request": {"method": "get", "path": "/databases/%28default%29/documents/a/b", "auth": null}},
      {"expectation": "ALLOW", "request": {"method": "update", "path": "/databases/(default)/documents/a/b"},
       "functionMocks": [{"function": "get", "args": [{"exactValue": "/databases/(default)/documents/u/x"}], "result": {"value": {"data": {"ok": true}}}}]},
      {"expectation": "DENY", "request": {"method": "update", "path": "/databases/(default)/documents/a/b"}},
      {"expectation": "DENY", "request": {"method": "delete", "path": "/databases/(default)/documents/a/b"}},
      {"expectation": "ALLOW", "request": {"method": "create", "path": "/databases/(default)/documents/a/b"},
       "functionMocks": [{"function": "exists", "args": [{"anyValue": {}}], "result": {"value": true}}]}
    ]}}
    """

  private func run(
    _ semantics: RuleTestRunner.SuiteSemantics, _ text: String = suite
  ) throws -> [RuleCaseResult] {
    let (suite, findings) = TestSuiteFile.read(SourceText(path: "suite.json", text: text))
    #expect(findings.map(\.message) == [])
    let file = try #require(suite)
    let source = try #require(file.rules)
    let rules = try #require(CompiledRules.compile(CloudRulesParser.parse(source)).rules)
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "suite.json", content: .suite(file), rulesPath: "r")], rules: ["r": rules],
      notes: [])
    return RuleTestRunner(suiteSemantics: semantics).run(set).report.cases
  }

  @Test("test suites are evaluated as the hosted service does: what is not given is absent")
  func hosted() throws {
    let results = try run(.testapi)
    #expect(results.map(\.outcome) == Array(repeating: .passed, count: 6))
    #expect(results.map { $0.answer?.reason?.kind } == [.error, nil, nil, .error, .error, nil])
    #expect(results[0].answer?.reason?.message.contains("Property auth is undefined on object.") == true)
    #expect(results[3].answer?.reason?.message.contains("Function not found error: Name: [get].") == true)
    #expect(results[4].answer?.reason?.message.contains("Null value error.") == true)
  }

  @Test("or as if clients had made the requests: signed out, and missing documents are null")
  func live() throws {
    #expect(try run(.live).map(\.actual) == ["allow", "allow", "allow", "deny", "allow", "allow"])
  }

  @Test(
    "rules see the case's own document, before and after the request",
    arguments: [
      ("create", "null", "!exists(request.path) && existsAfter(request.path)", true),
      ("create", "null", "getAfter(request.path).data.n == 2 && get(request.path) == null", true),
      ("update", #"{"data": {"n": 1}}"#, "get(request.path).data.n == 1 && getAfter(request.path).data.n == 2", true),
      ("delete", #"{"data": {"n": 1}}"#, "exists(request.path) && !existsAfter(request.path)", true),
      ("get", #"{"data": {"n": 1}}"#, "get(request.path).data.n == 1 && getAfter(request.path).data.n == 1", true),
      ("update", #"{"data": {"n": 1}}"#, "exists(/databases/(default)/documents/a/other)", false),
    ])
  func ownDocument(method: String, resource: String, condition: String, isAllowed: Bool) throws {
    let content =
      "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow \(method): if \(condition); } } }"
    let text = """
      {"source": {"files": [{"name": "r", "content": "\(content)"}]}, "testSuite": {"testCases": [
        {"expectation": "ALLOW", "resource": \(resource),
         "request": {"method": "\(method)", "path": "/databases/(default)/documents/a/b", "resource": {"data": {"n": 2}}}}
      ]}}
      """
    #expect(try run(.live, text).map(\.actual) == [isAllowed ? "allow" : "deny"])
  }

  @Test(
    "a suite that cannot be read names every mistake",
    arguments: [
      ("{}", ["FB0015"]),
      (#"{"testCases": [{"expectation": "MAYBE", "request": {"method": "get", "path": "/a/b"}}]}"#, ["FB0015"]),
      (#"{"testCases": [{"expectation": "DENY", "request": {"path": "/a/b"}}]}"#, ["FB0015"]),
      (
        #"{"testCases": [{"expectation": "DENY", "request": {"method": "get", "path": "/a/b"}, "mock": []}]}"#,
        ["FB0014"]
      ),
      (
        #"{"testCases": [{"expectation": "DENY", "request": {"method": "get", "path": "/a/b"}, "functionMocks": [{"function": "get", "args": [], "result": {"value": 1}}]}]}"#,
        ["FB0015"]
      ),
    ])
  func broken(text: String, codes: [String]) {
    #expect(TestSuiteFile.read(SourceText(path: "suite.json", text: text)).findings.map(\.code.id) == codes)
  }

  // MARK: Running

  @Test("what fails for another reason than the rules is neither allowed nor denied")
  func errors() throws {
    let rules = try compiled("    match /a/{b} { allow write: if true; }")
    let file = try read(
      """
      rules: x.rules
      data: {a/b: {}}
      cases:
        - {name: exists, create: {path: a/b, fields: {}}, expect: deny}
        - {name: missing, update: {path: a/c, fields: {x: 1}}, expect: allow}
        - {name: reserved, set: {path: a/c, fields: {__x__: 1}}, expect: deny}
        - {name: fine, set: {path: a/c, fields: {x: 1}}, expect: allow, reads: 0}
        - {name: later, time: "2020-01-01T00:00:00Z", set: {path: a/c, fields: {x: serverTime}}, expect: allow}
      """)
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "cases.yaml", content: .cases(file), rulesPath: "r")], rules: ["r": rules],
      notes: [])
    let cases = RuleTestRunner().run(set).report.cases
    #expect(cases.map(\.actual) == ["ALREADY_EXISTS", "NOT_FOUND", "INVALID_ARGUMENT", "allow", "allow"])
    #expect(cases.map(\.outcome) == [.error, .error, .error, .passed, .passed])
  }

  @Test("a server timestamp is the time of the request")
  func serverTime() throws {
    let rules = try compiled(
      "    match /a/{b} { allow create: if request.resource.data.t == request.time && request.time == timestamp.date(2020, 1, 1); }"
    )
    let file = try read(
      "rules: x\ntime: \"2020-01-01T00:00:00Z\"\ncases: [{create: {path: a/b, fields: {t: serverTime}}, expect: allow}]"
    )
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "cases.yaml", content: .cases(file), rulesPath: "r")], rules: ["r": rules],
      notes: [])
    #expect(RuleTestRunner().run(set).report.findings.map(\.message) == [])
  }

  // MARK: Rewriting and watching

  @Test("updating replaces exactly the expectations that were wrong")
  func update() throws {
    let rules = try compiled("    match /a/{b} { allow get: if exists(/databases/$(db)/documents/c/d); }")
    let text =
      "rules: x\ndata: {c/d: {}}\ncases:\n- {name: é, get: a/b, expect: deny, because: \"no\", reads: 3} # kept\n"
    let file = try read(text)
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "cases.yaml", content: .cases(file), rulesPath: "r")], rules: ["r": rules],
      notes: [])
    let edits = ExpectationUpdate.edits(RuleTestRunner().run(set).report, in: set)
    #expect(edits.map(\.count) == [3])
    #expect(
      edits.map(\.text) == [
        "rules: x\ndata: {c/d: {}}\ncases:\n- {name: é, get: a/b, expect: allow, because: "
          + "\"exists(/databases/$(db)/documents/c/d) is true\", reads: 1} # kept\n"
      ])
  }

  @Test("a place that was wrong is replaced by a place, and a reason that still holds stays")
  func updatedPlaces() throws {
    let rules = try compiled("    match /a/{b} { allow get:\n if b == 'x';\n }")
    let text = """
      rules: firestore.rules
      cases:
      - {name: one, get: a/b, expect: deny, because: "firestore.rules:9"}
      - {name: two, get: a/b, expect: allow, because: "/.*is false.*/"}
      - {name: three, get: a/b, expect: deny, because: "/never/"}

      """
    let file = try read(text)
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "cases.yaml", content: .cases(file), rulesPath: "r")], rules: ["r": rules],
      notes: [])
    let edits = ExpectationUpdate.edits(RuleTestRunner().run(set).report, in: set)
    #expect(
      edits.map(\.text) == [
        """
        rules: firestore.rules
        cases:
        - {name: one, get: a/b, expect: deny, because: "firestore.rules:5"}
        - {name: two, get: a/b, expect: deny, because: "/.*is false.*/"}
        - {name: three, get: a/b, expect: deny, because: "b == 'x' is false: \\"b\\" == \\"x\\""}

        """
      ])
  }

  private struct InstantClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
  }

  @Test("watching ends with the first look at which a file is another one")
  func watching() async throws {
    let looks = Mutex(0)
    let watch = FileWatch(clock: InstantClock(), interval: .seconds(1)) { path in
      looks.withLock { count in
        count += 1
        return FileStamp(seconds: path == "b" && count > 7 ? 2 : 1, size: 0)
      }
    }
    #expect(try await watch.waitForChange(of: ["a", "b"]) == ["b"])
  }

  @Test("rules that cannot be deployed are watched all the same")
  func watchedRules() async throws {
    let folder = try FolderFixture([
      "cases.yaml": "rules: r.rules\ncases: [{get: a/b, expect: deny}]", "r.rules": "service {",
    ])
    let loaded = RuleTestLoader.load(["\(folder.path)/cases.yaml"], defaultRules: nil, database: Self.database)
    #expect(loaded.set == nil)
    #expect(loaded.watched.map(folder.relative) == ["cases.yaml", "r.rules"])
    let looks = Mutex(0)
    let watch = FileWatch(clock: InstantClock(), interval: .seconds(1)) { path in
      looks.withLock { count in
        count += 1
        return FileStamp(seconds: path.hasSuffix("r.rules") && count > 5 ? 2 : 1, size: 0)
      }
    }
    #expect(try await watch.waitForChange(of: loaded.watched).map(folder.relative) == ["r.rules"])
  }

  @Test("coverage keeps values apart by their contents, and names them as the emulator does")
  func coveredValues() throws {
    let rules = try compiled(
      "    match /a/{b} { allow get: if resource.data.diff({'x': 1}).affectedKeys().hasAny(['x']); }")
    let text = """
      rules: r
      cases:
      - {name: one, get: a/b, data: {a/b: {x: 1, l: [1, {y: z}]}}, expect: deny}
      - {name: two, get: a/b, data: {a/b: {x: 2}}, expect: allow}

      """
    let set = RuleTestSet(
      files: [RuleTestSet.File(path: "cases.yaml", content: .cases(try read(text)), rulesPath: "r")],
      rules: ["r": rules],
      notes: [])
    let summary = CoverageSummary(set, RuleTestRunner().run(set).coverage)
    let json = JSONWriter.text(.object(summary.members), .compact)
    for part in [
      #""mapValue":{"fields":{"l":{"listValue":{"values":[{"intValue":"1"},{"mapValue":{"fields":{"y":{"stringValue":"z"}}}}]}},"x":{"intValue":"1"}}}"#,
      #""mapValue":{"fields":{"x":{"intValue":"2"}}}"#,
      #""mapDiffValue":{"addedKeys":["l"],"removedKeys":[],"changedKeys":[],"unchangedKeys":["x"]}"#,
      #""setValue":{"values":[{"stringValue":"x"}]}"#,
    ] {
      #expect(json.contains(part), "\(part)")
    }
  }

  // MARK: Small parts

  @Test(
    "patterns of paths",
    arguments: [
      ("rules/**/cases.yaml", "rules/cases.yaml", true), ("rules/**/cases.yaml", "rules/a/b/cases.yaml", true),
      ("rules/**/cases.yaml", "other/cases.yaml", false), ("**", "a/b", true), ("*.yaml", "a.yaml", true),
      ("*.yaml", "a/b.yaml", false), ("a/*/c*.yaml", "a/b/cases.yaml", true), ("**/x/**/y", "x/x/z/y", true),
      ("**/x/**/y", "z/y", false), ("a*b*c", "axbxbc", true), ("a*b*c", "axbx", false), ("", "a", false),
    ])
  func patterns(pattern: String, path: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(path) == matches)
  }

  @Test(
    "a threshold is compared exactly",
    arguments: [
      ("88.4", 46, 52, true), ("88.5", 46, 52, false), ("100", 52, 52, true), ("100", 51, 52, false), ("0", 0, 5, true),
      ("99.999", 99_999, 100_000, true), ("50", 0, 0, true),
    ])
  func threshold(text: String, covered: Int, total: Int, isReached: Bool) throws {
    let share = CoverageReport.Share(covered: covered, total: total)
    #expect(try #require(CoverageThreshold(text)).isReached(by: share) == isReached)
  }

  @Test("what is no percentage", arguments: ["", "-1", "101", "100.1", "1e2", "5,5", "9.9999", "٣"])
  func noThreshold(text: String) {
    #expect(CoverageThreshold(text) == nil)
  }

  @Test("the page of a coverage escapes what it shows")
  func page() throws {
    let rules = try compiled("    match /a/{b} { allow get: if '<script>&\"' == resource.data.x; }")
    let set = RuleTestSet(files: [], rules: ["<r>": rules], notes: [])
    let page = CoverageSummary(set, [:]).page
    #expect(!page.contains("<script>"))
    #expect(page.contains("&lt;script&gt;&amp;&quot;"))
  }
}
