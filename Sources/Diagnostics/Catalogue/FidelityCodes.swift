/// Fidelity to production.
extension DiagnosticCode {
  package static let unsupportedFeature = DiagnosticCode(8001, "unsupported-feature", .error)
  /// Names the switch or open question.
  package static let behaviourUnverified = DiagnosticCode(8002, "behaviour-unverified", .info)

  static let fidelityCodes: [DiagnosticCode] = [
    .unsupportedFeature, .behaviourUnverified,
  ]
}
