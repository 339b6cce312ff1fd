import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel
import Testing

@testable import FirestoreRulesEnforcement

// id: L1, L29
/// A recorded answer of production to a list query, end to end.
struct RecordedList: Sendable, CustomTestStringConvertible {
  var id: String
  var rule: String
  var query: String
  var isAllowed: Bool
  var caller: Caller = AccessFixture.user("u1")

  var testDescription: String { "\(id) \(query)" }
}

@Suite("Access: lists")
struct ListDecisionTests {
  private static let owner =
    "match /c/{d} { allow list: if request.auth != null && resource.data.owner == request.auth.uid; }"
  private static let open = "match /c/{d} { allow list: if resource.data.public == true; }"
  private static let capture = "match /c/{d} { allow list: if d == 'one'; }"
  private static let limited = "match /c/{d} { allow list: if request.query.limit <= 2; }"
  private static let group = "match /{path=**}/cg/{d} { allow list: if resource.data.owner == request.auth.uid; }"

  static let recorded: [RecordedList] = [
    RecordedList(id: "L1", rule: owner, query: #"c where owner == "u1""#, isAllowed: true),
    RecordedList(id: "L2", rule: owner, query: #"c where owner == "u2""#, isAllowed: false),
    RecordedList(id: "L3", rule: owner, query: "c", isAllowed: false),
    RecordedList(id: "L4", rule: owner, query: #"c where owner == "u1""#, isAllowed: false, caller: .user(nil)),
    RecordedList(id: "L5", rule: owner, query: #"c where owner in ["u1"]"#, isAllowed: true),
    RecordedList(id: "L6", rule: owner, query: #"c where owner in ["u1", "u2"]"#, isAllowed: false),
    RecordedList(id: "L7", rule: owner, query: #"c where owner == "u1" and n == 1"#, isAllowed: true),
    RecordedList(id: "L8", rule: owner, query: #"c where __name__ == ref"c/1""#, isAllowed: true),
    RecordedList(id: "L9", rule: owner, query: #"c where __name__ == ref"c/3""#, isAllowed: false),
    RecordedList(id: "L10", rule: open, query: "c where public == true", isAllowed: true),
    RecordedList(id: "L11", rule: open, query: "c where public == false", isAllowed: false),
    RecordedList(id: "L12", rule: capture, query: #"c where __name__ == ref"c/one""#, isAllowed: true),
    RecordedList(id: "L13", rule: capture, query: #"c where __name__ == ref"c/two""#, isAllowed: false),
    RecordedList(id: "L14", rule: "match /c/{d} { allow get: if true; }", query: "c", isAllowed: false),
    RecordedList(id: "L15", rule: limited, query: "c limit 2", isAllowed: true),
    RecordedList(id: "L15", rule: limited, query: "c limit 3", isAllowed: false),
    RecordedList(id: "L23", rule: group, query: "group cg", isAllowed: false),
    RecordedList(id: "L24", rule: group, query: #"group cg where owner == "u1""#, isAllowed: true),
    RecordedList(id: "L25", rule: owner, query: #"c where owner == "u1" aggregate count()"#, isAllowed: true),
    RecordedList(id: "L25", rule: owner, query: "c aggregate count()", isAllowed: false),
    RecordedList(id: "L26", rule: limited, query: "c aggregate count()", isAllowed: false),
  ]

  private static let documents: KeyValuePairs<String, MapValue> = [
    "c/1": ["owner": .string("u1")], "c/3": ["owner": .string("u2")], "c/one": [:], "c/two": [:],
  ]

  @Test(arguments: recorded) func `production's answer`(_ list: RecordedList) throws {
    let decision = try AccessFixture(list.rule, documents: Self.documents).list(list.query, by: list.caller)
    #expect(decision.isAllowed == list.isAllowed, "\(decision.denial?.message ?? "")")
    #expect(decision.error == (list.isAllowed ? nil : .missingPermissions))
    #expect(decision.ruleReads.isEmpty)
  }

  // id: L27, L28
  @Test(
    arguments: [(owner, nil, false), (limited, 2, true), (limited, 3, false), (limited, nil, false)]
      as [(String, Int32?, Bool)])
  func `ListDocuments is a list whose limit is the page size`(_ rule: String, _ size: Int32?, _ isAllowed: Bool) throws
  {
    let fixture = try AccessFixture(rule, documents: Self.documents)
    let decision = fixture.access.list(
      documentsOf: CollectionPath(segments: ["c"])!, pageSize: size, by: AccessFixture.user("u1"),
      on: fixture.store.current, at: AccessFixture.now)
    #expect(decision.isAllowed == isAllowed)
  }

  @Test func `a denied query says what would prove it`() throws {
    let denial = try #require(try AccessFixture(Self.owner, documents: Self.documents).list("c").denial)
    #expect(denial.target == "c")
    #expect(denial.condition == "resource.data.owner == request.auth.uid")
    #expect(denial.location?.position.line == 4)
    #expect(denial.missingFilter == #"where("owner", "==", "u1")"#)
    #expect(denial.help == #"add `where("owner", "==", "u1")` to the query"#)
  }

  @Test func `a query that is refused for an error is told apart from one that is refused for a false condition`()
    throws
  {
    let rule = """
      match /c/{d} { allow list: if get(/databases/$(database)/documents/k/none).data.v == 1; }
      """
    for query in ["c", #"c where __name__ == ref"c/1""#] {
      let denied = try AccessFixture(rule, mode: .emulator, documents: Self.documents).list(query)
      #expect(denied.denial?.kind == .rules(.error), "\(query)")
      #expect(denied.error?.message == "\nNull value error. for 'list' @ L4", "\(query)")
    }
  }

  @Test func `a query whose rules read too many documents is refused for the limit`() throws {
    let reads = (1...21).map { "exists(/databases/$(database)/documents/x/d\($0))" }.joined(separator: " || ")
    let fixture = try AccessFixture("match /c/{d} { allow list: if \(reads); }")
    #expect(try fixture.list("c").denial?.kind == .rules(.limit))
  }

  @Test func `without documents nothing is known of those that rules read`() throws {
    let rule = "match /c/{d} { allow list: if exists(/databases/$(database)/documents/k/none); }"
    let fixture = try AccessFixture(rule)
    #expect(try fixture.list("c").denial?.kind == .rules(.conditionFalse))
    let query = ListQuery(documentsOf: CollectionPath(segments: ["c"])!, pageSize: nil)
    let decision = fixture.access.list(
      query, by: AccessFixture.user("u1"), on: nil, database: AccessFixture.database.database, at: AccessFixture.now)
    #expect(decision.denial?.kind == .rules(.unproven))
  }

  @Test func `documents that a proof reads are billed once, of a denied query too`() throws {
    let rule =
      "match /c/{d} { allow list: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.admin == true; }"
    let admin = try AccessFixture(
      rule, documents: ["users/u1": ["admin": .boolean(true)], "users/u2": ["admin": .boolean(false)]])
    let allowed = try admin.list("c")
    #expect(allowed.isAllowed)
    #expect(allowed.ruleReads.map(\.description) == ["users/u1"])
    #expect(allowed.budgets.accessLimit == 20)
    let denied = try admin.list("c", by: AccessFixture.user("u2"))
    #expect(!denied.isAllowed)
    #expect(denied.ruleReads.map(\.description) == ["users/u2"])
  }
}
