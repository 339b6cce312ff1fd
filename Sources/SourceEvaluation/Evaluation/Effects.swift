import SourceSemantics
import SourceSyntax
import SourceTokens

/// What functions ask of databases, or may ask once it is known what they get.
extension Evaluator {
  mutating func asks(of function: Int) -> Asks {
    if let known = functions[function].asks { return known }
    guard relevance.contains(functions[function].key), !functions[function].isCollecting else { return Asks() }
    functions[function].isCollecting = true
    var asks = AskCollection()
    let graph = functions[function].graph
    for effect in graph.effects {
      let outer = openBudget(for: function)
      defer { budget = outer }
      let applied = applied(effect, function)
      guard !applied.effects.isEmpty else { continue }
      let under = condition(effect.under, of: function)
      guard under != .never else { continue }
      let isCut = functions[function].cutCalls.contains(effect.call)
      for var one in applied.effects {
        one.under = diagrams.and(under, one.under)
        if isCut, isWaiting(request: one.value) { one.limits.insert(.calls) }
        for outside in outside(one, function, effect.loop) { keep(outside, in: &asks) }
      }
    }
    noteFilters(graph, function)
    noteShown(function)
    functions[function].isCollecting = false
    functions[function].asks = asks.asks
    return asks.asks
  }

  private mutating func applied(_ effect: ValueGraph.Effect, _ function: Int) -> Applied {
    let cell = functions[function].graph[effect.call]
    switch cell.operation {
    case .call: return application(effect.call, function)
    case .entered:
      let value = value(functions[function].graph.operand(effect.call, 0), of: function)
      return entered(value, at(function, cell))
    case .member where mayMatter(NameID(cell.payload)):
      let value = value(functions[function].graph.operand(effect.call, 0), of: function)
      return memberEffect(value, NameID(cell.payload), at(function, cell))
    // Among others a call behind what is followed of a function that is too large.
    default: return Applied(value: ValueArena.absent)
    }
  }

  /// `query.snapshots`: a member whose value something is sent for; a getter that runs code.
  mutating func memberEffect(_ base: ValueID, _ name: NameID, _ site: Site) -> Applied {
    switch arena.kind(base) {
    case .absent, .null: return Applied(value: ValueArena.absent)
    case .choice:
      var result = Applied(value: ValueArena.absent)
      for item in arena.items(base) {
        for var effect in memberEffect(item.value, name, site).effects {
          effect.under = diagrams.and(effect.under, item.under)
          if effect.under != .never { result.effects.append(effect) }
        }
      }
      return result
    case .symbol, .stuck: return waitingMemberEffect(base, name, site)
    case .made where isWaiting(forSymbols: base): return waitingMemberEffect(base, name, site)
    case .object, .type: return getterEffect(base, name, site)
    default: return askedMember(base, name, site) ?? Applied(value: ValueArena.absent)
    }
  }

  private mutating func waitingMemberEffect(_ base: ValueID, _ name: NameID, _ site: Site) -> Applied {
    let value = member(base, name, site)
    var result = Applied(value: value)
    guard arena.kind(value) == .stuck else { return result }
    result.effects = [PendingEffect(value: value, under: .always, loops: [], function: site.function)]
    return result
  }

  private mutating func getterEffect(_ base: ValueID, _ name: NameID, _ site: Site) -> Applied {
    if arena.kind(base) == .object, field(base, name) != nil { return Applied(value: ValueArena.absent) }
    guard let found = classMember(Int(arena[base].payload), name, of: base), arena.kind(found) == .function,
      arena[found].variant == FunctionForm.own, isAccessor(Int(arena[found].payload))
    else { return Applied(value: ValueArena.absent) }
    var words = Array(arena.words(found))
    if !isStatic(Int(arena[found].payload)) { words[0] = base.raw }
    let getter = arena.intern(
      .function, variant: FunctionForm.own, payload: arena[found].payload, words, isOpen: isOpenFunction(words))
    return apply(getter, [], shape(CallShape(origin: origin(site.function, site.node), name: nil, labels: [])))
  }

  /// Documents that comprehensions drop after they were read.
  private mutating func noteFilters(_ graph: ValueGraph, _ function: Int) {
    for index in graph.cells.indices where graph.cells[index].operation == .collected {
      let node = GraphNode(raw: UInt32(index))
      guard let last = graph.operands(node).last, graph[last].operation != .yes,
        let sequence = graph.loops[Int(graph.cells[index].payload)].sequence,
        !usesRest(of: node, in: function)
      else { continue }
      noteFiltered(value(sequence, of: function), function, graph.cells[index].site)
    }
  }

  // MARK: - Loops

  /// The effect as it is seen from outside of the loops around it.
  private mutating func outside(_ effect: PendingEffect, _ function: Int, _ loop: Int?) -> [PendingEffect] {
    var all = [effect]
    if effect.isLater, loop != nil { return later(effect, function, loop) }
    var next = loop
    while let place = next {
      let inner = functions[function].graph.loops[place]
      let sequence = inner.sequence.map { value($0, of: function) } ?? ValueArena.absent
      let pass = LoopPass(origin: origin(function, inner.site), sequence: sequence)
      all = all.flatMap { effect in isOpen(effect) ? substitute(effect, rounds(of: place, function)) : [effect] }.map {
        effect in
        var effect = effect
        if !effect.isLater { effect.loops.insert(pass, at: 0) }
        return effect
      }
      next = inner.parent
    }
    return all
  }

  /// The same without the loops: what their rounds see is known.
  private mutating func later(_ effect: PendingEffect, _ function: Int, _ loop: Int?) -> [PendingEffect] {
    var all = [effect]
    var next = loop
    while let place = next {
      let binding = rounds(of: place, function)
      all = all.flatMap { isOpen($0) ? substitute($0, binding) : [$0] }
      next = functions[function].graph.loops[place].parent
    }
    return all
  }

  private func isOpen(_ effect: PendingEffect) -> Bool {
    arena.isOpen(effect.value) || diagrams.isOpen(effect.under) || effect.loops.contains { arena.isOpen($0.sequence) }
  }

  /// What the element and the variables of a loop are in any of its rounds.
  private mutating func rounds(of loop: Int, _ function: Int) -> UInt32 {
    if let known = functions[function].rounds[loop] { return known }
    let outerCycle = openCycle()
    let binding = newRounds(of: loop, function)
    let isKept = closeCycle(outerCycle) || isLastAttempt(.rounds(function: function, loop: loop))
    if isKept, !budget.isSpent { functions[function].rounds[loop] = binding }
    return binding
  }

  /// What a variable of a loop is in any of its rounds.
  mutating func anyRound(of carried: Int, _ function: Int) -> ValueID {
    let variable = functions[function].graph.carried[carried]
    let first = value(variable.first, of: function)
    let key = FunctionKey(unit: function, node: NodeID(UInt32(variable.loop)))
    guard busyRounds.insert(key).inserted else { return first }
    defer { busyRounds.remove(key) }
    let symbol = symbol(.carried(function: function, place: carried))
    let binding = rounds(of: variable.loop, function)
    return bindings[Int(binding)].pairs.first { $0.symbol == symbol }?.value ?? first
  }

  private mutating func newRounds(of loop: Int, _ function: Int) -> UInt32 {
    let graph = functions[function].graph
    let inner = graph.loops[loop]
    let place = origin(function, inner.site)
    let sequence = inner.sequence.map { value($0, of: function) }
    var pairs: [Binding.Pair] = []
    var states: [[Int: ValueID]] = []
    var state: [Int: ValueID] = [:]
    for index in inner.carried { state[index] = value(graph.carried[index].first, of: function) }
    if let sequence, let items = knownRounds(sequence) {
      for item in items {
        states.append(state)
        if !state.isEmpty { state = round(item, loop, function, state, []) }
      }
      pairs.append(
        Binding.Pair(
          symbol: symbol(.element(function: function, loop: loop)),
          value: anyOf(items.map(\.value), place) ?? ValueArena.absent))
      for index in inner.carried {
        let values = states.map { $0[index] ?? ValueArena.absent }
        pairs.append(
          Binding.Pair(
            symbol: symbol(.carried(function: function, place: index)), value: anyOf(values, place) ?? ValueArena.absent
          ))
      }
      return binding(pairs)
    }
    let element = sequence.map { self.element(of: $0, place) } ?? ValueArena.absent
    pairs.append(Binding.Pair(symbol: symbol(.element(function: function, loop: loop)), value: element))
    let next = state.isEmpty ? state : laterRounds(element, loop, function, state, [])
    let subject = SubjectID(arena.unknown(.operation, origin(function, inner.site, extra: 4)).raw)
    let isLater = diagrams.condition(Atom(subject, .opaque(0)))
    for index in inner.carried {
      let first = state[index] ?? ValueArena.absent
      let later = repeating(next[index] ?? first, beyond: first)
      pairs.append(
        Binding.Pair(symbol: symbol(.carried(function: function, place: index)), value: choose(isLater, later, first))
      )
    }
    return binding(pairs)
  }

  // MARK: - Substitution

  /// What becomes of an effect when symbols are known: a call that waited is carried out.
  mutating func substitute(_ effect: PendingEffect, _ binding: UInt32) -> [PendingEffect] {
    if asksNothing(effect.value, binding) { return [] }
    let under = substitute(effect.under, binding)
    guard under != .never else { return [] }
    var result = effect
    (result.under, result.loops) = (under, substitute(effect.loops, binding))
    guard arena.isOpen(effect.value) else { return [result] }
    let words = arena.words(effect.value).map { substitute(ValueID(raw: $0), binding) }
    guard arena.kind(effect.value) == .stuck else { return requests(result, words) }
    return again(effect.value, words).effects.compactMap { inner in
      var inner = inner
      inner.under = diagrams.and(under, inner.under)
      // What runs later runs as often as it says itself.
      if !inner.isLater { inner.loops = result.loops + inner.loops }
      inner.isLater = inner.isLater || effect.isLater
      inner.limits.formUnion(effect.limits)
      return inner.under == .never ? nil : inner
    }
  }

  /// Whether a call that waited is made on something that asks nothing: then nobody has to know when it is made.
  private mutating func asksNothing(_ value: ValueID, _ binding: UInt32) -> Bool {
    guard arena.kind(value) == .stuck, arena[value].variant == StuckOperation.call.rawValue,
      calls[Int(arena[value].payload)].name != nil
    else { return false }
    let callee = substitute(arena.value(value, 0), binding)
    switch arena.kind(callee) {
    case .absent, .null, .boolean, .integer, .scalar, .text: return true
    case .unknown:
      let operands = arena.words(value).map { substitute(ValueID(raw: $0), binding) }
      return operands.allSatisfy { isPlain($0) } && call(arena[value].payload, operands).effects.isEmpty
    default: return false
    }
  }

  /// Whether no function of the code can be in it.
  private func isPlain(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .absent, .null, .boolean, .integer, .scalar, .text, .unknown: true
    default: false
    }
  }

  mutating func substitute(_ loops: [LoopPass], _ binding: UInt32) -> [LoopPass] {
    loops.map { LoopPass(origin: $0.origin, sequence: substitute($0.sequence, binding)) }
  }

  /// What waited for symbols, a call or a member.
  private mutating func again(_ value: ValueID, _ words: [ValueID]) -> Applied {
    guard arena[value].variant == StuckOperation.member.rawValue else { return call(arena[value].payload, words) }
    let site = memberSites[value] ?? Site(function: 0, node: NodeID(0))
    return memberEffect(words[0], NameID(arena[value].payload), site)
  }

  /// A request, once for each target that it may have.
  private mutating func requests(_ effect: PendingEffect, _ words: [ValueID]) -> [PendingEffect] {
    alternatives(words[0], under: effect.under).compactMap { item in
      guard item.under != .never, !isNothing(item.value) else { return nil }
      var one = effect
      one.value = request(arena[effect.value].payload, [item.value] + words.dropFirst())
      one.under = item.under
      return one
    }
  }
}
