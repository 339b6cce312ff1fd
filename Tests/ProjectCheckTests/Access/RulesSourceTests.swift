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

  @Test(
    "an address that nobody verifies matters where users sign in with one",
    arguments: [
      ("new GoogleAuthProvider()", "info the sources sign in with Google alone, which verifies addresses"),
      ("new OAuthProvider('apple.com')", "info the sources sign in with Apple alone, which verifies addresses"),
      ("new GoogleAuthProvider(); signInWithEmailAndPassword(auth, a, b)", "warning"),
      ("new GoogleAuthProvider(); new OAuthProvider('microsoft.com')", "warning"),
      ("signInWithCustomToken(auth, token)", "warning"),
      ("", "warning"),
    ])
  func signIn(code: String, expected: String) throws {
    let folder = try FolderFixture([
      "firestore.rules": """
      rules_version = '2';
      service cloud.firestore { match /databases/{database}/documents {
        match /notes/{d} { allow read: if request.auth.token.email == resource.data.email; }
      } }
      """, "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#,
      "login.ts": "import { getAuth } from 'firebase/auth';\n\(code)\n",
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let findings = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).rulesFindings()
    let found = findings.filter { $0.code == .emailNotVerified }
    #expect(found.map { (["\($0.severity)"] + $0.notes).joined(separator: " ") } == [expected])
  }

  @Test(
    "what rules for tests allow is information",
    arguments: [
      ("firestore.rules", "error"), ("firestore.test.rules", "info"), ("emulator/firestore.rules", "error"),
      ("firestore-emulator.rules", "info"), ("contest.rules", "error"), ("latest.rules", "error"),
    ])
  func rulesForTests(path: String, severity: String) throws {
    let folder = try FolderFixture([
      path: """
      rules_version = '2';
      service cloud.firestore { match /databases/{database}/documents {
        match /{path=**} { allow read, write: if true; }
      } }
      """, "firebase.json": #"{"firestore": {"rules": "\#(path)"}}"#,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let found = ProjectQueries.load(scope).rulesFindings().filter { $0.code == .openReadWrite }
    #expect(found.map { "\($0.severity)" } == [severity])
  }

  @Test func `a rules file that is missing has one code everywhere`() {
    let finding = RulesSource.finding(for: InputFileError(path: "gone.rules", reason: .missing))
    #expect(finding.code == .rulesFileMissing)
    #expect(finding.message == "there is no rules file `gone.rules`")
    #expect(finding.help == "check the path, or create the file")
  }
}
