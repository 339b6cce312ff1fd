import Diagnostics
import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// Whole rules files with everything that all checks say about them: ten that hold the mistakes of real projects, and
/// five that are sound.
@Suite("Rules checks: whole files") struct VulnerableRulesTests {
  static let files = RepositoryFiles.paths(below: "rules/checks", suffix: ".rules")

  @Test("every file is as its comments say", arguments: files)
  func file(path: String) throws {
    let source = SourceText(path: path, bytes: try RepositoryFiles.bytes(path))
    let parsed = CloudRulesParser.parse(source)
    let findings = RulesCheck.findings(parsed, CompiledRules.compile(parsed))
    let table = LineTable(source)
    let actual = findings.map { finding in
      let line = table.position(of: finding.location?.span.start ?? 0).line
      return "\(line) \(finding.code.id) \(finding.severity.rawValue): \(finding.message)"
    }
    #expect(actual == Self.expected(in: parsed.ruleset.comments, table))
    if path.contains("/sound-") { #expect(findings.allSatisfy { $0.severity == Severity.info }) }
  }

  @Test func counts() {
    #expect(Self.files.count { $0.contains("/vulnerable-") } == 10)
    #expect(Self.files.count { $0.contains("/sound-") } == 5)
  }

  /// Comments such as `// FB4003 error: anyone can write …` stand below the line that they are about, or below one
  /// another.
  private static func expected(in comments: [FirestoreRulesLanguage.Comment], _ table: LineTable) -> [String] {
    var lines: [String] = []
    var last = (line: 0, about: 0)
    for comment in comments where comment.text.hasPrefix("FB") {
      let line = table.position(of: comment.span.start).line
      let about = line == last.line + 1 ? last.about : line - 1
      lines.append("\(about) \(comment.text)")
      last = (line, about)
    }
    return lines
  }
}
