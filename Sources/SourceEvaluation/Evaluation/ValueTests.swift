import SourceSemantics
import SourceSyntax
import SourceTokens

/// What libraries ask of values by calls, and values that hold another one.
extension Evaluator {
  mutating func tested(_ construct: Construct, _ arguments: [ValueID]) -> ValueID {
    switch construct {
    case .equals: return value(of: equality(arguments[0], arguments[1]))
    case .equalsIgnoringCase: return value(of: equality(lowercased(arguments[0]), lowercased(arguments[1])))
    case .isEmpty: return value(of: !truth(arguments[0]))
    case .isBlank: return value(of: isBlank(arguments[0]))
    case .isThere: return value(of: presence(arguments[0]))
    case .isIn: return value(of: containment(arguments[0], arguments[1]))
    default: return value(of: !truth(arguments[0]))
    }
  }

  private mutating func isBlank(_ value: ValueID) -> CondID {
    if arena.kind(value) == .choice { return anyOf(value) { $0.isBlank($1) } }
    guard let text = arena.knownText(value) else { return !truth(value) }
    return program.names.bytes(of: text).allSatisfy { $0 <= UInt8(ascii: " ") } ? .always : .never
  }

  private mutating func lowercased(_ value: ValueID) -> ValueID {
    if arena.kind(value) == .choice { return mapAlternatives(value) { $0.lowercased($1) } }
    guard let text = arena.knownText(value) else { return value }
    return arena.text(program.names.cased(text, isUpper: false))
  }

  /// One of the items of a list by its place, counted from nought.
  mutating func item(_ place: Int64, of value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .symbol, .stuck: arena.make(place == 1 ? .second : .third, [value])
    default: index(value, arena.integer(place), site(of: origin))
    }
  }

  /// The entries of a record; anything else is gone through itself.
  mutating func entered(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .record: make(.pairs, [value], OriginID(raw: 0))
    case .choice: mapAlternatives(value) { $0.entered($1) }
    case .symbol, .stuck: arena.make(.entered, [value])
    case .made where isWaiting(forSymbols: value): arena.make(.entered, [value])
    default: value
    }
  }

  /// What a list is made from: nothing, a number of places, or another list.
  mutating func listed(_ value: ValueID) -> ValueID {
    guard arena.kind(value) == .list, arena.items(value).count == 1, let only = arena.items(value).first?.value else {
      return value
    }
    switch arena.kind(only) {
    case .list, .result: return only
    case .integer: return list(of: [])
    case .symbol, .stuck: return arena.make(.listed, [value])
    case .choice: return mapAlternatives(only) { evaluator, one in evaluator.listed(evaluator.list(of: [one])) }
    case .made where arena.construct(only) == .repeated: return only
    case .unknown: return list(of: [], isEnded: false)
    default: return value
    }
  }

  /// Keys and values one behind the other.
  mutating func alternating(_ value: ValueID) -> ValueID {
    guard arena.kind(value) == .list, arena[value].variant == 0 else { return record([ValueArena.absent, value]) }
    return record(arena.items(value).map(\.value))
  }

  /// A list of what the cells in it hold, or what a cell holds; anything else is what it is.
  mutating func contents(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.contents($1) }
    case .symbol, .stuck: return arena.make(.contents, [value])
    case .made where arena.construct(value) == .cell: return arena.value(value, 0)
    case .made where isWaiting(forSymbols: value): return arena.make(.contents, [value])
    case .list:
      let items = arena.items(value).map { item in
        GuardedItem(item.under, contents(item.value), item.origin, item.flags)
      }
      return list(items, isEnded: arena[value].variant == 0)
    case .record:
      return record(entries(value).flatMap { [$0.key, $0.key == ValueArena.absent ? $0.value : contents($0.value)] })
    default: return value
    }
  }

  /// What a stream hands on, one after the other, or what is in a box.
  mutating func held(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.held($1) }
    case .symbol, .stuck: return arena.make(.content, [value])
    case .made where [.optional, .stream, .cell].contains(arena.construct(value)):
      return arena.value(value, 0)
    case .result:
      let target = arena.value(value, 0)
      return part(value, sort(target) == .document ? .document : .documents)
    default: return content(value)
    }
  }
}
