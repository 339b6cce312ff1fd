package import SourceSyntax
import SourceTokens

extension FunctionLowering {
  /// Statements one after the other; what they declare stays known.
  mutating func sequence(_ node: NodeID) {
    if rules.hoistsFunctions { hoist(node) }
    statements(tree.children(of: node))
  }

  mutating func block(_ node: NodeID) {
    guard rules.blocksScopeNames, !scopes.scopes[scope].isType else { return sequence(node) }
    let outer = flow.names
    sequence(node)
    restore(outer, declaredIn: node)
  }

  /// Names that a block declares again are what they were before it.
  mutating func restore(_ outer: [NameID: GraphNode], declaredIn block: NodeID?) {
    guard let block else { return }
    for name in declaredNames(of: block) {
      if let value = outer[name] { flow.names[name] = value }
    }
  }

  /// What stands directly in a block is declared for it alone, unless its word says otherwise.
  private func declaredNames(of block: NodeID) -> [NameID] {
    tree.children(of: block).flatMap { child -> [NameID] in
      switch tree.kind(child) {
      case .variables where !rules.functionScopedWords.contains(tree.name(child)):
        tree.children(.declarator, of: child).flatMap { declarator -> [NameID] in
          tree.children(of: declarator).first.map { bound(in: $0) } ?? []
        }
      case .function, .typeDeclaration: [tree.name(child)]
      default: []
      }
    }
  }

  private func bound(in pattern: NodeID) -> [NameID] {
    if tree.kind(pattern) == .binding { return [tree.name(pattern)] }
    guard tree.kind(pattern).isPattern else { return [] }
    return tree.children(of: pattern).flatMap { bound(in: $0) }
  }

  /// Functions are known before the statements that stand above them run.
  private mutating func hoist(_ node: NodeID) {
    for child in tree.children(of: node) {
      switch tree.kind(child) {
      case .function: declareFunction(child)
      case .export:
        if let inner = tree.child(.function, of: child) { declareFunction(inner) }
      default: break
      }
    }
  }

  // MARK: - Exports

  /// What a unit exports without a name is its value under the word for that.
  mutating func exporting(_ node: NodeID) {
    for child in tree.children(of: node) {
      guard tree[node].flags.contains(.isDefault), tree.kind(child).isExpression || tree.name(child) == .empty,
        ![.annotation, .modifier, .importItem, .modulePath].contains(tree.kind(child))
      else {
        statement(child)
        continue
      }
      let value = expression(child)
      builder.edit { $0.exported[child] = value }
      flow.names[Word.default.name] = value
    }
  }

  // MARK: - Cases that fall through

  /// A case is entered by its own test, or from the end of the one above it.
  mutating func fallThrough(_ cases: [NodeID], _ subject: GraphNode, _ before: Flow, _ key: NameID?) {
    exits.append(LoopExits(kind: .selection, labels: takeLabels(), key: key))
    var rest = GraphBuilder.yes
    var above = before
    above.reached = GraphBuilder.no
    var otherwise: NodeID?
    for choice in cases {
      flow = before
      flow.reached = builder.and(before.reached, rest)
      if tree[choice].flags.contains(.isDefault) {
        otherwise = choice
        // Where nothing else fits; that is known once all have been asked.
        let others = cases.filter { $0 != choice }
        var any = GraphBuilder.no
        for other in others where other > choice { any = builder.or(any, caseTest(other, subject)) }
        flow.reached = builder.and(flow.reached, builder.not(any))
        enter(choice, builder.and(rest, builder.not(any)), &above, before, key)
        continue
      }
      let test = caseTest(choice, subject)
      enter(choice, builder.and(rest, test), &above, before, key)
      rest = builder.and(rest, builder.not(test))
    }
    let left = exits.removeLast()
    var end = above
    if otherwise == nil {
      var none = before
      none.reached = builder.and(before.reached, rest)
      end = builder.join(rest, none, end, before: before.reached)
    }
    for other in left.breaks { end = builder.join(other.reached, other, end, before: before.reached) }
    if !end.isDead, !hasLeft(cases) { end.reached = before.reached }
    flow = end
  }

  /// Whether a case ends by leaving the function or a loop around: then what follows is not reached from everywhere.
  private func hasLeft(_ cases: [NodeID]) -> Bool {
    cases.contains { choice in
      guard let block = tree.child(.block, of: choice) else { return false }
      return leaves(block)
    }
  }

  private func leaves(_ node: NodeID) -> Bool {
    tree.children(of: node).contains { child in
      switch tree.kind(child) {
      case .return, .throw, .continue: true
      case .function, .closure, .typeDeclaration: false
      default: leaves(child)
      }
    }
  }

  private mutating func enter(_ choice: NodeID, _ test: GraphNode, _ above: inout Flow, _ before: Flow, _ key: NameID?)
  {
    let reached = builder.and(before.reached, test)
    var entry = before
    entry.reached = reached
    flow = above.isDead ? entry : builder.join(test, entry, above, before: before.reached)
    if !above.isDead { flow.reached = builder.or(reached, above.reached) }
    if let block = tree.child(.block, of: choice), !flow.isDead {
      if key == nil { sequence(block) } else { branchBody(block, for: key) }
    }
    above = flow
  }
}

extension SyntaxTree {
  /// A function that is read or written like a field.
  package func isAccessor(_ node: NodeID) -> Bool {
    guard kind(node) == .function else { return false }
    return self[node].functionForm == .getter || self[node].functionForm == .setter
  }
}
