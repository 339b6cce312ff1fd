import SourceSemantics
import SourceSyntax
import SourceTokens

/// What conditions in the graph of a function are.
extension Evaluator {
  mutating func condition(_ node: GraphNode, of function: Int) -> CondID {
    if let known = functions[function].conditions[node] { return known }
    if functions[function].graph[node].operation == .yes { return .always }
    let outerCycle = openCycle()
    var result = newCondition(node, of: function)
    let isComplete = closeCycle(outerCycle)
    // What is not known yet decides nothing.
    if !isComplete, result.isConstant { result = event(.max, function, functions[function].graph[node].site) }
    if isComplete || isLastAttempt(.condition(function: function, node: node)) {
      functions[function].conditions[node] = result
    }
    return result
  }

  private mutating func event(_ number: UInt32, _ function: Int, _ site: NodeID) -> CondID {
    let subject = arena.unknown(.operation, origin(function, site, extra: 1))
    return diagrams.condition(Atom(SubjectID(subject.raw), .opaque(number)))
  }

  private mutating func newCondition(_ node: GraphNode, of function: Int) -> CondID {
    let cell = functions[function].graph[node]
    switch cell.operation {
    case .no: return .never
    case .and:
      let left = condition(operand(node, 0, function), of: function)
      return left == .never ? .never : diagrams.and(left, condition(operand(node, 1, function), of: function))
    case .or:
      let left = condition(operand(node, 0, function), of: function)
      return left == .always ? .always : diagrams.or(left, condition(operand(node, 1, function), of: function))
    case .not: return !condition(operand(node, 0, function), of: function)
    case .truth:
      return diagrams.and(truth(value(operand(node, 0, function), of: function)), found(by: node, function))
    case .present:
      let value = value(operand(node, 0, function), of: function)
      return cell.code == 1 ? given(value) : diagrams.and(presence(value), found(by: node, function))
    case .isType:
      return isType(value(operand(node, 0, function), of: function), NameID(cell.payload))
    case .event: return event(cell.payload, function, cell.site)
    default: return truth(value(node, of: function))
    }
  }

  /// Whether what a test asks about, an entry of a record, is there.
  private mutating func found(by test: GraphNode, _ function: Int) -> CondID {
    let node = operand(test, 0, function)
    guard functions[function].graph[node].operation == .index else { return .always }
    let parts = operands(node, function)
    return hasEntry(parts[0], parts[1])
  }

  mutating func isType(_ value: ValueID, _ name: NameID) -> CondID {
    switch arena.kind(value) {
    case .absent, .null: return .never
    case .choice: return anyOf(value) { $0.isType($1, name) }
    case .object:
      let known = isType(object: value, name)
      return known.map { $0 ? .always : .never } ?? condition(value, .type(name.raw))
    default: return condition(value, .type(name.raw))
    }
  }

  /// Nil where a base that is not read may be of the type.
  private mutating func isType(object: ValueID, _ name: NameID) -> Bool? {
    let line = lineage(Int(arena[object].payload))
    if line.contains(where: { types[$0].name == name }) { return true }
    let others = line.flatMap { types[$0].bases }.filter { arena.kind($0) != .type }
    if others.contains(where: { arena.kind($0) == .external && path($0).last == name }) { return true }
    return others.allSatisfy { arena.kind($0) == .external } ? false : nil
  }
}
