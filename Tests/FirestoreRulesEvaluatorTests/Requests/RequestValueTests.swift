import FirestoreModel
import FirestoreRulesEvaluator
import Testing

/// `request` and `resource` for each kind of request.
@Suite("Request values") struct RequestValueTests {
  private static let absent = "Property resource is undefined on object."

  @Test(
    "members",
    arguments: [
      (RulesMethod.get, "['auth', 'method', 'path', 'time']"), (.list, "['auth', 'method', 'path', 'query', 'time']"),
      (.create, "['auth', 'method', 'path', 'resource', 'time']"),
      (.update, "['auth', 'method', 'path', 'resource', 'time']"),
      (.delete, "['auth', 'method', 'path', 'resource', 'time']"),
    ])
  func members(_ method: RulesMethod, _ keys: String) throws {
    #expect(try RuleTrial("request.keys() == \(keys)", method: method).answer == "true")
    #expect(try RuleTrial("request.method == '\(method.rawValue)'", method: method).answer == "true")
  }

  @Test(
    "conditions",
    arguments: [
      ("request.auth.uid == 'alice' && request.auth.token.admin", .get, "true"),
      ("request.auth.keys() == ['token', 'uid']", .get, "true"),
      ("'auth' in request", .get, "true"),
      ("request.path == /databases/(default)/documents/c/d", .get, "true"),
      ("request.path == /databases/$(database)/documents/c/$(id)", .delete, "true"),
      ("request.time is timestamp", .get, "true"),
      ("request.query == null", .get, "Property query is undefined on object."),
      ("request.bogus == null", .get, "Property bogus is undefined on object."),
      ("request.query.limit == 10 && request.query.offset == 0", .list, "true"),
      ("request.query.orderBy.n == 'ASC' && request.query.orderBy.size() == 1", .list, "true"),
      ("request.resource == null", .get, absent), ("request.resource == null", .list, absent),
      ("!('resource' in request)", .get, "true"),
      ("request.resource == null", .delete, "true"), ("'resource' in request", .delete, "true"),
      ("request.resource.data.n == 2", .delete, "Null value error."),
      ("request.resource.data.n == 2 && request.resource.id == 'd'", .create, "true"),
      ("request.resource.__name__ == /databases/$(database)/documents/c/d", .update, "true"),
      ("resource == null", .create, "true"), ("resource.data == null", .create, "Null value error."),
      ("resource.data.n == 1 && resource.id == 'd'", .update, "true"),
      ("resource.__name__[3] == 'c'", .delete, "true"),
      ("resource.keys() == ['__name__', 'data', 'id']", .get, "true"),
      ("resource['data'].n == 1", .get, "true"), ("(resource).data.n == 1", .get, "true"),
      ("(request.resource).data.n == 2 && (request).resource.data.n == 2", .update, "true"),
    ] as [(String, RulesMethod, String)])
  func condition(_ condition: String, _ method: RulesMethod, _ answer: String) throws {
    #expect(try RuleTrial(condition, method: method).answer == answer)
  }

  @Test func `signed out, auth is null and its members are errors`() throws {
    #expect(try RuleTrial("request.auth == null", auth: nil).answer == "true")
    #expect(try RuleTrial("'auth' in request", auth: nil).answer == "true")
    #expect(try RuleTrial("request.auth.uid == 'alice'", auth: nil).answer == "Null value error.")
  }

  @Test func `a delete has no new document, whatever the request carries`() throws {
    var trial = RuleTrial("request.resource == null", method: .delete)
    trial.request.newResource = trial.request.resource
    #expect(try trial.answer == "true")
    trial.source = RulesFixture.condition("request.resource.data.n == 1")
    #expect(try trial.answer == "Null value error.")
  }

  @Test func `a query without limit shows null, not zero`() throws {
    var trial = RuleTrial("request.query.limit == null && request.query.orderBy == {}", method: .list)
    trial.request.query = RulesQuery()
    #expect(try trial.answer == "true")
  }

  @Test func `a missing document is null`() throws {
    for method in [RulesMethod.get, .delete] {
      var trial = RuleTrial("resource == null", method: method)
      trial.request.resource = nil
      #expect(try trial.answer == "true")
      trial.source = RulesFixture.condition("resource.data.n == 1")
      #expect(try trial.answer == "Null value error.")
    }
  }

  // MARK: - Documents

  @Test func `get sees the state before, getAfter the one after`() throws {
    let other = "/databases/$(database)/documents/c/e"
    var trial = RuleTrial(
      "get(\(other)).data.n == 1 && getAfter(\(other)).data.n == 2 && exists(\(other)) && get(\(other)).id == 'e'")
    trial.reader.before = [RulesFixture.path("c/e"): ["n": .integer(1)]]
    trial.reader.after = [RulesFixture.path("c/e"): ["n": .integer(2)]]
    let (decision, _) = try trial.traced()
    #expect(decision.isAllowed)
    #expect(decision.documentsRead == [RulesFixture.path("c/e")])
    trial.reader.after = [:]
    trial.source = RulesFixture.condition("exists(\(other)) && !existsAfter(\(other)) && getAfter(\(other)) == null")
    #expect(try trial.answer == "true")
  }

  @Test func `the data of a missing document is an error`() throws {
    let other = "/databases/$(database)/documents/c/none"
    #expect(try RuleTrial("get(\(other)) == null").answer == "true")
    #expect(try RuleTrial("get(\(other)).data.n == 1").answer == "Null value error.")
  }

  // MARK: - The hosted test service

  @Test(
    "test cases",
    arguments: [
      ("request.auth.uid == 'u'", "Property auth is undefined on object."),
      ("resource == null", "Null value error."), ("resource.data.n == 1", "Null value error."),
      ("request.method == 'get'", "true"), ("request.resource.data.n == 4", "true"),
      ("request.keys().size() == 2", "true"),
      ("get(/databases/(default)/documents/a/b).data.n == 3", "true"),
      ("get(/databases/(default)/documents/a/c).data.n == 3", "Function not found error: Name: [get]."),
      ("exists(/anything)", "true"), ("debug(1) == 1", "Function not found error: Name: [debug]."),
      ("existsAfter(/anything)", "Function not found error: Name: [existsAfter]."),
    ])
  func testCase(_ condition: String, _ answer: String) throws {
    let rules = try #require(RulesFixture.compile(RulesFixture.condition(condition)).rules)
    let mocks = FunctionMocks([
      .init(
        function: .get, path: RulePath(["databases", "(default)", "documents", "a", "b"]),
        result: .map(.stored(["data": .map(["n": .integer(3)])]))),
      .init(function: .exists, path: nil, result: .boolean(true)),
    ])
    let members = BuiltMap([
      .init(key: "method", value: .string("get")),
      .init(key: "resource", value: .map(.stored(["data": .map(["n": .integer(4)])]))),
    ])
    var session = RequestSession(NoDocuments(), semantics: .testAPI(mocks))
    let request = RulesRequest(method: .get, path: RequestPath(RulesFixture.path("c/d")), time: RulesFixture.now)
    let decision = RulesEngine(rules).decide(
      request, testCase: TestCaseValues(request: members, resource: nil), in: &session)
    #expect((decision.isAllowed ? "true" : decision.statements.last?.error?.message ?? "false") == answer)
  }
}
