import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

@Suite("Rules files of a project")
struct RulesSourceTests {
  private static func rules(_ collection: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore { match /databases/{database}/documents {
      match /\(collection)/{d} { allow read: if request.auth.uid == resource.data.owner; }
    } }
    """
  }

  private static func workload(_ collection: String) -> String {
    """
    workload: \(collection)
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    database: {rules: \(collection).rules}
    data: [{path: "\(collection)/1", fields: {owner: me}}]
    actors:
      me: {auth: {uid: me}, client: {sdk: web}}
    timeline:
      - {at: "day 1 09:00", actor: me, name: q\(collection), query: '\(collection) where owner == "me" limit 5'}
    """
  }

  @Test func `rules are compared with the data of those workloads that they judge`() throws {
    let folder = try FolderFixture([
      "a.rules": Self.rules("a"), "b.rules": Self.rules("b"), "a.workload.yaml": Self.workload("a"),
      "b.workload.yaml": Self.workload("b"),
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let findings = ProjectQueries.load(scope).rulesFindings()
    #expect(findings.filter { $0.code.id == "FB4030" }.map(\.message) == [])
  }

  @Test func `a rules file that is missing has one code everywhere`() {
    let finding = RulesSource.finding(for: InputFileError(path: "gone.rules", reason: .missing))
    #expect(finding.code == .rulesFileMissing)
    #expect(finding.message == "there is no rules file `gone.rules`")
    #expect(finding.help == "check the path, or create the file")
  }
}
