package import Diagnostics

/// What is wrong with a step of a workload, and whether the step is meant to show it (`expect: {code: FB7014}`).
package struct StepFinding: Hashable, Sendable {
  package var diagnostic: Diagnostic
  package var isExpected: Bool

  package init(diagnostic: Diagnostic, isExpected: Bool = false) {
    self.diagnostic = diagnostic
    self.isExpected = isExpected
  }
}
