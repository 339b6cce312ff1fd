package import FirestoreModel

/// What an expression came out as, for counting: equal scalars together, lists and maps by their type.
package enum CoveredValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(Text)
  case timestamp(RuleTimestamp)
  case duration(RuleDuration)
  case path(RulePath)
  /// A value whose content is not kept.
  case other(RuleType)
  case undefined(EvaluationError)

  init(_ outcome: RuleOutcome) {
    switch outcome {
    case .error(let error): self = .undefined(error)
    case .value(.null): self = .null
    case .value(.boolean(let value)): self = .boolean(value)
    case .value(.integer(let value)): self = .integer(value)
    case .value(.float(let value)): self = .float(value)
    case .value(.string(let value)): self = .string(value)
    case .value(.timestamp(let value)): self = .timestamp(value)
    case .value(.duration(let value)): self = .duration(value)
    case .value(.path(let value)): self = .path(value)
    case .value(let value): self = .other(value.type)
    }
  }
}
