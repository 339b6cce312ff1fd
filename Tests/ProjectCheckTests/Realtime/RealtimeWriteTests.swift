import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

@Suite("Writes of sources to the Realtime Database") struct RealtimeWriteTests {
  struct Case: CustomTestStringConvertible {
    var spec: SpecValue
    var rules: String

    var testDescription: String { (try? spec["name"].string) ?? "" }
  }

  static func cases() throws -> [Case] {
    let file = try SpecFile.load("Tests/ProjectCheckTests/Realtime/realtime-writes.yaml")
    let rules = try file["rules"].string
    return try file["cases"].array.map { Case(spec: $0, rules: rules) }
  }

  private static let codes: Set<String> = ["FB6022", "FB6023", "FB6029", "FB6031", "FB6032", "FB6035"]

  @Test("findings", arguments: try cases())
  func findings(_ test: Case) throws {
    try test.spec.allow("name", "file", "code", "codes", "expect")
    let codes = try test.spec.optional("codes").map { Set(try $0.strings) } ?? Self.codes
    let folder = try FolderFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#, "database.rules.json": test.rules,
      try test.spec["file"].string: try test.spec["code"].string,
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let report = ProjectQueries.load(scope, sources: SourceQueries.load(scope)).check()
    let found = FindingList(report.findings).diagnostics.filter { codes.contains($0.code.id) }.map { finding in
      "\(finding.location?.position.line ?? 0) \(finding.code.id) \(finding.severity)"
    }
    #expect(found == (try test.spec["expect"].strings))
  }
}
