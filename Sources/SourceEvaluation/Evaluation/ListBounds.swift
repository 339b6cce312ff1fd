import SourceSemantics
import SourceSyntax

/// How many items lists have at most, where the code says so: `ids.slice(0, 10)`, `ids[:10]`, `ids.take(10)`.
///
/// A list whose items are not all known keeps its bound as its payload, one higher; zero: nothing is said.
extension Evaluator {
  /// Longer lists are as good as unbounded.
  private static let longest: Int64 = 1_000_000

  /// How many items a list has at most; nil for anything else, and where only the run knows.
  package mutating func bound(of value: ValueID) -> Int? {
    switch arena.kind(value) {
    case .list: return bound(ofList: value)
    case .choice:
      let bounds = arena.items(value).map { item in bound(of: item.value) ?? bound(of: item.value, where: item.under) }
      return bounds.contains(nil) ? nil : bounds.compactMap(\.self).max()
    case .made where arena.construct(value) == .repeated: return bound(of: arena.value(value, 1))
    case .result: return bound(ofQuery: arena.value(value, 0))
    default: return nil
    }
  }

  private mutating func bound(ofList list: ValueID) -> Int? {
    if arena[list].payload > 0 { return Int(arena[list].payload) - 1 }
    guard arena[list].variant == 0 else { return nil }
    var sum = 0
    for item in arena.items(list) {
      guard !item.flags.contains(.repeats), let count = item.flags.contains(.spread) ? bound(of: item.value) : 1 else {
        return nil
      }
      sum += count
    }
    return sum
  }

  /// The last limit that a query surely has.
  private func bound(ofQuery query: ValueID) -> Int? {
    guard arena.kind(query) == .query else { return nil }
    let limits = arena.steps(query).filter {
      [.limit, .limitToLast, .limitToFirst].contains(arena.construct($0.value))
    }
    guard let last = limits.last, last.under == .always else { return nil }
    return count(arena.value(last.value, 0))
  }

  private func count(_ value: ValueID) -> Int? {
    guard let number = arena.integer(value), (0...Self.longest).contains(number) else { return nil }
    return Int(number)
  }

  // MARK: - What is cut out of a list

  /// The items of a list from one place to another, or its first or last ones.
  /// - Parameter further: one more for a range that takes in its end.
  mutating func cut(_ list: ValueID, from start: ValueID?, to end: ValueID, further: Int = 0) -> ValueID {
    let first = start ?? arena.integer(0)
    if end == ValueArena.absent { return rest(of: list, from: first) }
    guard let distance = distance(first, end) else { return some(list) }
    return cut(list, to: distance + further)
  }

  /// The items from a place on.
  mutating func rest(of value: ValueID, from start: ValueID) -> ValueID {
    arena.integer(start).flatMap { UInt32(exactly: $0) }.map { rest(of: value, behind: $0) } ?? some(value)
  }

  mutating func rest(of value: ValueID, behind count: UInt32) -> ValueID {
    switch arena.kind(value) {
    case .symbol, .stuck: return stuck(.rest, count, [value])
    case .choice: return mapAlternatives(value) { $0.rest(of: $1, behind: count) }
    case .made where isWaiting(forSymbols: value): return stuck(.rest, count, [value])
    case .list where arena[value].variant == 0:
      let items = arena.items(value)
      let isPlain = items.prefix(Int(count)).allSatisfy { $0.under == .always && $0.flags.isEmpty }
      return isPlain ? list(Array(items.dropFirst(Int(count)))) : some(value)
    default: return some(value)
    }
  }

  mutating func cut(_ value: ValueID, to most: Int) -> ValueID {
    switch arena.kind(value) {
    case .symbol, .stuck: return stuck(.slice, UInt32(most) + 1, [value])
    case .choice: return mapAlternatives(value) { $0.cut($1, to: most) }
    case .made where isWaiting(forSymbols: value): return stuck(.slice, UInt32(most) + 1, [value])
    case .list: return list(arena.items(value), isEnded: false, bound: min(most, bound(of: value) ?? most))
    case .text: return some(value)
    case .unknown, .made:
      guard arena.kind(value) == .unknown || arena.construct(value) == .repeated else { return value }
      let whole = GuardedItem(.always, value, OriginID(raw: 0), .spread)
      return list([whole], bound: min(most, bound(of: value) ?? most))
    default: return value
    }
  }

  /// How far it is from one place to another: from `i` to `i + 30`, or to the least of several.
  private func distance(_ start: ValueID, _ end: ValueID) -> Int? {
    if let from = arena.integer(start), let to = arena.integer(end) {
      let (distance, isOverflow) = to.subtractingReportingOverflow(from)
      return !isOverflow && (0...Self.longest).contains(distance) ? Int(distance) : nil
    }
    switch arena.kind(end) {
    case .stuck where arena[end].variant == StuckOperation.binary.rawValue:
      guard arena[end].payload == UInt32(Operator.add.rawValue), arena.value(end, 0) == start else { return nil }
      return count(arena.value(end, 1))
    case .unknown:
      guard let parts = unknownSums[end], parts[0] == start else { return nil }
      return count(parts[1])
    case .made where arena.construct(end) == .least:
      let places = arena.value(end, 0)
      guard arena.kind(places) == .list else { return nil }
      return arena.items(places).compactMap { distance(start, $0.value) }.min()
    default: return nil
    }
  }

  /// The numbers from one to another.
  mutating func range(_ start: ValueID, _ end: ValueID, isOpen: Bool) -> ValueID? {
    distance(start, end).map { list([], isEnded: false, bound: isOpen ? $0 : $0 + 1) }
  }
}
