/// Cost and soundness of workloads.
extension DiagnosticCode {
  package static let budgetExceeded = DiagnosticCode(7001, "budget-exceeded", .error)
  package static let budgetNearlyUsed = DiagnosticCode(7002, "budget-nearly-used", .warning)
  package static let nPlusOneGets = DiagnosticCode(7003, "n-plus-one-gets", .warning)
  /// No limit: one-shot query, or listener narrowed only by a range.
  package static let unboundedQuery = DiagnosticCode(7004, "unbounded-query", .warning)
  package static let unknownBudgetStep = DiagnosticCode(7005, "unknown-budget-step", .error)
  package static let offsetBillsSkipped = DiagnosticCode(7006, "offset-bills-skipped", .warning)
  package static let readsOfMissingDocuments = DiagnosticCode(7008, "reads-of-missing-documents", .info)
  package static let costUnknown = DiagnosticCode(7009, "cost-unknown", .info)
  /// No limit and no range filter: grows with history.
  package static let listenerWithoutLimit = DiagnosticCode(7010, "listener-without-limit", .error)
  package static let sameQueryTwice = DiagnosticCode(7011, "same-query-twice", .info)
  package static let cursorRefetch = DiagnosticCode(7012, "cursor-refetch", .warning)
  package static let movingWatermark = DiagnosticCode(7013, "moving-watermark", .info)
  package static let watermarkSkipsWindow = DiagnosticCode(7014, "watermark-skips-window", .error)
  package static let callbackFilterSavesNothing = DiagnosticCode(7015, "callback-filter-saves-nothing", .info)
  package static let unsoundVariant = DiagnosticCode(7016, "unsound-variant", .error)
  package static let crossDatabaseRefetch = DiagnosticCode(7017, "cross-database-refetch", .warning)
  package static let retryDuplicatesWrites = DiagnosticCode(7018, "retry-duplicates-writes", .warning)
  package static let filteredAfterRead = DiagnosticCode(7019, "filtered-after-read", .warning)
  package static let ratchetExceeded = DiagnosticCode(7020, "ratchet-exceeded", .error)
  package static let assertionFailed = DiagnosticCode(7021, "assertion-failed", .error)
  package static let unboundedIn = DiagnosticCode(7022, "unbounded-in", .warning)
  package static let claimNotReproduced = DiagnosticCode(7023, "claim-not-reproduced", .info)

  static let costCodes: [DiagnosticCode] = [
    .budgetExceeded, .budgetNearlyUsed, .nPlusOneGets, .unboundedQuery, .unknownBudgetStep, .offsetBillsSkipped,
    .readsOfMissingDocuments, .costUnknown, .listenerWithoutLimit, .sameQueryTwice, .cursorRefetch,
    .movingWatermark, .watermarkSkipsWindow, .callbackFilterSavesNothing, .unsoundVariant, .crossDatabaseRefetch,
    .retryDuplicatesWrites, .filteredAfterRead, .ratchetExceeded, .assertionFailed, .unboundedIn,
    .claimNotReproduced,
  ]
}
