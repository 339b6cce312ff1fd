package import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
package import Workloads

// What a simulation could not do as the workload says: figures are without it.

extension RunNotes {
  /// Requests that were refused and nobody expected to be.
  /// - Parameter known: places where another finding says so already.
  package func refusalDiagnostics(in suite: WorkloadSuite, known: Set<Span> = []) -> [Diagnostic] {
    refusals.compactMap { refusal in
      let span = refusal.step.shapeSpan
      guard !known.contains(span) else { return nil }
      let count = refusalCounts[refusal]?.value ?? 0
      if let denial = denials[refusal] { return diagnostic(denial, refusal, count, in: suite) }
      return Diagnostic(
        refusal.error.findingCode(for: refusal.step),
        "`\(refusal.step.operation.name)` is refused: \(refusal.error.status.name): \(refusal.error.message)",
        at: suite.location(span), severity: .error,
        notes: ["\(Grouped.count(count)) \(count == 1 ? "request was" : "requests were") refused"],
        help: "when the refusal is the right answer, say so: `expect: {status: \(refusal.error.status.name)}`")
    }
  }

  /// A request that the rules deny and nobody expected to be: the condition with its values, and what would help.
  private func diagnostic(
    _ denial: AccessDenial, _ refusal: Refusal, _ count: Int64, in suite: WorkloadSuite
  ) -> Diagnostic {
    Diagnostic(
      denial.code, "the rules deny `\(refusal.step.operation.name)`: \(denial.operation): \(denial.cause)",
      at: suite.location(refusal.step.shapeSpan), severity: .error,
      notes: denial.notes + ["\(Grouped.count(count)) \(count == 1 ? "request was" : "requests were") denied"],
      help: denial.help ?? "when the denial is the right answer, say so: `expect: {status: PERMISSION_DENIED}`")
  }

  /// Expressions without a value, what is not simulated, and faults of ours.
  package func problemDiagnostics(in suite: WorkloadSuite) -> [Diagnostic] {
    let wrong = problems.map { Diagnostic(.wrongType, $0.message, at: suite.location($0.span)) }
    let left = unsupported.map { problem in
      Diagnostic(
        .unsupportedFeature, "\(problem.message) is not simulated", at: suite.location(problem.span),
        help: problem.isTooMuch
          ? "play fewer of them, and see with `cost estimate --sweep` how the bill grows" : nil)
    }
    let failed = internalErrors.map { problem in
      Diagnostic(.internalError, "the simulation failed: \(problem.message)", at: suite.location(problem.span))
    }
    return wrong + left + failed
  }
}
