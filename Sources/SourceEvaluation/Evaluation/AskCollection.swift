import SourceSemantics

/// What a function asks while its calls are gone through: equal things are kept once.
struct AskCollection {
  private(set) var asks = Asks()
  private var openPlaces: [PendingEffect: Int] = [:]
  private var blockPlaces: [BlockKey: Int] = [BlockKey(condition: .always, loops: []): 0]
  /// By what is kept: where in its block.
  private var places: [Kept: Int] = [:]

  private struct BlockKey: Hashable {
    var condition: CondID
    var loops: [LoopPass]
  }

  private struct Kept: Hashable {
    var block: Int
    var effect: PendingEffect
  }

  /// Something that callers decide. What differs only in its condition is one, under either.
  mutating func addOpen(_ effect: PendingEffect, _ diagrams: inout Diagrams) {
    var key = effect
    key.under = .always
    if let place = openPlaces[key] {
      asks.open[place].under = diagrams.or(asks.open[place].under, effect.under)
      asks.open[place].calls.add(effect.calls)
    } else if asks.open.count < Asks.mostOpen {
      openPlaces[key] = asks.open.count
      asks.open.append(effect)
    } else {
      asks.cut.append(effect)
    }
  }

  /// Something that is known, under a condition about the callers' values.
  mutating func add(_ effect: PendingEffect, under condition: CondID, in loops: [LoopPass], isVisit: Bool) {
    let told = block(condition, loops)
    let place = told ?? 0
    var effect = effect
    if told == nil { effect.limits.insert(.variants) }
    let kept = Kept(block: place, effect: effect)
    if let known = places[kept] {
      if !isVisit { asks.blocks[place].requests[known].calls.add(effect.calls) }
    } else if isVisit {
      places[kept] = asks.blocks[place].visits.count
      asks.blocks[place].visits.append(effect)
    } else {
      places[kept] = asks.blocks[place].requests.count
      asks.blocks[place].requests.append(effect)
    }
  }

  private mutating func block(_ condition: CondID, _ loops: [LoopPass]) -> Int? {
    let key = BlockKey(condition: condition, loops: loops)
    if let known = blockPlaces[key] { return known }
    guard asks.blocks.count < Asks.mostBlocks else { return nil }
    blockPlaces[key] = asks.blocks.count
    asks.blocks.append(Asks.Block(condition: condition, loops: loops))
    return asks.blocks.count - 1
  }
}

/// Effects that differ in more than their conditions: what is asked twice is one, under either condition.
struct EffectList {
  private(set) var all: [PendingEffect] = []
  private var places: [PendingEffect: Int] = [:]

  mutating func add(_ effect: PendingEffect, _ diagrams: inout Diagrams) {
    var key = effect
    key.under = .always
    guard let place = places[key] else {
      places[key] = all.count
      all.append(effect)
      return
    }
    all[place].under = diagrams.or(all[place].under, effect.under)
    all[place].calls.add(effect.calls)
  }
}

extension Evaluator {
  /// Puts an effect where it belongs: callers get what they decide, and the rest is kept here.
  mutating func keep(_ effect: PendingEffect, in asks: inout AskCollection) {
    guard effect.under != .never, diagrams.isPossible(effect.under) else { return }
    var kept = effect
    let isVisit = visit(effect.value) != nil
    let open = diagrams.openPart(of: effect.under)
    // Nothing but what callers decide: they get all of it.
    if open == effect.under, !isVisit, isWaiting(request: effect.value) { return asks.addOpen(effect, &diagrams) }
    let subjects = isVisit ? [] : subjectsOfGuards(effect.value)
    let known = diagrams.part(of: effect.under, about: subjects)
    let isBoth = open != .always && known != .always && !isProduct(effect.under, open, known, subjects)
    if !isVisit, isBoth || isWaiting(request: effect.value) {
      kept.under = isBoth ? effect.under : diagrams.and(open, known)
      asks.addOpen(kept, &diagrams)
      return
    }
    // The loops around something that runs later are its own, whatever loops its callers are in.
    let outer = effect.isLater ? 0 : effect.loops.lastIndex { isWaiting(sequence: $0.sequence) }.map { $0 + 1 } ?? 0
    kept.under = known
    kept.loops = Array(effect.loops.dropFirst(outer))
    asks.add(kept, under: open, in: Array(effect.loops.prefix(outer)), isVisit: isVisit)
  }

  /// Whether what the condition says of callers' values and what it says of guards have nothing to do with one another.
  private mutating func isProduct(
    _ condition: CondID, _ open: CondID, _ known: CondID, _ subjects: Set<SubjectID>
  ) -> Bool {
    diagrams.part(of: condition, about: subjects, orOpen: true) == diagrams.and(open, known)
  }
}
