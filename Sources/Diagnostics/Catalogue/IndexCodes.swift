/// Indexes.
extension DiagnosticCode {
  /// Either scope.
  package static let missingCompositeIndex = DiagnosticCode(2001, "missing-composite-index", .error)
  /// Single field.
  package static let missingCollectionGroupIndex = DiagnosticCode(2002, "missing-collection-group-index", .error)
  package static let singleFieldIndexDisabled = DiagnosticCode(2003, "single-field-index-disabled", .error)
  package static let duplicateIndex = DiagnosticCode(2004, "duplicate-index", .warning)
  package static let deployedIndexNotInFile = DiagnosticCode(2005, "deployed-index-not-in-file", .error)
  package static let unusedIndex = DiagnosticCode(2006, "unused-index", .info)
  package static let redundantIndex = DiagnosticCode(2007, "redundant-index", .info)
  package static let invalidIndexDefinition = DiagnosticCode(2008, "invalid-index-definition", .error)
  /// An error above the limit.
  package static let indexLimit = DiagnosticCode(2009, "index-limit", .warning)
  package static let hotspotMonotonicField = DiagnosticCode(2010, "hotspot-monotonic-field", .warning)
  /// An error above the limit.
  package static let documentExceedsIndexEntryLimit = DiagnosticCode(
    2011, "document-exceeds-index-entry-limit", .warning)
  package static let indexPerDynamicField = DiagnosticCode(2012, "index-per-dynamic-field", .error)
  package static let missingVectorIndex = DiagnosticCode(2013, "missing-vector-index", .error)
  package static let mergeInsteadOfComposite = DiagnosticCode(2014, "merge-instead-of-composite", .info)
  package static let legacyIndexFormat = DiagnosticCode(2016, "legacy-index-format", .warning)
  package static let lenientJson = DiagnosticCode(2017, "lenient-json", .warning)
  package static let indexNotNecessary = DiagnosticCode(2018, "index-not-necessary", .error)
  package static let indexNotForThisEdition = DiagnosticCode(2019, "index-not-for-this-edition", .error)
  package static let largeUnqueriedField = DiagnosticCode(2020, "large-unqueried-field", .info)
  package static let overrideRemovesCollectionIndexes = DiagnosticCode(
    2021, "override-removes-collection-indexes", .warning)
  package static let overrideWithoutScope = DiagnosticCode(2022, "override-without-scope", .warning)
  package static let overrideScopeNotDeployed = DiagnosticCode(2023, "override-scope-not-deployed", .warning)
  package static let overrideEqualsDefault = DiagnosticCode(2024, "override-equals-default", .info)
  package static let limitToLastFlipsOrder = DiagnosticCode(2025, "limit-to-last-flips-order", .info)
  package static let documentIdDescending = DiagnosticCode(2026, "document-id-descending", .warning)

  static let indexCodes: [DiagnosticCode] = [
    .missingCompositeIndex, .missingCollectionGroupIndex, .singleFieldIndexDisabled, .duplicateIndex,
    .deployedIndexNotInFile, .unusedIndex, .redundantIndex, .invalidIndexDefinition, .indexLimit,
    .hotspotMonotonicField, .documentExceedsIndexEntryLimit, .indexPerDynamicField, .missingVectorIndex,
    .mergeInsteadOfComposite, .legacyIndexFormat, .lenientJson, .indexNotNecessary,
    .indexNotForThisEdition, .largeUnqueriedField, .overrideRemovesCollectionIndexes, .overrideWithoutScope,
    .overrideScopeNotDeployed, .overrideEqualsDefault, .limitToLastFlipsOrder, .documentIdDescending,
  ]
}
