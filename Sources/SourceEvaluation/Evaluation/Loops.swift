import SourceSemantics
import SourceSyntax
import SourceTokens

/// What loops make of variables and lists, and what their rounds see.
extension Evaluator {
  /// Items of a list beyond which rounds are not told apart.
  private static let mostRounds = 64

  /// A variable behind a loop, or what a comprehension collects.
  mutating func loopValue(_ node: GraphNode, _ function: Int) -> ValueID {
    let cell = functions[function].graph[node]
    let carried = functions[function].graph.carried
    let place = cell.operation == .afterLoop ? carried[Int(cell.payload)].loop : Int(cell.payload)
    let symbols = environment(function, loops(from: place, in: function))
    return loopValue(node, function, symbols.map { Binding.Pair(symbol: $0, value: $0) })
  }

  /// - Parameter pairs: what the symbols of the function are.
  private mutating func loopValue(_ node: GraphNode, _ function: Int, _ pairs: [Binding.Pair]) -> ValueID {
    let graph = functions[function].graph
    let cell = graph[node]
    let place = cell.operation == .afterLoop ? graph.carried[Int(cell.payload)].loop : Int(cell.payload)
    let binding = binding(pairs)
    let sequence = graph.loops[place].sequence.map { substitute(value($0, of: function), binding) }
    if let sequence, isWaiting(sequence) { return waiting(node, function, pairs) }
    if cell.operation == .collected { return collected(node, function, sequence, pairs) }
    return behind(Int(cell.payload), place, function, sequence, pairs)
  }

  /// Whether only a caller knows which list it is.
  private func isWaiting(_ sequence: ValueID) -> Bool {
    switch arena.kind(sequence) {
    case .symbol, .stuck: true
    case .made: isWaiting(forSymbols: sequence)
    case .list: arena.items(sequence).contains { $0.flags.contains(.spread) && isWaiting($0.value) }
    case .choice: arena.items(sequence).contains { isWaiting($0.value) }
    default: false
    }
  }

  private mutating func waiting(_ node: GraphNode, _ function: Int, _ pairs: [Binding.Pair]) -> ValueID {
    let words = [arena.integer(Int64(function)).raw] + pairs.flatMap { [$0.symbol.raw, $0.value.raw] }
    return arena.intern(
      .stuck, variant: StuckOperation.loop.rawValue, payload: node.raw, words, isOpen: true, size: words.count)
  }

  mutating func loop(_ value: ValueID, _ cell: ValueArena.Cell, _ binding: UInt32) -> ValueID {
    let words = Array(arena.words(value))
    let function = Int(arena.integer(ValueID(raw: words[0])) ?? 0)
    let pairs = stride(from: 1, to: words.count - 1, by: 2).map { place in
      Binding.Pair(symbol: ValueID(raw: words[place]), value: substitute(ValueID(raw: words[place + 1]), binding))
    }
    return loopValue(GraphNode(raw: cell.payload), function, pairs)
  }

  /// The items one after the other; nil where not all of them are known.
  mutating func knownRounds(_ sequence: ValueID) -> [GuardedItem]? {
    if arena.kind(sequence) == .record, !isOpenRecord(sequence) {
      return rounds(ofRecord: sequence).map { GuardedItem(.always, $0) }
    }
    if isNothing(sequence) { return [] }
    guard arena.kind(sequence) == .list, arena[sequence].variant == 0 else { return nil }
    let items = arena.items(sequence)
    return items.count <= Self.mostRounds && items.allSatisfy { $0.flags.isEmpty } ? items : nil
  }

  private mutating func behind(
    _ variable: Int, _ loop: Int, _ function: Int, _ sequence: ValueID?, _ pairs: [Binding.Pair]
  ) -> ValueID {
    let graph = functions[function].graph
    let start = binding(pairs)
    var state: [Int: ValueID] = [:]
    for place in graph.loops[loop].carried {
      state[place] = substitute(value(graph.carried[place].first, of: function), start)
    }
    if let sequence, let rounds = knownRounds(sequence) {
      for item in rounds { state = round(item, loop, function, state, pairs) }
      return state[variable] ?? ValueArena.absent
    }
    let first = state[variable] ?? ValueArena.absent
    let element = anyElement(sequence, function, loop)
    let next = laterRounds(element, loop, function, state, pairs)[variable] ?? first
    if next == first { return first }
    return choose(once(function, loop), repeating(next, beyond: first), first)
  }

  /// A condition that says that there is a round.
  private mutating func once(_ function: Int, _ loop: Int) -> CondID {
    let node = functions[function].graph.loops[loop].site
    let subject = arena.unknown(.operation, origin(function, node, extra: 2))
    return diagrams.condition(Atom(SubjectID(subject.raw), .opaque(UInt32(loop))))
  }

  /// What the variables are behind a round, or behind any number of them where they pass values on to one another.
  mutating func laterRounds(
    _ element: ValueID, _ loop: Int, _ function: Int, _ state: [Int: ValueID], _ pairs: [Binding.Pair]
  ) -> [Int: ValueID] {
    let item = GuardedItem(.always, element)
    var next = round(item, loop, function, state, pairs)
    guard state.count > 1, state.keys.contains(where: { isPassedOn(to: $0, loop, function) }) else { return next }
    for rounds in 1..<min(state.count, Self.mostPassed) {
      let before = next
      let further = round(item, loop, function, next, pairs)
      for place in state.keys.sorted() where isPassedOn(to: place, loop, function) {
        let moved = further[place] ?? ValueArena.absent
        guard moved != ValueArena.absent, moved != state[place], before.values.contains(moved) else { continue }
        let subject = arena.unknown(
          .operation, origin(function, functions[function].graph.loops[loop].site, extra: 14))
        let isLater = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(UInt32(rounds))))
        next[place] = choose(isLater, moved, before[place] ?? ValueArena.absent)
      }
      if next == before { break }
    }
    return next
  }

  /// Variables of one loop beyond which it is not looked where their values go.
  private static let mostPassed = 16

  /// Whether a round gives a variable what another one was.
  private func isPassedOn(to place: Int, _ loop: Int, _ function: Int) -> Bool {
    let graph = functions[function].graph
    var rest = [graph.carried[place].next]
    var seen: Set<GraphNode> = []
    while let node = rest.popLast() {
      guard seen.insert(node).inserted, seen.count < 64 else { continue }
      switch graph[node].operation {
      case .mu:
        let other = Int(graph[node].payload)
        if other != place, graph.carried[other].loop == loop { return true }
      case .gamma: rest += graph.operands(node).dropFirst()
      case .after: rest.append(graph.operand(node, 1))
      default: break
      }
    }
    return false
  }

  mutating func round(
    _ item: GuardedItem, _ loop: Int, _ function: Int, _ state: [Int: ValueID], _ pairs: [Binding.Pair]
  ) -> [Int: ValueID] {
    let graph = functions[function].graph
    var now = pairs.filter { pair in !isOwn(pair.symbol, loop, function, state) }
    now.append(Binding.Pair(symbol: symbol(.element(function: function, loop: loop)), value: item.value))
    for place in state.keys.sorted() {
      now.append(
        Binding.Pair(
          symbol: symbol(.carried(function: function, place: place)), value: state[place] ?? ValueArena.absent))
    }
    let binding = binding(now)
    var next: [Int: ValueID] = [:]
    for place in state.keys.sorted() {
      let made = substitute(value(graph.carried[place].next, of: function), binding)
      next[place] = choose(item.under, made, state[place] ?? ValueArena.absent)
    }
    return next
  }

  private func isOwn(_ value: ValueID, _ loop: Int, _ function: Int, _ state: [Int: ValueID]) -> Bool {
    switch symbol(of: value) {
    case .element(function, loop)?: true
    case .carried(function, let place)?: state[place] != nil
    default: false
    }
  }

  /// What a later round adds may be added again.
  mutating func repeating(_ value: ValueID, beyond first: ValueID) -> ValueID {
    switch (arena.kind(value), arena.kind(first)) {
    case (.query, .query):
      return query(arena.base(value), marked(arena.steps(value), arena.steps(first)))
    case (.list, .list):
      return list(marked(arena.items(value), arena.items(first)), isEnded: arena[value].variant == 0)
    default: return value
    }
  }

  private func marked(_ steps: [GuardedItem], _ first: [GuardedItem]) -> [GuardedItem] {
    let common = zip(steps, first).prefix { $0 == $1 }.count
    return steps.enumerated().map { place, step in
      var step = step
      if place >= common { step.flags.insert(.repeats) }
      return step
    }
  }

  // MARK: - Collected lists

  private mutating func collected(
    _ node: GraphNode, _ function: Int, _ sequence: ValueID?, _ pairs: [Binding.Pair]
  ) -> ValueID {
    let graph = functions[function].graph
    let parts = Array(graph.operands(node))
    let loop = Int(graph[node].payload)
    guard let last = parts.last else { return list(of: [], isEnded: false) }
    func make(_ evaluator: inout Evaluator, _ item: GuardedItem) -> (value: ValueID, under: CondID) {
      let now =
        pairs + [Binding.Pair(symbol: evaluator.symbol(.element(function: function, loop: loop)), value: item.value)]
      let binding = evaluator.binding(
        now.filter { $0.symbol != evaluator.symbol(.element(function: function, loop: loop)) } + now.suffix(1))
      let values = parts.dropLast().map { evaluator.substitute(evaluator.value($0, of: function), binding) }
      let under = evaluator.substitute(evaluator.condition(last, of: function), binding)
      return (
        values.count == 2 ? evaluator.list(of: values) : values.first ?? ValueArena.absent,
        evaluator.diagrams.and(under, item.under)
      )
    }
    let isSpread = parts.first.map { graph[$0].operation == .spread } == true
    if let sequence, let rounds = knownRounds(sequence) {
      var items: [GuardedItem] = []
      var isEnded = true
      for round in rounds {
        let made = make(&self, round)
        if isSpread {
          spread(made.value, under: made.under, into: &items, &isEnded)
        } else if made.under != .never {
          items.append(GuardedItem(made.under, made.value))
        }
      }
      return list(items, isEnded: isEnded)
    }
    let made = make(&self, GuardedItem(.always, anyElement(sequence, function, loop)))
    let source = sequence ?? ValueArena.absent
    if made.under != .always, !usesRest(of: node, in: function) { noteFiltered(source, function, graph[node].site) }
    let item = isSpread ? element(of: made.value, OriginID(raw: 0)) : made.value
    return arena.make(.repeated, [item, source])
  }

  // MARK: - Elements

  private mutating func anyElement(_ sequence: ValueID?, _ function: Int, _ loop: Int) -> ValueID {
    guard let sequence else { return ValueArena.absent }
    return element(of: sequence, origin(function, functions[function].graph.loops[loop].site))
  }

  /// Any one of the elements.
  mutating func element(of sequence: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(sequence) {
    case .symbol, .stuck: return stuck(.element, origin.raw, [sequence])
    case .made where isWaiting(forSymbols: sequence): return stuck(.element, origin.raw, [sequence])
    case .choice: return mapAlternatives(sequence) { $0.element(of: $1, origin) }
    case .list: return element(ofList: sequence, origin)
    case .record:
      return anyOf(rounds(ofRecord: sequence), origin) ?? arena.unknown(.operation, origin)
    case .result: return part(sequence)
    case .made where arena.construct(sequence) == .repeated: return arena.value(sequence, 0)
    case .absent, .null: return ValueArena.absent
    default: return arena.unknown(.operation, origin)
    }
  }

  /// The keys of a record, or each with what it stands for, as loops of the language see it.
  private mutating func rounds(ofRecord record: ValueID) -> [ValueID] {
    let all = entries(record).filter { $0.key != ValueArena.absent }
    guard program.words.recordsGivePairs else { return all.map(\.key) }
    return all.map { list(of: [$0.key, $0.value]) }
  }

  private mutating func element(ofList list: ValueID, _ origin: OriginID) -> ValueID {
    anyOf(elements(ofList: list, origin), origin) ?? arena.unknown(.operation, origin)
  }

  /// The item at a place that is not known. Two lists have it at the same place only where the place is the same.
  mutating func item(of list: ValueID, atUnknown key: ValueID) -> ValueID {
    let values = elements(ofList: list, OriginID(raw: 0))
    return anyOf(values, place(of: list, key)) ?? arena.unknown(.operation, OriginID(raw: 0))
  }

  /// What is decided about the place of a list or record that an unknown key names.
  mutating func place(of container: ValueID, _ key: ValueID) -> SubjectID {
    SubjectID(arena.intern(.stuck, variant: StuckOperation.index.rawValue, [container.raw, key.raw]).raw)
  }

  private mutating func elements(ofList list: ValueID, _ origin: OriginID) -> [ValueID] {
    var values: [ValueID] = []
    for item in arena.items(list) {
      values.append(item.flags.contains(.spread) ? element(of: item.value, origin) : item.value)
    }
    if arena[list].variant != 0 { values.append(arena.unknown(.operation, origin)) }
    return values
  }

  /// One of the values, and nothing says which: of a round, of a list at an unknown place.
  mutating func anyOf(_ values: [ValueID], _ origin: OriginID) -> ValueID? {
    anyOf(values, SubjectID(arena.unknown(.variants, origin).raw))
  }

  /// - Parameter subject: what decides; the same decides all that it is asked about.
  private mutating func anyOf(_ values: [ValueID], _ subject: SubjectID) -> ValueID? {
    guard values.count > 1 else { return values.first }
    var rest = CondID.always
    var items: [GuardedItem] = []
    for (place, value) in values.enumerated() {
      let isLast = place == values.count - 1
      let test = isLast ? .always : diagrams.condition(Atom(subject, .equals(.number(Double(place)))))
      items += alternatives(value, under: diagrams.and(rest, test))
      rest = diagrams.and(rest, !test)
    }
    return choice(items)
  }

  /// Some of the items, whichever.
  mutating func some(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .symbol, .stuck: stuck(.slice, 0, [value])
    case .choice: mapAlternatives(value) { $0.some($1) }
    case .list: list(arena.items(value), isEnded: false)
    // A part of a text is another text.
    case .text: arena.unknown(.operation, OriginID(raw: 0))
    case .result, .made: value
    default: value
    }
  }

  /// One document of an answer.
  mutating func part(_ result: ValueID) -> ValueID {
    let shape = requests[Int(arena[result].payload)]
    if shape.part == .snapshots {
      return part(result, sort(arena.value(result, 0)) == .document ? .document : .snapshot)
    }
    guard shape.part != .document else { return arena.unknown(.operation, shape.origin) }
    return part(result, .document)
  }

  mutating func part(_ result: ValueID, _ part: RowRequest.Answer) -> ValueID {
    var shape = requests[Int(arena[result].payload)]
    if shape.part == part { return result }
    if part == .documents, shape.part == .document { shape.level += 1 }
    shape.part = part
    let words = Array(arena.words(result))
    return arena.intern(.result, payload: request(shape), words, isOpen: arena.isOpen(result))
  }
}
