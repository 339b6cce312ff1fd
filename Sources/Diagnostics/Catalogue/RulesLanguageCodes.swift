/// Rules language: syntax, names, types, limits.
extension DiagnosticCode {
  package static let syntax = DiagnosticCode(3001, "syntax", .error)
  package static let missingRulesVersion = DiagnosticCode(3002, "missing-rules-version", .warning)
  package static let unknownName = DiagnosticCode(3101, "unknown-name", .error)
  package static let unknownFunction = DiagnosticCode(3102, "unknown-function", .error)
  package static let wrongArgumentCount = DiagnosticCode(3103, "wrong-argument-count", .error)
  package static let unknownProperty = DiagnosticCode(3104, "unknown-property", .error)
  package static let typeMismatch = DiagnosticCode(3105, "type-mismatch", .error)
  package static let alwaysError = DiagnosticCode(3106, "always-error", .error)
  package static let unreachableCondition = DiagnosticCode(3107, "unreachable-condition", .warning)
  package static let unknownMethod = DiagnosticCode(3108, "unknown-method", .error)
  package static let matchNeverApplies = DiagnosticCode(3109, "match-never-applies", .error)
  package static let regexPitfall = DiagnosticCode(3110, "regex-pitfall", .warning)
  package static let sliceOutOfRange = DiagnosticCode(3111, "slice-out-of-range", .warning)
  package static let negationBeforeIn = DiagnosticCode(3112, "negation-before-in", .error)
  package static let shadowingName = DiagnosticCode(3113, "shadowing-name", .warning)
  /// Does not compile.
  package static let duplicateFunctionOrLet = DiagnosticCode(3114, "duplicate-function-or-let", .error)
  package static let recursion = DiagnosticCode(3201, "recursion", .error)
  package static let limitHeadroom = DiagnosticCode(3301, "limit-headroom", .info)
  package static let limitExceeded = DiagnosticCode(3302, "limit-exceeded", .error)
  package static let sourceTooLarge = DiagnosticCode(3303, "source-too-large", .error)

  static let rulesLanguageCodes: [DiagnosticCode] = [
    .syntax, .missingRulesVersion, .unknownName, .unknownFunction, .wrongArgumentCount, .unknownProperty,
    .typeMismatch, .alwaysError, .unreachableCondition, .unknownMethod, .matchNeverApplies, .regexPitfall,
    .sliceOutOfRange, .negationBeforeIn, .shadowingName, .duplicateFunctionOrLet, .recursion, .limitHeadroom,
    .limitExceeded, .sourceTooLarge,
  ]
}
