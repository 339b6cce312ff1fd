import FirestoreModel
import RealtimeDatabase

/// A state as nodes that add up to it, none of them much larger than another: one value for everything would be more than
/// SQLite takes, and one for each leaf too many.
struct RealtimePieces {
  /// About as large as each of them is.
  var bytes: Int

  /// - Parameter body: gets some of the children of a location, or all that stands there; or its priority, at an address
  ///   that ends so.
  func forEach(of node: RealtimeNode, at path: RealtimePath, _ body: (RealtimePath, RealtimeNode) throws -> Void) throws
  {
    guard node.exists else { return }
    guard node.byteCount > bytes, case .children(let children) = node.content else { return try body(path, node) }
    var group: [(key: RealtimeKey, node: RealtimeNode)] = []
    var groupBytes = 0
    for (key, child) in children {
      if child.byteCount > bytes {
        try forEach(of: child, at: path.child(key), body)
        continue
      }
      groupBytes += key.text.byteCount + child.byteCount
      group.append((key, child))
      guard groupBytes > bytes else { continue }
      try body(path, RealtimeNode(RealtimeChildren(group)))
      (group, groupBytes) = ([], 0)
    }
    if !group.isEmpty { try body(path, RealtimeNode(RealtimeChildren(group))) }
    // Only what exists has a priority.
    if node.priority != nil { try body(path.child(".priority"), node.priorityNode) }
  }
}

extension RealtimeNode {
  /// The inverse: with a piece that belongs to it.
  func adding(_ piece: RealtimeNode, at address: RealtimePath) -> RealtimeNode {
    guard case .children(var children) = self[address].content, case .children(let more) = piece.content else {
      return replacing(address: address, with: piece)
    }
    for (key, child) in more { children[key] = child }
    return replacing(address, with: RealtimeNode(children))
  }
}
