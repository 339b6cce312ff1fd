import SourceSemantics
import SourceTokens

/// Requests of functions that something calls, though nobody is seen to.
extension Evaluator {
  /// What functions ask of which no way from outside is seen, as if nobody called them: a request is never lost.
  mutating func unreached(besides found: [ClosedRequest]) -> [ClosedRequest] {
    let known = Set(found.map { origin(ofRequest: $0.value) })
    var missing: [OriginID: PendingEffect] = [:]
    var reach = Reach()
    for function in functions.indices where callers[function]?.isEmpty == false {
      let all = calledWithAll.contains(function) ? unconditional(function) : functions[function].asks?.all ?? []
      let own = all.filter { $0.function == function && mayBeRequest($0.value) }
      let lost = own.filter { !known.contains(origin(ofRequest: $0.value)) }
      guard !lost.isEmpty else { continue }
      for effect in lost { missing[origin(ofRequest: effect.value)] = effect }
      for effect in entries(of: function) { enter(effect, from: function, &reach) }
    }
    guard !missing.isEmpty else { return [] }
    follow(&reach)
    let found = written(reach).filter { missing[origin(ofRequest: $0.value)] != nil }
    return found + open(missing, besides: found)
  }

  /// What took more steps than a question may, as far as it is known without callers.
  private mutating func open(_ missing: [OriginID: PendingEffect], besides found: [ClosedRequest]) -> [ClosedRequest] {
    let known = Set(found.map { origin(ofRequest: $0.value) })
    let lost = missing.filter { !known.contains($0.key) }.sorted { $0.key.raw < $1.key.raw }
    return lost.flatMap { withoutCallers($0.value) }.filter { arena.kind($0.value) == .result }.map {
      ClosedRequest($0)
    }
  }

  /// What a function asks whatever its callers hand over: the rest may be code that none of them reaches.
  private mutating func unconditional(_ function: Int) -> [PendingEffect] {
    guard let asks = functions[function].asks else { return [] }
    let open = (asks.open + asks.cut).filter { diagrams.openPart(of: $0.under) == .always }
    return open + asks.blocks.filter { $0.condition == .always }.flatMap(\.requests)
  }

  private func mayBeRequest(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .result: true
    case .stuck where arena[value].variant == StuckOperation.call.rawValue:
      calledName(value).map { models.terminals.contains($0) } ?? false
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

  private func origin(ofRequest value: ValueID) -> OriginID {
    switch arena.kind(value) {
    case .result: requests[Int(arena[value].payload)].origin
    case .stuck where arena[value].variant == StuckOperation.call.rawValue: calls[Int(arena[value].payload)].origin
    default: OriginID(raw: 0)
    }
  }
}
