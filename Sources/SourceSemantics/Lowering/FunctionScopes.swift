package import SourceSyntax
package import SourceTokens

/// The functions, closures and classes of a unit, and the names that each of them declares.
package struct FunctionScopes: Sendable {
  package struct Scope: Sendable {
    package var node: NodeID
    package var parent: Int?
    package var names: Set<NameID> = []
    /// Names that it says belong to a scope around it.
    package var outer: Set<NameID> = []
    package var isType = false
    /// A function that is a member of a class.
    package var isMember = false
  }

  package private(set) var scopes: [Scope] = []
  private var places: [NodeID: Int] = [:]

  package init(_ tree: SyntaxTree, _ rules: ScopeRules) {
    var walk = Walk(tree: tree, rules: rules)
    walk.enter(tree.root, isType: false, in: nil)
    scopes = walk.scopes
    for (index, scope) in scopes.enumerated() { places[scope.node] = index }
  }

  package func scope(of node: NodeID) -> Int? { places[node] }

  /// How many functions further out a name is declared, seen from a scope; nil where none of them does, and for the
  /// names of the unit. Classes hide their names from the functions in them.
  package func distance(of name: NameID, from scope: Int) -> Int? {
    var distance = 1
    var next = scopes[scope].parent
    while let place = next {
      let outer = scopes[place]
      guard outer.parent != nil else { return nil }
      if !outer.isType {
        if outer.names.contains(name), !outer.outer.contains(name) { return distance }
        distance += 1
      }
      next = outer.parent
    }
    return nil
  }

  /// The function around a scope, classes left out.
  package func function(around scope: Int) -> Int? {
    var next = scopes[scope].parent
    while let place = next, scopes[place].isType { next = scopes[place].parent }
    return next
  }

  /// The class that a method belongs to.
  package func type(of scope: Int) -> Int? {
    guard scopes[scope].isMember else { return nil }
    return scopes[scope].parent
  }

  // MARK: - The walk

  private struct Walk {
    let tree: SyntaxTree
    let rules: ScopeRules
    var scopes: [Scope] = []

    mutating func enter(_ node: NodeID, isType: Bool, in parent: Int?) {
      let place = scopes.count
      var scope = Scope(node: node, parent: parent)
      scope.isType = isType
      scope.isMember = !isType && parent.map { scopes[$0].isType } == true
      scopes.append(scope)
      for child in tree.children(of: node) { visit(child, in: place) }
    }

    private mutating func declare(_ name: NameID, in scope: Int) {
      if name != .empty { scopes[scope].names.insert(name) }
    }

    private mutating func visit(_ node: NodeID, in scope: Int) {
      switch tree.kind(node) {
      case .function:
        declare(tree.name(node), in: scope)
        enter(node, isType: false, in: scope)
      case .closure, .accessor, .initializerBlock: enter(node, isType: false, in: scope)
      case .typeDeclaration:
        declare(tree.name(node), in: scope)
        enter(node, isType: true, in: scope)
      case .binding: declare(tree.name(node), in: scope)
      case .scopeNames:
        for child in tree.children(of: node) { scopes[scope].outer.insert(tree.name(child)) }
      case .import: noteImport(node, in: scope)
      default:
        if rules.assignmentDeclares { noteTargets(node, in: scope) }
        for child in tree.children(of: node) { visit(child, in: scope) }
      }
    }

    private mutating func noteImport(_ node: NodeID, in scope: Int) {
      let items = tree.children(.importItem, of: node)
      for item in items { declare(tree.localName(ofImport: item), in: scope) }
      guard items.isEmpty, !tree[node].flags.contains(.all), let path = tree.child(.modulePath, of: node) else {
        return
      }
      declare(tree.tokens[Int(tree[path].first)].name, in: scope)
    }

    private mutating func noteTargets(_ node: NodeID, in scope: Int) {
      switch tree.kind(node) {
      case .assign, .forEach, .comprehensionFor: noteTarget(tree.children(of: node).first, in: scope)
      case .withItem: noteTarget(tree.children(of: node).dropFirst().first, in: scope)
      default: break
      }
    }

    private mutating func noteTarget(_ node: NodeID?, in scope: Int) {
      guard let node else { return }
      switch tree.kind(node) {
      case .name: declare(tree.name(node), in: scope)
      case .tuple, .list, .spread, .parenthesized, .argument, .listPattern, .rest:
        for child in tree.children(of: node) { noteTarget(child, in: scope) }
      default: break
      }
    }
  }
}

extension SyntaxTree {
  /// The name under which an imported thing is known here.
  package func localName(ofImport item: NodeID) -> NameID {
    if let binding = child(.binding, of: item) { return name(binding) }
    guard name(item) == .empty, let path = child(.modulePath, of: item) else { return name(item) }
    // `import a.b` makes `a` known.
    return tokens[Int(self[path].first)].name
  }
}
