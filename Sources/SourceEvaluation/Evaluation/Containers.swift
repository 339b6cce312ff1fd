import SourceSemantics
import SourceSyntax
import SourceTokens

/// Lists of lists, records of pairs, and what is asked of containers.
extension Evaluator {
  /// The items of the lists in a list; what is no list stays an item.
  mutating func flat(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.flat($1) }
    case .symbol, .stuck: return arena.make(.flat, [value])
    case .made where isWaiting(forSymbols: value): return arena.make(.flat, [value])
    case .list: break
    default: return value
    }
    var items: [GuardedItem] = []
    var isEnded = arena[value].variant == 0
    for item in arena.items(value) {
      switch arena.kind(item.value) {
      case .list where !item.flags.contains(.spread):
        spread(item.value, under: item.under, into: &items, &isEnded)
      case .choice where !item.flags.contains(.spread):
        for one in arena.items(item.value) {
          let under = diagrams.and(item.under, one.under)
          if arena.kind(one.value) == .list {
            spread(one.value, under: under, into: &items, &isEnded)
          } else if under != .never {
            items.append(GuardedItem(under, one.value, item.origin, item.flags))
          }
        }
      // Only a caller knows whether it is a list.
      case .symbol, .stuck: items.append(GuardedItem(item.under, item.value, item.origin, item.flags.union(.spread)))
      case .unknown: isEnded = false
      default: items.append(item)
      }
    }
    return list(items, isEnded: isEnded)
  }

  /// The items that count as true.
  mutating func present(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.present($1) }
    case .symbol, .stuck: return arena.make(.present, [value])
    case .made where isWaiting(forSymbols: value): return arena.make(.present, [value])
    case .list: break
    default: return value
    }
    let items = arena.items(value).flatMap { item -> [GuardedItem] in
      alternatives(item.value, under: item.under).filter { $0.under != .never && !isNothing($0.value) }
        .filter { $0.value != ValueArena.no }
        .map { GuardedItem($0.under, $0.value, item.origin, item.flags) }
    }
    return list(items, isEnded: arena[value].variant == 0)
  }

  mutating func isList(_ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .list, .result: ValueArena.yes
    case .choice: mapAlternatives(value) { $0.isList($1, origin) }
    case .symbol, .stuck: arena.make(.isList, [value])
    case .made where isWaiting(forSymbols: value): arena.make(.isList, [value])
    case .unknown: arena.unknown(.operation, origin)
    default: ValueArena.no
    }
  }

  /// A record of pairs: `new Map([["a", 1]])`.
  mutating func recordOf(_ pairs: ValueID) -> ValueID {
    switch arena.kind(pairs) {
    case .symbol, .stuck: return arena.make(.recordOf, [pairs])
    case .choice: return mapAlternatives(pairs) { $0.recordOf($1) }
    case .absent, .null: return record([])
    case .list where arena[pairs].variant == 0:
      var parts: [ValueID] = []
      for item in arena.items(pairs) {
        guard item.under == .always, item.flags.isEmpty, arena.kind(item.value) == .list,
          arena.items(item.value).count == 2
        else { return record([ValueArena.absent, ValueArena.scalar]) }
        parts += arena.items(item.value).map(\.value)
      }
      return record(parts)
    default: return record([ValueArena.absent, ValueArena.scalar])
    }
  }

  /// `Object.assign(x, y, z)`
  mutating func assigned(_ first: ValueID, _ more: ValueID) -> ValueID {
    guard arena.kind(more) == .list else { return first }
    return record(
      [ValueArena.absent, first] + arena.items(more).flatMap { [ValueArena.absent, $0.value] })
  }

  mutating func content(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: mapAlternatives(value) { $0.content($1) }
    case .made where arena.construct(value) == .dictionary: arena.value(value, 0)
    default: value
    }
  }

  /// A text in small or large letters.
  mutating func cased(_ construct: Construct, _ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.cased(construct, $1) }
    case .symbol, .stuck: return arena.make(construct, [value])
    default:
      guard let text = arena.knownText(value) else { return text([arena.unknown(.operation, OriginID(raw: 0))]) }
      return arena.text(program.names.cased(text, isUpper: construct == .raised))
    }
  }
}
