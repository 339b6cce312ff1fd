package import Diagnostics
import FirestoreModel
package import QueryModel
import SourceTokens

extension QueryDraft {
  /// The query with one more constraint; what is unknown about it is kept with its place.
  package func applying(_ constraint: QueryConstraint, at location: SourceLocation) -> QueryDraft {
    var draft = self
    switch constraint {
    case .filter(let filter): draft.add(filter, location)
    case .order(let path, let direction):
      if draft.hasImpliedOrders {
        draft.hasImpliedOrders = false
        draft.query.orders = []
      }
      if path.isUnknown { draft.note(.field, location) }
      if direction == .unknown {
        draft.note(.direction, location)
        draft.unknownDirections.insert(draft.query.orders.count)
      }
      let known: Direction = if case .known(let known) = direction { known } else { .ascending }
      if draft.query.orders.count < Self.most {
        draft.query.orders.append(Order(path, known))
      } else {
        draft.note(UnresolvedPart(.constraint))
      }
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
    case .refused(let inner, let refusal):
      draft = applying(inner, at: location)
      draft.refusal = draft.refusal ?? refusal
      return draft
    case .variants: draft.markIncomplete()
    case .unknown: draft.note(.constraint, location)
    }
    if draft.hasImpliedOrders { draft.implyOrders() }
    draft.refusal = draft.refusal ?? draft.groupCursorRefusal(at: location)
    draft.query.start = draft.namingDocuments(draft.query.start)
    draft.query.end = draft.namingDocuments(draft.query.end)
    return draft
  }

  /// Filters, and orders, that are told apart: what code goes on adding to would cost as much for every step as all
  /// steps before it. The service answers no query with as many.
  private static let most = 128

  package mutating func note(_ kind: UnresolvedPart.Kind, _ location: SourceLocation) {
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
    case .and(let parts)? where parts.count >= Self.most: note(UnresolvedPart(.constraint))
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
      // Variables begin with an empty list, which the SDKs refuse: what is asked for is what it grows to.
      if op.takesList, operand.isEmptyList { return Filter(sdk: path, op, .unknown) }
      return Filter(sdk: path, op, path.isDocumentName ? operand.namingDocument : operand)
    case .bounded(let inner, let count):
      let filter = known(inner, location)
      if case .field(let field)? = filter { listBounds[field.path] = count }
      return filter
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
        // One that is thrown at is written there: nothing of it is left to the run.
        if !parts.contains(where: \.isNoComparison) { note(.constraint, location) }
        return nil
      }
      return .or(filters)
    case .refused(let inner, let reason):
      refusal = refusal ?? reason
      // What is written there is known, even if it is no comparison.
      if case .field(_, nil, _) = inner { return nil }
      return known(inner, location)
    case .unknown:
      note(.constraint, location)
      return nil
    }
  }

  /// A page of a collection group that begins or ends at the id of a document: SDKs want its path.
  private func groupCursorRefusal(at location: SourceLocation) -> SDKRefusal? {
    guard query.source.allDescendants, query.start != nil || query.end != nil,
      SourceLanguage(fileName: location.source.path) != .python, !unresolved.contains(where: { $0.kind == .collection })
    else { return nil }
    for cursor in [query.start, query.end].compactMap(\.self) {
      for (order, value) in zip(query.orders, cursor.values) where order.path.isDocumentName {
        guard case .value(.string(let text)) = value, let message = DocumentIDOperand.cursorMessage(text.string)
        else { continue }
        var refusal = SDKRefusal(
          sdk: "the SDK", message: message,
          help: "give the path of a document, as in `users/u1/posts/p17`, or a document that was read", at: location,
          wouldBeAnswered: false)
        refusal.isOfGroupCursor = true
        return refusal
      }
    }
    return nil
  }

  /// The cursor with the names of documents that its texts stand for.
  private func namingDocuments(_ cursor: Cursor?) -> Cursor? {
    guard var cursor, query.orders.contains(where: \.path.isDocumentName) else { return cursor }
    for (place, order) in query.orders.enumerated() where order.path.isDocumentName && place < cursor.values.count {
      cursor.values[place] = cursor.values[place].namingDocument
    }
    return cursor
  }

  private mutating func cursor(_ cursor: DraftCursor, _ location: SourceLocation) -> Cursor {
    switch cursor.position {
    case .values(let values): return Cursor(values: values, before: cursor.before)
    case .document(let readBy):
      if let readBy { cursorRead = readBy }
      return documentCursor(before: cursor.before)
    case .single:
      return query.orders.isEmpty || hasImpliedOrders
        ? documentCursor(before: cursor.before) : Cursor(values: [.unknown], before: cursor.before)
    case .unknown:
      note(.cursor, location)
      return query.orders.isEmpty || hasImpliedOrders
        ? documentCursor(before: cursor.before) : Cursor(values: [.unknown], before: cursor.before)
    }
  }

  /// A document stands for its values of every ordered field; without an order the SDKs order by what the filters
  /// imply and by the document's name.
  private mutating func documentCursor(before: Bool) -> Cursor {
    // A query that is wholly unknown may have any orders already.
    let isOpen = unresolved.contains { $0.kind == .collection }
    if query.orders.isEmpty, !isOpen { hasImpliedOrders = true }
    return Cursor(values: Array(repeating: .unknown, count: max(1, query.orders.count)), before: before)
  }

  /// The orders a document as a cursor brings with it, for the filters as they are now.
  private mutating func implyOrders() {
    query.orders = []
    query.orders = query.effectiveOrder.filter { !$0.path.isUnknown }
    let values = Array(repeating: Operand.unknown, count: query.orders.count)
    query.start = query.start.map { Cursor(values: values, before: $0.before) }
    query.end = query.end.map { Cursor(values: values, before: $0.before) }
  }
}

extension DraftFilter {
  fileprivate var isNoComparison: Bool {
    if case .refused(.field(_, nil, _), _) = self { true } else { false }
  }
}

extension FieldOperator {
  fileprivate var takesList: Bool {
    switch self {
    case .in, .notIn, .arrayContainsAny: true
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .arrayContains: false
    }
  }
}

extension Operand {
  fileprivate var isEmptyList: Bool {
    switch self {
    case .value(.array(let values)): values.isEmpty
    case .array(let members): members.isEmpty
    case .value, .unknown, .parameter, .expression, .map: false
    }
  }

  /// The operand beside the document's name: the SDKs make a reference of an id, below a collection that may not be
  /// known here.
  fileprivate var namingDocument: Operand {
    switch self {
    case .value(.string): .unknown
    case .value(.array(let values)): Operand(members: values.map { Operand.value($0).memberNamingDocument })
    case .array(let members): .array(members.map(\.memberNamingDocument))
    case .value, .unknown, .parameter, .expression, .map: self
    }
  }

  private var memberNamingDocument: Operand {
    if case .value(.string) = self { .unknown } else { self }
  }
}
