package import Diagnostics

/// What is wrong with a workload's queries and steps without running them, one check per file.
package enum WorkloadHazards {
  package struct Finding {
    package var diagnostic: Diagnostic
    /// The step says that it is meant to show this.
    package var isExpectedByStep: Bool
  }

  package static func findings(in workload: Workload, source: SourceText) -> [Finding] {
    var collector = HazardCollector(workload: workload, source: source)
    for check in HazardCheck.all { check(&collector) }
    return collector.findings
  }
}

/// What every check gets.
struct HazardCollector {
  let workload: Workload
  let source: SourceText
  private(set) var findings: [WorkloadHazards.Finding] = []

  init(workload: Workload, source: SourceText) {
    self.workload = workload
    self.source = source
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, of step: Step?, notes: [String] = [], help: String? = nil
  ) {
    let diagnostic = Diagnostic(
      code, message, at: SourceLocation(source: source, span: span), notes: notes, help: help)
    findings.append(
      WorkloadHazards.Finding(diagnostic: diagnostic, isExpectedByStep: step?.expectation?.code == code.id))
  }
}

enum HazardCheck {
  typealias Check = @Sendable (inout HazardCollector) -> Void

  /// In the order of their codes.
  static let all: [Check] = []
}
