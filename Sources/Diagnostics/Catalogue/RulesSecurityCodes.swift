/// Rules: security and style.
extension DiagnosticCode {
  /// E on collections with personal data.
  package static let openRead = DiagnosticCode(4001, "open-read", .warning)
  package static let openReadWrite = DiagnosticCode(4002, "open-read-write", .error)
  package static let openWrite = DiagnosticCode(4003, "open-write", .error)
  package static let expiresByDate = DiagnosticCode(4004, "expires-by-date", .error)
  package static let signedInIsNotEnough = DiagnosticCode(4005, "signed-in-is-not-enough", .warning)
  package static let unvalidatedWrite = DiagnosticCode(4006, "unvalidated-write", .warning)
  package static let ownerCanChange = DiagnosticCode(4007, "owner-can-change", .warning)
  package static let overlappingMatchWidens = DiagnosticCode(4008, "overlapping-match-widens", .warning)
  package static let unusedFunction = DiagnosticCode(4009, "unused-function", .warning)
  package static let readCoversList = DiagnosticCode(4010, "read-covers-list", .warning)
  package static let emailNotVerified = DiagnosticCode(4011, "email-not-verified", .warning)
  package static let getOnPossiblyMissingDocument = DiagnosticCode(4012, "get-on-possibly-missing-document", .info)
  package static let costlyRuleRead = DiagnosticCode(4013, "costly-rule-read", .warning)
  package static let deleteDeniedByNewData = DiagnosticCode(4014, "delete-denied-by-new-data", .warning)
  package static let unboundedFieldSize = DiagnosticCode(4015, "unbounded-field-size", .info)
  package static let checkedOnCreateOnly = DiagnosticCode(4016, "checked-on-create-only", .warning)
  package static let selfGrantedRole = DiagnosticCode(4017, "self-granted-role", .error)
  package static let listWithoutLimit = DiagnosticCode(4018, "list-without-limit", .info)
  package static let wideRecursiveWildcard = DiagnosticCode(4019, "wide-recursive-wildcard", .warning)
  package static let ineffectiveDeny = DiagnosticCode(4020, "ineffective-deny", .warning)
  package static let missingFieldHazard = DiagnosticCode(4021, "missing-field-hazard", .warning)
  package static let errorAbsorbed = DiagnosticCode(4022, "error-absorbed", .info)
  package static let listRuleUnprovable = DiagnosticCode(4023, "list-rule-unprovable", .warning)
  package static let passesInEmulatorOnly = DiagnosticCode(4024, "passes-in-emulator-only", .warning)
  package static let hardCodedIdentity = DiagnosticCode(4025, "hard-coded-identity", .info)
  package static let clientTimeAccepted = DiagnosticCode(4026, "client-time-accepted", .info)
  package static let freeCounterChange = DiagnosticCode(4027, "free-counter-change", .info)
  package static let deleteNotSeparate = DiagnosticCode(4028, "delete-not-separate", .info)
  package static let getInsteadOfGetAfter = DiagnosticCode(4029, "get-instead-of-get-after", .info)
  package static let rulesDataMismatch = DiagnosticCode(4030, "rules-data-mismatch", .info)

  static let rulesSecurityCodes: [DiagnosticCode] = [
    .openRead, .openReadWrite, .openWrite, .expiresByDate, .signedInIsNotEnough, .unvalidatedWrite, .ownerCanChange,
    .overlappingMatchWidens, .unusedFunction, .readCoversList, .emailNotVerified, .getOnPossiblyMissingDocument,
    .costlyRuleRead, .deleteDeniedByNewData, .unboundedFieldSize, .checkedOnCreateOnly, .selfGrantedRole,
    .listWithoutLimit, .wideRecursiveWildcard, .ineffectiveDeny, .missingFieldHazard, .errorAbsorbed,
    .listRuleUnprovable, .passesInEmulatorOnly, .hardCodedIdentity, .clientTimeAccepted, .freeCounterChange,
    .deleteNotSeparate, .getInsteadOfGetAfter, .rulesDataMismatch,
  ]
}
