import Diagnostics

/// How long lists are at most, where the code says it: `ids.prefix(10)`, `ids.slice(i, i + 30)`, `ids[:10]`.
extension Interpreter {
  /// What a call makes of a list, with what is known about its length: what is cut has a length, and what is mapped,
  /// sorted or copied is no longer than before.
  func measured(
    _ value: ScannedValue, _ name: String, of receiver: ScannedValue?, _ arguments: [CallArgument]
  ) -> ScannedValue {
    guard value.canHoldMany else { return value }
    if let count = cutLength(name, arguments) { return value.holding(atMost: count) }
    if let count = receiver?.maximumCount, Self.keeping.contains(name) { return value.holding(atMost: count) }
    if arguments.count == 1, arguments[0].label == nil, let count = arguments[0].value.maximumCount,
      Self.copying.contains(name)
    {
      return value.holding(atMost: count)
    }
    return value
  }

  /// `ids[0..<10]`, `ids[...9]`, `ids[:10]`: an element of anything else has no length.
  func measuredSlice(_ value: ScannedValue, _ place: Span) -> ScannedValue {
    guard value.canHoldMany, place.end - place.start <= Self.longestMeasure else { return value }
    guard hasRangeSign(in: place) else { return value }
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

  /// Ranges of numbers: `0..<5`, `0..5`, `0 until 5`; an unknown value for any other operation.
  func measuredRange(_ expression: Expression, _ operands: [Expression]) -> ScannedValue {
    guard operands.count == 2, hasRangeSign(operands) else { return .unknown(UnknownValue()) }
    let (start, end) = (text(operands[0].span)[...], text(operands[1].span)[...])
    let between = text(Span(operands[0].span.end, operands[1].span.start), withoutParentheses: true)
    let isOpen = between == "..<" || between == "until"
    let length = distance(start, end).map { isOpen ? $0 : $0 + 1 }
    return length.map { ScannedValue.unknown(UnknownValue()).holding(atMost: $0) } ?? .unknown(UnknownValue())
  }

  /// Looked at in the bytes, since everything in brackets is asked.
  private func hasRangeSign(in place: Span) -> Bool {
    let bytes = source.text.bytes
    guard place.start >= 0, place.start < place.end, place.end <= bytes.count else { return false }
    var previous: UInt8 = 0
    for byte in bytes[place.start..<place.end] where byte > 0x20 {
      if byte == UInt8(ascii: ":") || (byte == UInt8(ascii: ".") && previous == byte) { return true }
      previous = byte
    }
    return false
  }

  /// Looked at in the bytes, since every operation is asked.
  private func hasRangeSign(_ operands: [Expression]) -> Bool {
    let bytes = source.text.bytes
    let (start, end) = (operands[0].span.end, operands[1].span.start)
    guard start >= 0, start < end, end <= bytes.count else { return false }
    let sign = bytes[start..<end].first { $0 > 0x20 && $0 != UInt8(ascii: ")") }
    return sign == UInt8(ascii: ".") || sign == UInt8(ascii: "u")
  }

  /// How often a loop with a counter goes round: `for (let i = 0; i < 5; i++)`.
  func rounds(of loop: Loop) -> Int? {
    guard loop.sequence == nil, loop.prelude.count == 3, case .variable(let counter) = loop.prelude[0].kind,
      case .name(let name) = counter.pattern, let start = counter.value.flatMap(number),
      case .expression(let test) = loop.prelude[1].kind, case .other(let operands) = test.kind, operands.count == 2,
      case .name(name) = operands[0].kind, let end = number(operands[1]),
      case .expression(let step) = loop.prelude[2].kind, let width = width(of: step, name),
      !loop.body.contains(where: { $0.changes(name) })
    else { return nil }
    let (way, size) = width > 0 ? (end - start, width) : (start - end, -width)
    switch (sign(between: operands), width > 0) {
    case (.less?, true), (.greater?, false): return max(0, (way + size - 1) / size)
    case (.lessOrEqual?, true), (.greaterOrEqual?, false): return way < 0 ? 0 : way / size + 1
    default: return nil
    }
  }

  /// The list whose length a condition compares, and how long it is at most then.
  func lengthTest(_ operands: [Expression], _ sign: Operator, holds: Bool) -> (list: Expression, bound: Int)? {
    let isFirst = operands[0].measuredList != nil
    guard let list = operands[isFirst ? 0 : 1].measuredList, let number = number(operands[isFirst ? 1 : 0]) else {
      return nil
    }
    switch (isFirst ? sign : sign.turned, holds) {
    case (.less, true), (.greaterOrEqual, false): return number > 0 ? (list, number - 1) : nil
    case (.lessOrEqual, true), (.greater, false), (.equal, true), (.unequal, false): return (list, number)
    default: return nil
    }
  }

  /// How far `i++`, `i -= 10` or `i = i + 2` goes; nil when it goes nowhere or only the run knows.
  private func width(of step: Expression, _ name: String) -> Int? {
    let text = text(step.span)
    switch text {
    case "\(name)++", "++\(name)": return 1
    case "\(name)--", "--\(name)": return -1
    default: break
    }
    for (sign, factor) in [("+=", 1), ("-=", -1), ("=\(name)+", 1), ("=\(name)-", -1)] where text.hasPrefix(name + sign)
    {
      let width = number(text.dropFirst(name.count + sign.count))
      return width == 0 ? nil : width.map { $0 * factor }
    }
    return nil
  }

  // MARK: Lengths

  private func cutLength(_ name: String, _ arguments: [CallArgument]) -> Int? {
    switch name {
    case "prefix", "suffix", "take", "takeLast", "takeRight", "limit":
      // Functions of their own get the list first: `_.take(ids, 10)`.
      guard (1...2).contains(arguments.count), let last = arguments.last, last.label == nil,
        case .integer(let count) = last.value
      else { return nil }
      return Self.length(count)
    case "slice", "sublist", "subList", "copyOfRange":
      guard arguments.count >= 2 else { return nil }
      let ends = arguments.suffix(2).map { text($0.span)[...] }
      return distance(ends[0], ends[1])
    case "range":
      guard (1...2).contains(arguments.count) else { return nil }
      return distance(
        arguments.count == 1 ? "" : text(arguments[0].span)[...], text(arguments.last?.span ?? Span(0, 0))[...])
    case "splice", "islice", "sample", "sampleSize":
      guard arguments.count == 2, case .integer(let count) = arguments[1].value else { return nil }
      return Self.length(count)
    default: return nil
    }
  }

  /// How far it is from one place to another: `i`, `min(i + 30, ids.count)`.
  private func distance(_ start: Substring, _ end: Substring) -> Int? {
    guard start.utf8.count + end.utf8.count <= Self.longestMeasure else { return nil }
    if let from = start.isEmpty ? 0 : number(start), let to = number(end) { return to >= from ? to - from : nil }
    if end.hasPrefix(start + "+") { return number(end.dropFirst(start.count + 1)) }
    for word in ["Math.min(", "minOf(", "min("] where end.hasPrefix(word) && end.hasSuffix(")") {
      return end.dropFirst(word.count).dropLast().split(separator: ",").compactMap { distance(start, $0) }.min()
    }
    return nil
  }

  /// A number, or a name that stands for one.
  private func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= Self.longestMeasure else { return nil }
    if let number = Int64(text) { return Self.length(number) }
    guard let first = text.first, first.isLetter || first == "_",
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    guard case .integer(let number) = silently({ value(ofName: String(text), Span(0, 0)) }) else { return nil }
    return Self.length(number)
  }

  private func number(_ expression: Expression) -> Int? { number(text(expression.span)[...]) }

  /// Bytes of code that may say how long something is; longer code is no such thing.
  private static let longestMeasure = 200

  private static func length(_ number: Int64) -> Int? { number >= 0 && number <= 1_000_000 ? Int(number) : nil }

  /// What leaves a list as long as it is, or makes it shorter.
  private static let keeping: Set<String> = [
    "map", "mapIndexed", "mapNotNull", "compactMap", "asyncMap", "concurrentMap", "filter", "filterNot",
    "filterNotNull",
    "filterIndexed", "where", "whereType", "takeWhile", "drop", "dropFirst", "dropLast", "dropWhile", "skip",
    "skipWhile",
    "sorted", "sortedBy", "sortedByDescending", "sort", "toSorted", "reversed", "reverse", "toReversed", "asReversed",
    "shuffled", "enumerated", "withIndex", "toList", "toSet", "toArray", "toTypedArray", "toMutableList", "asList",
    "asSequence", "distinct", "cast", "stream", "values", "orEmpty", "collect",
  ]

  /// What makes a list of its only argument.
  private static let copying: Set<String> = [
    "Array", "Set", "List", "list", "set", "tuple", "sorted", "from", "copyOf", "ArrayList", "HashSet",
  ]
}

extension Expression {
  /// The `ids` of `ids.length`, `ids.size()` and `len(ids)`.
  var measuredList: Expression? {
    switch kind {
    case .member(let base, let name): return Self.measures.contains(name) ? base : nil
    case .call(let call):
      if case .name("len") = call.callee.kind, call.arguments.count == 1 { return call.arguments[0].value }
      return call.arguments.isEmpty ? call.callee.measuredList : nil
    default: return nil
    }
  }

  private static let measures: Set<String> = ["length", "count", "size"]
}

extension Statement {
  /// Whether it assigns a variable anything.
  fileprivate func changes(_ name: String) -> Bool {
    var found = false
    forEachNode { node in
      if case .assignment(let target, _, _) = node.kind, case .name(name) = target.kind { found = true }
    }
    return found
  }
}
