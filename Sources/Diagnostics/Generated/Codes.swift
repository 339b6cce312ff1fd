// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

extension DiagnosticCode {
  // Project, configuration and input files
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
  package static let malformedInput = DiagnosticCode(13, "malformed-input", .error)
  package static let unknownKey = DiagnosticCode(14, "unknown-key", .error)
  package static let wrongType = DiagnosticCode(15, "wrong-type", .error)
  package static let duplicateKey = DiagnosticCode(16, "duplicate-key", .error)
  package static let unknownWorkloadName = DiagnosticCode(17, "unknown-workload-name", .error)
  package static let textLikeFunction = DiagnosticCode(18, "text-like-function", .warning)
  package static let fileChanged = DiagnosticCode(19, "file-changed", .error)

  // Queries
  package static let tooManyDisjunctions = DiagnosticCode(1001, "too-many-disjunctions", .error)
  package static let orderAfterKey = DiagnosticCode(1002, "order-after-key", .error)
  package static let cursorLongerThanOrder = DiagnosticCode(1003, "cursor-longer-than-order", .error)
  package static let notInWithOtherNegation = DiagnosticCode(1004, "not-in-with-other-negation", .error)
  package static let limitToLastWithoutOrder = DiagnosticCode(1005, "limit-to-last-without-order", .error)
  package static let collectionGroupDocumentIdCursor = DiagnosticCode(1006, "collection-group-document-id-cursor", .error)
  package static let tooManyArrayContains = DiagnosticCode(1008, "too-many-array-contains", .error)
  package static let invalidQuery = DiagnosticCode(1009, "invalid-query", .error)
  package static let unresolvedQueryShape = DiagnosticCode(1010, "unresolved-query-shape", .info)
  package static let fieldNeverWritten = DiagnosticCode(1011, "field-never-written", .warning)
  package static let filterTypeNeverMatches = DiagnosticCode(1012, "filter-type-never-matches", .warning)
  package static let orderFieldMissingInData = DiagnosticCode(1013, "order-field-missing-in-data", .warning)
  package static let suspiciousTimeUnit = DiagnosticCode(1014, "suspicious-time-unit", .warning)

  // Indexes
  package static let missingCompositeIndex = DiagnosticCode(2001, "missing-composite-index", .error)
  package static let missingCollectionGroupIndex = DiagnosticCode(2002, "missing-collection-group-index", .error)
  package static let singleFieldIndexDisabled = DiagnosticCode(2003, "single-field-index-disabled", .error)
  package static let duplicateIndex = DiagnosticCode(2004, "duplicate-index", .warning)
  package static let deployedIndexNotInFile = DiagnosticCode(2005, "deployed-index-not-in-file", .error)
  package static let unusedIndex = DiagnosticCode(2006, "unused-index", .info)
  package static let redundantIndex = DiagnosticCode(2007, "redundant-index", .info)
  package static let invalidIndexDefinition = DiagnosticCode(2008, "invalid-index-definition", .error)
  package static let indexLimit = DiagnosticCode(2009, "index-limit", .warning)
  package static let hotspotMonotonicField = DiagnosticCode(2010, "hotspot-monotonic-field", .warning)
  package static let documentExceedsIndexEntryLimit = DiagnosticCode(2011, "document-exceeds-index-entry-limit", .warning)
  package static let indexPerDynamicField = DiagnosticCode(2012, "index-per-dynamic-field", .error)
  package static let missingVectorIndex = DiagnosticCode(2013, "missing-vector-index", .error)
  package static let mergeInsteadOfComposite = DiagnosticCode(2014, "merge-instead-of-composite", .info)
  package static let legacyIndexFormat = DiagnosticCode(2016, "legacy-index-format", .info)
  package static let lenientJson = DiagnosticCode(2017, "lenient-json", .warning)
  package static let indexNotNecessary = DiagnosticCode(2018, "index-not-necessary", .error)
  package static let indexNotForThisEdition = DiagnosticCode(2019, "index-not-for-this-edition", .error)
  package static let largeUnqueriedField = DiagnosticCode(2020, "large-unqueried-field", .info)
  package static let overrideRemovesCollectionIndexes = DiagnosticCode(2021, "override-removes-collection-indexes", .info)
  package static let overrideWithoutScope = DiagnosticCode(2022, "override-without-scope", .warning)
  package static let overrideScopeNotDeployed = DiagnosticCode(2023, "override-scope-not-deployed", .warning)
  package static let overrideEqualsDefault = DiagnosticCode(2024, "override-equals-default", .info)
  package static let limitToLastFlipsOrder = DiagnosticCode(2025, "limit-to-last-flips-order", .info)
  package static let documentIdDescending = DiagnosticCode(2026, "document-id-descending", .warning)
  package static let ttlTurnedOff = DiagnosticCode(2027, "ttl-turned-off", .warning)

  // Security rules: syntax, types and limits
  package static let syntax = DiagnosticCode(3001, "syntax", .error)
  package static let missingRulesVersion = DiagnosticCode(3002, "missing-rules-version", .warning)
  package static let unknownName = DiagnosticCode(3101, "unknown-name", .error)
  package static let unknownFunction = DiagnosticCode(3102, "unknown-function", .error)
  package static let wrongArgumentCount = DiagnosticCode(3103, "wrong-argument-count", .error)
  package static let unknownProperty = DiagnosticCode(3104, "unknown-property", .error)
  package static let typeMismatch = DiagnosticCode(3105, "type-mismatch", .error)
  package static let alwaysError = DiagnosticCode(3106, "always-error", .warning)
  package static let unreachableCondition = DiagnosticCode(3107, "unreachable-condition", .warning)
  package static let unknownMethod = DiagnosticCode(3108, "unknown-method", .error)
  package static let matchNeverApplies = DiagnosticCode(3109, "match-never-applies", .warning)
  package static let regexPitfall = DiagnosticCode(3110, "regex-pitfall", .warning)
  package static let sliceOutOfRange = DiagnosticCode(3111, "slice-out-of-range", .warning)
  package static let negationBeforeIn = DiagnosticCode(3112, "negation-before-in", .error)
  package static let shadowingName = DiagnosticCode(3113, "shadowing-name", .warning)
  package static let duplicateFunctionOrLet = DiagnosticCode(3114, "duplicate-function-or-let", .error)
  package static let recursion = DiagnosticCode(3201, "recursion", .error)
  package static let limitHeadroom = DiagnosticCode(3301, "limit-headroom", .info)
  package static let limitExceeded = DiagnosticCode(3302, "limit-exceeded", .error)
  package static let sourceTooLarge = DiagnosticCode(3303, "source-too-large", .error)

  // Security rules: what they allow
  package static let openRead = DiagnosticCode(4001, "open-read", .warning)
  package static let openReadWrite = DiagnosticCode(4002, "open-read-write", .error)
  package static let openWrite = DiagnosticCode(4003, "open-write", .error)
  package static let expiresByDate = DiagnosticCode(4004, "expires-by-date", .error)
  package static let signedInIsNotEnough = DiagnosticCode(4005, "signed-in-is-not-enough", .warning)
  package static let unvalidatedWrite = DiagnosticCode(4006, "unvalidated-write", .warning)
  package static let ownerCanChange = DiagnosticCode(4007, "owner-can-change", .warning)
  package static let overlappingMatchWidens = DiagnosticCode(4008, "overlapping-match-widens", .warning)
  package static let unusedFunction = DiagnosticCode(4009, "unused-function", .info)
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
  package static let missingFieldHazard = DiagnosticCode(4021, "missing-field-hazard", .info)
  package static let errorAbsorbed = DiagnosticCode(4022, "error-absorbed", .info)
  package static let listRuleUnprovable = DiagnosticCode(4023, "list-rule-unprovable", .warning)
  package static let passesInEmulatorOnly = DiagnosticCode(4024, "passes-in-emulator-only", .warning)
  package static let hardCodedIdentity = DiagnosticCode(4025, "hard-coded-identity", .info)
  package static let clientTimeAccepted = DiagnosticCode(4026, "client-time-accepted", .info)
  package static let freeCounterChange = DiagnosticCode(4027, "free-counter-change", .info)
  package static let deleteNotSeparate = DiagnosticCode(4028, "delete-not-separate", .info)
  package static let getInsteadOfGetAfter = DiagnosticCode(4029, "get-instead-of-get-after", .info)
  package static let rulesDataMismatch = DiagnosticCode(4030, "rules-data-mismatch", .info)

  // Proofs about security rules
  package static let listNotProvable = DiagnosticCode(4101, "list-not-provable", .error)
  package static let proofUnknown = DiagnosticCode(4103, "proof-unknown", .info)
  package static let documentDenied = DiagnosticCode(4104, "document-denied", .error)

  // Rules tests and coverage
  package static let testFailed = DiagnosticCode(5001, "test-failed", .error)
  package static let wrongReason = DiagnosticCode(5002, "wrong-reason", .error)
  package static let coverageBelowThreshold = DiagnosticCode(5003, "coverage-below-threshold", .error)
  package static let noTestsRun = DiagnosticCode(5004, "no-tests-run", .warning)
  package static let denialNotExpected = DiagnosticCode(5005, "denial-not-expected", .error)

  // Realtime Database
  package static let jsonSyntax = DiagnosticCode(6001, "json-syntax", .error)
  package static let unknownRuleKey = DiagnosticCode(6002, "unknown-rule-key", .error)
  package static let expressionError = DiagnosticCode(6003, "expression-error", .error)
  package static let missingIndexOn = DiagnosticCode(6004, "missing-index-on", .warning)
  package static let shadowedByParentGrant = DiagnosticCode(6005, "shadowed-by-parent-grant", .error)
  package static let validateIsNoGuard = DiagnosticCode(6006, "validate-is-no-guard", .warning)
  package static let valOfContainer = DiagnosticCode(6007, "val-of-container", .error)
  package static let comparesContainers = DiagnosticCode(6008, "compares-containers", .warning)
  package static let nullEqualsNull = DiagnosticCode(6009, "null-equals-null", .error)
  package static let errorBeforeOr = DiagnosticCode(6010, "error-before-or", .warning)
  package static let unguardedValue = DiagnosticCode(6011, "unguarded-value", .warning)
  package static let openRoot = DiagnosticCode(6012, "open-root", .error)
  package static let publicNode = DiagnosticCode(6013, "public-node", .warning)
  package static let redundantRule = DiagnosticCode(6014, "redundant-rule", .info)
  package static let unreachableList = DiagnosticCode(6015, "unreachable-list", .warning)
  package static let literalShadowsWildcard = DiagnosticCode(6016, "literal-shadows-wildcard", .warning)
  package static let noValidate = DiagnosticCode(6017, "no-validate", .warning)
  package static let ownerOverwritten = DiagnosticCode(6018, "owner-overwritten", .warning)
  package static let ownerCannotDelete = DiagnosticCode(6019, "owner-cannot-delete", .info)
  package static let openCreate = DiagnosticCode(6020, "open-create", .error)
  package static let nonMemberWrite = DiagnosticCode(6021, "non-member-write", .error)
  package static let staleRoot = DiagnosticCode(6022, "stale-root", .warning)
  package static let fanOutDenied = DiagnosticCode(6023, "fan-out-denied", .error)
  package static let indexDrift = DiagnosticCode(6024, "index-drift", .error)
  package static let unusedIndexOn = DiagnosticCode(6025, "unused-index-on", .info)
  package static let queryRuleWithoutIndex = DiagnosticCode(6026, "query-rule-without-index", .error)
  package static let unboundedListen = DiagnosticCode(6027, "unbounded-listen", .warning)
  package static let listWithoutLimitRule = DiagnosticCode(6028, "list-without-limit-rule", .info)
  package static let presencePitfall = DiagnosticCode(6029, "presence-pitfall", .warning)
  package static let personalDataExposed = DiagnosticCode(6030, "personal-data-exposed", .warning)
  package static let arrayOfIds = DiagnosticCode(6031, "array-of-ids", .warning)
  package static let counterReadModifyWrite = DiagnosticCode(6032, "counter-read-modify-write", .warning)
  package static let unvalidatedTimestamp = DiagnosticCode(6033, "unvalidated-timestamp", .info)
  package static let pageRepeatsBoundary = DiagnosticCode(6034, "page-repeats-boundary", .warning)
  package static let illegalKey = DiagnosticCode(6035, "illegal-key", .error)
  package static let deepListen = DiagnosticCode(6036, "deep-listen", .info)
  package static let unboundedLeaf = DiagnosticCode(6037, "unbounded-leaf", .info)
  package static let writeDenied = DiagnosticCode(6038, "write-denied", .error)
  package static let anyAccountWrites = DiagnosticCode(6039, "any-account-writes", .warning)

  // Cost and soundness
  package static let budgetExceeded = DiagnosticCode(7001, "budget-exceeded", .error)
  package static let budgetNearlyUsed = DiagnosticCode(7002, "budget-nearly-used", .warning)
  package static let nPlusOneGets = DiagnosticCode(7003, "n-plus-one-gets", .warning)
  package static let unboundedQuery = DiagnosticCode(7004, "unbounded-query", .warning)
  package static let unknownBudgetStep = DiagnosticCode(7005, "unknown-budget-step", .error)
  package static let offsetBillsSkipped = DiagnosticCode(7006, "offset-bills-skipped", .warning)
  package static let readsOfMissingDocuments = DiagnosticCode(7008, "reads-of-missing-documents", .info)
  package static let costUnknown = DiagnosticCode(7009, "cost-unknown", .info)
  package static let listenerWithoutLimit = DiagnosticCode(7010, "listener-without-limit", .warning)
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
  package static let actorNeverActs = DiagnosticCode(7024, "actor-never-acts", .error)
  package static let stepNeverReached = DiagnosticCode(7025, "step-never-reached", .warning)
  package static let rulesNotEvaluated = DiagnosticCode(7026, "rules-not-evaluated", .warning)
  package static let unknownLocation = DiagnosticCode(7027, "unknown-location", .error)
  package static let codeRequestUnusable = DiagnosticCode(7028, "code-request-unusable", .error)
  package static let queryOfNoSource = DiagnosticCode(7029, "query-of-no-source", .info)
  package static let requestNotPlayed = DiagnosticCode(7030, "request-not-played", .info)
  package static let partialWeek = DiagnosticCode(7031, "partial-week", .warning)
  package static let collectionWithoutData = DiagnosticCode(7032, "collection-without-data", .info)
  package static let baselineMisses = DiagnosticCode(7033, "baseline-misses", .warning)

  // Fidelity
  package static let unsupportedFeature = DiagnosticCode(8001, "unsupported-feature", .error)
  package static let behaviourUnverified = DiagnosticCode(8002, "behaviour-unverified", .info)

  // Firebreak itself
  package static let internalError = DiagnosticCode(9001, "internal-error", .error)

  /// Every code there is, in ascending order.
  package static let all: [DiagnosticCode] = [
    .configNotFound,
    .configInvalid,
    .rulesFileMissing,
    .databaseWithoutRules,
    .duplicateDatabase,
    .unknownTarget,
    .editionMismatch,
    .unknownCodeInConfig,
    .unusedSuppression,
    .inventoryStale,
    .suppressionWithoutReason,
    .indexFileMissing,
    .malformedInput,
    .unknownKey,
    .wrongType,
    .duplicateKey,
    .unknownWorkloadName,
    .textLikeFunction,
    .fileChanged,
    .tooManyDisjunctions,
    .orderAfterKey,
    .cursorLongerThanOrder,
    .notInWithOtherNegation,
    .limitToLastWithoutOrder,
    .collectionGroupDocumentIdCursor,
    .tooManyArrayContains,
    .invalidQuery,
    .unresolvedQueryShape,
    .fieldNeverWritten,
    .filterTypeNeverMatches,
    .orderFieldMissingInData,
    .suspiciousTimeUnit,
    .missingCompositeIndex,
    .missingCollectionGroupIndex,
    .singleFieldIndexDisabled,
    .duplicateIndex,
    .deployedIndexNotInFile,
    .unusedIndex,
    .redundantIndex,
    .invalidIndexDefinition,
    .indexLimit,
    .hotspotMonotonicField,
    .documentExceedsIndexEntryLimit,
    .indexPerDynamicField,
    .missingVectorIndex,
    .mergeInsteadOfComposite,
    .legacyIndexFormat,
    .lenientJson,
    .indexNotNecessary,
    .indexNotForThisEdition,
    .largeUnqueriedField,
    .overrideRemovesCollectionIndexes,
    .overrideWithoutScope,
    .overrideScopeNotDeployed,
    .overrideEqualsDefault,
    .limitToLastFlipsOrder,
    .documentIdDescending,
    .ttlTurnedOff,
    .syntax,
    .missingRulesVersion,
    .unknownName,
    .unknownFunction,
    .wrongArgumentCount,
    .unknownProperty,
    .typeMismatch,
    .alwaysError,
    .unreachableCondition,
    .unknownMethod,
    .matchNeverApplies,
    .regexPitfall,
    .sliceOutOfRange,
    .negationBeforeIn,
    .shadowingName,
    .duplicateFunctionOrLet,
    .recursion,
    .limitHeadroom,
    .limitExceeded,
    .sourceTooLarge,
    .openRead,
    .openReadWrite,
    .openWrite,
    .expiresByDate,
    .signedInIsNotEnough,
    .unvalidatedWrite,
    .ownerCanChange,
    .overlappingMatchWidens,
    .unusedFunction,
    .readCoversList,
    .emailNotVerified,
    .getOnPossiblyMissingDocument,
    .costlyRuleRead,
    .deleteDeniedByNewData,
    .unboundedFieldSize,
    .checkedOnCreateOnly,
    .selfGrantedRole,
    .listWithoutLimit,
    .wideRecursiveWildcard,
    .ineffectiveDeny,
    .missingFieldHazard,
    .errorAbsorbed,
    .listRuleUnprovable,
    .passesInEmulatorOnly,
    .hardCodedIdentity,
    .clientTimeAccepted,
    .freeCounterChange,
    .deleteNotSeparate,
    .getInsteadOfGetAfter,
    .rulesDataMismatch,
    .listNotProvable,
    .proofUnknown,
    .documentDenied,
    .testFailed,
    .wrongReason,
    .coverageBelowThreshold,
    .noTestsRun,
    .denialNotExpected,
    .jsonSyntax,
    .unknownRuleKey,
    .expressionError,
    .missingIndexOn,
    .shadowedByParentGrant,
    .validateIsNoGuard,
    .valOfContainer,
    .comparesContainers,
    .nullEqualsNull,
    .errorBeforeOr,
    .unguardedValue,
    .openRoot,
    .publicNode,
    .redundantRule,
    .unreachableList,
    .literalShadowsWildcard,
    .noValidate,
    .ownerOverwritten,
    .ownerCannotDelete,
    .openCreate,
    .nonMemberWrite,
    .staleRoot,
    .fanOutDenied,
    .indexDrift,
    .unusedIndexOn,
    .queryRuleWithoutIndex,
    .unboundedListen,
    .listWithoutLimitRule,
    .presencePitfall,
    .personalDataExposed,
    .arrayOfIds,
    .counterReadModifyWrite,
    .unvalidatedTimestamp,
    .pageRepeatsBoundary,
    .illegalKey,
    .deepListen,
    .unboundedLeaf,
    .writeDenied,
    .anyAccountWrites,
    .budgetExceeded,
    .budgetNearlyUsed,
    .nPlusOneGets,
    .unboundedQuery,
    .unknownBudgetStep,
    .offsetBillsSkipped,
    .readsOfMissingDocuments,
    .costUnknown,
    .listenerWithoutLimit,
    .sameQueryTwice,
    .cursorRefetch,
    .movingWatermark,
    .watermarkSkipsWindow,
    .callbackFilterSavesNothing,
    .unsoundVariant,
    .crossDatabaseRefetch,
    .retryDuplicatesWrites,
    .filteredAfterRead,
    .ratchetExceeded,
    .assertionFailed,
    .unboundedIn,
    .claimNotReproduced,
    .actorNeverActs,
    .stepNeverReached,
    .rulesNotEvaluated,
    .unknownLocation,
    .codeRequestUnusable,
    .queryOfNoSource,
    .requestNotPlayed,
    .partialWeek,
    .collectionWithoutData,
    .baselineMisses,
    .unsupportedFeature,
    .behaviourUnverified,
    .internalError,
  ]
}
