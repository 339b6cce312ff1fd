import SourceSemantics

/// The symbols that values and conditions wait for, in the order in which they are met. Values and conditions share most
/// of what they are made of, and never change: each is looked at once.
extension Evaluator {
  mutating func symbols(in effect: PendingEffect) -> [ValueID] {
    var all = SymbolList()
    all.add(symbols(in: effect.value))
    all.add(symbols(in: effect.under))
    for pass in effect.loops { all.add(symbols(in: pass.sequence)) }
    return all.found
  }

  mutating func symbols(in value: ValueID) -> [ValueID] {
    guard arena.isOpen(value) else { return [] }
    if let known = openSymbols[value] { return known }
    let found = newSymbols(in: value)
    openSymbols[value] = found
    return found
  }

  private mutating func newSymbols(in value: ValueID) -> [ValueID] {
    var all = SymbolList()
    switch arena.kind(value) {
    case .symbol: return [value]
    case .function where arena[value].variant == FunctionForm.own:
      let words = arena.words(value)
      all.add(symbols(in: ValueID(raw: words[0])))
      for place in stride(from: 2, to: words.count, by: 2) { all.add(symbols(in: ValueID(raw: words[place]))) }
    case .stuck where arena[value].variant == StuckOperation.truth.rawValue:
      return symbols(in: condition(ofStuck: value))
    case .stuck where arena[value].variant == StuckOperation.loop.rawValue:
      let words = arena.words(value)
      for place in stride(from: 2, to: words.count, by: 2) { all.add(symbols(in: ValueID(raw: words[place]))) }
    case .list, .choice, .query:
      for item in arena.kind(value) == .query ? arena.steps(value) : arena.items(value) {
        all.add(symbols(in: item.under))
        all.add(symbols(in: item.value))
      }
      if arena.kind(value) == .query { all.add(symbols(in: arena.base(value))) }
    default: for part in arena.parts(value) { all.add(symbols(in: part)) }
    }
    return all.found
  }

  private mutating func symbols(in condition: CondID) -> [ValueID] {
    guard isOpen(condition) else { return [] }
    if let known = conditionSymbols[condition] { return known }
    var all = SymbolList()
    for id in diagrams.support(condition) where diagrams.isOpen(id) {
      all.add(
        diagrams.replaced(by: id).map { symbols(in: $0) } ?? symbols(in: ValueID(raw: diagrams.atom(id).subject.raw)))
    }
    conditionSymbols[condition] = all.found
    return all.found
  }
}

/// Symbols, each once.
private struct SymbolList {
  private(set) var found: [ValueID] = []
  private var seen: Set<ValueID> = []

  mutating func add(_ more: [ValueID]) {
    if found.isEmpty {
      found = more
      return
    }
    if found.count + more.count > 16, seen.isEmpty { seen = Set(found) }
    for symbol in more where seen.isEmpty ? !found.contains(symbol) : seen.insert(symbol).inserted {
      found.append(symbol)
      if seen.isEmpty, found.count > 16 { seen = Set(found) }
    }
  }
}
