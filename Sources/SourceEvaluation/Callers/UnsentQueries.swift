import SourceSemantics
import SourceSyntax
import SourceTokens

/// Queries that are built, and sent by code that is not read.
extension Evaluator {
  /// Queries that are built and that nothing is seen to send.
  mutating func unsent(besides found: [ClosedRequest]) -> [ClosedRequest] {
    noteUnknownCalls()
    var taken: Set<OriginID> = []
    var handedOut: Set<OriginID> = []
    for query in built.values { take(query.value, all: false, &taken) }
    for function in functions.indices where callers[function]?.isEmpty != false && functions[function].asks != nil {
      let result = value(functions[function].graph.result, of: function)
      noteUnrefined(result, &handedOut)
    }
    for query in handedOn.keys { noteUnrefined(query, &handedOut) }
    taken.subtract(handedOut)
    for request in found { take(arena.value(request.value, 0), all: true, &taken) }
    let lost = placesNotFollowed(in: found)
    for function in functions.indices { take(askedBy: function, besides: lost, &taken) }
    var uses: [Int: CallUses] = [:]
    return built.sorted { $0.key.raw < $1.key.raw }.compactMap { place, query in
      guard !taken.contains(place), arena.steps(query.value).count < Self.mostSteps, isKept(query.place, &uses) else {
        return nil
      }
      let function = origins[Int(query.place.raw)].function
      let built = goingOn(query, &uses)
      return ClosedRequest(
        value: closed(built, function), under: .always, loops: [], function: function, place: query.place)
    }
  }

  /// What is sent, also under conditions that no caller meets. What is only handed to a function that a caller knows is
  /// sent where that function sends it.
  private mutating func take(askedBy function: Int, besides lost: Set<OriginID>, _ taken: inout Set<OriginID>) {
    for effect in functions[function].asks?.all ?? [] where !lost.contains(origin(ofRequest: effect.value)) {
      let parts = arena.parts(effect.value)
      for part in unknownCall(effect.value) == nil ? parts[...] : parts.prefix(1) { take(part, all: true, &taken) }
    }
  }

  /// Where requests are sent of which nothing is known but that they are there, since calls on the way were not followed:
  /// what is built for them says more.
  private mutating func placesNotFollowed(in found: [ClosedRequest]) -> Set<OriginID> {
    var (lost, known): (Set<OriginID>, Set<OriginID>) = ([], [])
    for request in found {
      let target = arena.value(request.value, 0)
      let isLocated = arena.kind(target) == .query && arena.construct(arena.base(target)) != .anyQuery
      let isCut = request.limits.union(limits(in: target)).contains(.calls)
      if isCut, !isLocated {
        lost.insert(origin(ofRequest: request.value))
      } else {
        known.insert(origin(ofRequest: request.value))
      }
    }
    return lost.subtracting(known)
  }

  /// Where something is called that is not known yet.
  private func unknownCall(_ value: ValueID) -> OriginID? {
    guard arena.kind(value) == .stuck, arena[value].variant == StuckOperation.call.rawValue else { return nil }
    return calls[Int(arena[value].payload)].origin
  }

  /// Functions that nobody is seen to call: what they are given is not known, and where it is called, no code is read.
  private mutating func noteUnknownCalls() {
    for function in functions.indices where callers[function]?.isEmpty != false {
      for effect in functions[function].asks?.all ?? [] {
        guard let call = unknownCall(effect.value) else { continue }
        for argument in arena.parts(effect.value).dropFirst() { noteHandedOn(argument, to: call) }
      }
    }
  }

  /// A query to which more is added where nothing of it is known: by a loop over what only a caller knows, or by code that
  /// is not read and answers with another query.
  private mutating func goingOn(_ query: BuiltQuery, _ uses: inout [Int: CallUses]) -> ValueID {
    let place = origins[Int(query.place.raw)]
    let calls = handedOn[query.value]?.filter { isUsed(origins[Int($0.raw)], &uses) }
    guard
      let call = calls?.min(by: { $0.raw < $1.raw })
        ?? (callUses(of: place.function, &uses).grows(place.node) ? query.place : nil)
    else { return query.value }
    return plus(query.value, GuardedItem(.always, arena.make(.unfollowed, []), call))
  }

  /// Steps behind which a query that is handed out has none on some of the ways.
  private func noteUnrefined(_ query: ValueID, _ found: inout Set<OriginID>) {
    switch arena.kind(query) {
    case .choice: for item in arena.items(query) { noteUnrefined(item.value, &found) }
    case .query:
      for step in arena.steps(query).reversed() {
        found.insert(step.origin)
        if step.under == .always { break }
      }
    default: break
    }
  }

  /// Whether something gets what a call makes.
  private func isKept(_ place: OriginID, _ uses: inout [Int: CallUses]) -> Bool {
    let origin = origins[Int(place.raw)]
    // What sends it is often left out of a document.
    return program.units[functions[origin.function].key.unit].tree.unit.isShown || isUsed(origin, &uses)
  }

  private func isUsed(_ origin: Origin, _ uses: inout [Int: CallUses]) -> Bool {
    callUses(of: origin.function, &uses).isKept(origin.node)
  }

  private func callUses(of function: Int, _ uses: inout [Int: CallUses]) -> CallUses {
    let known = uses[function] ?? CallUses(functions[function].graph)
    uses[function] = known
    return known
  }

  /// - Parameter all: its last step, too: something takes it as it is.
  private mutating func take(_ query: ValueID, all: Bool, _ taken: inout Set<OriginID>) {
    switch arena.kind(query) {
    case .query:
      let calls = arena.steps(query).map { call(of: $0.origin) }
      let last = calls.last
      for call in calls where all || call != last { taken.insert(call) }
    case .choice, .list: for item in arena.items(query) { take(item.value, all: all, &taken) }
    // More is added to what only a caller knows.
    case .stuck where arena[query].variant == StuckOperation.plus.rawValue:
      if all { taken.insert(call(of: OriginID(raw: arena[query].payload))) }
      take(arena.value(query, 0), all: all, &taken)
    case .stuck where arena[query].variant == StuckOperation.call.rawValue:
      let call = calls[Int(arena[query].payload)]
      guard let name = call.name, models.steps.contains(name) else { return }
      if all { taken.insert(self.call(of: call.origin)) }
      take(arena.value(query, 0), all: all, &taken)
    // What its rounds add, be there one or not.
    case .stuck where arena[query].variant == StuckOperation.loop.rawValue:
      guard let number = arena.integer(arena.value(query, 0)) else { return }
      let graph = functions[Int(number)].graph
      let cell = graph[GraphNode(raw: arena[query].payload)]
      guard cell.operation == .afterLoop else { return }
      let carried = graph.carried[Int(cell.payload)]
      for node in [carried.first, carried.next] { take(value(node, of: Int(number)), all: all, &taken) }
    default: break
    }
  }
}

/// Which calls of a function make something that is used.
private struct CallUses {
  private var calls: [NodeID: GraphNode] = [:]
  private var used: Set<GraphNode>
  /// What loops begin with, and make something else of.
  private let firsts: Set<GraphNode>

  init(_ graph: ValueGraph) {
    used = Set(graph.exits.values)
    used.insert(graph.result)
    firsts = Set(graph.carried.filter { $0.first != $0.next }.map(\.first))
    used.formUnion(firsts)
    used.formUnion(graph.carried.map(\.next))
    for index in graph.cells.indices {
      let node = GraphNode(raw: UInt32(index))
      if graph.cells[index].operation == .call, calls[graph.cells[index].site] == nil {
        calls[graph.cells[index].site] = node
      }
      if graph.cells[index].operation != .after { used.formUnion(graph.operands(node)) }
    }
  }

  /// Whether a loop goes on with what a call makes.
  func grows(_ site: NodeID) -> Bool { calls[site].map { firsts.contains($0) } ?? false }

  func isKept(_ site: NodeID) -> Bool { calls[site].map { used.contains($0) } ?? true }
}
