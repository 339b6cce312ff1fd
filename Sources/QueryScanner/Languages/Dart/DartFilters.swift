import Diagnostics
import FirestoreModel
import QueryModel

/// The conditions of `where` and `Filter`: one named argument each.
enum DartFilters {
  static func isCondition(_ label: String?) -> Bool { label == "isNull" || operators[label ?? ""] != nil }

  private static let operators: [String: FieldOperator] = [
    "isEqualTo": .equal, "isNotEqualTo": .notEqual, "isLessThan": .lessThan,
    "isLessThanOrEqualTo": .lessThanOrEqual, "isGreaterThan": .greaterThan,
    "isGreaterThanOrEqualTo": .greaterThanOrEqual, "arrayContains": .arrayContains,
    "arrayContainsAny": .arrayContainsAny, "whereIn": .in, "whereNotIn": .notIn,
  ]

  /// `query.where(…)`: several conditions at once all hold; a filter as the only argument is taken as it is.
  static func apply(_ arguments: SDKArguments, to draft: QueryDraft, _ scope: VocabularyScope) -> QueryDraft {
    let conditions = arguments.all.filter { $0.label != nil }
    if conditions.isEmpty, let comparison = WhereFilterArguments(arguments) {
      return draft.applying(.filter(comparison.filter), at: comparison.location)
    }
    guard !conditions.isEmpty else {
      // Only a field, and nothing asked of it.
      if case .text? = arguments[0]?.value { return draft }
      return draft.applying(.filter(filter(arguments[0]?.value)), at: arguments[0]?.location ?? scope.location)
    }
    let path = arguments[0]?.value.fieldPath ?? .unknown
    return conditions.reduce(draft) { draft, item in
      condition(path, item).map { draft.applying(.filter($0), at: item.location) } ?? draft
    }
  }

  /// `Filter(field, …)`, `Filter.and(…)`, `Filter.or(…)`.
  static func composed(_ name: String, _ arguments: SDKArguments) -> DraftFilter {
    switch name {
    case "Filter.and": return .and(arguments.all.map { filter($0.value) })
    case "Filter.or": return .or(arguments.all.map { filter($0.value) })
    default:
      let path = arguments[0]?.value.fieldPath ?? .unknown
      let filters = arguments.all.filter { $0.label != nil }.compactMap { condition(path, $0) }
      return filters.count == 1 ? filters[0] : .and(filters)
    }
  }

  private static func filter(_ value: ScannedValue?) -> DraftFilter {
    if case .constraint(.filter(let filter))? = value { filter } else { .unknown }
  }

  /// Nil: null is the default of all but the two equalities, and then nothing is asked.
  private static func condition(_ path: FieldPath, _ argument: SDKArguments.Argument) -> DraftFilter? {
    guard let label = argument.label else { return nil }
    if label == "isNull" {
      switch argument.value {
      case .boolean(let isNull): return .unary(path, isNull ? .isNull : .isNotNull)
      case .null: return nil
      default: return .field(path, nil, .unknown)
      }
    }
    guard let op = operators[label] else { return nil }
    if case .null = argument.value, op != .equal, op != .notEqual { return nil }
    return .field(path, op, argument.value.operand)
  }
}

/// `where(field, WhereFilter.equal, value)` of `dart_firebase_admin`.
private struct WhereFilterArguments {
  var filter: DraftFilter
  var location: SourceLocation

  init?(_ arguments: SDKArguments) {
    guard let field = arguments[0], let op = arguments[1], let operand = arguments[2] else { return nil }
    location = op.location
    guard case .handle(.named(let name)) = op.value else {
      filter = .field(field.value.fieldPath, nil, .unknown)
      return
    }
    filter = .field(field.value.fieldPath, DartFilters.adminOperators[name], operand.value.operand)
  }
}

extension DartFilters {
  static let adminOperators: [String: FieldOperator] = [
    "WhereFilter.equal": .equal, "WhereFilter.notEqual": .notEqual, "WhereFilter.lessThan": .lessThan,
    "WhereFilter.lessThanOrEqual": .lessThanOrEqual, "WhereFilter.greaterThan": .greaterThan,
    "WhereFilter.greaterThanOrEqual": .greaterThanOrEqual, "WhereFilter.arrayContains": .arrayContains,
    "WhereFilter.arrayContainsAny": .arrayContainsAny, "WhereFilter.isIn": .in, "WhereFilter.notIn": .notIn,
  ]
}
