/// Fidelity to production.
extension DiagnosticCode {
  package static let unsupportedFeature = DiagnosticCode(8001, "unsupported-feature", .error)
  /// Names the switch or open question.
  package static let behaviourUnverified = DiagnosticCode(8002, "behaviour-unverified", .info)
  package static let clientVersionUnknown = DiagnosticCode(8003, "client-version-unknown", .info)

  static let fidelityCodes: [DiagnosticCode] = [
    .unsupportedFeature, .behaviourUnverified, .clientVersionUnknown,
  ]
}
