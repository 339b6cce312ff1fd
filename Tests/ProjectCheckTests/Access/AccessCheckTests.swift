import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck
@testable import Simulation

@Suite("Checks of queries against rules")
struct AccessCheckTests {
  static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /notes/{note} {
          allow list: if resource.data.owner == request.auth.uid;
        }
        match /rooms/{room}/messages/{message} {
          allow list: if request.auth.uid in get(/databases/$(database)/documents/rooms/$(room)).data.members;
        }
      }
    }
    """

  private static func workload(_ query: String, actor: String = "auth: {uid: ada}", database: String = "") -> String {
    """
    workload: notes
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    \(database)
    data:
      - {path: rooms/r1, fields: {members: [ada]}}
      - {path: rooms/r2, fields: {members: [bob]}}
    actors:
      ada: {\(actor)}
    timeline:
      - {at: "day 1 08:00", actor: ada, steps: [{name: mine, query: '\(query)', expect: {code: FB7004}}]}
    """
  }

  private func findings(_ workload: String, configuration: String) throws -> [String] {
    let folder = try FolderFixture([
      "firebase.json": configuration, "firestore.rules": Self.rules, "mine.workload.yaml": workload,
    ])
    let scopes = try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path))
    let report = ProjectQueries.load(try #require(scopes.first)).check()
    return report.findings.filter { ["FB41", "FB00"].contains(String($0.code.id.prefix(4))) }
      .map { folder.relative("\($0.code.id) \($0.severity.rawValue) \($0.message)") }
  }

  private static let configured = #"{"firestore": {"rules": "firestore.rules"}}"#

  @Test(
    arguments: [
      (#"notes where owner == "ada" limit 5"#, []), ("notes where owner == {uid} limit 5", []),
      ("rooms/r1/messages limit 5", []),
    ] as [(String, [String])])
  func `queries that the rules allow`(_ query: String, _ expected: [String]) throws {
    #expect(try findings(Self.workload(query), configuration: Self.configured) == expected)
  }

  @Test func `a query without its filter is refuted`() throws {
    let found = try findings(Self.workload("notes limit 5"), configuration: Self.configured)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("FB4101 error the rules deny `mine` to `ada` (uid `ada`): ") == true, "\(found)")
  }

  @Test func `a stranger is denied by the documents at the start`() throws {
    let found = try findings(Self.workload("rooms/r2/messages limit 5"), configuration: Self.configured)
    #expect(found.map { $0.prefix(6) } == ["FB4101"], "\(found)")
  }

  /// Nobody is a member of the room at the start, but somebody may be when it is asked.
  @Test func `a denial that rests on documents which change is no refutation`() throws {
    let text = Self.workload("rooms/r2/messages limit 5").replacing(
      "timeline:", with: "timeline:\n  - {at: \"day 1 07:00\", write: {path: rooms/r2, fields: {members: [ada, bob]}}}")
    let found = try findings(text, configuration: Self.configured)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("FB4103 info nothing proves that the rules allow `mine` to `ada` (uid `ada`): ")
        == true, "\(found)")
  }

  @Test func `an actor that does not say who it is is not judged by the project's rules`() throws {
    let text = Self.workload("notes limit 5", actor: "client: {sdk: web}")
    #expect(try findings(text, configuration: Self.configured) == [])
  }

  @Test func `a workload that names rules is judged by them with every end user`() throws {
    let text = Self.workload(
      "notes limit 5", actor: "client: {sdk: web}", database: "database: {rules: firestore.rules}")
    #expect(try findings(text, configuration: "{}").map { $0.prefix(6) } == ["FB4101"])
    let server = Self.workload(
      "notes limit 5", actor: "client: {sdk: server}", database: "database: {rules: firestore.rules}")
    #expect(try findings(server, configuration: "{}") == [])
  }

  @Test func `a rules file that is missing or broken stops a run`() throws {
    let folder = try FolderFixture([
      "mine.workload.yaml": Self.workload("notes limit 5", database: "database: {rules: other.rules}"),
      "broken.rules": "service cloud.firestore {",
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let path = "\(folder.path)/mine.workload.yaml"
    let missing = RunPreparation.prepare(path, in: project, request: RunRequest())
    #expect(missing.input == nil)
    #expect(missing.findings.map(\.code) == [.rulesFileMissing])
    #expect(missing.findings.first?.location?.position.line == 3)
    let broken = RunPreparation.prepare(
      path, in: project, request: RunRequest(rulesFile: "\(folder.path)/broken.rules"))
    #expect(broken.input == nil)
    #expect(broken.findings.contains { $0.code == .syntax })
  }

  @Test func `a database without rules beside others is worth a warning`() throws {
    let two = #"{"firestore": [{"database": "(default)", "rules": "firestore.rules"}, {"database": "b"}]}"#
    let found = try findings(Self.workload(#"notes where owner == "ada" limit 5"#), configuration: two)
    #expect(
      found == [
        "FB0004 warning the database `b` names no rules, and without released rules it denies everything",
        "FB0012 warning the database `b` names no index file, so it has only automatic indexes",
      ])
  }
}
