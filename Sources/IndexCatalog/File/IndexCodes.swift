import Diagnostics

extension DiagnosticCode {
  static let unknownKey = DiagnosticCode(14, "unknown-key", .error)
  static let wrongType = DiagnosticCode(15, "wrong-type", .error)
  static let duplicateIndex = DiagnosticCode(2004, "duplicate-index", .warning)
  static let deployedIndexNotInFile = DiagnosticCode(2005, "deployed-index-not-in-file", .error)
  static let unusedIndex = DiagnosticCode(2006, "unused-index", .info)
  static let redundantIndex = DiagnosticCode(2007, "redundant-index", .info)
  static let invalidIndexDefinition = DiagnosticCode(2008, "invalid-index-definition", .error)
  static let indexLimit = DiagnosticCode(2009, "index-limit", .warning)
  static let documentExceedsIndexEntryLimit = DiagnosticCode(2011, "document-exceeds-index-entry-limit", .warning)
  static let legacyIndexFormat = DiagnosticCode(2016, "legacy-index-format", .warning)
  static let indexNotNecessary = DiagnosticCode(2018, "index-not-necessary", .error)
  static let indexNotForThisEdition = DiagnosticCode(2019, "index-not-for-this-edition", .error)
  static let overrideRemovesCollectionIndexes = DiagnosticCode(
    2021, "override-removes-collection-indexes", .warning)
  static let overrideWithoutScope = DiagnosticCode(2022, "override-without-scope", .warning)
  static let overrideScopeNotDeployed = DiagnosticCode(2023, "override-scope-not-deployed", .warning)
  static let overrideEqualsDefault = DiagnosticCode(2024, "override-equals-default", .info)
}
