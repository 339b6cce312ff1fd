import SourceSemantics
import SourceTokens

/// Whether calls that wait for their callers may ask something in the end.
extension Evaluator {
  func mayMatter(_ name: NameID) -> Bool {
    models.mayAsk(name) || models.running.contains(name) || relevance.names.contains(name)
  }

  /// The same of a call with its arguments: `map.get("key")` is no read, whatever is in the map.
  func mayMatter(_ name: NameID, _ arguments: [ValueID], _ labels: [NameID]) -> Bool {
    if relevance.names.contains(name) || models.dropping.contains(name) { return true }
    if models.running.contains(name), arguments.contains(where: { mayBeRun($0) }) { return true }
    return models.asking[name]?.contains { mayBe(arguments, labels, of: $0) } ?? false
  }

  /// Whether a function is among the arguments that may ask something: whoever is called may run it.
  func hands(_ arguments: [ValueID]) -> Bool {
    let members = arguments.filter { arena.kind($0) == .stuck && arena[$0].variant == StuckOperation.member.rawValue }
    if members.contains(where: { relevance.names.contains(NameID(arena[$0].payload)) }) { return true }
    return handed(arguments, depth: 3).contains { value in
      arena[value].variant == FunctionForm.own && relevance.contains(functions[Int(arena[value].payload)].key)
    }
  }

  /// Whether it may be a function that asks something, or calls one that it gets.
  private func mayBeRun(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .text, .integer, .boolean, .scalar, .null, .absent: false
    case .function where arena[value].variant == FunctionForm.own:
      relevance.mayAsk(functions[Int(arena[value].payload)].key)
    default: true
    }
  }

  /// Whether they may be what a row takes.
  func mayBe(_ arguments: [ValueID], _ labels: [NameID], of id: RowID) -> Bool {
    guard let parameters = models[id].parameters else { return true }
    let names = models.labels(of: id)
    var next = 0
    for (place, value) in arguments.enumerated() {
      let label = place < labels.count ? labels[place] : .empty
      if label == Word.each.name || label == Word.or.name { return true }
      if label != .empty {
        guard let index = names.firstIndex(of: label) else {
          if parameters.contains(where: \.isRest) { continue }
          return false
        }
        if !mayBe(value, parameters[index].role) { return false }
        continue
      }
      while next < parameters.count, parameters[next].isKeyword { next += 1 }
      guard next < parameters.count else { return false }
      if parameters[next].isRest { continue }
      if !mayBe(value, parameters[next].role) { return false }
      next += 1
    }
    return true
  }

  private func mayBe(_ value: ValueID, _ role: ParameterRole) -> Bool {
    switch arena.kind(value) {
    case .choice: arena.items(value).contains { mayBe($0.value, role) }
    case .text, .integer, .boolean, .scalar: !Self.made.contains(role) && role != .list && role != .record
    case .list: !Self.made.contains(role) && role != .record
    case .record: !Self.made.contains(role) && role != .list
    case .function: ![.document, .query, .realtime, .transaction, .list, .record].contains(role)
    default: true
    }
  }

  /// Roles of what only an SDK, or only the code, makes.
  private static let made: Set<ParameterRole> = [
    .document, .query, .target, .realtime, .transaction, .database, .callable, .noAnswer,
  ]
}
