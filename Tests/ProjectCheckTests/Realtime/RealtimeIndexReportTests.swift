import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

/// The report of the reference about the queries of two documented apps.
@Suite("Index report of the documented apps") struct RealtimeIndexReportTests {
  struct Case: CustomTestStringConvertible {
    var spec: SpecValue

    var testDescription: String { (try? spec["name"].string) ?? "" }
  }

  static func cases() throws -> [Case] {
    try SpecFile.load("Tests/ProjectCheckTests/Realtime/realtime-index-report.yaml")["cases"].array.map {
      Case(spec: $0)
    }
  }

  @Test("whole", arguments: try cases())
  func report(_ test: Case) throws {
    try test.spec.allow("id", "name", "rules", "code", "expect")
    let rules = try RepositoryFiles.bytes(try test.spec["rules"].string)
    let folder = try FolderFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#,
      "database.rules.json": String(decoding: rules, as: UTF8.self), "app.js": try test.spec["code"].string,
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = FindingList(report.findings).diagnostics.filter { $0.location?.source.path.hasSuffix("app.js") == true }
    let texts = found.map { finding in
      folder.relative(
        "\(finding.location?.position.line ?? 0) \(finding.code.id) \(finding.severity): \(finding.message)")
    }
    #expect(texts == (try test.spec["expect"].strings), "\(texts.joined(separator: "\n"))")
  }
}
