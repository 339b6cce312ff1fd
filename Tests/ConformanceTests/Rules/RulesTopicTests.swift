import Diagnostics
import FirebreakTestSupport
import FirestoreRulesChecker
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Foundation
import RulesTesting
import StructuredText
import Testing
import Workloads

/// The topics of `rules/`: what their cases give, and what the checks say about the vulnerable ones, is recorded.
@Suite("Rules topics") struct RulesTopicTests {
  static let files = RepositoryFiles.paths(below: "rules", suffix: "cases.yaml").filter {
    // The cases of single checks have a form of their own.
    !$0.hasPrefix("rules/checks/")
  }

  @Test("every case of a topic passes, with the recorded reasons", arguments: files)
  func topic(path: String) throws {
    let root = RepositoryFiles.root.path()
    let absolute = RepositoryFiles.root.appending(path: path).path()
    let loaded = RuleTestLoader.load([absolute], defaultRules: nil, database: Workload.database)
    let (set, problems) = (loaded.set, loaded.problems)
    #expect(problems.map(\.message) == [])
    let report = RuleTestRunner().run(try #require(set)).report
    #expect(report.findings.map(\.message) == [])
    #expect(report.cases.count >= 15)
    let findings = FindingList(report.findings)
    let outcome = findings.isEmpty ? "clean" : "findings"
    let text = JSONWriter.text(report.json(outcome: outcome, findings: findings)) + "\n"
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    expectSnapshot(text.replacingOccurrences(of: root, with: ""), "\(folder)/expected.json")
  }

  @Test("what the checks find in the vulnerable rules is recorded")
  func vulnerable() throws {
    let path = "rules/vulnerable/firestore.rules"
    let parsed = CloudRulesParser.parse(SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    let findings = FindingList(RulesCheck.findings(parsed, CompiledRules.compile(parsed)))
    let text = JSONWriter.text(.object([.init("outcome", "findings"), .init("findings", .findings(findings))])) + "\n"
    expectSnapshot(text, "rules/vulnerable/expected.json")
  }

  @Test("there is a topic for each of the common patterns")
  func topics() {
    let names = Set(Self.files.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
    let wanted: Set<String> = [
      "ownership", "roles", "participants-array", "field-validation", "time-windows", "collection-groups",
      "list-constraints", "counters", "chat", "sync",
    ]
    #expect(wanted.subtracting(names) == [])
  }
}
