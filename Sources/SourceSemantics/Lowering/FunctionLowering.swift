package import SourceSyntax
import SourceTokens

/// Walks once over a function, a class body or a unit, and writes down what it computes.
package struct FunctionLowering {
  let tree: SyntaxTree
  let scopes: FunctionScopes
  let rules: ScopeRules
  let scope: Int
  var builder = GraphBuilder()
  var flow = Flow()
  /// What was returned so far, and under which condition.
  var returns: [(under: GraphNode, value: GraphNode)] = []
  var yields: [(under: GraphNode, value: GraphNode, loop: Int?)] = []
  var loop: Int?
  /// Lists that loops around this place go through by counting.
  var counted: [CountedList] = []
  /// Ways out of the loops around this place, the innermost last.
  var exits: [LoopExits] = []
  var depth = 0
  /// What the sections of the cascades around this place are about, the innermost last.
  var cascades: [GraphNode] = []
  /// What the variables were where the loops around this place begin.
  var before: [Flow] = []
  /// The names of what the method is called on.
  var receivers: Set<NameID>
  /// The one that is a parameter: functions inside know it by this name.
  var receiver: NameID?
  /// What each variable was given last in the order of the code.
  var latest: [NameID: GraphNode] = [:]
  /// The value of the case of an enumeration before.
  var lastCase: GraphNode?
  /// Variables that functions which were met give other values.
  var shared: Set<NameID> = []
  /// The types that variables are declared with.
  var declaredTypes: [NameID: NodeID] = [:]
  /// Conditions of the compiler in the chains around this place.
  var links: [ChainLink] = []
  /// Functions that are declared here, by their names.
  var declared: [NameID: GraphNode] = [:]

  /// Where the value of the `if`, `switch` or `try` in question is put; nil where nobody asks for it.
  var valueName: NameID?
  var freshNames: UInt32 = 0
  /// The label before the statement that comes.
  var nextLabel = NameID.empty
  /// Closures around this place that run where they stand, the innermost last.
  var blocks: [Int] = []

  /// `xs[i]` in a loop that counts through `xs`.
  struct CountedList {
    var list: [NameID]
    var counter: NameID
    /// What the counter is there.
    var place: GraphNode
    var element: GraphNode
  }

  /// What leaves a loop, a selection, or a closure that runs where it stands.
  struct LoopExits {
    enum Kind { case loop, selection, closure }

    var kind = Kind.loop
    /// By which labels mean it.
    var labels: [NameID] = []
    /// Where its value is put.
    var key: NameID?
    var breaks: [Flow] = []
    var continues: [Flow] = []
    /// Of a function that is called where it stands: `return` ends a round of it.
    var isOfFunction = false
    /// What the rounds return.
    var values: [(under: GraphNode, value: GraphNode)] = []
  }

  package static func graph(
    of node: NodeID, in tree: SyntaxTree, _ scopes: FunctionScopes, _ rules: ScopeRules
  ) -> ValueGraph {
    guard let scope = scopes.scope(of: node) else { return ValueGraph(GraphBuilder().graph) }
    var lowering = FunctionLowering(tree, scopes, rules, scope)
    lowering.run()
    return ValueGraph(lowering.builder.graph)
  }

  private init(_ tree: SyntaxTree, _ scopes: FunctionScopes, _ rules: ScopeRules, _ scope: Int) {
    (self.tree, self.scopes, self.rules, self.scope) = (tree, scopes, rules, scope)
    receivers = rules.receiverNames
  }

  var node: NodeID { scopes.scopes[scope].node }

  private mutating func run() {
    flow.this = builder.add(.this)
    bindParameters()
    callBases()
    if let first = tree.child(.initializers, of: node) { statement(first) }
    callBaseConstructor()
    let value = runBody()
    finish(value)
  }

  /// The value of a body that is an expression; nil for statements.
  private mutating func runBody() -> GraphNode? {
    switch tree.kind(node) {
    case .source:
      sequence(node)
      return nil
    case .typeDeclaration, .objectLiteral:
      if let block = tree.child(.block, of: node) { statement(block) }
      return nil
    case .block:
      statement(node)
      return nil
    default:
      guard let body = tree.body(of: node) else { return redirection() }
      if tree.kind(body) == .block {
        if rules.closuresAnswerLastValue, tree.kind(node) == .closure { return blockValue(body) }
        if rules.singleExpressionIsValue, isSingleExpression(body) { return blockValue(body) }
        sequence(body)
        return nil
      }
      return expression(body)
    }
  }

  /// A body that is nothing but its value.
  private func isSingleExpression(_ body: NodeID) -> Bool {
    let children = tree.children(of: body)
    guard children.count == 1, let only = children.first else { return false }
    return tree.kind(only).isExpression && tree.kind(only) != .assign || [.if, .switch, .try].contains(tree.kind(only))
  }

  private mutating func finish(_ value: GraphNode?) {
    if let value, !flow.isDead || returns.isEmpty {
      returns.append((flow.reached, value))
    } else if !flow.isDead {
      returns.append((flow.reached, GraphBuilder.null))
    }
    var result = yields.isEmpty ? returned() : yielded()
    if let type = scopes.scopes[scope].resultType, builder.graph.cells.contains(where: { $0.operation == .implicit }) {
      result = builder.add(.expected, [result, self.type(type)], site: node)
    }
    // What is declared on ways that leave is known to the functions there.
    var exits = flow.names.merging(latest) { end, _ in end }
    if let receiver { exits[receiver] = flow.this }
    if !rules.receiverIsParameter, scopes.hasReceiver(scope) { exits[Word.this.name] = flow.this }
    let this = flow.this
    let redeclared = rules.parametersAreConstant ? bindings(below: node) : assigned
    let parameters = builder.graph.parameters.enumerated().map { index, parameter in
      redeclared.contains(parameter.name)
        ? builder.add(.parameter, payload: UInt32(index)) : exits[parameter.name] ?? GraphBuilder.absent
    }
    let isGenerator = !yields.isEmpty
    builder.edit { graph in
      (graph.result, graph.exits, graph.this, graph.isGenerator) = (result, exits, this, isGenerator)
      graph.exitParameters = parameters
    }
  }

  /// Names that stand for something else than the parameter later on.
  private var assigned: Set<NameID> { AssignedNames(tree, scopes).names(below: node) }

  /// Where parameters cannot be assigned, one that is assigned is the caller's variable, unless another one hides it.
  private func bindings(below node: NodeID) -> Set<NameID> {
    var found: Set<NameID> = []
    func visit(_ node: NodeID) {
      for child in tree.children(of: node) {
        switch tree.kind(child) {
        case .function, .closure, .typeDeclaration, .parameters: continue
        case .binding: found.insert(tree.name(child))
        default: visit(child)
        }
      }
    }
    visit(node)
    return found
  }

  private mutating func returned() -> GraphNode {
    guard var result = returns.last?.value else { return GraphBuilder.absent }
    for (under, value) in returns.dropLast().reversed() { result = builder.gamma(under, value, result) }
    return result
  }

  /// What it yields, one after the other; what loops yield is collected by them.
  private mutating func yielded() -> GraphNode {
    let items = yields.map { under, value, loop -> GraphNode in
      guard let loop else { return builder.add(.gamma, [under, value, GraphBuilder.absent]) }
      let all = builder.add(.collected, payload: UInt32(loop), [value, under])
      return builder.add(.spread, [all])
    }
    return builder.add(.list, items, site: node)
  }
}

extension SyntaxTree {
  /// The block or expression of a function or closure.
  package func body(of node: NodeID) -> NodeID? {
    guard let last = children(of: node).last else { return nil }
    switch kind(last) {
    case .block: return last
    case .parameters, .typeParameters, .modifier, .annotation, .whereClause, .thrownTypes, .receiver, .initializers:
      return nil
    default: return self[node].flags.contains(.arrow) || kind(node) == .closure ? last : nil
    }
  }
}
