package import Diagnostics
import FirestoreModel
import QueryModel

extension QueryDraft {
  /// The query with one more constraint; what is unknown about it is kept with its place.
  package func applying(_ constraint: QueryConstraint, at location: SourceLocation) -> QueryDraft {
    var draft = self
    switch constraint {
    case .filter(let filter): draft.add(filter, location)
    case .order(let path, let direction):
      if path.isUnknown { draft.note(.field, location) }
      if direction == .unknown {
        draft.note(.direction, location)
        draft.unknownDirections.insert(draft.query.orders.count)
      }
      let known: Direction = if case .known(let known) = direction { known } else { .ascending }
      draft.query.orders.append(Order(path, known))
    case .limit(let limit, let fromEnd):
      draft.query.limit = limit ?? 1
      draft.query.limitToLast = fromEnd
      draft.query.unknownBounds.remove(.limit)
      if limit == nil { draft.query.unknownBounds.insert(.limit) }
    case .offset(let offset):
      draft.query.offset = offset ?? 1
      draft.query.unknownBounds.remove(.offset)
      if offset == nil { draft.query.unknownBounds.insert(.offset) }
    case .start(let cursor): draft.query.start = draft.cursor(cursor, location)
    case .end(let cursor): draft.query.end = draft.cursor(cursor, location)
    case .select(let fields):
      if fields.contains(where: \.isUnknown) { draft.note(.field, location) }
      draft.query.projection = fields
    case .unknown: draft.note(.constraint, location)
    }
    return draft
  }

  private mutating func note(_ kind: UnresolvedPart.Kind, _ location: SourceLocation) {
    let part = UnresolvedPart(kind, at: location)
    if !unresolved.contains(part) {
      unresolved.append(part)
      unresolved.sort()
    }
  }

  private mutating func add(_ filter: DraftFilter, _ location: SourceLocation) {
    guard let known = known(filter, location) else { return }
    switch query.filter {
    case nil: query.filter = known
    case .and(let parts)?: query.filter = .and(parts + [known])
    case .field?, .unary?, .or?: query.filter = query.filter.map { .and([$0, known]) }
    }
  }

  /// The filter without what nothing is known of.
  private mutating func known(_ filter: DraftFilter, _ location: SourceLocation) -> Filter? {
    switch filter {
    case .field(let path, let op, let operand):
      guard let op else {
        note(.comparison, location)
        return nil
      }
      if path.isUnknown { note(.field, location) }
      return Filter(sdk: path, op, operand)
    case .unary(let path, let op):
      if path.isUnknown { note(.field, location) }
      return .unary(UnaryFilter(path, op))
    case .and(let parts):
      let filters = parts.compactMap { known($0, location) }
      return filters.isEmpty ? nil : .and(filters)
    case .or(let parts):
      let filters = parts.compactMap { known($0, location) }
      // Without one of its parts a disjunction says too little: the others do not narrow the result.
      guard filters.count == parts.count, !filters.isEmpty else {
        note(.constraint, location)
        return nil
      }
      return .or(filters)
    case .unknown:
      note(.constraint, location)
      return nil
    }
  }

  private mutating func cursor(_ cursor: DraftCursor, _ location: SourceLocation) -> Cursor {
    switch cursor.position {
    case .values(let values): return Cursor(values: values, before: cursor.before)
    case .document(let readBy):
      if let readBy { cursorRead = readBy }
      // A document stands for its values of every ordered field.
      return Cursor(values: Array(repeating: .unknown, count: max(1, query.orders.count)), before: cursor.before)
    case .unknown:
      note(.cursor, location)
      return Cursor(values: [.unknown], before: cursor.before)
    }
  }
}
