import SourceSyntax
import SourceTokens

/// `switch`, `when`, `match`.
extension FunctionLowering {
  mutating func selection(_ node: NodeID) {
    let key = takeValueName()
    let children = tree.children(of: node)
    let subject = children.first { tree.kind($0) != .case }.map { self.subject($0) } ?? GraphBuilder.yes
    let cases = children.filter { tree.kind($0) == .case }
    if rules.casesFallThrough, cases.contains(where: { !tree[$0].flags.contains(.arrow) }) {
      return fallThrough(cases, subject, flow, key)
    }
    select(cases, subject, key)
  }

  /// `when (val x = y)` names its subject.
  private mutating func subject(_ node: NodeID) -> GraphNode {
    guard tree.kind(node) == .variables else { return expression(node) }
    statement(node)
    let pattern = tree.child(.declarator, of: node).flatMap { tree.children(of: $0).first }
    return pattern.map { lookUp(tree.name($0)) } ?? GraphBuilder.yes
  }

  /// Cases of which the first one that fits runs.
  private mutating func select(_ cases: [NodeID], _ subject: GraphNode, _ key: NameID?) {
    let before = flow
    var rest = GraphBuilder.yes
    var ways: [(test: GraphNode, flow: Flow)] = []
    var above = GraphBuilder.no
    exits.append(LoopExits(kind: .selection, labels: takeLabels(), key: key))
    for choice in cases {
      flow = before
      flow.reached = builder.and(before.reached, rest)
      var test = builder.or(above, caseTest(choice, subject))
      above = GraphBuilder.no
      if rules.emptyCasesFallThrough, choice != cases.last, isEmpty(choice) {
        above = test
        continue
      }
      if rules.casesAreExhaustive, choice == cases.last, tree.child(.conditions, of: choice) == nil {
        test = GraphBuilder.yes
      }
      rest = builder.and(rest, builder.not(test))
      flow.reached = builder.and(flow.reached, test)
      let entry = flow.reached
      if let block = tree.child(.block, of: choice), !flow.isDead { branchBody(block, for: key) }
      let left = takeBreaks()
      ways += left.map { ($0.reached == entry ? test : $0.reached, $0) }
      if left.isEmpty || !flow.isDead { ways.append((test, flow)) }
      if rest == GraphBuilder.no { break }
    }
    exits.removeLast()
    flow = joined(ways, before, rest)
  }

  /// `case a:`
  private func isEmpty(_ choice: NodeID) -> Bool {
    guard !tree[choice].flags.contains(.arrow) else { return false }
    return tree.child(.block, of: choice).map { tree.children(of: $0).isEmpty } ?? true
  }

  /// The label that stands before the statement.
  mutating func takeLabels() -> [NameID] {
    defer { nextLabel = .empty }
    return nextLabel == .empty ? [] : [nextLabel]
  }

  private mutating func takeBreaks() -> [Flow] {
    defer { exits[exits.count - 1].breaks = [] }
    return exits[exits.count - 1].breaks
  }

  /// The ways behind a selection; where no case fits, it goes on as it was before.
  private mutating func joined(_ ways: [(test: GraphNode, flow: Flow)], _ before: Flow, _ rest: GraphNode) -> Flow {
    var last = before
    last.reached = builder.and(before.reached, rest)
    for (test, way) in ways.reversed() { last = builder.join(test, way, last, before: before.reached) }
    if ways.allSatisfy({ !$0.flow.isDead }) { last.reached = before.reached }
    return last
  }

  mutating func caseTest(_ node: NodeID, _ subject: GraphNode) -> GraphNode {
    var test = GraphBuilder.no
    for child in tree.children(of: node) where ![.block, .conditions].contains(tree.kind(child)) {
      test = builder.or(test, match(child, subject))
    }
    if tree[node].flags.contains(.isDefault) || test == GraphBuilder.no && tree.children(of: node).count < 2 {
      test = GraphBuilder.yes
    }
    guard let conditions = tree.child(.conditions, of: node) else { return test }
    return builder.and(test, self.conditions(conditions))
  }
}
