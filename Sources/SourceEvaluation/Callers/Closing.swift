package import SourceSemantics
import SourceSyntax
import SourceTokens

/// A request of which nothing waits for callers any more.
package struct ClosedRequest: Hashable, Sendable {
  /// Its shape and its target.
  package var value: ValueID
  package var under: CondID
  package var loops: [LoopPass]
  /// The function that it is written in.
  package var function: Int
  /// What could not be followed on the way to it.
  package var limits: ReachedLimits = []
  package var calls = RequestCalls()
  /// Of a query that nothing sends: the call that makes it.
  package var place: OriginID?
}

extension ClosedRequest {
  /// - Parameter outer: the loops of its callers.
  init(_ effect: PendingEffect, in outer: [LoopPass] = []) {
    self.init(
      value: effect.value, under: effect.under, loops: outer + effect.loops, function: effect.function,
      limits: effect.limits, calls: effect.calls)
  }
}

extension Evaluator {
  /// Everything that the program asks, as far as its callers say it.
  package mutating func closedRequests() -> [ClosedRequest] {
    let all = declareAll()
    // Those that are called first: nothing is followed deeper than it has to be.
    for key in relevance.order { if let function = functionIndex[key], isOnItsOwn(function) { _ = asks(of: function) } }
    for function in all where isOnItsOwn(function) { _ = asks(of: function) }
    isClosing = true
    openStage()
    fieldTargets = [:]
    rested = [:]
    // What methods are called on may be known only now, and with it who calls them.
    let closed = roots(all).map { ($0, entries(of: $0)) }
    let stillRoots = Set(roots(all))
    var reach = Reach()
    for (function, effects) in closed where stillRoots.contains(function) {
      for effect in effects { enter(effect, from: function, &reach) }
    }
    openStage()
    enterUnfollowed(&reach)
    follow(&reach)
    var found = written(reach)
    openStage()
    found += unreached(besides: found)
    found += notJudged(besides: found)
    return found + unsent(besides: found)
  }

  /// Not a function that is called where it stands, as a part of the one around it.
  private func isOnItsOwn(_ function: Int) -> Bool {
    guard let outer = functions[function].outer else { return true }
    return !functions[outer].graph.inPlace.contains(functions[function].key.node)
  }

  /// Every function of the units that ask, and every class.
  private mutating func declareAll() -> [Int] {
    var captured: [(node: GraphNode, function: Int)] = []
    for unit in program.units.indices where isNeeded[unit] {
      let scopes = program.units[unit].scopes.scopes
      for scope in scopes where !scope.isInPlace {
        let place = function(FunctionKey(unit: unit, node: scope.node))
        let graph = functions[place].graph
        for index in graph.cells.indices {
          let operation = graph.cells[index].operation
          if operation == .type || operation == .function { _ = value(GraphNode(raw: UInt32(index)), of: place) }
          if operation == .put, noteWrite(GraphNode(raw: UInt32(index)), place, graph) {
            captured.append((GraphNode(raw: UInt32(index)), place))
          }
        }
      }
    }
    for (node, function) in captured { noteTypeWrite(node, function) }
    return Array(functions.indices)
  }

  /// The call that adds a step.
  func call(of origin: OriginID) -> OriginID {
    var call = origins[Int(origin.raw)]
    call.extra = 0
    return origins.known(call).map { OriginID(raw: $0) } ?? origin
  }

  /// Functions that nothing calls which is read. Of those that only call one another, the first.
  private mutating func roots(_ all: [Int]) -> [Int] {
    var called: [Int: Set<Int>] = [:]
    for (function, callers) in callers {
      for caller in callers where relevance.contains(functions[caller].key) {
        called[caller, default: []].insert(function)
      }
    }
    var reached: Set<Int> = []
    var found: [Int] = []
    func reach(_ root: Int) {
      var rest = [root]
      while let next = rest.popLast() {
        guard reached.insert(next).inserted else { continue }
        rest += called[next] ?? []
      }
    }
    for function in functions.indices where !isCalled(function) && isOnItsOwn(function) {
      found.append(function)
      reach(function)
    }
    for function in functions.indices where !reached.contains(function) && isOnItsOwn(function) {
      found.append(function)
      reach(function)
    }
    return found
  }

  /// Whether a function calls it of which it is known what it asks.
  private func isCalled(_ function: Int) -> Bool {
    callers[function]?.contains { relevance.contains(functions[$0].key) } ?? false
  }

  // MARK: - Without callers

  /// What a function asks when nobody calls it: requests, and visits of what it calls.
  mutating func entries(of function: Int) -> [PendingEffect] {
    let asks = asks(of: function)
    guard !asks.isEmpty else { return [] }
    var found: [PendingEffect] = []
    for binding in rootBindings(function).map({ again($0, function) }) {
      for effect in visits(of: function, binding, most: Asks.mostBlocks) { found += closed(effect, function, binding) }
      for effect in asks.open + asks.cut { found += closed(effect, function, binding) }
    }
    return found
  }

  private mutating func closed(_ effect: PendingEffect, _ function: Int, _ binding: UInt32) -> [PendingEffect] {
    let outer = openBudget(for: function)
    defer { budget = outer }
    let found = substitute(effect, binding).flatMap { closed($0, depth: 0) }
    guard budget.isSpent else { return found }
    unfollowed.insert(function)
    // Of what does not wait for callers, nothing is missing.
    return isDecided(effect) ? found : found.map { notFollowed($0) }
  }

  /// The effect with nothing in it that waits for callers.
  mutating func closed(_ effect: PendingEffect, depth: Int) -> [PendingEffect] {
    var found: [PendingEffect] = []
    var seen: Set<PendingEffect> = [effect]
    var rest = [(effect: effect, round: depth)]
    while let (next, round) = rest.popLast() {
      let symbols = self.symbols(in: next)
      if symbols.isEmpty || round >= Self.deepestClosing {
        if isAsked(next) { found.append(symbols.isEmpty || isDecided(next) ? next : notFollowed(next)) }
        continue
      }
      if budget.isSpent {
        found += withoutCallers(next).filter { seen.insert($0).inserted }
        continue
      }
      let binding = binding(symbols.map { Binding.Pair(symbol: $0, value: rootValue(of: $0, round: round)) })
      // Code that hands itself on asks the same again.
      let inner = substitute(next, binding).filter { seen.insert($0).inserted }
      rest += inner.reversed().map { ($0, round + 1) }
    }
    return found
  }

  private mutating func isAsked(_ effect: PendingEffect) -> Bool {
    guard arena.kind(effect.value) == .result || visit(effect.value) != nil else { return false }
    return diagrams.isPossible(effect.under)
  }

  /// What is asked whatever callers hand over: nothing is known of that.
  mutating func withoutCallers(_ effect: PendingEffect) -> [PendingEffect] {
    let outer = openBudget(for: budget.function)
    defer { budget = outer }
    let nothing = arena.unknown(.calls, OriginID(raw: 0))
    let binding = binding(symbols(in: effect).map { Binding.Pair(symbol: $0, value: nothing) })
    let found = substitute(effect, binding).filter { isAsked($0) }
    return isDecided(effect) ? found : found.map { notFollowed($0) }
  }

  /// Whether callers make no other request of it.
  private mutating func isDecided(_ effect: PendingEffect) -> Bool {
    arena.kind(effect.value) == .result && !isWaiting(request: effect.value)
  }

  /// What is asked by calls that are not followed to their end, as far as it is known.
  private func notFollowed(_ effect: PendingEffect) -> PendingEffect {
    var effect = effect
    effect.limits.insert(.calls)
    return effect
  }

  /// What the symbols of a function are when nobody calls it: once for each object that it may be called on.
  mutating func rootBindings(_ function: Int) -> [UInt32] {
    // What a function hands out knows with what the function was called.
    if let outer = functions[function].outer, let made = madeBindings[outer], callers[outer]?.isEmpty == false {
      let known = made.flatMap { rootBindings(function, given: bindings[Int($0)].pairs) }
      return made.count < Self.mostMadeBindings ? known : known + rootBindings(function, given: [])
    }
    return rootBindings(function, given: [])
  }

  /// - Parameter given: what is known of the functions around it.
  private mutating func rootBindings(_ function: Int, given: [Binding.Pair]) -> [UInt32] {
    var pairs: [Binding.Pair] = []
    var receivers: [(symbol: ValueID, values: [ValueID])] = []
    for symbol in environment(function, []) {
      if let known = given.first(where: { $0.symbol == symbol }) {
        pairs.append(known)
        continue
      }
      guard case .this(let method)? = self.symbol(of: symbol) else {
        pairs.append(Binding.Pair(symbol: symbol, value: rootValue(of: symbol)))
        continue
      }
      receivers.append((symbol, self.receivers(method)))
    }
    guard let first = receivers.first else { return [binding(pairs)] }
    for other in receivers.dropFirst() {
      pairs.append(Binding.Pair(symbol: other.symbol, value: rootValue(of: other.symbol)))
    }
    return first.values.map { binding(pairs + [Binding.Pair(symbol: first.symbol, value: $0)]) }
  }

  /// What a method may be called on.
  private mutating func receivers(_ method: Int) -> [ValueID] {
    if let extended = functions[method].graph.receiverType {
      let type = value(extended, of: method)
      let site = Site(function: method, node: functions[method].key.node)
      if arena.kind(type) == .type { return instances(Int(arena[type].payload)) }
      return [value(ofType: type, site, .empty) ?? unknown(.parameter, method, functions[method].key.node)]
    }
    guard let type = functions[method].type else {
      return (component(around: method) ?? record(around: method).map { atRest(record: $0) }).map { [$0] } ?? []
    }
    if isClassMethod(method) || isStatic(method) {
      let own = extended(type).flatMap { arena.kind($0) == .type ? Int(arena[$0].payload) : nil } ?? type
      let below = family(own).filter { types[$0].subtypes.isEmpty }
      return below.map { arena.intern(.type, payload: UInt32($0)) }
    }
    return instances(type)
  }

  /// The record that a function is written in, which it is called on.
  private mutating func record(around method: Int) -> ValueID? {
    let nothing = unknown(.operation, method, functions[method].key.node)
    guard let (outer, node) = functions[method].declaration else { return nothing }
    let graph = functions[outer].graph
    if let prototype = prototype(around: method, in: outer) { return prototype }
    return self.record(holding: node, graph).map { value($0, of: outer) } ?? nothing
  }

  /// Callers of callers beyond which nothing is known of what they hand over.
  private static let mostRounds = 8
  /// Rounds beyond which calls are not carried out any more that wait for what they make themselves.
  private static let deepestClosing = 12

  private mutating func rootValue(of symbol: ValueID, round: Int) -> ValueID {
    round < Self.mostRounds ? rootValue(of: symbol) : arena.unknown(.calls, OriginID(raw: 0))
  }

  mutating func rootValue(of value: ValueID) -> ValueID {
    switch symbol(of: value) {
    case .parameter(let function, let place)?: rootParameter(value, function, place)
    case .this(let function)?: anyReceiver(of: function)
    case .element(let function, let loop)?:
      arena.unknown(.operation, origin(function, functions[function].graph.loops[loop].site))
    case .carried(let function, let place)?: anyRound(of: place, function)
    case .state(let place)?: kept(place)
    case .cell(let function, let name)?: cell(name, of: function) ?? arena.unknown(.operation, OriginID(raw: 0))
    case .item(let origin)?: arena.unknown(.operation, origin)
    case .instance(let type)?: anyInstance(of: type)
    case nil: value
    }
  }

  private mutating func rootParameter(_ symbol: ValueID, _ function: Int, _ place: Int) -> ValueID {
    if isClosing, let known = rootParameters[symbol] { return known }
    let value = rootValue(function, place)
    if isClosing, !budget.isSpent { rootParameters[symbol] = value }
    return value
  }

  /// Whatever a method may be called on. The receivers of two functions are told apart: they may be two objects.
  private mutating func anyReceiver(of function: Int) -> ValueID {
    let place = origin(function, functions[function].key.node, extra: 12)
    return anyOf(receivers(function), place) ?? nobody(calledIn: function)
  }

  /// Objects that others of their class make hold nothing that these do not.
  private mutating func nobody(calledIn function: Int) -> ValueID {
    let isBusy = functions[function].type.map { busyInstances.contains($0) } ?? false
    return isBusy ? ValueArena.absent : arena.unknown(.operation, OriginID(raw: 0))
  }

  /// One of the objects of a class; whoever asks gets the same one.
  private mutating func anyInstance(of type: Int) -> ValueID {
    let place = origin(function(types[type].key), types[type].key.node, extra: 9)
    return anyOf(instances(type), place) ?? arena.unknown(.undeclared, place)
  }

  /// A value of which nothing waits for callers.
  mutating func closed(_ value: ValueID, _ function: Int?) -> ValueID {
    var result = value
    var round = 0
    while arena.isOpen(result) {
      let symbols = self.symbols(in: result)
      if symbols.isEmpty { break }
      let binding = binding(symbols.map { Binding.Pair(symbol: $0, value: rootValue(of: $0, round: round)) })
      result = substitute(result, binding)
      round += 1
    }
    return result
  }
}
