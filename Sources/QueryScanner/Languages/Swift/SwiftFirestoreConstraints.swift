import Diagnostics
import FirestoreModel
import QueryModel

/// What narrows, orders or cuts a query.
extension SwiftFirestoreVocabulary {
  /// A method of `Query` that gives another query; nil when it is none, or none of the SDK's signatures.
  func constraint(_ name: String, _ arguments: SDKArguments) -> QueryConstraint? {
    switch name {
    case "whereField":
      // Documents leave out what is compared.
      if arguments.count == 1, arguments[0]?.label == nil { return .unknown }
      return comparison(arguments).map(QueryConstraint.filter)
    case "whereFilter", "filter":
      guard arguments.count == 1, let first = arguments[0] else { return nil }
      // `filter(using:)` takes an NSPredicate: a language of its own.
      if name == "filter" { return first.label == "using" ? .unknown : nil }
      return .filter(filter(first.value))
    case "order": return order(arguments)
    case "limit": return limit(arguments)
    case "start", "end": return cursor(name, arguments)
    default: return nil
    }
  }

  /// A constraint without its query: `Filter.whereField(…)`, and the predicates of the property wrapper.
  func predicate(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> QueryConstraint? {
    switch name {
    case "Filter.whereField", "QueryPredicate.whereField", "QueryPredicate.where", ".whereField", ".where":
      return comparison(arguments).map(QueryConstraint.filter)
    case "Filter.andFilter", ".andFilter", "Filter.and": return .filter(.and(filters(arguments)))
    case "Filter.orFilter", ".orFilter", "Filter.or": return .filter(.or(filters(arguments)))
    case "QueryPredicate.order", ".order": return order(arguments)
    case "QueryPredicate.limit", ".limit": return limit(arguments)
    default: break
    }
    guard let word = name.predicateWord, let first = arguments[0] else { return nil }
    if let op = Self.predicates[word], let second = arguments[1] {
      return .filter(.field(first.value.fieldPath, op, second.value.operand))
    }
    switch word {
    case "orderBy":
      guard let second = arguments[1] else { return nil }
      return .order(first.value.fieldPath, second.value.direction(whenTrue: .descending))
    case "limitTo": return .limit(first.value.int32, fromEnd: false)
    case "limitToLast": return .limit(first.value.int32, fromEnd: true)
    default: return nil
    }
  }

  // MARK: - Filters

  private func comparison(_ arguments: SDKArguments) -> DraftFilter? {
    guard arguments.count == 2, let field = arguments[0], field.label == nil, let value = arguments[1],
      let op = value.label.flatMap({ Self.comparisons[$0] })
    else { return nil }
    return .field(field.value.fieldPath, op, value.value.operand)
  }

  private func filter(_ value: ScannedValue) -> DraftFilter {
    if case .constraint(.filter(let filter)) = value { filter } else { .unknown }
  }

  private func filters(_ arguments: SDKArguments) -> [DraftFilter] {
    guard arguments.count == 1, case .list(let list)? = arguments[0]?.value else { return [.unknown] }
    return list.elements.map(filter) + (list.isOpen ? [.unknown] : [])
  }

  /// The second label of `whereField`.
  private static let comparisons: [String: FieldOperator] = [
    "isEqualTo": .equal, "isNotEqualTo": .notEqual, "isLessThan": .lessThan, "isLessThanOrEqualTo": .lessThanOrEqual,
    "isGreaterThan": .greaterThan, "isGreaterThanOrEqualTo": .greaterThanOrEqual, "arrayContains": .arrayContains,
    "arrayContainsAny": .arrayContainsAny, "in": .in, "notIn": .notIn,
  ]

  /// The cases of `QueryPredicate` that compare.
  private static let predicates: [String: FieldOperator] = [
    "isEqualTo": .equal, "isIn": .in, "isNotIn": .notIn, "arrayContains": .arrayContains,
    "arrayContainsAny": .arrayContainsAny, "isLessThan": .lessThan, "isGreaterThan": .greaterThan,
    "isLessThanOrEqualTo": .lessThanOrEqual, "isGreaterThanOrEqualTo": .greaterThanOrEqual,
  ]

  // MARK: - Orders, limits, cursors

  private func order(_ arguments: SDKArguments) -> QueryConstraint? {
    guard let field = arguments["by"], arguments.count <= 2 else { return nil }
    guard arguments.count == 2 else { return .order(field.value.fieldPath, .known(.ascending)) }
    guard let descending = arguments["descending"] else { return nil }
    return .order(field.value.fieldPath, descending.value.direction(whenTrue: .descending))
  }

  private func limit(_ arguments: SDKArguments) -> QueryConstraint? {
    guard arguments.count == 1, let count = arguments[0] else { return nil }
    switch count.label {
    case "to": return .limit(count.value.int32, fromEnd: false)
    case "toLast": return .limit(count.value.int32, fromEnd: true)
    default: return nil
    }
  }

  private func cursor(_ name: String, _ arguments: SDKArguments) -> QueryConstraint? {
    guard arguments.count == 1, let argument = arguments[0], let label = argument.label else { return nil }
    switch (name, label) {
    case ("start", "at"): return .start(DraftCursor(argument.value.valuesPosition, before: true))
    case ("start", "after"): return .start(DraftCursor(argument.value.valuesPosition, before: false))
    case ("start", "atDocument"): return .start(DraftCursor(argument.value.documentPosition, before: true))
    case ("start", "afterDocument"): return .start(DraftCursor(argument.value.documentPosition, before: false))
    case ("end", "at"): return .end(DraftCursor(argument.value.valuesPosition, before: false))
    case ("end", "before"): return .end(DraftCursor(argument.value.valuesPosition, before: true))
    case ("end", "atDocument"): return .end(DraftCursor(argument.value.documentPosition, before: false))
    case ("end", "beforeDocument"): return .end(DraftCursor(argument.value.documentPosition, before: true))
    default: return nil
    }
  }
}

extension ScannedValue {
  fileprivate func direction(whenTrue direction: Direction) -> DraftDirection {
    if case .boolean(let isTrue) = self { .known(isTrue ? direction : direction.flipped) } else { .unknown }
  }

  fileprivate var valuesPosition: DraftCursor.Position {
    if case .list(let list) = self, !list.isOpen { .values(list.elements.map(\.operand)) } else { .unknown }
  }

  /// The label says that it is a document, whatever is known of it.
  fileprivate var documentPosition: DraftCursor.Position {
    if case .result(let result) = self { result.cursorPosition } else { .document(readBy: nil) }
  }
}

extension String {
  /// `.isEqualTo` and `QueryPredicate.isEqualTo` are `isEqualTo`.
  fileprivate var predicateWord: String? {
    if hasPrefix("QueryPredicate.") { return String(dropFirst("QueryPredicate.".count)) }
    return hasPrefix(".") ? String(dropFirst()) : nil
  }
}
