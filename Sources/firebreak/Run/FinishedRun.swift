import CostAnalysis
import Diagnostics
import Project
import RunReports
import Terminal

/// One workload after it was played, or why it could not be.
struct FinishedRun {
  var path: String
  /// Nil when the workload or a file it names cannot be read, and when it cannot be played to its end.
  var report: RunReport?
  var findings: [Diagnostic]
  var policy: FindingPolicy

  /// A workload that could not be read.
  init(path: String, unread findings: [Diagnostic], policy: FindingPolicy) {
    self.path = path
    self.findings = findings
    self.policy = policy
  }

  /// A finished run with those of its findings that flags and settings let through.
  init(path: String, report: RunReport, policy: FindingPolicy, settings: FirebreakSettings) {
    let all = report.findings.map(\.diagnostic)
    let kept = Set(policy.apply(to: all, settings: settings, isComplete: false).diagnostics)
    var report = report
    report.findings.removeAll { !kept.contains($0.diagnostic) }
    self.path = path
    self.report = report
    self.policy = policy
    findings = report.unexpectedFindings
  }

  /// Adds what exceeds its record to the findings of the run.
  mutating func hold(to ratchet: Ratchet, settings: FirebreakSettings) {
    guard let found = report.map({ ratchet.findings(on: $0) }) else { return }
    let kept = Set(policy.apply(to: found.map(\.diagnostic), settings: settings, isComplete: false).diagnostics)
    report?.findings += found.filter { kept.contains($0.diagnostic) }
    findings = report?.unexpectedFindings ?? findings
  }

  /// Adds findings about the whole project, which no variant expects.
  mutating func add(_ found: [Diagnostic], settings: FirebreakSettings) {
    guard report != nil else { return }
    let kept = policy.apply(to: found, settings: settings, isComplete: false).diagnostics
    report?.findings += kept.map { ReportedFinding(diagnostic: $0, variants: [], isExpected: false) }
    findings = report?.unexpectedFindings ?? findings
  }

  /// Names of all steps that its variants have.
  var steps: [String] { report?.variants.flatMap { $0.operations.map(\.name) } ?? [] }

  var outcome: Outcome {
    guard report != nil else { return findings.contains { $0.code == .internalError } ? .internal : .usage }
    return Outcome(FindingVerdict(FindingList(findings), failLevel: policy.failLevel))
  }

  /// One test per assertion and budget, and one per finding that is neither.
  var tests: JUnitReport.Suite {
    guard let report else { return .findings(findings, named: path, failLevel: policy.failLevel) }
    return report.tests(file: path, failLevel: policy.failLevel)
  }

  /// `expected/<workload>.json` beside the workload, without help texts: those may be reworded.
  func writeExpected(_ console: Console) throws {
    guard let report else { return }
    guard !report.workload.contains("/"), QuotedText.singleLine(report.workload) == report.workload else {
      throw UsageError(
        "the workload \(QuotedText.of(report.workload)) has no name that a file could have",
        help: "its expectations stand in a file of its name: leave out slashes and control characters")
    }
    let folder = DisplayPath.join(DisplayPath.folder(of: path), "expected")
    try console.makeFolder(folder)
    let file = DisplayPath.join(folder, "\(report.workload).json")
    try console.write(ExpectedReport.text(of: report), toFile: file)
    console.note("wrote \(QuotedText.singleLine(file))")
  }
}
