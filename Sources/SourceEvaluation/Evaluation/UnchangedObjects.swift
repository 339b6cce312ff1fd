import SourceSemantics
import SourceSyntax
import SourceTokens

/// Variables that hold one and the same object on all ways. What decides which way is taken is not asked then: often it
/// is something that closures make which know the variable.
extension Evaluator {
  /// Nodes on the ways to an object beyond which it is not looked for.
  private static let mostOnWays = 128

  /// What a choice, a call or a loop leaves of a variable where nothing on any way gives it another object or changes the
  /// one that it holds; nil where something may.
  mutating func unchanged(_ node: GraphNode, _ function: Int) -> ValueID? {
    let graph = functions[function].graph
    var root: GraphNode?
    var calls: [GraphNode] = []
    var seen: Set = [node]
    var rest = [node]
    while let next = rest.popLast() {
      let further: [GraphNode]
      switch graph[next].operation {
      case .after:
        calls.append(graph.operand(next, 0))
        further = [graph.operand(next, 1)]
      case .gamma: further = [graph.operand(next, 1), graph.operand(next, 2)]
      case .afterLoop, .mu:
        let carried = graph.carried[Int(graph[next].payload)]
        further = [carried.first, carried.next]
      default:
        guard root == nil || root == next else { return nil }
        root = next
        continue
      }
      for one in further where seen.insert(one).inserted { rest.append(one) }
      if seen.count > Self.mostOnWays { return nil }
    }
    guard let root, graph[root].operation != .absent else { return nil }
    if calls.allSatisfy({ changesNothing($0, graph) }) { return value(root, of: function) }
    // What a function of the code gets of it is what leads to the database.
    guard mayBeHandle(root, graph) else { return nil }
    let object = value(root, of: function)
    return arena.kind(object) == .made && isHandle(object) ? object : nil
  }

  private func mayBeHandle(_ node: GraphNode, _ graph: ValueGraph) -> Bool {
    [.call, .member, .imported, .global, .capture].contains(graph[node].operation)
  }
}
