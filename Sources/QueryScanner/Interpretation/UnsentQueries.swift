import Diagnostics
import QueryModel

extension Interpreter {
  /// A query that an SDK call has just made: if it leaves what is read before another call takes it, nothing is seen to
  /// send it.
  func built(_ value: ScannedValue, _ span: Span) -> ScannedValue {
    switch value {
    case .query(var draft):
      guard draft.hasConstraints else { return value }
      draft.builtAt = location(span)
      noteUnsent(draft)
      return .query(draft)
    case .alternatives(let values): return ScannedValue.oneOf(values.map { built($0, span) })
    default: return value
    }
  }

  /// What an SDK call takes is not left unsent: the call's own result may be.
  func markUsed(_ values: [ScannedValue]) {
    for value in values {
      switch value {
      case .query(let draft): if let place = draft.builtAt { log.markUsed(place) }
      case .alternatives(let values): markUsed(values)
      case .list(let list): markUsed(list.elements)
      default: break
      }
    }
  }

  /// What a root returns, hands to something outside or keeps in a property may be sent by what is not read.
  func markEscaped(_ value: ScannedValue) {
    switch value {
    case .query(let draft): if silence == 0, let place = draft.builtAt { log.markEscaped(place) }
    case .alternatives(let values): values.forEach(markEscaped)
    case .list(let list): list.elements.forEach(markEscaped)
    case .record(let entries): entries.forEach { markEscaped($0.value) }
    default: break
    }
  }

  func markEscaped(_ paths: [Path]) {
    for path in paths {
      switch path.completion {
      case .returned(let value), .value(let value): markEscaped(value)
      case .normal, .broke, .continued, .threw: break
      }
    }
  }

  private func noteUnsent(_ draft: QueryDraft) {
    guard silence == 0, let place = draft.builtAt else { return }
    for draft in draft.inEachDirection { addUnsent(draft, at: place) }
  }

  private func addUnsent(_ draft: QueryDraft, at place: SourceLocation) {
    var request = ScannedRequest(
      kind: .unsent, target: .query(draft.query, draft.aggregations), caller: draft.database.caller,
      database: draft.database.id, unresolved: draft.unresolved, location: place, function: functionName)
    request.refusal = draft.refusal
    if draft.database.id == nil { request.unresolved.append(UnresolvedPart(.database, at: place)) }
    request.unresolved.sort()
    log.add(request, chain: chain)
  }
}

extension QueryDraft {
  /// Anything beyond a place to look.
  fileprivate var hasConstraints: Bool {
    query.filter != nil || !query.orders.isEmpty || query.limit != nil || query.start != nil || query.end != nil
      || query.nearest != nil || query.offset > 0 || !aggregations.isEmpty
      || unresolved.contains { $0.kind != .collection && $0.kind != .database }
  }
}
