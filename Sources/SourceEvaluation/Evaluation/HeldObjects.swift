import SourceSyntax
import SourceTokens

/// Which variables and parameters hold objects of a class, as far as the words around them say it: a call of such an
/// object does not mention the name of the method that it runs.
struct HeldObjects: Sendable {
  private var invokeMethods: Set<NameID> = []
  /// By class: the variables in whose declaration it is named.
  private var holders: [NameID: Set<NameID>] = [:]
  private var bases: [NameID: Set<NameID>] = [:]

  func isInvoked(_ method: NameID) -> Bool { invokeMethods.contains(method) }

  /// Names of what holds objects of a class, perhaps by one of its bases.
  func names(of type: NameID) -> [NameID] {
    var found = holders[type] ?? []
    for base in bases[type] ?? [] { found.formUnion(holders[base] ?? []) }
    return found.sorted()
  }

  /// - Parameter invokeMethod: how the language calls the method that a call of an object runs.
  mutating func read(_ tree: SyntaxTree, invokeMethod: NameID) {
    guard invokeMethod != .empty else { return }
    invokeMethods.insert(invokeMethod)
    for place in tree.nodes.indices {
      let node = NodeID(UInt32(place))
      switch tree.kind(node) {
      case .declarator, .parameter: note(node, in: tree)
      case .typeDeclaration:
        for heritage in tree.children(.heritage, of: node) {
          bases[tree.name(node), default: []].formUnion(types(below: heritage, in: tree))
        }
      default: break
      }
    }
  }

  private mutating func note(_ declaration: NodeID, in tree: SyntaxTree) {
    let own = tree.name(declaration)
    let name = own != .empty ? own : tree.children(of: declaration).first.map { tree.name($0) } ?? .empty
    guard name != .empty else { return }
    for type in types(below: declaration, in: tree) { holders[type, default: []].insert(name) }
  }

  /// Types that are named, and what is called; not what closures inside say.
  private func types(below node: NodeID, in tree: SyntaxTree) -> Set<NameID> {
    var found: Set<NameID> = []
    var rest = [node]
    while let next = rest.popLast() {
      switch tree.kind(next) {
      case .closure, .function, .typeDeclaration, .accessor: continue
      case .call: if let callee = tree.children(of: next).first { found.insert(tree.name(callee)) }
      case let kind where kind.isType: found.insert(tree.name(next))
      default: break
      }
      rest += tree.children(of: next)
    }
    found.remove(.empty)
    return found
  }
}
