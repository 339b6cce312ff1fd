import SourceSemantics
import SourceTokens

/// Values that a condition decides between.
extension Evaluator {
  /// Alternatives of one value beyond which it is not known.
  static let mostAlternatives = 64
  /// Items of a list beyond which there are only some more.
  static let mostItems = 256

  /// The first where the condition holds, else the second.
  mutating func choose(_ condition: CondID, _ high: ValueID, _ low: ValueID) -> ValueID {
    if high == low || condition == .always { return high }
    if condition == .never { return low }
    if high == ValueArena.absent { return low }
    if low == ValueArena.absent { return high }
    return choice(alternatives(high, under: condition) + alternatives(low, under: !condition))
  }

  mutating func alternatives(_ value: ValueID, under condition: CondID) -> [GuardedItem] {
    guard arena.kind(value) == .choice else { return [GuardedItem(condition, value)] }
    return arena.items(value).map { GuardedItem(diagrams.and(condition, $0.under), $0.value) }
  }

  /// What was written last, if anything was: each of these may have happened, the later ones after the earlier ones.
  mutating func last(of writes: [GuardedItem], instead before: ValueID) -> ValueID {
    if writes.isEmpty { return before }
    // All at once: taken one after the other, all that came before would be divided anew by each of them.
    var rest = CondID.always
    var items: [GuardedItem] = []
    for write in writes.reversed() {
      items += alternatives(write.value, under: diagrams.and(rest, write.under))
      rest = diagrams.and(rest, !write.under)
    }
    return choice(items + alternatives(before, under: rest))
  }

  /// One of these, whose conditions exclude one another.
  mutating func choice(_ items: [GuardedItem]) -> ValueID {
    var kept: [GuardedItem] = []
    // By place in `kept`: the objects of one class that stand there.
    var objects: [Int: [GuardedItem]] = [:]
    for item in items where item.under != .never {
      add(item, to: &kept, &objects)
      if kept.count > Self.mostAlternatives { return arena.unknown(.variants, OriginID(raw: 0)) }
    }
    for place in kept.indices {
      guard let alternatives = objects[place], alternatives.count > 1 else { continue }
      kept[place].value = mergeObjects(alternatives)
    }
    guard kept.count > 1 else { return kept.first?.value ?? ValueArena.absent }
    let isOpen = kept.contains { arena.isOpen($0.value) || self.isOpen($0.under) }
    // What waits as a whole is made of one another: what is shared is followed once.
    let size = waitsWhole(kept) ? kept.map { arena.size([$0.value]) }.max() ?? 0 : arena.size(kept.map(\.value))
    return arena.intern(.choice, kept.flatMap(\.words), isOpen: isOpen, size: size + kept.count)
  }

  /// Equal ones are one; queries and lists are merged. Objects of one class are gathered, to be merged all at once.
  private mutating func add(_ item: GuardedItem, to kept: inout [GuardedItem], _ objects: inout [Int: [GuardedItem]]) {
    for place in kept.indices {
      if kept[place].value == item.value {
        kept[place].under = diagrams.or(kept[place].under, item.under)
      } else if let merged = merge(kept[place], item) {
        kept[place] = GuardedItem(diagrams.or(kept[place].under, item.under), merged)
      } else if objects[place] != nil, isOfOneClass(kept[place].value, item.value) {
        kept[place].under = diagrams.or(kept[place].under, item.under)
      } else {
        continue
      }
      gather(item, in: &objects[place])
      return
    }
    if arena.kind(item.value) == .object { objects[kept.count] = [item] }
    kept.append(item)
  }

  private mutating func gather(_ item: GuardedItem, in objects: inout [GuardedItem]?) {
    guard let same = objects?.firstIndex(where: { $0.value == item.value }), let under = objects?[same].under else {
      objects?.append(item)
      return
    }
    objects?[same].under = diagrams.or(under, item.under)
  }

  private func isOfOneClass(_ one: ValueID, _ other: ValueID) -> Bool {
    arena.kind(other) == .object && arena[one].payload == arena[other].payload
      && arena.word(one, 0) == arena.word(other, 0)
  }

  private mutating func merge(_ one: GuardedItem, _ other: GuardedItem) -> ValueID? {
    switch (arena.kind(one.value), arena.kind(other.value)) {
    case (.query, .query):
      guard isRealtime(one.value) == isRealtime(other.value) else { return nil }
      return mergeQueries(one, other)
    case (.list, .list): return mergeLists(one, other)
    default: return nil
    }
  }

  // MARK: - Queries and lists

  mutating func query(_ base: ValueID, _ steps: [GuardedItem]) -> ValueID {
    let isOpen = arena.isOpen(base) || steps.contains { arena.isOpen($0.value) || self.isOpen($0.under) }
    return arena.intern(
      .query, [base.raw] + steps.flatMap(\.words), isOpen: isOpen, size: arena.size(steps.map(\.value)) + steps.count)
  }

  /// - Parameter isEnded: nothing but these items is in it.
  /// - Parameter bound: how many there are at most where not all of them are known.
  mutating func list(_ items: [GuardedItem], isEnded: Bool = true, bound: Int? = nil) -> ValueID {
    guard items.count <= Self.mostItems else { return list(Array(items.prefix(Self.mostItems)), isEnded: false) }
    let isOpen = items.contains { arena.isOpen($0.value) || self.isOpen($0.under) }
    return arena.intern(
      .list, variant: isEnded ? 0 : 1, payload: bound.map { UInt32($0) + 1 } ?? 0, items.flatMap(\.words),
      isOpen: isOpen,
      size: arena.size(items.map(\.value)) + items.count)
  }

  mutating func list(of values: [ValueID], isEnded: Bool = true) -> ValueID {
    list(values.map { GuardedItem(.always, $0) }, isEnded: isEnded)
  }

  private mutating func mergeQueries(_ one: GuardedItem, _ other: GuardedItem) -> ValueID {
    let steps = mergeSteps(arena.steps(one.value), one.under, arena.steps(other.value), other.under)
    let bases = [arena.base(one.value), arena.base(other.value)]
    let base =
      bases[0] == bases[1]
      ? bases[0] : choice(alternatives(bases[0], under: one.under) + alternatives(bases[1], under: other.under))
    return query(base, steps)
  }

  private mutating func mergeLists(_ one: GuardedItem, _ other: GuardedItem) -> ValueID? {
    // Pairs and the like say more apart.
    let (left, right) = (arena.items(one.value), arena.items(other.value))
    let common = zip(left, right).prefix { $0 == $1 }.count
    guard left.count != right.count || common > 0 || left.contains(where: { $0.under != .always }) else { return nil }
    let isEnded = arena[one.value].variant == 0 && arena[other.value].variant == 0
    return list(mergeSteps(left, one.under, right, other.under), isEnded: isEnded, bound: bound(ofEither: one, other))
  }

  /// Of two lists that were cut out of others, how long the longer one is at most.
  private func bound(ofEither one: GuardedItem, _ other: GuardedItem) -> Int? {
    let bounds = [one, other].map { Int(arena[$0.value].payload) - 1 }
    return bounds.contains(-1) ? nil : bounds.max()
  }

  private mutating func mergeSteps(
    _ one: [GuardedItem], _ oneUnder: CondID, _ other: [GuardedItem], _ otherUnder: CondID
  ) -> [GuardedItem] {
    let common = zip(one, other).prefix { $0 == $1 }.count
    var steps = Array(one.prefix(common))
    var left = one.dropFirst(common).map { GuardedStep(item: $0, under: diagrams.and($0.under, oneUnder)) }[...]
    // What one and the same call has added to both is one step. Apart, ten optional steps that are left out in every way
    // would be hundreds.
    var further: [GuardedStep] = []
    for item in other.dropFirst(common) {
      var step = GuardedStep(item: item, under: diagrams.and(item.under, otherUnder))
      if let place = left.firstIndex(where: { isSame($0.item, step.item) }) {
        step.under = either(left[place], step)
        steps += (left[..<place] + further + [step]).compactMap(\.guarded)
        left = left[(place + 1)...]
        further = []
      } else {
        further.append(step)
      }
    }
    return steps + (left + further).compactMap(\.guarded)
  }

  private struct GuardedStep {
    /// As it is in its list.
    var item: GuardedItem
    /// As it is in the list of all.
    var under: CondID

    var guarded: GuardedItem? {
      under == .never ? nil : GuardedItem(under, item.value, item.origin, item.flags)
    }
  }

  /// What holds where one of them does. Conditions that are the same are left as they are: with those of the branches they
  /// would become too large to be kept.
  private mutating func either(_ one: GuardedStep, _ other: GuardedStep) -> CondID {
    one.item.under == other.item.under ? one.item.under : diagrams.or(one.under, other.under)
  }

  private func isSame(_ one: GuardedItem, _ other: GuardedItem) -> Bool {
    one.value == other.value && one.origin == other.origin && one.flags == other.flags
  }

  // MARK: - Objects

  /// Objects of one class as one, each of whose fields is one of theirs.
  private mutating func mergeObjects(_ alternatives: [GuardedItem]) -> ValueID {
    let objects = alternatives.map { fields($0.value) }
    var names: [NameID] = []
    var values: [NameID: [ValueID]] = [:]
    for (place, fields) in objects.enumerated() {
      for (name, value) in fields {
        if values[name] == nil { names.append(name) }
        values[name, default: Array(repeating: ValueArena.absent, count: objects.count)][place] = value
      }
    }
    let merged = names.map { name -> (name: NameID, value: ValueID) in
      let values = values[name, default: []]
      if values.allSatisfy({ $0 == values[0] }) { return (name, values[0]) }
      return (name, choice(zip(values, alternatives).flatMap { self.alternatives($0, under: $1.under) }))
    }
    let first = alternatives[0].value
    return object(arena[first].payload, ValueID(raw: arena.word(first, 0)), merged)
  }

  /// Alternatives, or a query that looks at one of several places.
  func isOneOfSeveralPlaces(_ value: ValueID) -> Bool {
    arena.kind(value) == .choice || arena.kind(value) == .query && arena.kind(arena.base(value)) == .choice
  }

  /// What each alternative becomes, and a query for each place that it may look at.
  mutating func forEachPlace(_ value: ValueID, _ change: (inout Evaluator, ValueID) -> ValueID) -> ValueID {
    let apart = arena.kind(value) == .choice ? arena.items(value) : [GuardedItem(.always, value)]
    let places = apart.flatMap { item -> [GuardedItem] in
      guard arena.kind(item.value) == .query, arena.kind(arena.base(item.value)) == .choice else { return [item] }
      let steps = arena.steps(item.value)
      return arena.items(arena.base(item.value)).compactMap { base in
        let under = diagrams.and(item.under, base.under)
        return under == .never ? nil : GuardedItem(under, query(base.value, steps))
      }
    }
    let items = places.flatMap { item -> [GuardedItem] in
      let changed = change(&self, item.value)
      return changed == ValueArena.absent ? [] : alternatives(changed, under: item.under)
    }
    return choice(items)
  }

  /// What each alternative becomes.
  mutating func mapAlternatives(_ value: ValueID, _ change: (inout Evaluator, ValueID) -> ValueID) -> ValueID {
    guard arena.kind(value) == .choice else { return change(&self, value) }
    let items = arena.items(value).flatMap { item -> [GuardedItem] in
      let changed = change(&self, item.value)
      return changed == ValueArena.absent ? [] : alternatives(changed, under: item.under)
    }
    return choice(items)
  }
}
