import SourceTokens

/// Nodes are finished from the leaves up.
extension Parser {
  /// A place in the code and in the tree that grows.
  struct Mark {
    fileprivate(set) var position: Int
    fileprivate var waiting: Int
    fileprivate var nodes: Int
    fileprivate var lists: Int
  }

  var mark: Mark { Mark(position: position, waiting: waiting.count, nodes: nodes.count, lists: lists.count) }

  /// Goes back; nodes finished since then are forgotten. Only with bounded look-ahead, and not when a node from before
  /// the mark was taken as a child since.
  mutating func rewind(to mark: Mark) {
    position = mark.position
    forgetNodes(since: mark)
  }

  private mutating func forgetNodes(since mark: Mark) {
    waiting.removeSubrange(min(mark.waiting, waiting.count)...)
    nodes.removeSubrange(min(mark.nodes, nodes.count)...)
    lists.removeSubrange(min(mark.lists, lists.count)...)
  }

  /// Finishes a node of all tokens since the mark; its children are the nodes finished since then.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - place: the token that says so, or that is the operator.
  mutating func finish(
    _ mark: Mark, _ kind: NodeKind, name: NameID = .empty, place: Int? = nil, flags: NodeFlags = [], code: UInt8 = 0
  ) {
    let start = min(mark.waiting, waiting.count)
    let list = lists.count
    lists.append(contentsOf: waiting[start...])
    let count = waiting.count - start
    waiting.removeSubrange(start...)
    append(
      Node(
        kind: kind, code: code, flags: flags, first: UInt32(mark.position), end: UInt32(position), name: name,
        place: UInt32(place ?? position), list: UInt32(list), count: UInt32(count)))
  }

  mutating func finish(
    _ mark: Mark, _ kind: NodeKind, _ operation: Operator, name: NameID = .empty, place: Int? = nil,
    flags: NodeFlags = []
  ) {
    finish(mark, kind, name: name, place: place, flags: flags, code: operation.rawValue)
  }

  /// Finishes a node that has no room for what was read in it.
  mutating func finishWithoutChildren(_ mark: Mark, _ kind: NodeKind, name: NameID = .empty) {
    forgetNodes(since: mark)
    finish(mark, kind, name: name)
  }

  /// A leaf of the token at the cursor, behind which the cursor then stands.
  mutating func leaf(_ kind: NodeKind, name: NameID = .empty, flags: NodeFlags = []) {
    let first = position
    advance()
    append(
      Node(
        kind: kind, code: 0, flags: flags, first: UInt32(first), end: UInt32(position), name: name,
        place: UInt32(first), list: 0, count: 0))
  }

  /// A leaf that is called like the token at the cursor.
  mutating func namedLeaf(_ kind: NodeKind, flags: NodeFlags = []) { leaf(kind, name: current.name, flags: flags) }

  /// A node without any token.
  mutating func empty(_ kind: NodeKind = .skipped) {
    append(
      Node(
        kind: kind, code: 0, flags: [], first: UInt32(position), end: UInt32(position), name: .empty,
        place: UInt32(position), list: 0, count: 0))
  }

  private mutating func append(_ node: Node) {
    waiting.append(NodeID(UInt32(nodes.count)))
    nodes.append(node)
  }

  /// Gives the last node, a leaf, another name and flags.
  mutating func relabel(_ name: NameID, _ flags: NodeFlags) {
    guard let node = nodes.popLast() else { return }
    nodes.append(
      Node(
        kind: node.kind, code: node.code, flags: flags, first: node.first, end: node.end, name: name,
        place: node.place, list: node.list, count: node.count))
  }

  /// Takes the last node apart again, to finish it with more children: its children wait as before it was finished.
  mutating func reopenLast() {
    guard let node = nodes.last, waiting.last?.raw == UInt32(nodes.count - 1),
      Int(node.list) + Int(node.count) == lists.count
    else { return }
    nodes.removeLast()
    waiting.removeLast()
    waiting.append(contentsOf: lists[Int(node.list)...])
    lists.removeSubrange(Int(node.list)...)
  }

  /// Something was finished since the mark.
  func hasNodes(since mark: Mark) -> Bool { waiting.count > mark.waiting }

  /// How many nodes wait since the mark.
  func count(since mark: Mark) -> Int { waiting.count - mark.waiting }

  /// The last node that was finished and that nothing has taken.
  var lastKind: NodeKind? { waiting.last.map { nodes[Int($0.raw)].kind } }
  var lastNode: Node? { waiting.last.map { nodes[Int($0.raw)] } }

  // MARK: - What is not understood

  /// A node of the tokens up to a place, without looking at them.
  mutating func skip(to place: Int) {
    guard place > position else { return }
    let mark = mark
    position = place
    finish(mark, .skipped)
  }

  /// A node of one token or group.
  mutating func skipItemAsNode() {
    let mark = mark
    skipItem()
    finish(mark, .skipped)
  }

  /// A node of everything up to the end of the group.
  mutating func skipRest() { skip(to: end) }

  /// A node of what stands before one of these signs, or before the end of the group.
  mutating func skipItems(until stops: Sign...) {
    let mark = mark
    while !isAtEnd, !stops.contains(where: isAt) { skipItem() }
    if position > mark.position { finish(mark, .skipped) }
  }
}
