import SourceSemantics
import SourceSyntax
import SourceTokens

/// Methods that are assigned to the prototype of a function.
extension Evaluator {
  /// The methods that are assigned to the same prototype as one of them, as a record.
  mutating func prototype(around method: Int, in outer: Int) -> ValueID? {
    let key = functions[method].key
    let unit = program.units[key.unit]
    guard let (owner, _) = assigned(key.node, unit) else { return nil }
    let graph = functions[outer].graph
    var parts: [ValueID] = []
    for index in graph.cells.indices where graph.cells[index].operation == .function {
      let node = graph.inner[Int(graph.cells[index].payload)]
      guard let other = assigned(node, unit), other.owner == owner else { continue }
      parts += [arena.text(other.name), value(GraphNode(raw: UInt32(index)), of: outer)]
    }
    return record(parts)
  }

  /// A record as its functions find it: others may have put something into it.
  mutating func atRest(record: ValueID) -> ValueID {
    guard arena.kind(record) == .record else { return record }
    let later = arena.unknown(.operation, OriginID(raw: 0))
    let parts = entries(record).flatMap { [$0.key, $0.value == ValueArena.null ? later : $0.value] }
    // In front: what is known of the record is not taken for replaced.
    return self.record([ValueArena.absent, later] + parts)
  }

  private func assigned(_ function: NodeID, _ unit: Program.Unit) -> (owner: NameID, name: NameID)? {
    let node = unit.parents[Int(function.raw)]
    guard unit.tree.kind(node) == .assign, let owner = unit.tree.prototypeOwner(ofAssignment: node, unit.rules),
      let target = unit.tree.children(of: node).first
    else { return nil }
    return (owner, unit.tree.name(target))
  }
}
