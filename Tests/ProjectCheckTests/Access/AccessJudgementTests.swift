import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import Project
@testable import ProjectCheck

/// `check` and `rules prove` answer for the whole workload: any time of it, any data that it leaves, any claim that it
/// draws.
@Suite("What rules say to queries of a workload")
struct AccessJudgementTests {
  private struct Answers {
    var findings: [String]
    var verdicts: [QueryProof.Verdict]
  }

  private static func rules(_ condition: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore { match /databases/{database}/documents {
      match /c/{x} { allow list: if \(condition); }
    } }
    """
  }

  /// Asked on the fifth of ten days.
  private static func workload(token: String = "", events: String = "", expect: String = "") -> String {
    """
    workload: w
    clock: {start: "2026-01-05T00:00:00-08:00", days: 10}
    database: {rules: w.rules}
    data: [{path: "c/1", fields: {v: 1}}, {path: "f/f", fields: {open: true}}]
    actors:
      u: {auth: {uid: u\(token)}, client: {sdk: web}}
    timeline:
    \(events)
      - {at: "day 5 09:00", actor: u, name: q, query: 'c limit 5'\(expect)}
    """
  }

  private func answers(_ condition: String, _ workload: String) throws -> Answers {
    let folder = try FolderFixture(["w.rules": Self.rules(condition), "w.workload.yaml": workload])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let queries = ProjectQueries.load(scope)
    let access = queries.accessFindings()
    let proofs = queries.proofs()
    // One judgement: both commands say the same.
    #expect(proofs.filter { !$0.isExpected }.compactMap(\.finding) == access)
    return Answers(
      findings: access.map { "\($0.code.id) \($0.severity.rawValue)" }, verdicts: proofs.map(\.verdict))
  }

  @Test(
    arguments: [
      ("request.time > timestamp.date(2026, 1, 7)", .unknown), ("request.time < timestamp.date(2026, 1, 7)", .unknown),
      ("timestamp.date(2026, 1, 7) <= request.time", .unknown),
      ("request.time > timestamp.date(2026, 1, 1)", .allowed), ("request.time < timestamp.date(2026, 1, 1)", .denied),
      ("request.time > timestamp.date(2026, 1, 7) && request.time < timestamp.date(2026, 1, 9)", .unknown),
      ("request.time < timestamp.date(2026, 1, 7) || request.time > timestamp.date(2026, 1, 9)", .unknown),
      ("request.time < timestamp.date(2026, 1, 7) || request.time >= timestamp.date(2026, 1, 7)", .allowed),
      ("request.time.year() == 2026", .unknown), ("request.auth != null", .allowed),
    ] as [(String, QueryProof.Verdict)])
  func `a condition on the time is judged at all times of the workload`(
    _ condition: String, _ verdict: QueryProof.Verdict
  ) throws {
    #expect(try answers(condition, Self.workload()).verdicts == [verdict])
  }

  @Test func `a time that other methods ask for does not matter`() throws {
    let condition = "true; allow create: if request.time == request.resource.data.at"
    #expect(try answers(condition, Self.workload()).findings == [])
  }

  private static let flag = "get(/databases/$(database)/documents/f/f).data.open"

  @Test(
    arguments: [
      ("", []), (#"  - {at: "day 1 08:00", write: {path: f/f, fields: {open: false}}}"#, ["FB4103 info"]),
      (#"  - {at: "day 1 08:00", write: {path: f/g, fields: {open: false}}}"#, []),
      (#"  - {at: "day 1 08:00", actor: u, update: f/f, fields: {other: 1}}"#, []),
      (#"  - {at: "day 1 08:00", actor: u, update: f/f, fields: {open: false}}"#, ["FB4103 info"]),
    ] as [(String, [String])])
  func `a permission that rests on a document which changes is not certain`(_ event: String, _ found: [String]) throws {
    #expect(try answers(Self.flag, Self.workload(events: event)).findings == found)
  }

  @Test func `the document that may change is named`() throws {
    let event = #"  - {at: "day 1 08:00", write: {path: f/f, fields: {open: false}}}"#
    let folder = try FolderFixture([
      "w.rules": Self.rules(Self.flag), "w.workload.yaml": Self.workload(events: event),
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let messages = ProjectQueries.load(scope).accessFindings().map(\.message)
    #expect(
      messages == [
        "nothing proves that the rules allow `q` to `u` (uid `u`): it rests on `f/f` as it is at the start, which "
          + "writes of the workload may change"
      ])
  }

  @Test(
    arguments: [
      (", expect: {status: PERMISSION_DENIED}", []), (", expect: {status: FAILED_PRECONDITION}", ["FB4101 error"]),
      (", expect: {code: FB4101}", []),
    ] as [(String, [String])])
  func `only the status of a denial makes a denial expected`(_ expect: String, _ found: [String]) throws {
    #expect(try answers("false", Self.workload(expect: expect)).findings == found)
  }

  @Test(
    arguments: [
      ("{role: admin}", .allowed), ("{role: user}", .denied), ("{role: {choice: {admin: 1, user: 1}}}", .unknown),
      ("{role: {choice: {user: 1, guest: 1}}}", .denied), ("{role: {choice: {admin: 1, user: 0}}}", .allowed),
      ("{role: {string: 5}}", .unknown), ("{role: admin, level: {uniform: [1, 5]}}", .allowed),
    ] as [(String, QueryProof.Verdict)])
  func `a claim that is drawn may be any of its values`(_ token: String, _ verdict: QueryProof.Verdict) throws {
    let workload = Self.workload(token: ", token: \(token)")
    #expect(try answers("request.auth.token.role == 'admin'", workload).verdicts == [verdict])
  }

  @Test func `a condition on several lines is shown on one`() throws {
    let folder = try FolderFixture([
      "w.rules": Self.rules("resource.data.a\n      == resource.data.b"), "w.workload.yaml": Self.workload(),
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let findings = ProjectQueries.load(scope).accessFindings()
    #expect(findings.count == 1)
    #expect(findings.allSatisfy { !$0.message.contains("\n") && !$0.message.contains("  ") })
  }
}
