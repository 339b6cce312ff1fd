package import FirestoreModel

/// What stands at a location: nothing, a primitive value, or named children, in all but the first case possibly with a
/// priority. A value; copies share everything below.
package struct RealtimeNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case absent
    case leaf(RealtimeLeaf)
    /// Never empty, and no child is absent.
    case children(RealtimeChildren)
  }

  package private(set) var content: Content
  /// Always nil where nothing stands.
  package private(set) var priority: RealtimePriority?

  package static let absent = RealtimeNode(content: .absent, priority: nil)

  private init(content: Content, priority: RealtimePriority?) {
    self.content = content
    self.priority = priority
  }

  package init(_ leaf: RealtimeLeaf, priority: RealtimePriority? = nil) {
    self.init(content: .leaf(leaf), priority: priority)
  }

  /// Without children it is absent, priority or not.
  package init(_ children: RealtimeChildren, priority: RealtimePriority? = nil) {
    self = children.isEmpty ? .absent : RealtimeNode(content: .children(children), priority: priority)
  }
}

package enum RealtimeLeaf: Hashable, Sendable {
  case boolean(Bool)
  /// Finite.
  case number(Double)
  case string(Text)

  /// The longest string, in UTF-8 bytes.
  package static let maximumStringBytes = 10 << 20
}

package enum RealtimePriority: Hashable, Sendable {
  case number(Double)
  case string(Text)
}

extension RealtimeNode {
  package var exists: Bool { if case .absent = content { false } else { true } }
  package var leaf: RealtimeLeaf? { if case .leaf(let leaf) = content { leaf } else { nil } }
  /// Empty for anything but named children.
  package var children: RealtimeChildren {
    if case .children(let children) = content { children } else { RealtimeChildren() }
  }

  package func child(_ key: RealtimeKey) -> RealtimeNode {
    if case .children(let children) = content { children[key] ?? .absent } else { .absent }
  }

  /// The node at a path below this one.
  package subscript(path: RealtimePath) -> RealtimeNode {
    var node = self
    for key in path.keys {
      guard case .children = node.content else { return .absent }
      node = node.child(key)
    }
    return node
  }

  /// This node with another one at `path`. What becomes empty disappears, up to the root; a value that gets children is
  /// lost, its priority stays; deleting below a value changes nothing.
  package func replacing(_ path: RealtimePath, with node: RealtimeNode) -> RealtimeNode {
    replacing(path.keys[...], with: node)
  }

  private func replacing(_ keys: ArraySlice<RealtimeKey>, with node: RealtimeNode) -> RealtimeNode {
    guard let key = keys.first else { return node }
    if case .leaf = content, !node.exists { return self }
    let current = child(key)
    let replacement = current.replacing(keys.dropFirst(), with: node)
    if !current.exists, !replacement.exists { return self }
    var changed = children
    changed[key] = replacement
    return RealtimeNode(changed, priority: priority)
  }

  /// The same content with another priority; nothing where nothing stands.
  package func withPriority(_ priority: RealtimePriority?) -> RealtimeNode {
    var node = self
    if exists { node.priority = priority }
    return node
  }
}
