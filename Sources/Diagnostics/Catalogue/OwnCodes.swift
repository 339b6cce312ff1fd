/// Firebreak itself.
extension DiagnosticCode {
  /// Asks for a report, prints version, command, redacted input hash.
  package static let internalError = DiagnosticCode(9001, "internal-error", .error)

  static let ownCodes: [DiagnosticCode] = [
    .internalError
  ]
}
