import Diagnostics
import FirebreakTestSupport
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// Complete reports on three rules files of chat apps: findings, the matrix, attacks and the results of documented
/// flows.
@Suite("Realtime Database rules: audits") struct AuditTests {
  static let folder = "Tests/RealtimeRulesCheckerTests/Specs/audits"

  struct Audit {
    var report: MatrixReport
    var findings: [Diagnostic]

    init(_ name: String, hasData: Bool) throws {
      let rules = SourceText(
        path: "\(name).rules.json", bytes: try RepositoryFiles.bytes("\(folder)/\(name).rules.json"))
      let ruleset = try #require(RealtimeRulesReading.read(rules).ruleset)
      let data = hasData ? try RealtimeNode(node: SpecFile.load("\(folder)/\(name).data.json").node) : .absent
      let subject = RealtimeSubject(ruleset, context: RealtimeCheckContext(data: data))
      let file = SourceText(
        path: "\(name).flows.yaml", bytes: try RepositoryFiles.bytes("\(folder)/\(name).flows.yaml"))
      let (flows, problems) = FlowFile.flows(file)
      #expect(problems.map(\.message) == [])
      report = MatrixReport(subject, flows: flows)
      findings = RealtimeRulesCheck.findings(subject)
    }

    var text: String {
      let all = findings + report.findings
      return all.map { finding in
        "\(finding.location?.description ?? ""): \(finding.severity)[\(finding.code.id)]: \(finding.message)\n"
          + (finding.notes.map { "   = \($0)\n" } + finding.related.map { "   also: \($0.message)\n" }).joined()
      }.joined() + "\n" + report.text()
    }
  }

  @Test("as recorded", arguments: [("array-chat", true), ("hybrid", true), ("repaired-chat", false)])
  func recorded(name: String, hasData: Bool) throws {
    let text = try Audit(name, hasData: hasData).text
    expectSnapshot(text, "\(Self.folder)/\(name).expected.txt")
  }

  @Test("the repaired rules pass every acceptance request, resist every attack and are clean of errors and warnings")
  func repaired() throws {
    let audit = try Audit("repaired-chat", hasData: false)
    #expect(audit.report.findings.map(\.message) == [])
    #expect(audit.findings.filter { $0.severity != .info }.map(\.message) == [])
    #expect(audit.report.replay?.flows.count == 17)
  }

  @Test(
    "every witness decides again as the cell says",
    arguments: [("array-chat", true), ("hybrid", true), ("repaired-chat", false)])
  func witnesses(name: String, hasData: Bool) throws {
    let matrix = try Audit(name, hasData: hasData).report.matrix
    for cell in matrix.cells {
      let decision = matrix.fixture.subject.ruleset.decide(cell.witness.request, data: matrix.data(before: cell))
      #expect(decision.isAllowed == (cell.verdict == .allow), "\(cell.pattern) \(cell.operation)")
    }
  }
}
