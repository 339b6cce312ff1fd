package import Diagnostics
package import SourceTokens

/// One unit as a tree that leaves nothing out.
///
/// Nodes stand in one array, children before what holds them; the last one is the root. Every token lies in the root,
/// and belongs to the innermost node whose range holds it. Ranges of siblings do not overlap and stand in the order of
/// the source.
package struct SyntaxTree: Sendable {
  package let unit: SourceUnit
  package internal(set) var tokens: TokenArray
  package internal(set) var nodes: [Node]
  let lists: [NodeID]
  /// Comments that speak to Firebreak, in their order.
  package let remarks: [Remark]
  /// Where the first thing stands that is left out because it is nested too deeply.
  package let cut: Int?

  package var root: NodeID { NodeID(UInt32(nodes.count - 1)) }

  package subscript(id: NodeID) -> Node { nodes[Int(id.raw)] }

  package func kind(_ id: NodeID) -> NodeKind { self[id].kind }
  package func name(_ id: NodeID) -> NameID { self[id].name }

  package func children(of id: NodeID) -> ArraySlice<NodeID> {
    let node = self[id]
    return lists[Int(node.list)..<Int(node.list + node.count)]
  }

  /// The first child of a kind.
  package func child(_ kind: NodeKind, of id: NodeID) -> NodeID? {
    children(of: id).first { self[$0].kind == kind }
  }

  package func children(_ kind: NodeKind, of id: NodeID) -> [NodeID] {
    children(of: id).filter { self[$0].kind == kind }
  }

  /// The bytes from the first to the last token of a node; an empty place where it has none.
  package func span(of id: NodeID) -> Span {
    let node = self[id]
    guard !node.isEmpty else {
      let place = node.first > 0 ? tokens.end(of: Int(node.first) - 1) : unit.span.start
      return Span(place, place)
    }
    return Span(Int(tokens[Int(node.first)].start), tokens.end(of: Int(node.end) - 1))
  }

  /// The first token of a node; what is behind all of them where it has none, as in code that ends early.
  package func firstToken(of id: NodeID) -> Token {
    self[id].isEmpty ? .behindAll : tokens[Int(self[id].first)]
  }

  /// The token that says a node's name or operator.
  package func place(of id: NodeID) -> Span? {
    let node = self[id]
    return node.place < node.end ? tokens.span(of: Int(node.place)) : nil
  }

  package func text(of id: NodeID) -> String { unit.source.text(in: span(of: id)) }

  /// A modifier of a declaration: `tree.has(.static, declaration)`.
  package func has(_ modifier: Word, _ id: NodeID) -> Bool {
    children(of: id).contains { self[$0].kind == .modifier && self[$0].name == modifier.name }
  }

  /// A node has a token of its own that is this sign or word, outside of all children.
  package func hasOwnToken(_ id: NodeID, where matches: (Token) -> Bool) -> Bool {
    ownTokens(of: id).contains { matches(tokens[$0]) }
  }

  /// The tokens of a node that lie in none of its children.
  package func ownTokens(of id: NodeID) -> [Int] {
    var own: [Int] = []
    var next = Int(self[id].first)
    for child in children(of: id) {
      own += next..<max(next, Int(self[child].first))
      next = max(next, Int(self[child].end))
    }
    return own + (next..<max(next, Int(self[id].end)))
  }

  /// The node that holds each node; the root holds itself. One array, for those who ask often.
  package func parents() -> [NodeID] {
    var parents = Array(repeating: root, count: nodes.count)
    for index in nodes.indices {
      let id = NodeID(UInt32(index))
      for child in children(of: id) { parents[Int(child.raw)] = id }
    }
    return parents
  }

  /// The innermost node that holds a byte of the source.
  package func node(at offset: Int) -> NodeID {
    var found = root
    search: while true {
      for child in children(of: found) {
        let span = span(of: child)
        guard span.start <= offset, offset < span.end else { continue }
        found = child
        continue search
      }
      return found
    }
  }

  /// Gives the names other numbers, after tables of names were merged.
  package mutating func rename(_ names: [NameID]) {
    tokens.rename(names)
    for index in nodes.indices { nodes[index].rename(names) }
  }
}
