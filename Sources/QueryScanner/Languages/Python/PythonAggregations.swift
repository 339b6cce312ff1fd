import Diagnostics
import FirestoreModel
import QueryModel

/// `query.count()`, and objects that ask for several aggregations of one query: `AggregationQuery(query)` with `count`,
/// `sum` and `avg`, each of which adds to the object itself.
enum PythonAggregations {
  /// Methods that add to the object they are called on.
  static let adding: Set<String> = ["count", "sum", "avg", "add_aggregation", "add_aggregations"]

  /// `AggregationQuery(query)`, nothing asked of it yet.
  static func query(of value: ScannedValue?) -> QueryDraft? {
    guard case .query(var draft)? = value else { return nil }
    draft.isAggregation = true
    return draft
  }

  /// Nil for names that only aggregations have.
  static func added(
    _ name: String, to draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> QueryDraft? {
    switch name {
    case "count", "sum", "avg":
      let alias = arguments["alias"]?.value.knownText.map { Text($0) }
      return adding([(operation(name, arguments), alias)], to: draft, arguments[0]?.location ?? scope.location)
    default:
      guard draft.isAggregation, let argument = arguments[0] else { return nil }
      let values: [ScannedValue] = if case .list(let list) = argument.value { list.elements } else { [argument.value] }
      let known = values.compactMap { value in if case .aggregation(let op) = value { op } else { nil } }
      var result = adding(known.map { ($0, nil) }, to: draft, argument.location)
      let isOpen: Bool = if case .list(let list) = argument.value { list.isOpen } else { false }
      if isOpen || known.count < values.count { result.note(.aggregation, argument.location) }
      return result
    }
  }

  static func operation(_ name: String, _ arguments: SDKArguments) -> Aggregation.Operator {
    let field = (arguments["field_ref"] ?? arguments.all.first { $0.label == nil })?.value.servicePath ?? .unknown
    switch name {
    case "count", "CountAggregation": return .count(upTo: nil)
    case "sum", "SumAggregation": return .sum(field)
    default: return .average(field)
    }
  }

  private static func adding(
    _ operators: [(Aggregation.Operator, Text?)], to draft: QueryDraft, _ location: SourceLocation
  ) -> QueryDraft {
    var draft = draft
    draft.isAggregation = true
    for (op, alias) in operators {
      draft.aggregations.append(Aggregation(op, alias: alias))
      switch op {
      case .count: break
      case .sum(let field), .average(let field): if field.isUnknown { draft.note(.field, location) }
      }
    }
    return draft
  }
}
