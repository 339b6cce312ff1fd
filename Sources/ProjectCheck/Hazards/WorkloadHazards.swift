package import Diagnostics
import FirestoreModel
import Simulation
package import Workloads

/// One check of a workload. The first paragraph of a check's documentation says what it finds.
protocol WorkloadHazard: SendableMetatype {
  static func check(_ hazards: inout HazardCollector)
}

/// What is wrong with a workload's queries and steps without running them, one check per file. `make codes` writes the
/// list of them.
package enum WorkloadHazards {
  /// In the order of the checks; each place and message once.
  package static func findings(in workload: Workload, source: SourceText) -> [StepFinding] {
    var collector = HazardCollector(workload: workload, source: source)
    for hazard in all { hazard.check(&collector) }
    return collector.findings
  }
}

/// What every check gets.
struct HazardCollector {
  let workload: Workload
  let source: SourceText
  /// What the workload writes where.
  let written: WrittenFields
  private(set) var findings: [StepFinding] = []
  private var known: Set<Diagnostic> = []

  init(workload: Workload, source: SourceText) {
    self.workload = workload
    self.source = source
    written = WrittenFields(workload)
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, of step: Step?, severity: Severity? = nil,
    notes: [String] = [], help: String? = nil
  ) {
    let diagnostic = Diagnostic(
      code, message, at: SourceLocation(source: source, span: span), severity: severity, notes: notes, help: help)
    guard known.insert(diagnostic).inserted else { return }
    findings.append(StepFinding(diagnostic: diagnostic, isExpected: step?.expectation?.code == code.id))
  }

  /// Every query that a step sends, without those that rules are to deny, which have no result.
  var queries: [SentQuery] { workload.sentQueries.filter { !$0.step.expectsDenial } }
}

extension Step {
  /// How messages name it.
  var title: String { QuotedText.of(operation.name.string, limit: 200) }
}
