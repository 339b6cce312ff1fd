import FirestoreModel
import QueryModel

/// The three ways to say a filter: three positions, three keywords, or an object.
enum PythonFilters {
  private static let operators: [String: FieldOperator] = [
    "==": .equal, "!=": .notEqual, "<": .lessThan, "<=": .lessThanOrEqual, ">": .greaterThan,
    ">=": .greaterThanOrEqual, "array_contains": .arrayContains, "array_contains_any": .arrayContainsAny, "in": .in,
    "not-in": .notIn,
  ]

  /// Whether arguments can only be those of Firestore's `where`.
  static func isComparison(_ arguments: SDKArguments) -> Bool {
    if case .constraint(.filter)? = (arguments["filter"] ?? arguments[0])?.value { return true }
    let op = (arguments["op_string"] ?? (arguments.count == 3 ? arguments[1] : nil))?.value.knownText
    return op.map { operators[$0] != nil } ?? false
  }

  /// Comparisons that nothing else writes so: builders of SQL have `=`, `<` and `in`.
  static func isOnlyOfFirestore(_ arguments: SDKArguments) -> Bool {
    if case .constraint(.filter)? = (arguments["filter"] ?? arguments[0])?.value { return true }
    let op = (arguments["op_string"] ?? arguments[1])?.value.knownText
    return ["array_contains", "array_contains_any", "not-in"].contains(op ?? "")
  }

  static func apply(_ arguments: SDKArguments, to draft: QueryDraft, _ scope: VocabularyScope) -> QueryDraft {
    if arguments.count == 1, let filter = arguments["filter"] ?? arguments[0] {
      guard case .constraint(let constraint) = filter.value else {
        return draft.applying(.filter(.unknown), at: filter.location)
      }
      return draft.applying(constraint, at: filter.location)
    }
    return draft.applying(.filter(comparison(arguments)), at: arguments[0]?.location ?? scope.location)
  }

  /// `FieldFilter(…)`, `And(filters=[…])`, `Or([…])`, `BaseCompositeFilter("OR", […])`.
  static func composed(_ name: String, _ arguments: SDKArguments) -> DraftFilter {
    switch name {
    case "FieldFilter": comparison(arguments)
    case "And": members(arguments["filters"] ?? arguments[0]).map(DraftFilter.and) ?? .unknown
    case "Or": members(arguments["filters"] ?? arguments[0]).map(DraftFilter.or) ?? .unknown
    default:
      switch (arguments["operator"] ?? arguments[0])?.value.knownText {
      case "AND": members(arguments["filters"] ?? arguments[1]).map(DraftFilter.and) ?? .unknown
      case "OR": members(arguments["filters"] ?? arguments[1]).map(DraftFilter.or) ?? .unknown
      default: .unknown
      }
    }
  }

  private static func members(_ argument: SDKArguments.Argument?) -> [DraftFilter]? {
    guard case .list(let list)? = argument?.value, !list.isOpen else { return nil }
    return list.elements.map { if case .constraint(.filter(let filter)) = $0 { filter } else { .unknown } }
  }

  private static func comparison(_ arguments: SDKArguments) -> DraftFilter {
    let positional = arguments.all.filter { $0.label == nil }
    func value(_ label: String, _ position: Int) -> ScannedValue? {
      (arguments[label] ?? (positional.indices.contains(position) ? positional[position] : nil))?.value
    }
    guard let field = value("field_path", 0), let op = value("op_string", 1) else { return .unknown }
    return .field(
      field.servicePath, op.knownText.flatMap { operators[$0] }, value("value", 2)?.operand ?? .unknown)
  }
}
