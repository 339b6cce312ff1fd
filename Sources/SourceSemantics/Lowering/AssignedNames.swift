import SourceSyntax
import SourceTokens

/// The names that a piece of code assigns, or may change the values of.
struct AssignedNames {
  private let tree: SyntaxTree
  private let scopes: FunctionScopes
  private(set) var found: Set<NameID> = []
  /// What calls are made on and given is changed as well.
  private var includesChanges = false
  private(set) var changesThis = false

  init(_ tree: SyntaxTree, _ scopes: FunctionScopes) {
    self.tree = tree
    self.scopes = scopes
  }

  /// Names that are assigned, functions inside left out.
  func names(below node: NodeID) -> Set<NameID> {
    var copy = self
    for child in tree.children(of: node) { copy.visit(child) }
    return copy.found
  }

  /// Names that are assigned, or whose lists and objects may change.
  func changed(in nodes: [NodeID], receivers: Set<NameID>) -> (names: Set<NameID>, this: Bool) {
    var copy = self
    copy.includesChanges = true
    for node in nodes { copy.visit(node) }
    return (copy.found, copy.changesThis || !copy.found.isDisjoint(with: receivers))
  }

  private mutating func visit(_ node: NodeID) {
    switch tree.kind(node) {
    case .function, .typeDeclaration: return
    case .closure where !scopes.runsInPlace(node): return
    case .assign, .forEach: note(tree.children(of: node).first)
    case .unary where tree[node].operation.counts: note(tree.children(of: node).first)
    case .withItem: note(tree.children(of: node).dropFirst().first)
    case .binding: found.insert(tree.name(node))
    case .call where includesChanges:
      noteCall(node)
      visitRounds(node)
    case .cascade where includesChanges: noteRoot(tree.children(of: node).first ?? node)
    default: break
    }
    for child in tree.children(of: node) { visit(child) }
  }

  private mutating func note(_ target: NodeID?) {
    guard let target else { return }
    switch tree.kind(target) {
    case .name: found.insert(tree.name(target))
    case .tuple, .list, .spread, .parenthesized, .argument, .record, .entry, .assign:
      for child in tree.children(of: target) { note(child) }
    case .member, .index:
      if includesChanges { noteRoot(target) }
    default: break
    }
  }

  private mutating func noteCall(_ node: NodeID) {
    for child in tree.children(of: node) {
      switch tree.kind(child) {
      case .member: noteRoot(child)
      case .arguments:
        for argument in tree.children(of: child) {
          if let value = tree.children(of: argument).last, tree.kind(value) == .name { found.insert(tree.name(value)) }
        }
      default: break
      }
    }
  }

  /// What the function changes that a method calls for each element, where it stands.
  private mutating func visitRounds(_ call: NodeID) {
    guard let callee = tree.children(of: call).first, tree.kind(callee) == .member,
      scopes.loopMethods.contains(tree.name(callee)), let argument = tree.call(call)?.arguments.first,
      let function = tree.children(of: argument).last, [.closure, .function].contains(tree.kind(function)),
      let body = tree.body(of: function)
    else { return }
    for child in tree.children(of: body) { visit(child) }
  }

  /// The variable at the beginning of a chain of members.
  private mutating func noteRoot(_ node: NodeID) {
    var next = node
    while [.member, .index].contains(tree.kind(next)), let base = tree.children(of: next).first { next = base }
    if tree.kind(next) == .name { found.insert(tree.name(next)) }
  }
}

extension Operator {
  /// `++`, `--`
  var counts: Bool { [.preIncrement, .preDecrement, .postIncrement, .postDecrement].contains(self) }
}
