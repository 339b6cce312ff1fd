import SourceSemantics
import SourceSyntax
import SourceTokens

/// What calls change.
extension Evaluator {
  mutating func afterCall(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    if let same = unchanged(node, function) { return same }
    let graph = functions[function].graph
    let object = value(graph.operand(node, 1), of: function)
    let call = graph.operand(node, 0)
    if neverChanges(object) || changesNothing(call, graph) { return object }
    // Where the callee is known to change nothing, nothing is asked of it.
    if isHarmless(call, function) { return object }
    let applied = application(call, function)
    guard arena.kind(applied.value) == .stuck || applied.receiver != nil || !applied.arguments.isEmpty else {
      return object
    }
    let changed = cell.payload == 0 ? applied.receiver : applied.arguments[Int(cell.payload) - 1]
    if let changed { return changed }
    guard arena.kind(applied.value) == .stuck,
      arena[applied.value].variant == StuckOperation.call.rawValue
    else { return object }
    let words = arena.words(applied.value).map { ValueID(raw: $0) }
    return stuck(.after, arena[applied.value].payload, [arena.integer(Int64(cell.payload)), object] + words)
  }

  /// Whatever gets it, it stays what it is.
  private func neverChanges(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .absent, .unknown, .null, .boolean, .integer, .scalar, .text, .literal, .type, .external, .module, .function:
      true
    default: false
    }
  }

  /// A method that no code declares, and that no row says changes anything.
  mutating func changesNothing(_ call: GraphNode, _ graph: ValueGraph) -> Bool {
    guard graph[call].operation == .call, graph.shapes[Int(graph[call].payload)].isMethod else { return false }
    let callee = graph.operand(call, 0)
    guard graph[callee].operation == .member else { return false }
    let name = NameID(graph[callee].payload)
    return !models.changing.contains(name) && !program.words.usesGetters && !declaredNames.contains(name)
  }

  /// Names that code declares or gives a value: a method of one of these may be a function of the code.
  private var declaredNames: Set<NameID> {
    mutating get {
      if let known = knownDeclaredNames { return known }
      var names: Set<NameID> = []
      for unit in program.units {
        for node in unit.tree.nodes where Self.declaring.contains(node.kind) { names.insert(node.name) }
        for place in unit.tree.nodes.indices where unit.tree.nodes[place].kind == .assign {
          if let target = unit.tree.children(of: NodeID(UInt32(place))).first { names.insert(unit.tree.name(target)) }
        }
      }
      knownDeclaredNames = names
      return names
    }
  }

  private static let declaring: Set<NodeKind> = [.function, .binding, .entry, .parameter, .importItem]

  /// Calls of what is not read and what no row says anything of.
  private mutating func isHarmless(_ call: GraphNode, _ function: Int) -> Bool {
    let (value, name) = self.callee(call, function)
    if let name, case .this(let method)? = symbol(of: value), isConstructor(name, of: method) { return false }
    switch arena.kind(value) {
    case .unknown, .external: return true
    case .query, .made, .result, .list, .record, .text: return name.map { !models.changing.contains($0) } ?? true
    case .stuck, .symbol:
      return name.map {
        !mayMatter($0) && !models.changing.contains($0) && models.methods(.any, $0, isCall: true).isEmpty
      } ?? false
    default: return false
    }
  }

  /// `this.named(x)` among the initializers of another constructor.
  private mutating func isConstructor(_ name: NameID, of method: Int) -> Bool {
    guard let type = functions[method].type else { return false }
    let body = self.function(types[type].key)
    return functions[body].graph.constructors.contains { node in
      let value = self.value(node, of: body)
      guard arena.kind(value) == .function else { return false }
      let key = functions[Int(arena[value].payload)].key
      return program.units[key.unit].tree.name(key.node) == name
    }
  }

  /// The object behind a call that has waited.
  mutating func changed(by shape: UInt32, _ operands: [ValueID]) -> ValueID {
    let place = Int(arena.integer(operands[0]) ?? 0)
    let applied = call(shape, Array(operands.dropFirst(2)))
    if let changed = place == 0 ? applied.receiver : applied.arguments[place - 1] { return changed }
    guard arena.kind(applied.value) == .stuck else { return operands[1] }
    return stuck(.after, shape, operands)
  }
}
