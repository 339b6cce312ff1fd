import SourceSemantics
import SourceSyntax
import SourceTokens

/// Values in the place of symbols. What waited for them is carried out.
extension Evaluator {
  mutating func substitute(_ value: ValueID, _ binding: UInt32) -> ValueID {
    guard arena.isOpen(value) else { return value }
    let key = Substitution(value: value, binding: binding)
    if let known = substituted[key] { return known }
    guard isFollowed, spend() else { return notFollowed(value) }
    depth += 1
    let result = replace(value, binding)
    depth -= 1
    if !budget.isSpent { substituted[key] = result }
    return result
  }

  private mutating func replace(_ value: ValueID, _ binding: UInt32) -> ValueID {
    let cell = arena[value]
    switch cell.kind {
    case .symbol: return bindings[Int(binding)].pairs.first { $0.symbol == value }?.value ?? value
    case .text: return text(parts(value, binding))
    case .list: return list(value, binding)
    case .choice:
      let items = guarded(arena.items(value), binding) { $0.substitute($1, binding) }
      return choice(items.flatMap { alternatives($0.value, under: $0.under) })
    case .record: return record(parts(value, binding))
    case .object:
      let fields = fields(value).map { field -> (name: NameID, value: ValueID) in
        let given = substitute(field.value, binding)
        // Of what a caller gives and nobody knows, the field's type still says what it is.
        return (field.name, given == field.value ? given : asDeclared(given, Int(cell.payload), field.name))
      }
      return object(cell.payload, ValueID(raw: arena.word(value, 0)), fields)
    case .function: return function(value, cell, binding)
    case .made:
      // What it does is an effect of its own, and waits for the same symbols.
      let outer = pendingEffects
      defer { pendingEffects = outer }
      return make(Construct.allCases[Int(cell.payload)], parts(value, binding), OriginID(raw: 0))
    case .query: return query(value, binding)
    case .result:
      let words = parts(value, binding)
      return request(cell.payload, words)
    case .stuck: return stuck(value, cell, binding)
    case .absent, .unknown, .null, .boolean, .integer, .scalar, .literal, .type, .module, .external: return value
    }
  }

  private mutating func parts(_ value: ValueID, _ binding: UInt32) -> [ValueID] {
    arena.words(value).map { substitute(ValueID(raw: $0), binding) }
  }

  private mutating func list(_ value: ValueID, _ binding: UInt32) -> ValueID {
    var items: [GuardedItem] = []
    var isEnded = arena[value].variant == 0
    for item in guarded(arena.items(value), binding, { $0.substitute($1, binding) }) {
      if item.flags.contains(.spread) {
        spread(item.value, under: item.under, into: &items, &isEnded)
      } else {
        items.append(item)
      }
    }
    let payload = arena[value].payload
    // What was cut out of a list may be any part of it.
    return list(items, isEnded: isEnded && payload == 0, bound: payload == 0 ? nil : Int(payload) - 1)
  }

  private mutating func query(_ value: ValueID, _ binding: UInt32) -> ValueID {
    var result = place(arena.base(value), binding)
    for step in guarded(arena.steps(value), binding, { $0.substitute($1, binding) }) {
      result = step.flags.contains(.spread) ? with(step, result) : plus(result, step)
    }
    return result
  }

  /// A query without steps. Of several places each is one, also those that wait for nothing.
  private mutating func place(_ base: ValueID, _ binding: UInt32) -> ValueID {
    guard arena.kind(base) == .choice else {
      return mapAlternatives(substitute(base, binding)) { evaluator, made in
        let isPlace = evaluator.arena.kind(made) != .query && made != ValueArena.absent
        return isPlace ? evaluator.query(made, []) : made
      }
    }
    let items = guarded(arena.items(base), binding) { $0.place($1, binding) }
    return choice(
      items.flatMap { $0.value == ValueArena.absent ? [] : alternatives($0.value, under: $0.under) })
  }

  /// The items whose conditions may hold, with what becomes of their values. Where the budget ends before all of it is
  /// known no condition is decided: those that exclude one another would not do so any more, if one was and the other not.
  private mutating func guarded(
    _ items: [GuardedItem], _ binding: UInt32, _ become: (inout Evaluator, ValueID) -> ValueID
  ) -> [GuardedItem] {
    var found: [(before: CondID, item: GuardedItem)] = []
    for var item in items {
      let before = item.under
      item.under = substitute(before, binding)
      if item.under != .never { found.append((before, item)) }
    }
    for place in found.indices { found[place].item.value = become(&self, found[place].item.value) }
    if budget.isSpent { for place in found.indices { found[place].item.under = cut(found[place].before) } }
    return found.map(\.item)
  }

  /// The receiver is replaced, and what the captured symbols stand for.
  private mutating func function(_ value: ValueID, _ cell: ValueArena.Cell, _ binding: UInt32) -> ValueID {
    var words = Array(arena.words(value))
    if cell.variant == FunctionForm.own {
      words[0] = substitute(ValueID(raw: words[0]), binding).raw
      for place in stride(from: 2, to: words.count, by: 2) {
        words[place] = substitute(ValueID(raw: words[place]), binding).raw
      }
      return arena.intern(.function, variant: cell.variant, payload: cell.payload, words, isOpen: isOpenFunction(words))
    }
    words = words.map { substitute(ValueID(raw: $0), binding).raw }
    if cell.variant == FunctionForm.method {
      let place = origins[Int(arena[ValueID(raw: words[1])].payload)]
      return member(ValueID(raw: words[0]), NameID(cell.payload), Site(function: place.function, node: place.node))
    }
    return arena.intern(
      .function, variant: cell.variant, payload: cell.payload, words,
      isOpen: words.contains { arena.isOpen(ValueID(raw: $0)) })
  }

  func isOpenFunction(_ words: [UInt32]) -> Bool {
    arena.isOpen(ValueID(raw: words[0]))
      || stride(from: 2, to: words.count, by: 2).contains { arena.isOpen(ValueID(raw: words[$0])) }
  }

  private mutating func stuck(_ value: ValueID, _ cell: ValueArena.Cell, _ binding: UInt32) -> ValueID {
    switch StuckOperation(rawValue: cell.variant) ?? .truth {
    case .truth: return self.value(of: substitute(CondID(raw: cell.payload), binding))
    case .loop: return loop(value, cell, binding)
    default: break
    }
    let parts = parts(value, binding)
    let site = Site(function: 0, node: NodeID(0))
    switch StuckOperation(rawValue: cell.variant) ?? .truth {
    case .member: return member(parts[0], NameID(cell.payload), memberSites[value] ?? site)
    case .index: return index(parts[0], parts[1], site)
    case .slice: return cell.payload == 0 ? some(parts[0]) : cut(parts[0], to: Int(cell.payload) - 1)
    case .rest: return rest(of: parts[0], behind: cell.payload)
    case .call: return call(cell.payload, parts).value
    case .after: return changed(by: cell.payload, parts)
    case .element: return element(of: parts[0], OriginID(raw: cell.payload))
    case .binary: return binary(UInt8(truncatingIfNeeded: cell.payload), parts, site)
    case .unary: return unary(UInt8(truncatingIfNeeded: cell.payload), parts[0], site)
    case .put: return put(parts[0], NameID(cell.payload), parts[1])
    case .putIndex: return putIndex(parts[0], parts[1], parts[2])
    case .plus: return plus(parts[0], GuardedItem(.always, parts[1], OriginID(raw: cell.payload)))
    case .length: return make(.length, parts, OriginID(raw: 0))
    case .entered: return entered(parts[0], site).value
    case .given: return self.value(of: given(parts[0]))
    case .associated: return associated(parts[0], Int(arena.integer(parts[1]) ?? 0), NameID(cell.payload))
    case .typeOf: return typeOf(parts[0])
    case .cast: return cast(parts[0], parts[1], site)
    case .typed: return typed(parts[0], parts[1], site)
    case .truth, .loop: return value
    }
  }
}
