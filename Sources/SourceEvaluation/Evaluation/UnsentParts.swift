import SourceSemantics
import SourceSyntax
import SourceTokens

/// Parts of a query that go to a function that is not read: they make one there, of which nothing else is known.
extension Evaluator {
  mutating func noteParts(_ arguments: [ValueID], _ call: CallShape) {
    let unit = functions[origins[Int(call.origin.raw)].function].key.unit
    guard program.units[unit].words.namesDecide, importsSDK(unit), call.name.map({ !keeps($0) }) ?? true else { return }
    noteParts(arguments, call.origin)
  }

  mutating func noteParts(_ arguments: [ValueID], _ origin: OriginID) {
    var found: [ValueID] = []
    for argument in arguments { collect(argument, 3, &found) }
    guard let first = found.first else { return }
    let any = query(arena.make(.anyQuery, []), [])
    noteBuilt(refined(any, list(of: found), origin), place(ofConstraint: first) ?? origin)
  }

  /// What keeps values makes no query of them.
  private func keeps(_ name: NameID) -> Bool { program.names.text(name).hasPrefix("set") }

  private func collect(_ value: ValueID, _ depth: Int, _ found: inout [ValueID]) {
    switch arena.kind(value) {
    case .made where arena.construct(value) == .placed: found.append(value)
    case .list where depth > 0: for item in arena.items(value) { collect(item.value, depth - 1, &found) }
    case .record where depth > 0: for entry in entries(value) { collect(entry.value, depth - 1, &found) }
    default: break
    }
  }
}
