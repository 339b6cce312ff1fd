/// Project, configuration and input files.
extension DiagnosticCode {
  package static let configNotFound = DiagnosticCode(1, "config-not-found", .info)
  package static let configInvalid = DiagnosticCode(2, "config-invalid", .error)
  package static let rulesFileMissing = DiagnosticCode(3, "rules-file-missing", .error)
  package static let databaseWithoutRules = DiagnosticCode(4, "database-without-rules", .warning)
  package static let duplicateDatabase = DiagnosticCode(5, "duplicate-database", .error)
  package static let unknownTarget = DiagnosticCode(6, "unknown-target", .error)
  package static let editionMismatch = DiagnosticCode(7, "edition-mismatch", .warning)
  package static let unknownCodeInConfig = DiagnosticCode(8, "unknown-code-in-config", .warning)
  package static let unusedSuppression = DiagnosticCode(9, "unused-suppression", .warning)
  package static let inventoryStale = DiagnosticCode(10, "inventory-stale", .error)
  package static let suppressionWithoutReason = DiagnosticCode(11, "suppression-without-reason", .error)
  package static let indexFileMissing = DiagnosticCode(12, "index-file-missing", .warning)
  /// JSON, YAML, UTF-8, nesting, size.
  package static let malformedInput = DiagnosticCode(13, "malformed-input", .error)
  package static let unknownKey = DiagnosticCode(14, "unknown-key", .error)
  package static let wrongType = DiagnosticCode(15, "wrong-type", .error)
  package static let duplicateKey = DiagnosticCode(16, "duplicate-key", .error)
  /// Step, actor, parameter, patch path.
  package static let unknownWorkloadName = DiagnosticCode(17, "unknown-workload-name", .error)

  static let projectCodes: [DiagnosticCode] = [
    .configNotFound, .configInvalid, .rulesFileMissing, .databaseWithoutRules, .duplicateDatabase, .unknownTarget,
    .editionMismatch, .unknownCodeInConfig, .unusedSuppression, .inventoryStale, .suppressionWithoutReason,
    .indexFileMissing, .malformedInput, .unknownKey, .wrongType, .duplicateKey, .unknownWorkloadName,
  ]
}
