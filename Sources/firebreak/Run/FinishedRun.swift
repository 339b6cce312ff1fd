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
    var report = report
    report.findings = policy.applied(to: report.findings, settings: settings)
    self.path = path
    self.report = report
    self.policy = policy
    findings = report.unexpectedFindings
  }

  /// Adds what exceeds its record to the findings of the run.
  mutating func hold(to ratchet: Ratchet, settings: FirebreakSettings) {
    add(report.map { ratchet.findings(on: $0) } ?? [], settings: settings)
  }

  /// Adds findings about the whole project, which no variant expects.
  mutating func add(_ found: [Diagnostic], settings: FirebreakSettings) {
    add(found.map { ReportedFinding(diagnostic: $0, variants: [], isExpected: false) }, settings: settings)
  }

  private mutating func add(_ found: [ReportedFinding], settings: FirebreakSettings) {
    report?.findings += policy.applied(to: found, settings: settings)
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

extension FindingPolicy {
  /// Findings of a run as flags and settings let them through: with other severities, and with the places that need the
  /// same.
  fileprivate func applied(to found: [ReportedFinding], settings: FirebreakSettings) -> [ReportedFinding] {
    let kept = apply(to: found.map(\.diagnostic), settings: settings, isComplete: false).diagnostics
    let known = Dictionary(kept.map { (FindingIdentity($0), $0) }) { first, _ in first }
    return found.compactMap { finding in
      known[FindingIdentity(finding.diagnostic)].map {
        ReportedFinding(diagnostic: $0, variants: finding.variants, isExpected: finding.isExpected)
      }
    }
  }
}

/// What stays of a finding whatever settings do to it.
private struct FindingIdentity: Hashable {
  private let code: DiagnosticCode
  private let message: String
  private let location: SourceLocation?
  private let needs: NeededDefinition?

  init(_ diagnostic: Diagnostic) {
    (code, message) = (diagnostic.code, diagnostic.message)
    (location, needs) = (diagnostic.location, diagnostic.needs)
  }
}
