import FirestoreModel
import QueryModel

/// Calls on queries and collections.
enum DartQueries {
  static func call(
    _ name: String, on draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let constraint = constraint(name, arguments) {
      return .value(.query(draft.applying(constraint, at: arguments[0]?.location ?? scope.location)))
    }
    switch name {
    case "where": return .value(.query(DartFilters.apply(arguments, to: draft, scope)))
    case "withConverter": return .value(.query(draft))
    case "doc", "document":
      let id = arguments[0]?.value
      return .value(ScannedValue.document(id == .null ? nil : id, of: draft))
    case "collection":
      if let step = Pipelines.step(name, draft, arguments, scope) { return step }
      guard draft.query.filter == nil, let path = arguments[0] else { return nil }
      return .value(path.value.collection(in: draft.database, at: path.location))
    case "count", "aggregate": return .value(.query(aggregated(name, draft, arguments, scope)))
    case "get", "getDocuments":
      return .request(SDKRequest(draft.aggregations.isEmpty ? .get : .aggregate, .query(draft)))
    case "snapshots": return .request(SDKRequest(.listen, .query(draft)))
    case "add": return .request(SDKRequest(.write(.create), ScannedValue.document(nil, of: draft)))
    case "within", "withinAsSingleStreamSubscription", "fetchWithin", "subscribeWithin":
      return DartGeoQueries.within(name, draft, arguments, scope)
    default: return Pipelines.step(name, draft, arguments, scope)
    }
  }

  private static func constraint(_ name: String, _ arguments: SDKArguments) -> QueryConstraint? {
    switch name {
    case "orderBy":
      return .order(arguments[0]?.value.fieldPath ?? .unknown, direction(arguments["descending"]?.value))
    case "limit": return .limit(arguments[0]?.value.int32, fromEnd: false)
    case "limitToLast": return .limit(arguments[0]?.value.int32, fromEnd: true)
    case "offset": return .offset(arguments[0]?.value.int32)
    case "startAt": return .start(DraftCursor(values(arguments[0]?.value), before: true))
    case "startAfter": return .start(DraftCursor(values(arguments[0]?.value), before: false))
    case "endAt": return .end(DraftCursor(values(arguments[0]?.value), before: false))
    case "endBefore": return .end(DraftCursor(values(arguments[0]?.value), before: true))
    case "startAtDocument": return .start(DraftCursor(document(arguments[0]?.value), before: true))
    case "startAfterDocument": return .start(DraftCursor(document(arguments[0]?.value), before: false))
    case "endAtDocument": return .end(DraftCursor(document(arguments[0]?.value), before: false))
    case "endBeforeDocument": return .end(DraftCursor(document(arguments[0]?.value), before: true))
    case "select": return .select(arguments[0].map { fields($0.value) } ?? [])
    default: return nil
    }
  }

  private static func direction(_ descending: ScannedValue?) -> DraftDirection {
    switch descending {
    case nil, .null?: .known(.ascending)
    case .boolean(let descending)?: .known(descending ? .descending : .ascending)
    default: .unknown
    }
  }

  private static func values(_ value: ScannedValue?) -> DraftCursor.Position {
    guard case .list(let list)? = value, !list.isOpen else { return .unknown }
    return .values(list.elements.map(\.operand))
  }

  /// A document that was read alone was read for this; one of a page was needed anyway.
  private static func document(_ value: ScannedValue?) -> DraftCursor.Position {
    if case .result(let result)? = value, case .document = result.target {
      return .document(readBy: result.location)
    }
    return .document(readBy: nil)
  }

  private static func fields(_ value: ScannedValue) -> [FieldPath] {
    guard case .list(let list) = value, !list.isOpen else { return [.unknown] }
    return list.elements.map(\.fieldPath)
  }

  private static func aggregated(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> QueryDraft {
    var draft = draft
    guard name == "aggregate" else {
      draft.aggregations = [Aggregation(.count(upTo: nil))]
      return draft
    }
    for argument in arguments.all {
      guard case .aggregation(let op) = argument.value else {
        if argument.value != .null { draft.unresolved.append(UnresolvedPart(.aggregation, at: argument.location)) }
        continue
      }
      draft.aggregations.append(Aggregation(op))
      switch op {
      case .sum(let field), .average(let field):
        if field.isUnknown { draft.unresolved.append(UnresolvedPart(.field, at: argument.location)) }
      case .count: break
      }
    }
    if draft.aggregations.isEmpty { draft.aggregations = [Aggregation(.count(upTo: nil))] }
    draft.unresolved.sort()
    return draft
  }

  static func member(_ name: String, of draft: QueryDraft, _ scope: VocabularyScope) -> ScannedValue? {
    switch name {
    case "firestore": return .database(draft.database)
    case "id": return draft.query.source.collectionID?.literal.map { .text([.literal($0.string)]) }
    case "parent": return draft.parent
    default: return nil
    }
  }
}
