import SourceSemantics

/// Functions that call themselves: what they pass joins what their callers pass.
extension Evaluator {
  /// Calls of one function by itself that are told apart.
  private static let mostSelfCalls = 8

  mutating func noteRecursion(_ callee: ValueID, _ function: Int, _ arguments: [ValueID], _ info: CallShape) {
    // Only the function's own text says what it passes; what callers put in its place follows from that.
    let caller = origins[Int(info.origin.raw)].function
    guard lies(caller, in: function) else { return }
    let given = binding(of: callee, function, arguments, info)
    let pairs = bindings[Int(given)].pairs.filter { pair in
      if case .parameter(function, _)? = symbol(of: pair.symbol) { true } else { false }
    }.map { Binding.Pair(symbol: $0.symbol, value: withoutInner($0.value, caller, function)) }
    let known = selfCalls[function, default: []]
    guard known.count <= Self.mostSelfCalls, !known.contains(where: { $0.origin == info.origin }) else { return }
    // Behind as many as are told apart, one more passes what is not known.
    let isLast = known.count == Self.mostSelfCalls
    let passed = isLast ? pairs.map { Binding.Pair(symbol: $0.symbol, value: unknown(info)) } : pairs
    selfCalls[function, default: []].append(SelfCall(origin: info.origin, pairs: passed))
  }

  private mutating func unknown(_ call: CallShape) -> ValueID { arena.unknown(.calls, call.origin) }

  /// Whether a function is another one or is written in it.
  func lies(_ function: Int, in outer: Int) -> Bool {
    var next: Int? = function
    while let place = next {
      if place == outer { return true }
      next = functions[place].outer
    }
    return false
  }

  /// The values of a call, or those that the function passes to itself in a later round.
  mutating func again(_ first: UInt32, _ function: Int) -> UInt32 {
    guard let calls = selfCalls[function], !calls.isEmpty else { return first }
    var pairs = bindings[Int(first)].pairs
    for call in calls {
      let subject = SubjectID(arena.unknown(.operation, call.origin).raw)
      let isLater = diagrams.condition(Atom(subject, .opaque(2)))
      for pair in call.pairs {
        let next = closed(substitute(pair.value, first), function)
        if let place = pairs.firstIndex(where: { $0.symbol == pair.symbol }) {
          pairs[place].value = choose(isLater, repeating(next, beyond: pairs[place].value), pairs[place].value)
        } else {
          pairs.append(Binding.Pair(symbol: pair.symbol, value: choose(isLater, next, pair.symbol)))
        }
      }
    }
    passOn(calls, function, &pairs)
    return binding(pairs)
  }

  /// Parameters that a call passes in the place of one another: what the last one was, the first one is in the end.
  private mutating func passOn(_ calls: [SelfCall], _ function: Int, _ pairs: inout [Binding.Pair]) {
    for round in 1..<min(max(pairs.count, 2), 16) {
      var isSame = true
      for call in calls {
        for pair in call.pairs {
          guard case .parameter(function, _)? = symbol(of: pair.value), pair.value != pair.symbol,
            let from = pairs.first(where: { $0.symbol == pair.value })?.value,
            let place = pairs.firstIndex(where: { $0.symbol == pair.symbol }),
            !Set(values(from)).isSubset(of: values(pairs[place].value))
          else { continue }
          isSame = false
          let subject = SubjectID(arena.unknown(.operation, call.origin).raw)
          let isLater = diagrams.condition(Atom(subject, .opaque(UInt32(2 + round))))
          pairs[place].value = choose(isLater, from, pairs[place].value)
        }
      }
      if isSame { return }
    }
  }

  private func values(_ value: ValueID) -> [ValueID] {
    arena.kind(value) == .choice ? arena.items(value).map(\.value) : [value]
  }
}

struct SelfCall: Sendable {
  var origin: OriginID
  var pairs: [Binding.Pair]
}
