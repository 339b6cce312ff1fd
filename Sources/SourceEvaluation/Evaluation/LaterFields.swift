import SourceSemantics
import SourceSyntax
import SourceTokens

/// Fields that a class only declares, and that one of its methods gives a value later.
extension Evaluator {
  /// What is in such a field at any time; nil where no method gives it anything.
  mutating func laterField(_ object: ValueID, _ name: NameID) -> ValueID? {
    let key = FieldKey(object: object, name: name)
    if let known = laterFields[key] { return known }
    // What it is given depends on what is in it.
    guard busyFields.insert(key).inserted else { return nil }
    defer { busyFields.remove(key) }
    var result: ValueID?
    var given: Set<ValueID> = []
    for write in laterWrites(to: name, Int(arena[object].payload)) {
      let this = binding([Binding.Pair(symbol: symbol(.this(function: write.method)), value: object)])
      let written = closed(substitute(value(write.value, of: write.function), this), write.function)
      // Who gives it what others give it, too, makes nothing else possible.
      if isNothing(written) || !given.insert(written).inserted { continue }
      let place = origins[Int(write.place.raw)]
      let subject = arena.unknown(.operation, origin(place.function, place.node, extra: 6))
      let happened = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0)))
      result = choose(happened, written, result ?? ValueArena.null)
    }
    if let result, !budget.isSpent { laterFields[key] = result }
    return result
  }

  /// Where methods of a class and of its bases give a field a value. What a setter is given stands where it is used.
  private mutating func laterWrites(to name: NameID, _ type: Int) -> [LaterWrite] {
    if let known = ownWrites[type] { return known[name] ?? [] }
    var found: [NameID: [LaterWrite]] = [:]
    for place in lineage(type) {
      for method in methods(place) where functions[method].type == place && !isSetter(method) {
        for function in laterFunctions(in: method) { noteLaterWrites(function, in: method, &found) }
      }
    }
    ownWrites[type] = found
    return found[name] ?? []
  }

  private func isSetter(_ method: Int) -> Bool {
    let key = functions[method].key
    return program.units[key.unit].tree[key.node].functionForm == .setter
  }

  private mutating func noteLaterWrites(_ function: Int, in method: Int, _ found: inout [NameID: [LaterWrite]]) {
    let graph = functions[function].graph
    for index in graph.cells.indices where graph.cells[index].operation == .put {
      let node = GraphNode(raw: UInt32(index))
      guard isOwn(graph.operand(node, 0), graph) else { continue }
      let write = LaterWrite(
        method: method, function: function, value: graph.operand(node, 1),
        place: origin(function, graph.cells[index].site))
      found[NameID(graph.cells[index].payload), default: []].append(write)
    }
  }
}

/// A field of an object.
struct FieldKey: Hashable, Sendable {
  var object: ValueID
  var name: NameID
}

/// A place that gives a field of its own object a value.
struct LaterWrite: Sendable {
  var method: Int
  /// The method, or a function that is written in it.
  var function: Int
  var value: GraphNode
  var place: OriginID
}
