/// Query validity and query shapes.
extension DiagnosticCode {
  package static let tooManyDisjunctions = DiagnosticCode(1001, "too-many-disjunctions", .error)
  package static let orderAfterKey = DiagnosticCode(1002, "order-after-key", .error)
  package static let cursorLongerThanOrder = DiagnosticCode(1003, "cursor-longer-than-order", .error)
  package static let notInWithOtherNegation = DiagnosticCode(1004, "not-in-with-other-negation", .error)
  package static let limitToLastWithoutOrder = DiagnosticCode(1005, "limit-to-last-without-order", .error)
  package static let collectionGroupDocumentIdCursor = DiagnosticCode(
    1006, "collection-group-document-id-cursor", .error)
  package static let tooManyArrayContains = DiagnosticCode(1008, "too-many-array-contains", .error)
  /// Every other refusal of the query validation, message = production's.
  package static let invalidQuery = DiagnosticCode(1009, "invalid-query", .error)
  package static let unresolvedQueryShape = DiagnosticCode(1010, "unresolved-query-shape", .info)
  package static let fieldNeverWritten = DiagnosticCode(1011, "field-never-written", .warning)
  package static let filterTypeNeverMatches = DiagnosticCode(1012, "filter-type-never-matches", .warning)
  package static let orderFieldMissingInData = DiagnosticCode(1013, "order-field-missing-in-data", .warning)
  package static let suspiciousTimeUnit = DiagnosticCode(1014, "suspicious-time-unit", .warning)

  static let queryCodes: [DiagnosticCode] = [
    .tooManyDisjunctions, .orderAfterKey, .cursorLongerThanOrder, .notInWithOtherNegation, .limitToLastWithoutOrder,
    .collectionGroupDocumentIdCursor, .tooManyArrayContains, .invalidQuery,
    .unresolvedQueryShape, .fieldNeverWritten, .filterTypeNeverMatches, .orderFieldMissingInData,
    .suspiciousTimeUnit,
  ]
}
