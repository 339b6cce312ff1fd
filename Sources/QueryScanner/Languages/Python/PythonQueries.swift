import FirestoreModel
import QueryModel

/// Calls on queries and collections.
enum PythonQueries {
  static func call(
    _ name: String, on draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let constraint = constraint(name, draft, arguments) {
      return .value(.query(draft.applying(constraint, at: arguments[0]?.location ?? scope.location)))
    }
    switch name {
    case "where": return .value(.query(PythonFilters.apply(arguments, to: draft, scope)))
    case "get_partitions": return .value(draft.partitions(at: scope.location))
    case "query" where arguments.count == 0: return .value(.query(draft))
    // All documents below it, in whatever collections.
    case "recursive" where arguments.count == 0: return .value(.query(draft.applying(.unknown, at: scope.location)))
    case "find_nearest": return .value(.query(nearest(draft, arguments, scope)))
    case "document":
      let id = arguments["document_id"] ?? arguments[0]
      return .value(ScannedValue.document(id?.value == .null ? nil : id?.value, of: draft))
    case "count", "sum", "avg", "add_aggregation", "add_aggregations":
      return PythonAggregations.added(name, to: draft, arguments, scope).map { .value(.query($0)) }
    case "get", "stream", "list_documents":
      // Keys of other stores' collections are texts.
      if case .text? = arguments[0]?.value { return nil }
      var draft = draft
      if name == "stream", draft.query.limitToLast {
        draft = draft.refusingStream(.python, at: scope.location)
      }
      if draft.isAggregation, draft.aggregations.isEmpty { draft.note(.aggregation, scope.location) }
      let kind: ScannedRequest.Kind = draft.isAggregation ? .aggregate : .get
      return .request(
        SDKRequest(kind, .query(draft), isInTransaction: PythonReferences.isInTransaction(arguments)))
    case "on_snapshot": return .request(SDKRequest(.listen, .query(draft)))
    case "add":
      let id = arguments["document_id"] ?? (arguments.count > 1 ? arguments[1] : nil)
      return .request(SDKRequest(.write(.create), ScannedValue.document(id?.value, of: draft)))
    default: return Pipelines.step(name, draft, arguments, scope)
    }
  }

  private static func constraint(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments
  ) -> QueryConstraint? {
    let first = arguments[0]?.value
    switch name {
    case "order_by":
      return .order(
        (arguments["field_path"]?.value ?? first)?.servicePath ?? .unknown,
        direction((arguments["direction"] ?? (arguments.count > 1 ? arguments[1] : nil))?.value))
    case "limit": return .limit(first?.int32, fromEnd: false)
    case "limit_to_last": return .limit(first?.int32, fromEnd: true)
    case "offset": return .offset(first?.int32)
    case "start_at": return .start(DraftCursor(position(first, draft), before: true))
    case "start_after": return .start(DraftCursor(position(first, draft), before: false))
    case "end_at": return .end(DraftCursor(position(first, draft), before: false))
    case "end_before": return .end(DraftCursor(position(first, draft), before: true))
    case "select": return .select(fields(first))
    default: return nil
    }
  }

  private static func direction(_ value: ScannedValue?) -> DraftDirection {
    switch value {
    case nil: .known(.ascending)
    case .direction(let direction)?: .known(direction)
    case .text?: value?.knownText.flatMap(Direction.init(rawValue:)).map(DraftDirection.known) ?? .unknown
    default: .unknown
    }
  }

  /// A snapshot, a list of values in the order of the orders, or values by the names of the ordered fields.
  private static func position(_ value: ScannedValue?, _ draft: QueryDraft) -> DraftCursor.Position {
    switch value {
    case .list(let list)? where !list.isOpen: return .values(list.elements.map(\.operand))
    case .record(let entries)?:
      let known = Dictionary(entries.map { ($0.key, $0.value.operand) }) { _, last in last }
      let ordered = draft.query.orders.prefix(entries.count).map { known[$0.path.description] ?? .unknown }
      return .values(ordered.count == entries.count ? ordered : entries.map(\.value.operand))
    case .result(let result)?:
      if case .document = result.target { return .document(readBy: result.location) }
      return .document(readBy: nil)
    // Nothing may be handed over: where it is, a condition asked before.
    case .null?: return .document(readBy: nil)
    default: return .unknown
    }
  }

  private static func fields(_ value: ScannedValue?) -> [FieldPath] {
    guard case .list(let list)? = value, !list.isOpen else { return [.unknown] }
    return list.elements.map(\.servicePath)
  }

  // MARK: - Vector search

  private static func nearest(
    _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> QueryDraft {
    var draft = draft
    let positional = arguments.all.filter { $0.label == nil }
    func argument(_ label: String, _ position: Int) -> SDKArguments.Argument? {
      arguments[label] ?? (positional.indices.contains(position) ? positional[position] : nil)
    }
    func note(_ kind: UnresolvedPart.Kind, _ argument: SDKArguments.Argument?) {
      draft.unresolved.append(UnresolvedPart(kind, at: argument?.location ?? scope.location))
    }
    let field = argument("vector_field", 0)
    let path = field?.value.servicePath ?? .unknown
    if path.isUnknown { note(.field, field) }
    let limit = argument("limit", 2)?.value.int32
    if limit == nil { note(.limit, argument("limit", 2)) }
    let measure = argument("distance_measure", 3)?.value.knownText.flatMap(FindNearest.Measure.init(rawValue:))
    if measure == nil { note(.comparison, argument("distance_measure", 3)) }
    draft.query.nearest = FindNearest(
      path: path, queryVector: .unknown, measure: measure ?? .euclidean, limit: limit ?? 1,
      distanceResultField: arguments["distance_result_field"].map(\.value.servicePath))
    draft.unresolved.sort()
    return draft
  }

  static func member(_ name: String, of draft: QueryDraft) -> ScannedValue? {
    switch name {
    case "id": return draft.query.source.collectionID?.literal.map { .text([.literal($0.string)]) }
    case "parent": return draft.parent
    default: return nil
    }
  }
}
