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
  /// - Parameter isRefined: the call only makes another query of it.
  func markUsed(_ value: ScannedValue, isRefined: Bool = false) {
    switch value {
    case .query(let draft):
      guard let place = draft.builtAt else { return }
      // On another way the function may have handed it out as it is.
      if isRefined, isOfThisFunction(place) { log.markRefined(place) } else { log.markUsed(place) }
    case .alternatives(let values): values.forEach { markUsed($0, isRefined: isRefined) }
    case .list(let list): list.elements.forEach { markUsed($0, isRefined: isRefined) }
    default: break
    }
  }

  /// Whether a place is in the function that is being evaluated, or in a closure there.
  private func isOfThisFunction(_ place: SourceLocation) -> Bool {
    guard let id = chain.last, id >= 0, let body = index.functions[id].body, let first = body.first?.span,
      let last = body.last?.span
    else { return false }
    return place.span.start >= first.start && place.span.end <= last.end
      && place.source.path == index.files[index.functions[id].file].source.source.path
  }

  /// What a root returns, hands to something outside or keeps in a property may be sent by what is not read.
  /// - Parameter isHanded: out of the function that has it, not only kept.
  func markEscaped(_ value: ScannedValue, isHanded: Bool = false) {
    switch value {
    case .query(let draft): if silence == 0, let place = draft.builtAt { log.markEscaped(place, isHanded: isHanded) }
    case .alternatives(let values): values.forEach { markEscaped($0, isHanded: isHanded) }
    case .list(let list): list.elements.forEach { markEscaped($0, isHanded: isHanded) }
    case .record(let entries): entries.forEach { markEscaped($0.value, isHanded: isHanded) }
    case .instance: markEscapedObjects(value)
    default: break
    }
  }

  func markEscaped(_ paths: [Path]) {
    for path in paths {
      switch path.completion {
      case .returned(let value), .value(let value): markEscaped(value, isHanded: true)
      case .normal, .broke, .continued, .threw: break
      }
    }
  }

  /// Parts of a query that go to a function that is not read make one there, of which nothing else is known.
  func noteUnsentConstraints(_ arguments: [CallArgument], of name: String?) {
    guard source.language.isScript, silence == 0, relevance.importsSDK[file],
      name.map({ !Self.keeping.contains($0) && !$0.hasPrefix("set") }) ?? true
    else { return }
    var draft: QueryDraft?
    func add(_ value: ScannedValue, _ place: SourceLocation, depth: Int) {
      switch value {
      case .constraint(let constraint):
        let database = WebReferences.database(vocabularyScope(place.span))
        draft = (draft ?? .unknown(database, at: place)).applying(constraint, at: place)
      case .list(let list) where depth > 0: list.elements.forEach { add($0, place, depth: depth - 1) }
      case .record(let entries) where depth > 0: entries.forEach { add($0.value, place, depth: depth - 1) }
      default: break
      }
    }
    for argument in arguments { add(argument.value, location(argument.span), depth: 3) }
    guard let draft, let first = arguments.first(where: { $0.span != Span(0, 0) }), draft.hasConstraints else { return }
    var made = draft
    made.builtAt = location(first.span)
    noteUnsent(made)
    markEscaped(.query(made), isHanded: true)
  }

  /// What keeps values, or only looks whether they have changed.
  private static let keeping: Set<String> = [
    "Map", "WeakMap", "Set", "ref", "shallowRef", "reactive", "useEffect", "useLayoutEffect", "useMemo", "useCallback",
    "useRef", "useState", "useReducer", "watch", "watchEffect", "isEqual", "push", "writable", "signal", "createSignal",
  ]

  private func noteUnsent(_ draft: QueryDraft) {
    guard silence == 0, let place = draft.builtAt else { return }
    // A document shows how a query is made; what sends it is often left out.
    if source.fence != nil { log.markEscaped(place) }
    builtQueries.append(BuiltQuery(draft: draft, place: place, function: functionName, chain: chain))
  }

  /// The end of a root: most queries that it built have gone on into the next call of a chain.
  func addUnsent() {
    for built in builtQueries where !log.isUsed(built.place) {
      let isRefined = log.isOnlyRefined(built.place)
      // Of what is made in the code of the root itself no caller knows more.
      if isRefined, built.chain.count < 2 { continue }
      for draft in built.draft.inEachDirection {
        log.add(built.request(draft), chain: built.chain, isRefined: isRefined)
      }
    }
    builtQueries.removeAll(keepingCapacity: true)
    log.endRoot()
  }
}

/// A query that an SDK call has made.
struct BuiltQuery {
  var draft: QueryDraft
  var place: SourceLocation
  var function: String?
  /// The functions that were being evaluated.
  var chain: [Int]

  fileprivate func request(_ draft: QueryDraft) -> ScannedRequest {
    var request = ScannedRequest(
      kind: .unsent, target: .query(draft.query, draft.aggregations), caller: draft.database.caller,
      database: draft.database.id, unresolved: draft.unresolved, location: place, function: function)
    request.refusal = draft.refusal
    if draft.database.id == nil { request.unresolved.append(UnresolvedPart(.database, at: place)) }
    request.unresolved.sort()
    return request
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
