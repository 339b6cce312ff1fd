import FirestoreModel
import QueryModel

/// Filters and field paths as values: `Filter.or(…)`, `FieldPath.of(…)`, and what `where…` compares.
enum JVMFilters {
  /// Methods of `Query`.
  static let comparisons: [String: FieldOperator] = [
    "whereEqualTo": .equal, "whereNotEqualTo": .notEqual, "whereLessThan": .lessThan,
    "whereLessThanOrEqualTo": .lessThanOrEqual, "whereGreaterThan": .greaterThan,
    "whereGreaterThanOrEqualTo": .greaterThanOrEqual, "whereArrayContains": .arrayContains,
    "whereArrayContainsAny": .arrayContainsAny, "whereIn": .in, "whereNotIn": .notIn,
  ]

  /// Static methods of `Filter`.
  private static let factories: [String: FieldOperator] = [
    "equalTo": .equal, "notEqualTo": .notEqual, "lessThan": .lessThan, "lessThanOrEqualTo": .lessThanOrEqual,
    "greaterThan": .greaterThan, "greaterThanOrEqualTo": .greaterThanOrEqual, "arrayContains": .arrayContains,
    "arrayContainsAny": .arrayContainsAny, "inArray": .in, "notInArray": .notIn,
  ]

  static func call(_ name: JVMName, _ arguments: SDKArguments, _ scope: VocabularyScope) -> ScannedValue? {
    let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let member = parts.last.map(String.init) else { return nil }
    switch parts[0] {
    case "Filter":
      guard let filter = filter(member, arguments), name.isSDK(scope) else { return nil }
      return .constraint(.filter(filter))
    case "FieldPath": return name.isSDK(scope) ? fieldPath(member, arguments) : nil
    case "AggregateField": return name.isSDK(scope) ? aggregation(member, arguments) : nil
    case "SetOptions": return name.isSDK(scope) ? .handle(.named("SetOptions")) : nil
    default: return nil
    }
  }

  private static func filter(_ name: String, _ arguments: SDKArguments) -> DraftFilter? {
    switch name {
    case "and": .and(parts(arguments))
    case "or": .or(parts(arguments))
    default: factories[name].map { field($0, arguments) }
    }
  }

  private static func parts(_ arguments: SDKArguments) -> [DraftFilter] {
    let list = arguments.flattened
    return list.elements.map(filter) + (list.isOpen ? [.unknown] : [])
  }

  /// The filter that a value is.
  static func filter(_ value: ScannedValue) -> DraftFilter {
    if case .constraint(.filter(let filter)) = value { filter } else { .unknown }
  }

  /// `(field, value)`.
  static func field(_ op: FieldOperator, _ arguments: SDKArguments) -> DraftFilter {
    .field(arguments[0]?.value.fieldPath ?? .unknown, op, arguments[1]?.value.operand ?? .unknown)
  }

  private static func fieldPath(_ name: String, _ arguments: SDKArguments) -> ScannedValue? {
    switch name {
    case "documentId": return .field(.documentName)
    case "of":
      let list = arguments.flattened
      return .field(ScannedValue.path(of: list.elements, isOpen: list.isOpen))
    default: return nil
    }
  }

  private static func aggregation(_ name: String, _ arguments: SDKArguments) -> ScannedValue? {
    let path = arguments[0]?.value.fieldPath ?? .unknown
    switch name {
    case "count": return .aggregation(.count(upTo: nil))
    case "sum": return .aggregation(.sum(path))
    case "average": return .aggregation(.average(path))
    default: return nil
    }
  }
}
