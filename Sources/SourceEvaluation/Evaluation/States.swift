import SourceSemantics
import SourceSyntax
import SourceTokens

/// What frameworks keep for a function from one run to the next: what it is made with, or what one of the calls of its
/// setter puts there. Which of them was the last one is not known; what one call puts there stays together.
extension Evaluator {
  mutating func state(_ first: ValueID, _ origin: OriginID) -> ValueID {
    // The first value may be made when it is needed.
    let made = arena.kind(first) == .function ? run(first, [], origin) : first
    if firstStates[origin] == nil { firstStates[origin] = made }
    return symbol(.state(place: origin))
  }

  /// What it is at any time.
  mutating func kept(_ place: OriginID) -> ValueID {
    if let known = states[place] { return known }
    if let executor = executors[place] { return settled(place, by: executor) }
    let first = firstStates[place] ?? ValueArena.null
    states[place] = first
    var result = closed(first, origins[Int(place.raw)].function)
    let isPlace = isNothing(result) || arena.kind(result) == .list && arena.items(result).isEmpty
    let writes = writes(of: place)
    for write in writes.known { result = behind(write, result, place) }
    if writes.isOpen || openStates.contains(place) || isEntered(at: place) || isPlace && writes.known.isEmpty {
      let other = arena.unknown(.operation, place)
      result = choose(happened(place, 9), other, result)
    }
    states[place] = result
    return result
  }

  private mutating func happened(_ place: OriginID, _ extra: UInt32) -> CondID {
    diagrams.condition(Atom(SubjectID(arena.unknown(.operation, place).raw), .opaque(extra)))
  }

  private mutating func behind(_ write: StateWrite, _ before: ValueID, _ place: OriginID) -> ValueID {
    let state = symbol(.state(place: place))
    var value = write.value
    if arena.kind(value) == .function { value = run(value, [state], write.place) }
    value = withoutInner(value, write.function, origins[Int(place.raw)].function)
    value = substitute(value, binding([Binding.Pair(symbol: state, value: before)]))
    value = closed(value, write.function)
    return value == before ? before : choose(happened(write.place, 8), value, before)
  }

  // MARK: - Promises

  /// What a promise holds: whatever the function that it runs hands to the first thing that it gets.
  mutating func promised(_ executor: ValueID, _ origin: OriginID) -> ValueID {
    guard arena.kind(executor) == .function, arena[executor].variant == FunctionForm.own else {
      return arena.unknown(.operation, origin)
    }
    executors[origin] = Int(arena[executor].payload)
    return symbol(.state(place: origin))
  }

  private mutating func settled(_ place: OriginID, by executor: Int) -> ValueID {
    let unknown = arena.unknown(.operation, place)
    states[place] = unknown
    let calls = callsOfFirstParameter(of: executor)
    var result: ValueID?
    if !calls.isOpen, calls.known.count <= Self.mostSettled {
      for call in calls.known {
        guard let value = settled(call, place) else { continue }
        result = result.map { choose(happened(origin(call.function, site(of: call)), 8), value, $0) } ?? value
      }
    }
    states[place] = result ?? unknown
    return result ?? unknown
  }

  /// Ways to settle a promise beyond which nothing is known of what it holds.
  private static let mostSettled = 8

  /// What leads to a database. Whether something went well is not known, whatever says so.
  private mutating func settled(_ call: ParameterCall, _ place: OriginID) -> ValueID? {
    let graph = functions[call.function].graph
    let operands = graph.operands(call.call)
    guard operands.count > 1 else { return nil }
    var value = value(operands[operands.index(after: operands.startIndex)], of: call.function)
    value = withoutInner(value, call.function, origins[Int(place.raw)].function)
    value = closed(value, call.function)
    switch arena.kind(value) {
    case .null, .absent, .boolean, .integer, .scalar, .text, .unknown: return nil
    default: return value
    }
  }

  private func site(of call: ParameterCall) -> NodeID { functions[call.function].graph[call.call].site }
}
