import SourceSemantics

/// Which parts of what functions ask are reached, in which loops of callers, and with what.
struct Reach {
  struct Part: Hashable {
    var function: Int
    var block: Int
  }

  /// In the order in which they are met.
  private(set) var parts: [Part] = []
  private(set) var loops: [Part: [[LoopPass]]] = [:]
  /// What the function gets; more than a few tell nothing that one who is asked wants to know.
  private(set) var bindings: [Part: [UInt32?]] = [:]
  private(set) var requests: [PendingEffect] = []
  /// What could not be followed on the way to a part.
  private(set) var limits: [Part: ReachedLimits] = [:]
  fileprivate var rest: [(part: Part, loops: [LoopPass])] = []
  private(set) var leavesOutLoops = 0

  /// Ways of loops around one part that are told apart, and loops of one way.
  private static let mostLoops = 16
  private static let deepestLoops = 8
  /// Calls of one function that are told apart by what makes no other request.
  static let mostBindings = 8

  mutating func enter(_ part: Part, in all: [LoopPass], with binding: UInt32?, _ reached: ReachedLimits) {
    note(binding, for: part)
    if loops[part] == nil { parts.append(part) }
    let told = Self.told(all)
    let known = loops[part, default: []]
    let isNew = !known.contains(told)
    var reached = reached
    if all.count > Self.deepestLoops && told.count < Set(all.map(\.origin)).count
      || isNew && known.count >= Self.mostLoops
    {
      reached.insert(.variants)
      leavesOutLoops += 1
    }
    let isLimited = !limits[part, default: []].isSuperset(of: reached)
    limits[part, default: []].formUnion(reached)
    if isNew, known.count < Self.mostLoops {
      loops[part, default: []].append(told)
    } else if !isLimited {
      return
    }
    rest.append((part, loops[part, default: []].contains(told) ? told : known.first ?? []))
  }

  private mutating func note(_ binding: UInt32?, for part: Part) {
    guard bindings[part, default: []].count <= Self.mostBindings,
      !bindings[part, default: []].contains(binding)
    else { return }
    bindings[part, default: []].append(binding)
  }

  /// A loop that is met again, because a function calls itself, is the same loop; of many the inner ones are told.
  private static func told(_ all: [LoopPass]) -> [LoopPass] {
    var seen: Set<OriginID> = []
    let each = all.reversed().filter { seen.insert($0.origin).inserted }
    return each.prefix(deepestLoops).reversed()
  }

  mutating func add(_ request: PendingEffect) { requests.append(request) }
}

extension Evaluator {
  /// Something that a function without callers asks.
  mutating func enter(_ effect: PendingEffect, from function: Int, _ reach: inout Reach) {
    guard let visit = visit(effect.value) else { return reach.add(effect) }
    enter(visit, effect.loops, effect.limits, &reach)
  }

  private mutating func enter(
    _ visit: Visit, _ loops: [LoopPass], _ limits: ReachedLimits, _ reach: inout Reach
  ) {
    if visit.block == Asks.undecided { return enterUndecided(visit, loops, limits, &reach) }
    if let block = visit.block {
      return reach.enter(Reach.Part(function: visit.function, block: block), in: loops, with: visit.binding, limits)
    }
    for (place, block) in asks(of: visit.function).blocks.enumerated() where !block.isEmpty {
      if let binding = visit.binding, substitute(block.condition, binding) == .never { continue }
      let part = Reach.Part(function: visit.function, block: place)
      reach.enter(part, in: loops + block.loops, with: visit.binding, limits)
    }
  }

  /// Blocks whose conditions the caller does not decide.
  private mutating func enterUndecided(
    _ visit: Visit, _ loops: [LoopPass], _ limits: ReachedLimits, _ reach: inout Reach
  ) {
    for (place, block) in asks(of: visit.function).blocks.enumerated().dropFirst(Asks.mostDecided) {
      let part = Reach.Part(function: visit.function, block: place)
      reach.enter(part, in: loops + block.loops, with: visit.binding, limits.union(.variants))
    }
  }

  /// Functions that something calls which could not be followed ask as if nobody called them.
  mutating func enterUnfollowed(_ reach: inout Reach) {
    var done: Set<Int> = []
    while let function = unfollowed.subtracting(done).min() {
      done.insert(function)
      for effect in entries(of: function) { enter(effect, from: function, &reach) }
    }
  }

  /// From the parts that are reached to those that they call.
  mutating func follow(_ reach: inout Reach) {
    while let (part, loops) = reach.rest.popLast() {
      for effect in asks(of: part.function).blocks[part.block].visits {
        guard let visit = visit(effect.value) else { continue }
        let limits = effect.limits.union(reach.limits[part] ?? [])
        enter(visit, effect.isLater ? effect.loops : loops + effect.loops, limits, &reach)
      }
    }
    limitCounts.loops += reach.leavesOutLoops
  }

  // MARK: - Requests

  /// Every request that is reached, in the loops of its callers.
  mutating func written(_ reach: Reach) -> [ClosedRequest] {
    var list = RequestList()
    for effect in reach.requests { list.add(effect, in: [[]], arena, requests) }
    for part in reach.parts {
      let block = asks(of: part.function).blocks[part.block]
      for request in block.requests {
        for var effect in filled(request, part, reach) {
          // Calls that were not followed make no other request of what waits for none of them.
          effect.limits.formUnion((reach.limits[part] ?? []).subtracting(.calls))
          list.add(effect, in: effect.isLater ? [[]] : reach.loops[part] ?? [[]], arena, requests)
        }
      }
    }
    limitCounts.variants += list.leftOut
    return list.finish()
  }

  /// The request with what the calls of its function give it, as far as these are few.
  private mutating func filled(_ request: PendingEffect, _ part: Reach.Part, _ reach: Reach) -> [PendingEffect] {
    let function = part.function
    let outer = openBudget(for: function)
    defer { budget = outer }
    guard !symbols(in: request).isEmpty else { return closed(request, depth: 0) }
    let known = reach.bindings[part] ?? []
    let bindings = known.count > Reach.mostBindings ? [] : known.compactMap { $0 }
    guard !bindings.isEmpty else { return rooted(request, function) }
    let found = bindings.flatMap { binding in
      substitute(request, again(binding, function)).flatMap { closed($0, depth: 0) }
    }
    // Somebody calls it with what is not known, too.
    return known.contains(nil) ? found + rooted(request, function) : found
  }

  private mutating func rooted(_ request: PendingEffect, _ function: Int) -> [PendingEffect] {
    rootBindings(function).flatMap { binding in
      substitute(request, again(binding, function)).flatMap { closed($0, depth: 0) }
    }
  }
}

/// Requests that are told apart, each once.
private struct RequestList {
  private(set) var found: [ClosedRequest] = []
  private(set) var leftOut = 0
  private var places: [ClosedRequest: Int] = [:]
  private var ofPlace: [OriginID: Place] = [:]

  /// Requests of one place that are told apart, loops aside.
  private static let most = 512

  private struct Place {
    var shapes: Set<ClosedRequest> = []
    var found: [Int] = []
    var isFull = false
  }

  mutating func add(
    _ effect: PendingEffect, in loops: [[LoopPass]], _ arena: ValueArena, _ shapes: Numbered<RequestShape>
  ) {
    let shape = ClosedRequest(value: effect.value, under: effect.under, loops: [], function: effect.function)
    let place = shapes[Int(arena[effect.value].payload)].origin
    if ofPlace[place, default: Place()].shapes.count < Self.most {
      ofPlace[place, default: Place()].shapes.insert(shape)
    } else if ofPlace[place]?.shapes.contains(shape) == false {
      leftOut += 1
      ofPlace[place]?.isFull = true
      return
    }
    for outer in loops {
      let request = ClosedRequest(effect, in: outer)
      if let known = places[request] {
        found[known].calls.add(effect.calls)
        continue
      }
      places[request] = found.count
      ofPlace[place]?.found.append(found.count)
      found.append(request)
    }
  }

  /// Of what is left out, those that are not say that there is more.
  mutating func finish() -> [ClosedRequest] {
    for place in ofPlace.values where place.isFull {
      for index in place.found { found[index].limits.insert(.variants) }
    }
    return found
  }
}
