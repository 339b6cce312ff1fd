import FirestoreModel
import FirestoreRulesEvaluator

/// Every node that an abstract evaluation has visited, as a tree.
struct EvaluationLog: EvaluationObserver, Sendable {
  struct Node: Sendable {
    var expression: Int
    /// Nil when the evaluation ended within it.
    var outcome: AbstractOutcome?
    /// Places in ``EvaluationLog/nodes``, in the order of evaluation.
    var children: [Int]
  }

  private(set) var nodes: [Node] = []
  private var open: [Int] = []

  mutating func entered(_ expression: Int) {
    if let parent = open.last { nodes[parent].children.append(nodes.count) }
    open.append(nodes.count)
    nodes.append(Node(expression: expression, outcome: nil, children: []))
  }

  mutating func evaluated(_ expression: Int, _ outcome: AbstractOutcome) {
    if let place = open.popLast() { nodes[place].outcome = outcome }
  }

  /// Fields of the candidate that the evaluation looked at, with how many nodes introduce each.
  var fieldUses: [FieldPath: Int] {
    var uses: [FieldPath: Int] = [:]
    for node in nodes {
      guard let sources = node.outcome?.sources, !sources.isEmpty else { continue }
      let inherited = node.children.reduce(into: Set<FieldPath>()) { $0.formUnion(nodes[$1].outcome?.sources ?? []) }
      for field in sources.subtracting(inherited) { uses[field, default: 0] += 1 }
    }
    return uses
  }

  /// How many nodes read the document's id.
  var idUses: Int {
    nodes.count { node in
      node.outcome?.origin == .documentID && !node.children.contains { nodes[$0].outcome?.origin == .documentID }
    }
  }

  /// How many nodes look up documents whose path is not known: evaluated for one document they may be reads, too.
  var unknownAccessCount: Int {
    nodes.count { node in
      node.outcome?.isOfUnknownDocument == true
        && !node.children.contains { nodes[$0].outcome?.isOfUnknownDocument == true }
    }
  }
}
