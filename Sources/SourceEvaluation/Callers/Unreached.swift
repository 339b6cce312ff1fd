import SourceSemantics
import SourceTokens

/// Requests of functions that something calls, though nobody is seen to.
extension Evaluator {
  /// What functions ask of which no way from outside is seen, as if nobody called them: a request is never lost.
  mutating func unreached(besides found: [ClosedRequest]) -> [ClosedRequest] {
    let known = Set(found.map { origin(ofRequest: $0.value) })
    var missing: [OriginID: Lost] = [:]
    var reach = Reach()
    for function in functions.indices where callers[function]?.isEmpty == false {
      let all = functions[function].asks?.all ?? []
      let own = all.filter { $0.function == function && mayBeRequest($0.value) }
      let lost = own.filter { !known.contains(origin(ofRequest: $0.value)) }
      guard !lost.isEmpty else { continue }
      for effect in lost { missing[origin(ofRequest: effect.value)] = Lost(effect: effect, function: function) }
      for effect in entries(of: function) { enter(effect, from: function, &reach) }
    }
    guard !missing.isEmpty else { return [] }
    follow(&reach)
    let found = written(reach).filter { missing[origin(ofRequest: $0.value)] != nil }
    return found + open(missing, besides: found)
  }

  /// What no way leads to, whatever its condition is: with what known calls of its function hand over, else with nothing
  /// known of that.
  private mutating func open(_ missing: [OriginID: Lost], besides found: [ClosedRequest]) -> [ClosedRequest] {
    let known = Set(found.map { origin(ofRequest: $0.value) })
    let lost = missing.filter { !known.contains($0.key) }.sorted { $0.key.raw < $1.key.raw }
    return lost.flatMap { ofCalls($0.value) ?? withoutCallers($0.value.effect) }.filter {
      arena.kind($0.value) == .result
    }.map { ClosedRequest($0) }
  }

  /// The request as known calls of its function make it; nil where none does.
  private mutating func ofCalls(_ lost: Lost) -> [PendingEffect]? {
    // What extends a type of an SDK is called by the names of a library, too, whose rows say what is asked.
    if extendsType(lost.function) { return nil }
    var effect = lost.effect
    effect.under = .always
    effect.limits.insert(.calls)
    let outer = openBudget(for: lost.function)
    defer { budget = outer }
    for known in madeBindings[lost.function] ?? [] {
      let binding = withoutValues(known)
      let made = substitute(effect, again(binding, lost.function)).flatMap { closed($0, depth: 0) }
      let requests = made.filter { arena.kind($0.value) == .result && isOfCode($0.value) }
      if !requests.isEmpty { return requests }
    }
    return nil
  }

  /// The handles and functions of a call. What else it hands over is not what other calls hand over.
  private mutating func withoutValues(_ known: UInt32) -> UInt32 {
    let nothing = arena.unknown(.calls, OriginID(raw: 0))
    let pairs = bindings[Int(known)].pairs.map { pair in
      switch arena.kind(pair.value) {
      case .null, .boolean, .integer, .scalar, .text, .literal, .record, .list, .choice:
        Binding.Pair(symbol: pair.symbol, value: nothing)
      default: pair
      }
    }
    return binding(pairs)
  }

  private func extendsType(_ function: Int) -> Bool {
    var next: Int? = function
    while let place = next {
      if functions[place].graph.receiverType != nil { return true }
      next = functions[place].outer
    }
    return false
  }

  /// Not of whatever query or document somebody may hand over.
  private func isOfCode(_ request: ValueID) -> Bool {
    let target = arena.value(request, 0)
    let place = arena.kind(target) == .query ? arena.base(target) : target
    return arena.construct(place) != .anyQuery && arena.construct(place) != .anyDocument
  }

  /// Something that a function asks and that nothing is seen to lead to.
  private struct Lost {
    var effect: PendingEffect
    var function: Int
  }

  private func mayBeRequest(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .result: true
    case .stuck where arena[value].variant == StuckOperation.call.rawValue:
      calledName(value).map { models.mayAsk($0) } ?? false
    default: false
    }
  }

  /// The method that a call names, also where it stands for a member of what the code around it is called on.
  private func calledName(_ call: ValueID) -> NameID? {
    if let name = calls[Int(arena[call].payload)].name { return name }
    let callee = arena.value(call, 0)
    guard arena.kind(callee) == .stuck, arena[callee].variant == StuckOperation.member.rawValue else { return nil }
    return NameID(arena[callee].payload)
  }

  /// The call that sends a request, or may turn out to send one.
  func origin(ofRequest value: ValueID) -> OriginID {
    switch arena.kind(value) {
    case .result: requests[Int(arena[value].payload)].origin
    case .stuck where arena[value].variant == StuckOperation.call.rawValue: calls[Int(arena[value].payload)].origin
    default: OriginID(raw: 0)
    }
  }
}
