import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel
import Testing

/// What the table of worked examples does not cover.
@Suite("Proofs of list queries")
struct ProvingTests {
  private func answer(
    _ condition: String, _ query: String, mode: ListProver.Mode = .production,
    assumptions: ListProver.Assumptions = .init(), functions: String = "", auth: AuthContext? = ProvingFixture.user,
    documents: ProvingDocuments = ProvingDocuments()
  ) throws -> String {
    let prover = ListProver(
      try ProvingFixture.rules(list: condition, functions: functions), mode: mode, assumptions: assumptions)
    let verdict = prover.prove(
      try ProvingFixture.query(query), auth: auth, time: ProvingFixture.now, reader: documents)
    switch verdict.answer {
    case .allowed: return "allowed"
    case .denied(let denial): return "denied: \(denial.explanation)"
    case .unknown(let unproven): return "unknown: \(unproven.explanation)"
    }
  }

  // MARK: - Explanations

  @Test("an explanation names the condition and the filter to add")
  func explanation() throws {
    #expect(
      try answer("resource.data.owner == request.auth.uid", "c")
        == "denied: `resource.data.owner == request.auth.uid` is not implied by the query; "
        + "add `where(\"owner\", \"==\", \"u1\")`")
    #expect(
      try answer("request.auth.token.admin == true", "c", auth: nil)
        == "denied: `request.auth.token.admin == true` is an error: Null value error.")
    #expect(try answer("request.auth.uid == 'root'", "c") == "denied: `request.auth.uid == 'root'` is false")
  }

  @Test(
    "a filter matches doubles too, and membership takes them for the integers that are meant",
    arguments: [
      ("1 in resource.data.members", "c where members array-contains 1"),
      ("resource.data.n in [1, 2]", "c where n in [1, 2]"), ("resource.data.n in [1, 2]", "c where n == 1"),
      ("resource.data.members.hasAny([1])", "c where members array-contains 1"),
      ("resource.data.members.hasAll([1])", "c where members array-contains 1"),
      ("resource.data.n in [1, 2] && resource.data.p == true", "c where n == 1 and p == true"),
    ])
  func numericMembership(_ condition: String, _ query: String) throws {
    #expect(try answer(condition, query).hasPrefix("allowed"))
  }

  @Test("what does not turn on membership stays refuted, and other numbers stay advised")
  func otherMembership() throws {
    #expect(
      try answer("1 in resource.data.members", "c where members array-contains 2")
        == "denied: `1 in resource.data.members` is not implied by the query; "
        + "add `where(\"members\", \"array-contains\", 1)`")
    #expect(try answer("resource.data.n in [1, 2] && resource.data.n is int", "c where n == 1").hasPrefix("denied: "))
  }

  @Test(
    "the missing filter",
    arguments: [
      ("'u1' in resource.data.members", "where(\"members\", \"array-contains\", \"u1\")"),
      ("resource.data.members.hasAny(['a', 'b'])", "where(\"members\", \"array-contains-any\", [\"a\", \"b\"])"),
      ("18 <= resource.data.age", "where(\"age\", \">=\", 18)"), ("resource.data.pub", "where(\"pub\", \"==\", true)"),
      ("!(resource.data.state == 'x')", "where(\"state\", \"!=\", \"x\")"),
      ("resource.data.a.b == \"say \\\"hi\\\"\"", "where(\"a.b\", \"==\", \"say \\\"hi\\\"\")"),
      ("resource.data['a.b'] == 1", "where(new FieldPath(\"a.b\"), \"==\", 1)"),
      ("request.query.limit < 20", "limit(19)"), ("'owner' in resource.data", "orderBy(\"owner\")"),
      ("d == request.auth.uid", "where(documentId(), \"==\", \"u1\")"),
      ("mine(resource.data.owner)", "where(\"owner\", \"==\", \"u1\")"),
    ])
  func missingFilter(_ condition: String, _ filter: String) throws {
    let rules = try ProvingFixture.rules(
      list: condition, functions: "function mine(x) { let uid = request.auth.uid; return uid == x; }")
    let verdict = ListProver(rules).prove(
      try ProvingFixture.query("c"), auth: ProvingFixture.user, time: ProvingFixture.now, reader: NoDocuments())
    guard case .denied(let denial) = verdict.answer else { throw SpecError("\(verdict.answer)") }
    #expect(denial.missingFilter == filter)
  }

  @Test("each condition that holds is given with the filters that make it hold")
  func reasons() throws {
    let rules = try ProvingFixture.rules(
      list: "request.auth != null && (resource.data.owner == request.auth.uid && resource.data.n > 1)")
    let verdict = ListProver(rules).prove(
      try ProvingFixture.query("c where owner == \"u1\" and n > 5"), auth: ProvingFixture.user,
      time: ProvingFixture.now, reader: NoDocuments())
    guard case .allowed(let steps) = verdict.answer else { throw SpecError("\(verdict.answer)") }
    #expect(
      steps.map { "\($0.condition): \($0.filters.joined(separator: ", "))" } == [
        "request.auth != null: ", "resource.data.owner == request.auth.uid: owner == \"u1\"",
        "resource.data.n > 1: n > 5",
      ])
    #expect(verdict.expressionCount == 19)
    #expect(verdict.doubts.isEmpty)
  }

  // MARK: - Modes

  @Test("the emulator takes what the query does not constrain for missing")
  func emulator() throws {
    #expect(try answer("!('secret' in resource.data)", "c").hasPrefix("denied"))
    #expect(try answer("!('secret' in resource.data)", "c", mode: .emulator) == "allowed")
    #expect(try answer("resource.data.get('secret', false) == false", "c", mode: .emulator) == "allowed")
    #expect(try answer("!resource.data.keys().hasAll(['userId'])", "c", mode: .emulator) == "allowed")
    #expect(
      try answer("resource.data.public == true", "c", mode: .emulator)
        == "denied: `resource.data.public == true` is not implied by the query; "
        + "add `where(\"public\", \"==\", true)`")
    #expect(try answer("resource.data.keys().hasOnly(['a'])", "c where a == 1", mode: .emulator) == "allowed")
  }

  @Test("filters that contradict each other")
  func vacuousBranches() throws {
    let condition = "resource.data.owner == 'u1'"
    let query = "c where owner == \"u2\" and owner == \"u1\""
    #expect(
      try answer(condition, query)
        == "unknown: the filters contradict each other; what production answers then is not known")
    #expect(try answer(condition, "c where owner == \"u1\" and owner == \"u2\"") == "allowed")
    #expect(try answer(condition, query, assumptions: .init(vacuousBranches: .allow)) == "allowed")
    #expect(try answer("resource.data.n > 1", "c where n > 5 and n < 3") == "allowed")
    #expect(try answer("resource.data.a == 1", "c where a.b == 1 and a == 2").hasPrefix("unknown"))
  }

  // MARK: - Shapes

  @Test("operands that are not known")
  func shapes() throws {
    let owner = "resource.data.owner == request.auth.uid"
    #expect(
      try answer(owner, "c where owner == ?")
        == "unknown: `resource.data.owner == request.auth.uid` depends on `owner == ?`, whose value may be anything; "
        + "it holds if that is `request.auth.uid`")
    #expect(try answer("'owner' in resource.data && resource.data.owner != null", "c where owner == ?") == "allowed")
    #expect(try answer("resource.data.tags is list", "c where tags array-contains $tag") == "allowed")
    #expect(try answer("resource.data.pub == true", "c where pub == true and owner == $user") == "allowed")
    #expect(try answer("resource.data.pub == true", "c where owner == $user").hasPrefix("denied"))
    #expect(try answer("uid == request.auth.uid || true", "users/$user/posts").hasPrefix("denied"))
  }

  @Test("an operand that stands for the caller's uid")
  func callerOperands() throws {
    let condition = "resource.data.owner == request.auth.uid && request.auth.uid in resource.data.members"
    let rules = try ProvingFixture.rules(list: condition)
    let user = ListProver.arbitraryUser(avoiding: rules)
    let own = ListProver.Assumptions(uidOperands: [.parameter("me"), .expression("auth.uid")])
    #expect(
      try answer(
        condition, "c where owner == $me and members array-contains {auth.uid}", assumptions: own, auth: user)
        == "allowed")
    #expect(
      try answer(condition, "c where owner == $me and members array-contains $other", assumptions: own, auth: user)
        .hasPrefix("unknown"))
    // A user that the rules name is not an arbitrary one.
    let named = try ProvingFixture.rules(list: "request.auth.uid == 'someUser'")
    #expect(ListProver.arbitraryUser(avoiding: named).uid == "someUser1")
  }

  @Test(
    "rules as applications write them",
    arguments: [
      ("request.auth.uid in resource.data.members", "c where members.u1 == true", "allowed"),
      (
        "resource.data.members[request.auth.uid].role in ['editor', 'owner']", "c where members.u1.role == \"editor\"",
        "allowed"
      ),
      (
        "resource.data.createdAt > request.time - duration.value(7, 'd')",
        "c where createdAt > ts\"2027-01-10T00:00:00Z\"", "allowed"
      ),
      (
        "resource.data.createdAt > request.time - duration.value(7, 'd')",
        "c where createdAt > ts\"2027-01-01T00:00:00Z\"", "denied"
      ),
      ("(resource.data.owner == request.auth.uid) == true", "c where owner == \"u1\"", "allowed"),
      ("resource.data['owner'] == request.auth['uid']", "c where owner == \"u1\"", "allowed"),
      ("resource['data'].owner == request.auth.token.sub", "c where owner == \"u1\"", "allowed"),
      ("request.query.orderBy['a.b'] == 'DESC'", "c orderBy a.b desc", "allowed"),
      ("request.query.keys().hasOnly(['limit', 'offset', 'orderBy'])", "c", "unknown"),
      ("request.query.keys().hasAll(['limit', 'offset', 'orderBy'])", "c", "allowed"),
      ("request.query.size() > 2 && 'limit' in request.query", "c", "allowed"),
      ("resource.data.keys().toSet().hasAll(['owner'])", "c where owner == \"u1\"", "allowed"),
      ("resource.data.get(['meta', 'public'], false)", "c where meta.public == true", "allowed"),
      ("resource.data.owner.size() > 0", "c where owner == \"u1\"", "allowed"),
      ("resource.data.score / 2 > 1", "c where score == 5", "allowed"),
      ("resource.data.score / 2 > 1", "c where score > 5", "unknown"),
      (
        "request.auth.uid == resource.data.owner || request.auth.token.admin == true", "c where owner == \"u1\"",
        "allowed"
      ),
      (
        "resource.data.visible == true && request.time < resource.data.until",
        "c where visible == true and until > ts\"2030-01-01T00:00:00Z\"", "allowed"
      ),
      (
        "resource.data.state != 'draft' || resource.data.owner == request.auth.uid", "c where state == \"open\"",
        "allowed"
      ),
      (
        "resource.data.state != 'draft' || resource.data.owner == request.auth.uid",
        "c where state in [\"open\", \"draft\"]", "denied"
      ),
      ("resource.__name__[3] == 'c' && request.path[3] == 'c'", "c", "allowed"),
      ("exists(/databases/$(database)/documents/none/$(request.auth.uid + '_' + d)) || true", "c", "allowed"),
      ("resource.data.tags.size() <= 3", "c where tags array-contains \"a\"", "denied"),
      ("resource.data.price >= 0 && resource.data.price <= 100", "c where price >= 10 and price < 50", "allowed"),
      ("resource.data.a.b.c == 1", "c where a.b.c == 1", "allowed"),
      ("resource.data.ref == /databases/$(database)/documents/k/k1", "c where ref == ref\"k/k1\"", "allowed"),
    ])
  func applications(_ condition: String, _ query: String, _ expected: String) throws {
    let found = try answer(condition, query)
    #expect(found.hasPrefix(expected), "\(condition): \(found)")
  }

  @Test(
    "collection groups and wildcards",
    arguments: [
      (
        "match /users/{uid}/{rest=**}/posts/{p} { allow list: if uid == request.auth.uid; }",
        "group posts under users/u1", "allowed"
      ),
      (
        "match /users/{uid}/{rest=**} { allow list: if uid == request.auth.uid; }", "group posts under users/u1",
        "allowed"
      ),
      (
        "match /users/{uid}/{rest=**} { allow list: if uid == request.auth.uid; }", "group posts under users/u2",
        "denied"
      ),
      ("match /{all=**} { allow list: if all[1] == request.auth.uid; }", "group posts under users/u1", "allowed"),
      ("match /{all=**} { allow list: if all[0] == 'users'; }", "users", "allowed"),
      ("match /{all=**} { allow list; }", "*", "allowed"),
      ("match /users/{uid}/posts/{p} { allow list: if true; }", "group posts under users/u1", "denied"),
      ("match /c/{d} { allow read; }", "*", "denied"),
    ])
  func groups(_ blocks: String, _ query: String, _ expected: String) throws {
    let verdict = ListProver(try ProvingFixture.rules(blocks)).prove(
      try ProvingFixture.query(query), auth: ProvingFixture.user, time: ProvingFixture.now, reader: NoDocuments())
    switch verdict.answer {
    case .allowed: #expect(expected == "allowed", "\(blocks) \(query)")
    case .denied(let denial): #expect(expected == "denied", "\(blocks) \(query): \(denial)")
    case .unknown(let unproven): #expect(expected == "unknown", "\(blocks) \(query): \(unproven)")
    }
  }

  @Test("wildcards after the id match nothing in rules of version 2")
  func idBeforeWildcard() throws {
    let rules = try ProvingFixture.rules("match /c/{d}/{rest=**} { allow list: if d >= 'm' && resource.id == d; }")
    let verdict = ListProver(rules).prove(
      try ProvingFixture.query("c where __name__ >= ref\"c/m\""), auth: nil, time: ProvingFixture.now,
      reader: NoDocuments())
    #expect(verdict.isAllowed)
  }

  @Test("a parent that is not known")
  func unknownParents() throws {
    let rules = try ProvingFixture.rules(
      "match /users/{uid}/posts/{p} { allow list: if resource.data.public == true; }")
    let verdict = ListProver(rules).prove(
      try ProvingFixture.query("users/$user/posts where public == true"), auth: nil, time: ProvingFixture.now,
      reader: NoDocuments())
    #expect(verdict.isAllowed)
  }

  @Test("without data any document may exist")
  func unknownDocuments() throws {
    let condition = "get(/databases/$(database)/documents/users/$(request.auth.uid)).data.admin == true"
    #expect(try answer(condition, "c").hasPrefix("denied"))
    #expect(try answer(condition, "c", assumptions: .init(knowsDocuments: false)).hasPrefix("unknown"))
    #expect(try answer("resource.data.a == 1", "c", assumptions: .init(knowsDocuments: false)).hasPrefix("denied"))
    #expect(
      try answer("exists(/databases/$(database)/documents/k/a) || true", "c", assumptions: .init(knowsDocuments: false))
        == "allowed")
  }

  @Test("what is refused whatever other documents hold is refuted, and the explanation names it")
  func unknownDocumentsBesideFields() throws {
    let member = "exists(/databases/$(database)/documents/members/$(request.auth.uid))"
    let unknown = ListProver.Assumptions(knowsDocuments: false)
    #expect(
      try answer("\(member) && resource.data.a == 1", "c", assumptions: unknown)
        == "denied: `resource.data.a == 1` is not implied by the query; add `where(\"a\", \"==\", 1)`")
    #expect(
      try answer("\(member) && resource.data.a == 1", "c where a == 1", assumptions: unknown).hasPrefix("unknown"))
    #expect(try answer("\(member) || resource.data.a == 1", "c", assumptions: unknown).hasPrefix("unknown"))
    #expect(try answer("\(member) ? true : false", "c", assumptions: unknown).hasPrefix("unknown"))
    // Claims that are not known, and those that are.
    let token = "request.auth.token.staff == true"
    #expect(try answer("\(token) && resource.data.a == 1", "c").hasPrefix("denied: `\(token)`"))
    let anyone = ListProver.Assumptions(knowsDocuments: false, knowsClaims: false)
    #expect(try answer(token, "c", assumptions: anyone).hasPrefix("unknown"))
    #expect(try answer("request.auth.token.sub == 'u2'", "c", assumptions: anyone).hasPrefix("denied"))
    #expect(
      try answer("\(token) && resource.data.a == 1", "c", assumptions: anyone)
        .hasPrefix("denied: `resource.data.a == 1`"))
  }

  // MARK: - Cases

  @Test(
    "proofs by cases",
    arguments: [
      ("resource.data.a == 1 || resource.data.a != 1", "c where a != null"),
      ("resource.data.a == true || resource.data.a == false", "c where a >= false"),
      ("!('x' in resource.data) || resource.data.x == 1 || resource.data.x != 1", "c"),
      ("'x' in resource.data ? resource.data.x == resource.data.x || true : true", "c"),
      ("resource.data.n < 5 || resource.data.n >= 5", "c where n > 0"),
      (
        "(resource.data.n is int && resource.data.n == 1) || (resource.data.n is float && resource.data.n == 1)",
        "c where n == 1"
      ),
      ("d < 'm' || d >= 'm'", "c"),
    ])
  func cases(_ condition: String, _ query: String) throws {
    #expect(try answer(condition, query) == "allowed")
  }

  // MARK: - Names

  @Test("ranges of document ids")
  func nameRanges() throws {
    #expect(try answer("d >= 'm'", "c where __name__ >= ref\"c/m\"") == "allowed")
    #expect(try answer("d < 'x'", "c where __name__ < ref\"c/x\"") == "allowed")
    // Numeric ids come first and have an underscore at the beginning.
    #expect(!(try answer("d < 'X'", "c where __name__ < ref\"c/X\"")).hasPrefix("allowed"))
    #expect(try answer("d != 'a'", "c where __name__ != ref\"c/a\"") == "allowed")
    #expect(try answer("d >= 'm'", "group c where __name__ >= ref\"c/m\"").hasPrefix("denied"))
  }

  @Test("a document that is named and does not exist")
  func missingDocument() throws {
    let query = "c where __name__ == ref\"c/gone\""
    #expect(try answer("resource == null", query) == "allowed")
    #expect(
      try answer("resource.data.a == 1", query)
        == "denied: the query names `c/gone`, which does not exist: Null value error. (resource.data)")
  }

  // MARK: - Limits

  @Test("branches share the documents that rules may read")
  func accessesOfAllBranches() throws {
    let condition = "exists(/databases/$(database)/documents/k/$(resource.data.room)) || true"
    let rooms = (0..<20).map { "\"r\($0)\"" }
    let all = "exists(/databases/$(database)/documents/k/$(resource.data.room)) == false"
    #expect(try answer(all, "c where room in [\(rooms.joined(separator: ", "))]") == "allowed")
    #expect(
      try answer(all, "c where room in [\((rooms + ["\"r20\""]).joined(separator: ", "))]")
        == "unknown: the branches of the query need 21 documents, rules may read 20 for one request")
    #expect(try answer(condition, "c") == "allowed")
  }

  @Test("the budget of expressions")
  func expressionBudget() throws {
    let long = (0..<600).map { _ in "true" }.joined(separator: " && ")
    #expect(try answer(long, "c").hasPrefix("denied: the rules evaluate more than 1000 expressions"))
  }
}
