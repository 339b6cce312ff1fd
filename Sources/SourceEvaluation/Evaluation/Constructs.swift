import SourceSemantics
import SourceSyntax
import SourceTokens

/// What the words of the row language make of their arguments.
extension Evaluator {
  mutating func make(_ construct: Construct, _ arguments: [ValueID], _ origin: OriginID) -> ValueID {
    switch construct {
    case .group where arguments.count == 3: return group(arguments[0], arguments[1], besides: arguments[2])
    case .collection, .group, .anyQuery, .pipeline, .realtimeRoot, .realtimeReference, .anyRealtime, .newChild,
      .addressPath:
      return place(construct, arguments)
    case .child: return children(arguments[0], arguments[1])
    case .document, .id, .path, .key, .database: return perPlace(construct, arguments)
    case .parent: return parent(arguments[0])
    case .collections:
      let any = place(.collection, [arguments[0], arena.unknown(.operation, origin)])
      return arena.make(.repeated, [any, arena.unknown(.operation, origin)])
    case .reference, .documentOf: return documentOf(construct, arguments[0])
    case .documentsOf: return arena.kind(arguments[0]) == .result ? part(arguments[0], .documents) : arguments[0]
    case .answer, .copy, .together: return arguments[0]
    case .length: return length(arguments[0])
    case .null: return ValueArena.null
    case .scalar: return ValueArena.scalar
    case .absent: return ValueArena.absent
    case .unknown: return arena.unknown(.operation, origin)
    case .run, .map, .keep, .each, .reduce, .partial, .call, .eachEntry: return happen(construct, arguments, origin)
    case .family:
      return arena.intern(
        .function, variant: FunctionForm.family, [arguments[0].raw], isOpen: arena.isOpen(arguments[0]))
    case .items: return builtItems(arguments[0], arguments[1], origin)
    case .element: return element(of: arguments[0], origin)
    case .either where arguments.count == 3: return choose(truth(arguments[0]), arguments[1], arguments[2])
    case .isFilled: return value(of: truth(arguments[0]))
    case .unrefined: return unrefined(arguments[0])
    case .first: return first(arguments[0], origin)
    case .some: return some(arguments[0])
    case .atMost: return cut(arguments[0], from: nil, to: arguments[1])
    case .between:
      let start = arguments.count > 1 ? arguments[1] : arena.integer(1)
      return cut(arguments[0], from: start, to: arguments.count > 2 ? arguments[2] : ValueArena.absent)
    case .numbered: return numbered(arguments[0], origin)
    case .pairs, .keys, .values: return parts(construct, arguments[0])
    case .entry: return entry(arguments, origin)
    case .append, .concat: return appended(construct, arguments[0], arguments[1])
    case .merged: return merged(arguments[0], arguments[1])
    case .put: return putIndex(arguments[0], arguments[1], arguments[2])
    case .holder, .asked, .askedDocument, .listened, .hooked, .transacted, .pipelined:
      return taken(construct, arguments[0], origin)
    case .option: return option(arguments[0], arguments[1])
    case .either: return either(arguments[0], arguments[1])
    case .placed: return placed(arguments[0], origin)
    case .refined: return refined(arguments[0], arguments[1], origin)
    case .counted: return perQuery(construct, arguments[0], arena.make(.count, []), origin)
    case .aggregated: return perQuery(construct, arguments[0], arena.make(.aggregates, [arguments[1]]), origin)
    case .hand: return handed(arguments, origin)
    case .state: return state(arguments[0], origin)
    case .promised: return promised(arguments[0], origin)
    case .exposed:
      openStates.insert(origin)
      return state(arguments[0], origin)
    case .contents: return contents(arguments[0])
    case .filled:
      let unit = functions[origins[Int(origin.raw)].function].key.unit
      return withEntered(arguments[0], of: unit, isNamed: true, origin)
    case .method: return method(arguments[0], origin)
    case .patched: return patched(arguments[0], arguments[1], arguments[2], origin)
    case .held:
      return record([arena.text(program.names.intern("current")), arguments[0]])
    case .setter:
      return arena.intern(
        .function, variant: FunctionForm.setter, payload: origin.raw, [ValueArena.absent.raw])
    case .again: return again(arguments[0], origin)
    case .piped: return piped(arguments[0], arguments[1], origin)
    case .list: return list(of: arguments)
    case .set: return isNothing(arguments[0]) ? list([]) : arguments[0]
    case .flat: return flat(arguments[0])
    case .present: return present(arguments[0])
    case .isList: return isList(arguments[0], origin)
    case .recordOf: return recordOf(arguments[0])
    case .assigned: return assigned(arguments[0], arguments[1])
    case .content: return held(arguments[0])
    case .equals, .equalsIgnoringCase, .isEmpty, .isBlank, .isThere, .isIn, .not: return tested(construct, arguments)
    case .chosen: return choose(truth(arguments[0]), arguments[1], arguments[2])
    case .entered: return entered(arguments[0])
    case .second: return item(1, of: arguments[0], origin)
    case .third: return item(2, of: arguments[0], origin)
    case .last: return last(arguments[0], origin)
    case .pair: return list(of: arguments)
    case .listed: return listed(arguments[0])
    case .alternating: return alternating(arguments[0])
    case .lowered, .raised: return cased(construct, arguments[0])
    case .contains: return contained(arguments[1], arguments[0])
    case .item: return index(arguments[0], arguments[1], site(of: origin))
    case .callerOf, .databaseOf, .target: return handle(construct, arguments[0])
    case .instance: return instance(arguments[0], origin)
    case .module: return moduleValue(arguments[0], origin)
    case .library: return arena.knownText(arguments[0]).map { external(nil, $0) } ?? arena.unknown(.undeclared, origin)
    case .trigger, .change: return handedOver(construct, arguments[0], origin)
    case .signedIn: return signedIn(origin)
    case .disconnecting where arguments.count == 1: return disconnecting(arguments[0], origin)
    default: return arena.make(construct, arguments)
    }
  }

  /// A place that is written to when the connection ends.
  private mutating func disconnecting(_ place: ValueID, _ origin: OriginID) -> ValueID {
    guard arena.kind(place) == .query else { return place }
    return plus(place, GuardedItem(.always, arena.make(.disconnecting, []), origin))
  }

  // MARK: - Places

  /// A query without steps, for each way in which its place may be meant.
  private mutating func place(_ construct: Construct, _ given: [ValueID]) -> ValueID {
    let arguments = given.map { pathPart($0) }
    if let index = arguments.firstIndex(where: { isOneOfSeveralPlaces($0) }) {
      return forEachPlace(arguments[index]) { evaluator, one in
        if evaluator.isNothing(one) { return ValueArena.absent }
        var chosen = arguments
        chosen[index] = one
        return evaluator.place(construct, chosen)
      }
    }
    return query(arena.make(construct, arguments), [])
  }

  /// Segments of several arguments are one text with slashes between them.
  private mutating func pathPart(_ value: ValueID) -> ValueID {
    guard arena.kind(value) == .list, arena[value].variant == 0 else { return value }
    let items = arena.items(value)
    guard items.allSatisfy({ $0.under == .always && $0.flags.isEmpty }), !items.isEmpty else { return value }
    if items.count == 1 { return items[0].value }
    let slash = arena.literal(program.names.intern("/"))
    var parts: [ValueID] = []
    for (place, item) in items.enumerated() {
      if place > 0 { parts.append(slash) }
      parts.append(item.value)
    }
    return text(parts)
  }

  private mutating func perPlace(_ construct: Construct, _ given: [ValueID]) -> ValueID {
    let arguments = given.map { pathPart($0) }
    guard let index = arguments.firstIndex(where: { isOneOfSeveralPlaces($0) }), index == 0 || construct == .document
    else { return name(construct, of: arguments) ?? arena.make(construct, arguments) }
    return forEachPlace(arguments[index]) { evaluator, one in
      // Nothing is no place, where there is one otherwise.
      if evaluator.isNothing(one) { return ValueArena.absent }
      var chosen = arguments
      chosen[index] = one
      return evaluator.perPlace(construct, chosen)
    }
  }

  private mutating func children(_ base: ValueID, _ path: ValueID) -> ValueID { place(.child, [base, path]) }

  private mutating func parent(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case _ where isOneOfSeveralPlaces(value): forEachPlace(value) { $0.parent($1) }
    case .query where isRealtime(value): query(arena.make(.parent, [value]), [])
    case .query: arena.make(.parent, [value])
    default: query(arena.make(.parent, [value]), [])
    }
  }

  /// The document that an answer or a document of it is about.
  private mutating func documentOf(_ construct: Construct, _ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: mapAlternatives(value) { $0.documentOf(construct, $1) }
    case .result where construct == .documentOf: part(value, .document)
    case .result where !arena.isOpen(arena.value(value, 0)) && isOfRealtime(value): node(ofResult: value)
    case .made where sort(value) == .document: value
    case .made where construct == .documentOf && arena.construct(value) == .anySnapshot: value
    case .symbol, .stuck, .result, .query: arena.make(construct, [value])
    default: arena.make(.anyDocument, [])
    }
  }

  /// The place that a query is about, without its steps.
  mutating func unrefined(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: mapAlternatives(value) { $0.unrefined($1) }
    case .query: query(arena.base(value), [])
    default: arena.make(.unrefined, [value])
    }
  }

  // MARK: - Functions that are called

  private mutating func happen(_ construct: Construct, _ arguments: [ValueID], _ origin: OriginID) -> ValueID {
    let function = arguments[0]
    switch construct {
    case .run:
      let given = Array(arguments.dropFirst())
      let isList = given.count == 1 && arena.kind(given[0]) == .list
      return call(function, isList ? arena.items(given[0]).map(\.value) : given, origin, nil)
    case .partial:
      let given = arena.kind(arguments[1]) == .list ? arena.items(arguments[1]).map(\.value) : [arguments[1]]
      let words = [function] + given
      return arena.intern(
        .function, variant: FunctionForm.partial, words.map(\.raw), isOpen: words.contains { arena.isOpen($0) })
    case .reduce: return folded(function, arguments[1], arguments[2], origin)
    case .call: return call(function, Array(arguments.dropFirst()), origin, nil)
    case .keep: return kept(function, arguments[1], Array(arguments.dropFirst(2)), origin)
    case .eachEntry:
      let pair = element(of: parts(.pairs, arguments[1]), origin)
      let both = arena.kind(pair) == .list ? arena.items(pair).map(\.value) : [pair, pair]
      _ = call(function, both, origin, arguments[1])
      return ValueArena.null
    case .each:
      walk(function, arguments[1], Array(arguments.dropFirst(2)), origin)
      return ValueArena.null
    default: return mapped(function, arguments[1], Array(arguments.dropFirst(2)), origin)
    }
  }

  /// A query with one more step of the row's own.
  private mutating func perQuery(
    _ construct: Construct, _ query: ValueID, _ step: ValueID, _ origin: OriginID
  ) -> ValueID {
    plus(query, GuardedItem(.always, step, origin))
  }

  func site(of origin: OriginID) -> Site {
    Site(function: origins[Int(origin.raw)].function, node: origins[Int(origin.raw)].node)
  }

  private mutating func contained(_ value: ValueID, _ container: ValueID) -> ValueID {
    if [.symbol, .stuck].contains(arena.kind(container)) || isWaiting(forSymbols: container) {
      return arena.make(.contains, [container, value])
    }
    return self.value(of: containment(value, container))
  }

  /// - Parameter sequence: what it is called for each element of.
  private mutating func call(
    _ function: ValueID, _ given: [ValueID], _ origin: OriginID, _ sequence: ValueID?
  ) -> ValueID {
    let given = taken(given, by: function)
    let labels = Array(repeating: NameID.empty, count: given.count)
    let applied = apply(function, given, shape(CallShape(origin: origin, name: nil, labels: labels)))
    for var effect in applied.effects {
      if let sequence, !effect.isLater { effect.loops.insert(LoopPass(origin: origin, sequence: sequence), at: 0) }
      pendingEffects.append(effect)
    }
    return applied.value
  }

  /// The items for which a function says yes.
  private mutating func kept(
    _ function: ValueID, _ sequence: ValueID, _ more: [ValueID], _ origin: OriginID
  ) -> ValueID {
    if arena.kind(sequence) == .list, arena[sequence].variant == 0, arena.items(sequence).allSatisfy(\.flags.isEmpty) {
      var items = arena.items(sequence)
      for place in items.indices {
        let answer = call(function, [items[place].value] + more, origin, sequence)
        items[place].under = diagrams.and(items[place].under, truth(answer))
      }
      return list(items.filter { $0.under != .never })
    }
    let one = element(of: sequence, origin)
    let answer = call(function, [one] + more, origin, sequence)
    // What could not be made of a document is no document that was dropped.
    let asksForNull = [.made, .result].contains(arena.kind(sequence)) && answer == value(of: presence(one))
    if arena.kind(function) == .function, !asksForNull, !usesRest(besides: origin) { noteFiltered(sequence, origin) }
    return sequence
  }

  /// A function is called for each item of a list that is built piece by piece. What it asks is asked as often as there
  /// are items where it names the item.
  private mutating func builtItems(_ function: ValueID, _ count: ValueID, _ origin: OriginID) -> ValueID {
    let item = symbol(.item(origin))
    let any = arena.unknown(.operation, origin)
    let given = takesOne(function) ? [item] : [any, item]
    let shape = shape(CallShape(origin: origin, name: nil, labels: Array(repeating: .empty, count: given.count)))
    let applied = apply(function, given, shape)
    let binding = binding([Binding.Pair(symbol: item, value: any)])
    let most = arena.integer(count).flatMap { (0...64).contains($0) ? Int($0) : nil }
    let sequence = list(of: Array(repeating: ValueArena.scalar, count: most ?? 0), isEnded: most != nil)
    for effect in applied.effects {
      let isRepeated = !effect.isLater && names(item, in: effect)
      for var one in substitute(effect, binding) {
        if isRepeated { one.loops.insert(LoopPass(origin: origin, sequence: sequence), at: 0) }
        pendingEffects.append(one)
      }
    }
    return arena.make(.repeated, [substitute(applied.value, binding), sequence])
  }

  private func takesOne(_ function: ValueID) -> Bool {
    guard arena.kind(function) == .function, arena[function].variant == FunctionForm.own else { return false }
    return functions[Int(arena[function].payload)].graph.parameters.count { !$0.isNamedOnly } == 1
  }

  /// Each element of a list, a publisher or an optional, one after the other.
  private mutating func walk(
    _ function: ValueID, _ sequence: ValueID, _ more: [ValueID], _ origin: OriginID
  ) {
    if isOne(sequence) {
      _ = call(function, [sequence], origin, nil)
    } else if arena.kind(sequence) == .list, arena[sequence].variant == 0 {
      for item in arena.items(sequence) {
        _ = call(function, [any(of: item, origin)] + more, origin, sequence)
      }
    } else {
      _ = call(function, [element(of: sequence, origin)] + more, origin, sequence)
    }
  }

  /// Not a sequence: what an optional holds, or a snapshot that a publisher hands on.
  func isOne(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .result: part(ofResult: value) == .snapshot || part(ofResult: value) == .documentSnapshot
    case .query, .text, .integer, .boolean, .scalar, .object: true
    case .made: [.database, .document, .user, .credential].contains(sort(value)) || arena.construct(value) == .userID
    default: false
    }
  }

  /// - Parameter more: what the function gets beside the element.
  private mutating func mapped(
    _ function: ValueID, _ sequence: ValueID, _ more: [ValueID], _ origin: OriginID
  ) -> ValueID {
    switch arena.kind(sequence) {
    case .absent, .null: return sequence
    case .choice: return mapAlternatives(sequence) { $0.mapped(function, $1, more, origin) }
    default: if isOne(sequence) { return call(function, [sequence], origin, nil) }
    }
    if arena.kind(sequence) == .list, arena[sequence].variant == 0 {
      let items = arena.items(sequence).map { mapped(function, $0, more, origin, in: sequence) }
      let payload = arena[sequence].payload
      return list(items.filter { $0.under != .never }, bound: payload == 0 ? nil : Int(payload) - 1)
    }
    let one = call(function, [element(of: sequence, origin)] + more, origin, sequence)
    if arena.kind(sequence) == .symbol || arena.kind(sequence) == .stuck {
      return arena.make(.map, [function, sequence] + more)
    }
    return arena.make(.repeated, [one, sequence])
  }

  /// What becomes of an item; of one that stands for many, what becomes of each.
  private mutating func mapped(
    _ function: ValueID, _ item: GuardedItem, _ more: [ValueID], _ origin: OriginID, in list: ValueID
  ) -> GuardedItem {
    let value = call(function, [any(of: item, origin)] + more, origin, list)
    var item = item
    item.value = item.flags.contains(.spread) ? arena.make(.repeated, [value, item.value]) : value
    if value == ValueArena.absent { item.under = .never }
    return item
  }

  /// An item, or any one of those that it stands for.
  private mutating func any(of item: GuardedItem, _ origin: OriginID) -> ValueID {
    item.flags.contains(.spread) ? element(of: item.value, origin) : item.value
  }

  private mutating func folded(_ function: ValueID, _ sequence: ValueID, _ start: ValueID, _ origin: OriginID)
    -> ValueID
  {
    var state = start
    if arena.kind(sequence) == .list, arena[sequence].variant == 0 {
      for item in arena.items(sequence) {
        let next = call(function, [state, any(of: item, origin)], origin, nil)
        let isMany = item.flags.contains(.spread)
        state = choose(item.under, isMany ? repeating(next, beyond: state) : next, state)
      }
      return state
    }
    if arena.kind(sequence) == .symbol || arena.kind(sequence) == .stuck {
      return arena.make(.reduce, [function, sequence, start])
    }
    let next = call(function, [state, element(of: sequence, origin)], origin, nil)
    let subject = SubjectID(arena.unknown(.operation, origin).raw)
    return choose(diagrams.condition(Atom(subject, .opaque(1))), repeating(next, beyond: start), start)
  }

  // MARK: - Lists and records

  private mutating func first(_ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .list:
      if let item = arena.items(value).first, item.under == .always, item.flags.isEmpty { return item.value }
      return element(of: value, origin)
    case .choice: return mapAlternatives(value) { $0.first($1, origin) }
    default: return element(of: value, origin)
    }
  }

  private mutating func last(_ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .list where arena[value].variant == 0:
      if let item = arena.items(value).last, item.under == .always, item.flags.isEmpty { return item.value }
      return element(of: value, origin)
    case .choice: return mapAlternatives(value) { $0.last($1, origin) }
    default: return element(of: value, origin)
    }
  }

  private mutating func length(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.length($1) }
    case .list
    where arena[value].variant == 0 && arena.items(value).allSatisfy({ $0.under == .always && $0.flags.isEmpty }):
      return arena.integer(Int64(arena.items(value).count))
    case .text:
      if let text = arena.knownText(value) { return arena.integer(Int64(program.names.length(text))) }
    default: break
    }
    return length(stuck(.length, 0, [value]), of: value)
  }

  /// Each element behind its number.
  private mutating func numbered(_ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .symbol, .stuck: return arena.make(.numbered, [value])
    case .choice: return mapAlternatives(value) { $0.numbered($1, origin) }
    case .list where arena[value].variant == 0 && arena.items(value).allSatisfy(\.flags.isEmpty):
      let items = arena.items(value).enumerated().map { place, item in
        let pair = list(of: [arena.integer(Int64(place)), item.value])
        return GuardedItem(item.under, pair)
      }
      return list(items)
    default:
      let pair = list(of: [arena.unknown(.operation, origin), element(of: value, origin)])
      return arena.make(.repeated, [pair, value])
    }
  }

  private mutating func parts(_ construct: Construct, _ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.parts(construct, $1) }
    case .symbol, .stuck: return arena.make(construct, [value])
    case .record:
      let known = entries(value).filter { $0.key != ValueArena.absent }
      let items = known.map { entry -> ValueID in
        switch construct {
        case .pairs: list(of: [entry.key, entry.value])
        case .keys: entry.key
        default: entry.value
        }
      }
      return list(of: items, isEnded: known.count == entries(value).count)
    case .result: return value
    default: return arena.unknown(.operation, OriginID(raw: 0))
    }
  }

  /// `record.get(key, default)`
  private mutating func entry(_ arguments: [ValueID], _ origin: OriginID) -> ValueID {
    let record = arguments[0]
    switch arena.kind(record) {
    case .choice:
      return mapAlternatives(record) { $0.entry([$1] + arguments.dropFirst(), origin) }
    case .record:
      if let value = entry(of: record, arguments[1]) { return value }
      if isVague(arguments[1]) || isOpenRecord(record) { return arena.unknown(.operation, origin) }
      return isNothing(arguments[2]) ? ValueArena.null : arguments[2]
    case .symbol, .stuck: return arena.make(.entry, arguments)
    default: return arena.unknown(.operation, origin)
    }
  }

  private mutating func appended(_ construct: Construct, _ base: ValueID, _ value: ValueID) -> ValueID {
    switch arena.kind(base) {
    case .choice: return mapAlternatives(base) { $0.appended(construct, $1, value) }
    case .list:
      var items = arena.items(base)
      var isEnded = arena[base].variant == 0
      if construct == .append {
        items.append(GuardedItem(.always, value))
      } else {
        spread(value, under: .always, into: &items, &isEnded)
      }
      return items.count > 128 ? list(Array(items.prefix(128)), isEnded: false) : list(items, isEnded: isEnded)
    case .symbol, .stuck: return arena.make(construct, [base, value])
    default: return base
    }
  }

  private mutating func merged(_ base: ValueID, _ other: ValueID) -> ValueID {
    switch arena.kind(base) {
    case .choice: mapAlternatives(base) { $0.merged($1, other) }
    case .record: record([ValueArena.absent, base, ValueArena.absent, other])
    case .symbol, .stuck: arena.make(.merged, [base, other])
    default: base
    }
  }

  // MARK: - Filters over documents

  mutating func noteFiltered(_ sequence: ValueID, _ function: Int, _ node: NodeID) {
    noteFiltered(sequence, origin(function, node))
  }

  private mutating func noteFiltered(_ sequence: ValueID, _ place: OriginID) {
    switch arena.kind(sequence) {
    case .result: filtered[requests[Int(arena[sequence].payload)].origin] = place
    case .choice: for item in arena.items(sequence) { noteFiltered(item.value, place) }
    case .made where arena.construct(sequence) == .repeated: noteFiltered(arena.value(sequence, 1), place)
    default: break
    }
  }
}
