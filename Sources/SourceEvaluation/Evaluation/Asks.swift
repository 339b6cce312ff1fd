import SourceSemantics

/// What a function asks of databases, as far as its own code and that of those that it calls say it.
struct Asks: Sendable {
  /// What callers decide: they get it with their values in the place of the symbols.
  var open: [PendingEffect] = []
  /// What is known, once, however many call the function. The first holds whenever the function runs.
  var blocks: [Block] = [Block(condition: .always, loops: [])]
  /// What waits for callers beyond what is handed to them; it is shown as nobody is seen to call it.
  var cut: [PendingEffect] = []

  /// Conditions and loops that blocks are told apart by; what is asked under others is taken to be asked always, and
  /// says so.
  static let mostBlocks = 512
  /// Blocks whose conditions callers decide. The others are asked by every caller, which says so: what a call costs does
  /// not grow with the length of the function that is called.
  static let mostDecided = 16
  /// What a visit names in the place of a block: all those that callers do not decide.
  static let undecided = Int(UInt32.max - 1)
  /// Requests that are handed to callers.
  static let mostOpen = 512

  var isEmpty: Bool { open.isEmpty && cut.isEmpty && blocks.allSatisfy(\.isEmpty) }

  /// Requests, and calls that may turn out to be some.
  var all: [PendingEffect] { open + cut + blocks.flatMap(\.requests) }

  /// The blocks that a visit names.
  func parts(_ block: Int) -> ArraySlice<Block> {
    block == Self.undecided ? blocks.dropFirst(Self.mostDecided) : blocks[block...block]
  }

  /// What is asked under one condition about the callers' values, in the same loops over them.
  struct Block: Sendable {
    var condition: CondID
    var loops: [LoopPass]
    var requests: [PendingEffect] = []
    var visits: [PendingEffect] = []

    var isEmpty: Bool { requests.isEmpty && visits.isEmpty }
  }
}

/// A call of a function: what the function asks is asked here. It stands among the effects of the caller, as a value that
/// no substitution changes.
struct Visit: Hashable, Sendable {
  var function: Int
  /// The part of what it asks, or ``Asks/undecided``; nil for all of it, where it was not known yet.
  var block: Int?
  /// What the function gets; nil where that is not known.
  var binding: UInt32?
}

extension Evaluator {
  mutating func value(of visit: Visit) -> ValueID {
    let words = [visit.block.map { UInt32($0) } ?? .max, visit.binding ?? .max]
    return arena.intern(.function, variant: FunctionForm.visited, payload: UInt32(visit.function), words)
  }

  func visit(_ value: ValueID) -> Visit? {
    guard arena.kind(value) == .function, arena[value].variant == FunctionForm.visited else { return nil }
    let (block, binding) = (arena.word(value, 0), arena.word(value, 1))
    return Visit(
      function: Int(arena[value].payload), block: block == .max ? nil : Int(block),
      binding: binding == .max ? nil : binding)
  }

  /// What a call of a function asks.
  mutating func asked(of function: Int, _ binding: UInt32, by call: OriginID) -> [PendingEffect] {
    // It calls itself by way of others: what it asks is being gone through.
    if functions[function].isCollecting { return visited(function, binding) }
    let open = openAsks(of: function, binding)
    var found = EffectList()
    for visit in visits(of: function, binding) { found.add(visit, &diagrams) }
    let isNamed = calls(call, function)
    for effect in open {
      for var one in substitute(effect, binding) {
        if isNamed { one.calls = one.calls.from(call) }
        one.under = told(of: one)
        found.add(one, &diagrams)
      }
    }
    if !open.isEmpty, budget.isSpent { unfollowed.insert(function) }
    return found.all
  }

  /// What callers decide of what a function asks, as a call finds it: where the function is called on one object again,
  /// what this object decides is decided already.
  private mutating func openAsks(of function: Int, _ binding: UInt32) -> [PendingEffect] {
    let open = asks(of: function).open
    guard let receiver = receiver(function, binding), !open.isEmpty else { return open }
    switch receiverAsks[receiver] {
    case .known(let known)?: return known
    case .met?:
      let found = substitute(open, receiver, function)
      receiverAsks[receiver] = .known(found)
      return found
    case nil:
      receiverAsks[receiver] = .met
      return open
    }
  }

  /// The object that a call is made on, where there is more that callers decide.
  private func receiver(_ function: Int, _ binding: UInt32) -> Binding.Pair? {
    let pairs = bindings[Int(binding)].pairs
    guard functions[function].hasReceiver, pairs.count > 1, selfCalls[function] == nil else { return nil }
    return pairs.first { pair in
      guard case .this(function)? = symbol(of: pair.symbol) else { return false }
      return arena.kind(pair.value) == .object && !arena.isOpen(pair.value)
    }
  }

  private mutating func substitute(
    _ open: [PendingEffect], _ receiver: Binding.Pair, _ function: Int
  ) -> [PendingEffect] {
    let outer = openBudget(for: function)
    defer { budget = outer }
    let binding = self.binding([receiver])
    var found = EffectList()
    for effect in open {
      for var one in substitute(effect, binding) {
        one.under = told(of: one)
        found.add(one, &diagrams)
      }
    }
    return budget.isSpent ? open : found.all
  }

  /// The condition of what a call asks, as far as callers decide it, or other conditions in what is asked depend on it.
  /// What else the called functions have found out is theirs, as it is where the calls do not wait for callers.
  private mutating func told(of effect: PendingEffect) -> CondID {
    if effect.under.isConstant || isDecidedByCallers(effect.under) { return effect.under }
    let subjects = visit(effect.value) == nil ? subjectsOfGuards(effect.value) : []
    if subjects.isEmpty { return diagrams.openPart(of: effect.under) }
    return diagrams.part(of: effect.under, about: subjects, orOpen: true)
  }

  /// Whether only callers decide the condition.
  private mutating func isDecidedByCallers(_ condition: CondID) -> Bool {
    if let known = callersConditions[condition] { return known }
    let isTheirs = diagrams.support(condition).allSatisfy { diagrams.isOpen($0) }
    callersConditions[condition] = isTheirs
    return isTheirs
  }

  /// What is known of a function, as a call of it finds it.
  /// - Parameter most: blocks beyond which conditions are not decided.
  mutating func visits(of function: Int, _ binding: UInt32, most: Int = Asks.mostDecided) -> [PendingEffect] {
    var all: [PendingEffect] = []
    let blocks = asks(of: function).blocks
    if blocks.count > most {
      let rest = value(of: Visit(function: function, block: Asks.undecided, binding: binding))
      all.append(PendingEffect(value: rest, under: .always, loops: [], function: function))
    }
    for (place, block) in blocks.prefix(most).enumerated() where !block.isEmpty {
      let under = substitute(block.condition, binding)
      guard under != .never else { continue }
      all.append(
        PendingEffect(
          value: value(of: Visit(function: function, block: place, binding: binding)), under: under,
          loops: substitute(block.loops, binding), function: function))
    }
    return all
  }

  /// A call of a function of which it is not known yet what it asks.
  mutating func visited(_ function: Int, _ binding: UInt32?) -> [PendingEffect] {
    guard relevance.contains(functions[function].key) else { return [] }
    let value = value(of: Visit(function: function, block: nil, binding: binding))
    return [PendingEffect(value: value, under: .always, loops: [], function: function)]
  }

  /// Whether a symbol is in what is asked.
  mutating func names(_ symbol: ValueID, in effect: PendingEffect) -> Bool {
    guard let visit = visit(effect.value) else { return symbols(in: effect.value).contains(symbol) }
    guard let binding = visit.binding, let block = visit.block else { return false }
    let given = bindings[Int(binding)].pairs.filter { symbols(in: $0.value).contains(symbol) }.map(\.symbol)
    guard !given.isEmpty else { return false }
    return asks(of: visit.function).parts(block).contains { inner in
      (inner.requests + inner.visits).contains { effect in given.contains { names($0, in: effect) } }
    }
  }
}

/// What callers decide of what a function asks, where it is called on an object.
enum ReceiverAsks: Sendable {
  /// It was called on it once.
  case met
  case known([PendingEffect])
}
