import Diagnostics

/// How long lists are at most, where the code says it: `ids.prefix(10)`, `ids.slice(i, i + 30)`, `ids[:10]`.
extension Interpreter {
  /// What a call makes of a list, with what is known about its length: what is cut has a length, and what is mapped,
  /// sorted or copied is no longer than before.
  func measured(
    _ value: ScannedValue, _ name: String, of receiver: ScannedValue?, _ arguments: [CallArgument], _ expression: Expression? = nil
  ) -> ScannedValue {
    if let count = cutLength(name, arguments) { return value.holding(atMost: count) }
    if Self.keeping.contains(name), let count = receiver?.maximumCount { return value.holding(atMost: count) }
    if arguments.count == 1, Self.copying.contains(name), let count = arguments[0].value.maximumCount {
      return value.isUnknown || value == arguments[0].value ? value.holding(atMost: count) : value
    }
    return value
  }

  /// `ids[0..<10]`, `ids[...9]`, `ids[:10]`: an element of anything else has no length.
  func measuredSlice(_ value: ScannedValue, _ place: Span) -> ScannedValue {
    var text = text(place)[...]
    guard text.popFirst() == "[", text.popLast() == "]" else { return value }
    for (sign, further) in [("..<", 0), ("...", 1), (":", 0)] {
      guard let middle = text.firstRange(of: sign) else { continue }
      let (start, end) = (text[..<middle.lowerBound], text[middle.upperBound...])
      if end.isEmpty, sign == ":", start.first == "-" {
        return number(start.dropFirst()).map { value.holding(atMost: $0) } ?? value
      }
      return distance(start, end).map { value.holding(atMost: $0 + further) } ?? value
    }
    return value
  }

  /// How often a loop over numbers goes round: `0..<5`, `range(5)`, and `i < 5` beside a counter.
  func rounds(of loop: Loop) -> Int? {
    guard let sequence = loop.sequence else {
      guard loop.tests.count == 1, !loop.prelude.isEmpty, case .other(let operands) = loop.tests[0].kind, operands.count == 2
      else { return nil }
      switch sign(between: operands) {
      case .less: return integer(operands[1])
      case .lessOrEqual: return integer(operands[1]).map { $0 + 1 }
      default: return nil
      }
    }
    let text = text(sequence.span)[...]
    for (sign, further) in [("..<", 0), ("...", 1), ("until", 0), ("..", 1)] {
      guard let middle = text.firstRange(of: sign) else { continue }
      return distance(text[..<middle.lowerBound], text[middle.upperBound...]).map { $0 + further }
    }
    guard text.hasPrefix("range("), text.last == ")" else { return nil }
    let parts = text.dropFirst("range(".count).dropLast().split(separator: ",")
    switch parts.count {
    case 1: return number(parts[0])
    case 2: return distance(parts[0], parts[1])
    default: return nil
    }
  }

  // MARK: Lengths

  private func cutLength(_ name: String, _ arguments: [CallArgument]) -> Int? {
    switch name {
    case "prefix", "suffix", "take", "takeLast", "limit":
      guard arguments.count == 1, arguments[0].label == nil, case .integer(let count) = arguments[0].value else { return nil }
      return Self.length(count)
    case "slice", "sublist", "subList", "copyOfRange":
      guard arguments.count >= 2 else { return nil }
      let ends = arguments.suffix(2).map { text($0.span)[...] }
      return distance(ends[0], ends[1])
    case "splice":
      guard arguments.count == 2, case .integer(let count) = arguments[1].value else { return nil }
      return Self.length(count)
    default: return nil
    }
  }

  /// How far it is from one place to another: `i`, `min(i + 30, ids.count)`.
  private func distance(_ start: Substring, _ end: Substring) -> Int? {
    if let from = start.isEmpty ? 0 : number(start), let to = number(end) { return to >= from ? to - from : nil }
    if end.hasPrefix(start + "+") { return number(end.dropFirst(start.count + 1)) }
    for word in ["Math.min(", "minOf(", "min("] where end.hasPrefix(word) && end.hasSuffix(")") {
      return end.dropFirst(word.count).dropLast().split(separator: ",").compactMap { distance(start, $0) }.min()
    }
    return nil
  }

  /// A number, or a name that stands for one.
  private func number(_ text: Substring) -> Int? {
    if let number = Int64(text) { return Self.length(number) }
    guard let first = text.first, first.isLetter || first == "_", text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    guard case .integer(let number) = silently({ value(ofName: String(text), Span(0, 0)) }) else { return nil }
    return Self.length(number)
  }

  private func integer(_ expression: Expression) -> Int? { number(text(expression.span)[...]) }

  private static func length(_ number: Int64) -> Int? { number >= 0 && number <= 1_000_000 ? Int(number) : nil }

  /// What leaves a list as long as it is, or makes it shorter.
  private static let keeping: Set<String> = [
    "map", "mapNotNull", "compactMap", "filter", "filterNot", "filterNotNull", "sorted", "sortedBy", "sort", "toSorted",
    "reversed", "reverse", "toReversed", "shuffled", "toList", "toSet", "toArray", "toTypedArray", "toMutableList", "distinct",
    "where", "whereType", "cast", "stream", "asSequence", "values", "orEmpty", "collect",
  ]

  /// What makes a list of its only argument.
  private static let copying: Set<String> = [
    "Array", "Set", "List", "list", "set", "tuple", "sorted", "from", "copyOf", "ArrayList", "HashSet",
  ]
}
