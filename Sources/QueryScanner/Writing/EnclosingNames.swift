import SourceSyntax
import SourceTokens

/// What the functions and classes around a place are called, from the outside.
struct EnclosingNames {
  private let tree: SyntaxTree
  private let parents: [NodeID]
  private var names: [NameID] = []
  /// The node below is a function, as the value of something.
  private var isFunction = false
  /// Entries of a record on the way to the variable that holds it.
  private var entries: [NameID] = []

  static func find(around node: NodeID, in tree: SyntaxTree, _ parents: [NodeID]) -> [NameID] {
    var search = EnclosingNames(tree, parents)
    var next = node
    while next != tree.root {
      next = parents[Int(next.raw)]
      search.note(next)
    }
    return search.names.reversed()
  }

  private init(_ tree: SyntaxTree, _ parents: [NodeID]) {
    self.tree = tree
    self.parents = parents
  }

  private mutating func note(_ node: NodeID) {
    switch tree.kind(node) {
    case .function:
      add(tree.name(node))
      // `fun Query.newest()`
      if let type = receiverType(node) { add(tree.name(type)) }
      isFunction = tree.name(node) == .empty
    case .closure: isFunction = true
    case .typeDeclaration:
      add(tree.name(node))
      isFunction = false
    // What an object without a name has, is called by whoever gets the object.
    case .objectLiteral: clear()
    case .block where tree.kind(parents[Int(node.raw)]) == .call: clear()
    case .declarator: noteVariable(node)
    case .entry: if isFunction { entries.append(tree.name(node)) }
    case .assign:
      if isFunction, let target = tree.children(of: node).first { add(tree.name(target)) }
      isFunction = false
    case .record, .parenthesized, .cast: break
    default:
      isFunction = false
      entries = []
    }
  }

  /// A variable that is a function, and a property: what its value runs belongs to it.
  private mutating func noteVariable(_ node: NodeID) {
    guard let pattern = tree.children(of: node).first else { return }
    if isFunction || isMember(node) || tree.child(.accessor, of: node) != nil {
      for name in entries { add(name) }
      add(tree.name(pattern))
    }
    entries = []
    isFunction = false
  }

  private func isMember(_ node: NodeID) -> Bool {
    let block = parents[Int(parents[Int(node.raw)].raw)]
    return tree.kind(block) == .block && tree.kind(parents[Int(block.raw)]) == .typeDeclaration
  }

  private func receiverType(_ function: NodeID) -> NodeID? {
    tree.child(.receiver, of: function).flatMap { tree.children(of: $0).first { tree.kind($0).isType } }
  }

  private mutating func clear() {
    names = []
    isFunction = false
  }

  private mutating func add(_ name: NameID) { if name != .empty { names.append(name) } }
}
