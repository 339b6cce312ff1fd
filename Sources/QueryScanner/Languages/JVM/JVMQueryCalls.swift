import Diagnostics
import FirestoreModel
import QueryModel

/// Methods of queries and collections.
enum JVMQueryCalls {
  static func call(
    _ name: String, on draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let constraint = constraint(name, arguments, scope) {
      return .value(.query(draft.applying(constraint, at: place(constraint, arguments, scope))))
    }
    if let value = derived(name, draft, arguments, scope) { return .value(value) }
    return request(name, draft, arguments) ?? Pipelines.step(name, draft, arguments, scope)
  }

  // MARK: - Constraints

  private static func constraint(
    _ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> QueryConstraint? {
    if let op = JVMFilters.comparisons[name] { return .filter(JVMFilters.field(op, arguments)) }
    switch name {
    case "where": return .filter(arguments[0].map { JVMFilters.filter($0.value) } ?? .unknown)
    case "orderBy": return .order(arguments[0]?.value.fieldPath ?? .unknown, direction(arguments[1]))
    case "limit": return .limit(arguments[0]?.value.int32, fromEnd: false)
    case "limitToLast": return .limit(arguments[0]?.value.int32, fromEnd: true)
    case "offset": return .offset(arguments[0]?.value.int32)
    case "startAt": return .start(DraftCursor(position(arguments, scope), before: true))
    case "startAfter": return .start(DraftCursor(position(arguments, scope), before: false))
    case "endAt": return .end(DraftCursor(position(arguments, scope), before: false))
    case "endBefore": return .end(DraftCursor(position(arguments, scope), before: true))
    case "select":
      let list = arguments.flattened
      return .select(list.elements.map(\.fieldPath) + (list.isOpen ? [.unknown] : []))
    default: return nil
    }
  }

  private static func direction(_ argument: SDKArguments.Argument?) -> DraftDirection {
    switch argument?.value {
    case nil: .known(.ascending)
    case .direction(let direction)?: .known(direction)
    default: .unknown
    }
  }

  private static func position(_ arguments: SDKArguments, _ scope: VocabularyScope) -> DraftCursor.Position {
    guard arguments.count == 1, let value = arguments[0]?.value else {
      return .values(arguments.all.map(\.value.operand))
    }
    switch value {
    case .result(let result):
      // A document that was got by its own path was read for the cursor; one of a page was there already.
      if case .document = result.target { return .document(readBy: result.location) }
      return .document(readBy: nil)
    case .unknown(let unknown) where JVMTypes.isSnapshot(unknown.type, scope): return .document(readBy: nil)
    case .list(let list): return list.isOpen ? .unknown : .values(list.elements.map(\.operand))
    default: return value.singlePosition
    }
  }

  /// The argument that is to blame when something of the constraint is not known.
  private static func place(
    _ constraint: QueryConstraint, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SourceLocation {
    if case .order(let path, .unknown) = constraint, !path.isUnknown, let direction = arguments[1] {
      return direction.location
    }
    return arguments[0]?.location ?? scope.location
  }

  // MARK: - Other values

  private static func derived(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> ScannedValue? {
    switch name {
    case "document": return ScannedValue.document(arguments[0]?.value, of: draft)
    case "count" where arguments.count == 0: return aggregate(draft, [.aggregation(.count(upTo: nil))], scope)
    case "aggregate": return aggregate(draft, arguments.flattened.elements, scope)
    case "getPartitions": return draft.partitions(at: scope.location)
    case "createQuery": return .query(draft)
    case "findNearest": return .query(nearest(draft, arguments))
    default: return nil
    }
  }

  private static func aggregate(
    _ draft: QueryDraft, _ fields: [ScannedValue], _ scope: VocabularyScope
  ) -> ScannedValue {
    var draft = draft
    for field in fields {
      if case .aggregation(let op) = field {
        draft.aggregations.append(Aggregation(op))
        if op.field?.isUnknown == true { draft.unresolved.append(UnresolvedPart(.field, at: scope.location)) }
      } else {
        draft.unresolved.append(UnresolvedPart(.aggregation, at: scope.location))
      }
    }
    draft.unresolved.sort()
    return .query(draft)
  }

  /// `findNearest(field, vector, limit, measure[, options])`.
  private static func nearest(_ draft: QueryDraft, _ arguments: SDKArguments) -> QueryDraft {
    var draft = draft
    let path = arguments[0]?.value.fieldPath ?? .unknown
    let limit = arguments[2]?.value.int32
    let measure: FindNearest.Measure? =
      if case .handle(.named(let name))? = arguments[3]?.value { FindNearest.Measure(rawValue: name) } else { nil }
    for (isUnknown, kind, index) in [
      (path.isUnknown, UnresolvedPart.Kind.field, 0), (limit == nil, .limit, 2), (measure == nil, .comparison, 3),
    ] where isUnknown {
      draft.unresolved.append(UnresolvedPart(kind, at: arguments[index]?.location))
    }
    draft.unresolved.sort()
    draft.query.nearest = FindNearest(
      path: path, queryVector: .unknown, measure: measure ?? .euclidean, limit: limit ?? 1)
    return draft
  }

  static func member(_ name: String, of draft: QueryDraft) -> ScannedValue? {
    let source = draft.query.source
    switch name {
    case "firestore": return .database(draft.database)
    case "query": return .query(draft)
    case "id": return source.collectionID.map { .text(path: [$0]) }
    case "path":
      return .text(path: source.parent.segments + [source.collectionID ?? .unknown])
    case "parent": return draft.parent
    default: return nil
    }
  }

  // MARK: - Requests

  private static func request(_ name: String, _ draft: QueryDraft, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "get", "stream", "explain":
      return .request(SDKRequest(draft.aggregations.isEmpty ? .get : .aggregate, .query(draft)))
    case "listDocuments": return .request(SDKRequest(.get, .query(draft)))
    case "addSnapshotListener", "snapshots", "dataObjects": return .request(SDKRequest(.listen, .query(draft)))
    case "add": return .request(SDKRequest(.write(.create), ScannedValue.document(nil, of: draft)))
    default: return nil
    }
  }
}

extension Aggregation.Operator {
  /// The field that is added up.
  fileprivate var field: FieldPath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }
}
