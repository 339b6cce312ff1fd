/// Realtime Database.
extension DiagnosticCode {
  package static let jsonSyntax = DiagnosticCode(6001, "json-syntax", .error)
  package static let unknownRuleKey = DiagnosticCode(6002, "unknown-rule-key", .error)
  package static let expressionError = DiagnosticCode(6003, "expression-error", .error)
  /// E for get and REST.
  package static let missingIndexOn = DiagnosticCode(6004, "missing-index-on", .warning)
  package static let shadowedByParentGrant = DiagnosticCode(6005, "shadowed-by-parent-grant", .error)
  package static let validateIsNoGuard = DiagnosticCode(6006, "validate-is-no-guard", .warning)
  package static let valOfContainer = DiagnosticCode(6007, "val-of-container", .error)
  package static let comparesContainers = DiagnosticCode(6008, "compares-containers", .warning)
  package static let nullEqualsNull = DiagnosticCode(6009, "null-equals-null", .error)
  package static let errorBeforeOr = DiagnosticCode(6010, "error-before-or", .warning)
  package static let unguardedValue = DiagnosticCode(6011, "unguarded-value", .warning)
  package static let openRoot = DiagnosticCode(6012, "open-root", .error)
  /// E for write.
  package static let publicNode = DiagnosticCode(6013, "public-node", .warning)
  package static let redundantRule = DiagnosticCode(6014, "redundant-rule", .info)
  package static let unreachableList = DiagnosticCode(6015, "unreachable-list", .warning)
  package static let literalShadowsWildcard = DiagnosticCode(6016, "literal-shadows-wildcard", .warning)
  package static let noValidate = DiagnosticCode(6017, "no-validate", .warning)
  package static let ownerOverwritten = DiagnosticCode(6018, "owner-overwritten", .error)
  package static let ownerCannotDelete = DiagnosticCode(6019, "owner-cannot-delete", .info)
  package static let openCreate = DiagnosticCode(6020, "open-create", .error)
  package static let nonMemberWrite = DiagnosticCode(6021, "non-member-write", .error)
  package static let staleRoot = DiagnosticCode(6022, "stale-root", .warning)
  package static let fanOutDenied = DiagnosticCode(6023, "fan-out-denied", .error)
  package static let indexDrift = DiagnosticCode(6024, "index-drift", .error)
  package static let unusedIndexOn = DiagnosticCode(6025, "unused-index-on", .info)
  package static let queryRuleWithoutIndex = DiagnosticCode(6026, "query-rule-without-index", .error)
  package static let unboundedListen = DiagnosticCode(6027, "unbounded-listen", .warning)
  package static let listWithoutLimitRule = DiagnosticCode(6028, "list-without-limit-rule", .warning)
  package static let presencePitfall = DiagnosticCode(6029, "presence-pitfall", .warning)
  package static let personalDataExposed = DiagnosticCode(6030, "personal-data-exposed", .warning)
  package static let arrayOfIds = DiagnosticCode(6031, "array-of-ids", .warning)
  package static let counterReadModifyWrite = DiagnosticCode(6032, "counter-read-modify-write", .warning)
  package static let unvalidatedTimestamp = DiagnosticCode(6033, "unvalidated-timestamp", .info)
  package static let pageRepeatsBoundary = DiagnosticCode(6034, "page-repeats-boundary", .warning)
  package static let illegalKey = DiagnosticCode(6035, "illegal-key", .error)
  package static let deepListen = DiagnosticCode(6036, "deep-listen", .warning)
  package static let unboundedLeaf = DiagnosticCode(6037, "unbounded-leaf", .warning)
  package static let writeDenied = DiagnosticCode(6038, "write-denied", .error)

  static let realtimeDatabaseCodes: [DiagnosticCode] = [
    .jsonSyntax, .unknownRuleKey, .expressionError, .missingIndexOn, .shadowedByParentGrant, .validateIsNoGuard,
    .valOfContainer, .comparesContainers, .nullEqualsNull, .errorBeforeOr, .unguardedValue, .openRoot, .publicNode,
    .redundantRule, .unreachableList, .literalShadowsWildcard, .noValidate, .ownerOverwritten, .ownerCannotDelete,
    .openCreate, .nonMemberWrite, .staleRoot, .fanOutDenied, .indexDrift, .unusedIndexOn, .queryRuleWithoutIndex,
    .unboundedListen, .listWithoutLimitRule, .presencePitfall, .personalDataExposed, .arrayOfIds,
    .counterReadModifyWrite, .unvalidatedTimestamp, .pageRepeatsBoundary, .illegalKey, .deepListen, .unboundedLeaf,
    .writeDenied,
  ]
}
