import SourceSemantics
import SourceSyntax
import SourceTokens

/// Whether code has another use for what a filter over documents drops: then nothing was read in vain.
extension Evaluator {
  /// - Parameter call: of the method that keeps some of the elements.
  mutating func usesRest(besides call: OriginID) -> Bool {
    let place = origins[Int(call.raw)]
    guard functions.indices.contains(place.function) else { return false }
    let users = users(in: place.function)
    let graph = functions[place.function].graph
    guard let node = users.call(at: place.node), let callee = graph.operands(node).first,
      graph[callee].operation == .member
    else { return false }
    return usesRest(of: graph.operand(callee, 0), besides: callee, place.function)
  }

  /// - Parameter collection: of some of the elements, by a loop of its own.
  mutating func usesRest(of collection: GraphNode, in function: Int) -> Bool {
    let graph = functions[function].graph
    let loop = Int(graph[collection].payload)
    guard let sequence = graph.loops[loop].sequence else { return false }
    if usesRest(of: sequence, besides: collection, function) { return true }
    return graph.loops.indices.contains { other in
      other != loop && graph.loops[other].sequence == sequence && !keepsSome(loop: other, graph)
    }
  }

  private mutating func usesRest(of sequence: GraphNode, besides own: GraphNode, _ function: Int) -> Bool {
    let graph = functions[function].graph
    guard graph[sequence].operation != .parameter else { return false }
    if graph.result == sequence { return true }
    let users = users(in: function)
    return users.users(of: sequence).contains { user in
      user != own && !isLesserUse(user, graph) && !isStatement(user, graph, users)
    }
  }

  /// It asks how many elements there are, or keeps some of them as well.
  private func isLesserUse(_ user: GraphNode, _ graph: ValueGraph) -> Bool {
    switch graph[user].operation {
    case .present, .truth, .not, .after, .typed: true
    case .member: keepsOrCounts(NameID(graph[user].payload))
    default: false
    }
  }

  /// A call whose answer nobody has a use for: it shows something, most often in a log.
  private func isStatement(_ user: GraphNode, _ graph: ValueGraph, _ users: NodeUsers) -> Bool {
    graph[user].operation == .call && users.users(of: user).allSatisfy { graph[$0].operation == .after }
  }

  private func keepsOrCounts(_ name: NameID) -> Bool {
    switch use(name) {
    case .count, .lesser: return true
    case .documents, .other: break
    }
    for row in models.methods(.list, name, isCall: false) + models.methods(.any, name, isCall: false) {
      guard case .value(.make(let construct, _)) = models[row].meaning else { continue }
      if [.length, .isEmpty, .isFilled, .not].contains(construct) { return true }
    }
    guard let row = models.methods(.any, name, isCall: true).first, case .value(let made) = models[row].meaning else {
      return false
    }
    switch made {
    case .make(.keep, _), .make(.element, _): return true
    default: return false
    }
  }

  private func keepsSome(loop: Int, _ graph: ValueGraph) -> Bool {
    graph.cells.indices.contains { place in
      let node = GraphNode(raw: UInt32(place))
      guard graph.cells[place].operation == .collected, Int(graph.cells[place].payload) == loop else { return false }
      return graph.operands(node).last.map { graph[$0].operation != .yes } ?? false
    }
  }
}
