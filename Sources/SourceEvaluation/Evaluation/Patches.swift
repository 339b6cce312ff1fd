import SourceSemantics
import SourceSyntax
import SourceTokens

/// Fields that hold an object of which calls change some parts.
extension Evaluator {
  /// The object with parts of one of its fields changed.
  /// - Parameter patch: the parts, or a function that makes them of what is there.
  mutating func patched(_ object: ValueID, _ field: ValueID, _ patch: ValueID, _ origin: OriginID) -> ValueID {
    guard let name = arena.knownText(field) else { return object }
    switch arena.kind(object) {
    case .choice: return mapAlternatives(object) { $0.patched($1, field, patch, origin) }
    case .symbol, .stuck: return arena.make(.patched, [object, field, patch])
    case .object:
      let before = member(object, name, site(of: origin))
      let parts = arena.kind(patch) == .function ? run(patch, [before], origin) : patch
      return put(object, name, overlaid(before, with: parts, origin))
    default: return object
    }
  }

  private mutating func overlaid(_ before: ValueID, with parts: ValueID, _ origin: OriginID) -> ValueID {
    if isNothing(parts) { return before }
    guard arena.kind(before) == .record else { return arena.kind(parts) == .record ? parts : before }
    guard arena.kind(parts) == .record else { return withAnyEntry(before, origin) }
    let start = isOpenRecord(parts) ? withAnyEntry(before, origin) : before
    return entries(parts).filter { $0.key != ValueArena.absent && !isVague($0.key) }.reduce(start) { record, entry in
      putIndex(record, entry.key, entry.value)
    }
  }

  /// Any of the entries may be another one.
  private mutating func withAnyEntry(_ record: ValueID, _ origin: OriginID) -> ValueID {
    self.record(
      entries(record).flatMap { entry in
        [entry.key, entry.key == ValueArena.absent ? entry.value : arena.unknown(.operation, origin)]
      })
  }

  /// What an object becomes by a method that rows describe, in the function that calls it; nil where it stays.
  mutating func changed(_ object: ValueID, by call: GraphNode, of function: Int, _ binding: UInt32) -> ValueID? {
    let graph = functions[function].graph
    let operands = Array(graph.operands(call))
    let given = operands.dropFirst().map { substitute(value($0, of: function), binding) }
    let labels = graph.shapes[Int(graph[call].payload)].labels
    let shape = shape(
      CallShape(
        origin: origin(function, graph[call].site), name: NameID(graph[operands[0]].payload),
        labels: labels))
    let outer = pendingEffects
    defer { pendingEffects = outer }
    return apply(object, Array(given.prefix(labels.count)), shape).receiver
  }

  /// The value of a field behind an event that may have happened: of objects each part by itself.
  mutating func behind(
    _ happened: CondID, _ written: ValueID, _ current: ValueID, instead before: ValueID
  ) -> ValueID {
    guard [written, current, before].allSatisfy({ arena.kind($0) == .record && !isOpenRecord($0) }) else {
      return current == ValueArena.absent ? written : either(happened, written, current)
    }
    var result = current
    for (key, value) in entries(written) where entry(of: before, key) != value {
      let now = entry(of: current, key)
      result = putIndex(result, key, either(happened, value, now ?? ValueArena.null))
    }
    return result
  }

  /// That something else may have been put there of which nothing is known is said once.
  private mutating func either(_ happened: CondID, _ written: ValueID, _ current: ValueID) -> ValueID {
    if arena.kind(written) == .unknown, mayBeUnknown(current) { return current }
    return choose(happened, written, current)
  }

  private func mayBeUnknown(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .unknown: true
    case .choice: arena.items(value).contains { arena.kind($0.value) == .unknown }
    default: false
    }
  }
}
