/// Rules tests and coverage.
extension DiagnosticCode {
  package static let testFailed = DiagnosticCode(5001, "test-failed", .error)
  package static let wrongReason = DiagnosticCode(5002, "wrong-reason", .error)
  package static let coverageBelowThreshold = DiagnosticCode(5003, "coverage-below-threshold", .error)
  package static let noTestsRun = DiagnosticCode(5004, "no-tests-run", .warning)
  /// From emulator exec.
  package static let denialNotExpected = DiagnosticCode(5005, "denial-not-expected", .error)

  static let rulesTestsCodes: [DiagnosticCode] = [
    .testFailed, .wrongReason, .coverageBelowThreshold, .noTestsRun, .denialNotExpected,
  ]
}
