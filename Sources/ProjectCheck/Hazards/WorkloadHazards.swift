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
  package struct Finding {
    package var diagnostic: Diagnostic
    /// The step says that it is meant to show this.
    package var isExpectedByStep: Bool
  }

  /// In the order of the checks; each place and message once.
  package static func findings(in workload: Workload, source: SourceText) -> [Finding] {
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
  private(set) var findings: [WorkloadHazards.Finding] = []
  private var known: Set<Diagnostic> = []

  init(workload: Workload, source: SourceText) {
    self.workload = workload
    self.source = source
    written = WrittenFields(workload)
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, of step: Step?, notes: [String] = [], help: String? = nil
  ) {
    let diagnostic = Diagnostic(
      code, message, at: SourceLocation(source: source, span: span), notes: notes, help: help)
    guard known.insert(diagnostic).inserted else { return }
    findings.append(
      WorkloadHazards.Finding(diagnostic: diagnostic, isExpectedByStep: step?.expectation?.code == code.id))
  }

  /// Every query that a step sends, with the step; without those that rules are to deny, which have no result.
  func queries() -> [(step: Step, template: QueryTemplate, kind: QueryKind)] {
    var found: [(Step, QueryTemplate, QueryKind)] = []
    workload.visitSteps { step in
      guard !step.expectsDenial else { return }
      switch step.action {
      case .read(let read):
        let kind: QueryKind = read.kind == .listen ? .listen : .once
        if let template = read.target.template, read.source != .cache { found.append((step, template, kind)) }
      case .page(let page): found.append((step, page.query, .page))
      case .transaction(let transaction):
        for target in transaction.reads {
          if let template = target.template { found.append((step, template, .once)) }
        }
      case .detach, .device, .write, .batch, .assign, .condition, .pause, .perform, .group, .outsideWrite,
        .realtime:
        break
      }
    }
    return found
  }

  enum QueryKind { case once, listen, page }
}

extension ReadTarget {
  var template: QueryTemplate? {
    switch self {
    case .document: nil
    case .query(let template), .aggregation(let template, _): template
    }
  }
}

extension Step {
  /// How messages name it.
  var title: String { QuotedText.of(operation.name.string, limit: 200) }
}
