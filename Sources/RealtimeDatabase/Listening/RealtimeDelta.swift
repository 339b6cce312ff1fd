package import StructuredText

/// What the service sends to a client that holds the state before a change.
package struct RealtimeDelta: Hashable, Sendable {
  /// From the root: what is replaced, or the parent of what is. Ends with `.priority` where that alone changes.
  package var path: RealtimePath
  package var content: Content

  package enum Content: Hashable, Sendable {
    /// `d`, `put`: everything at the path.
    case replace(RealtimeNode)
    /// `m`, `patch`: what stands at the paths below it. Absent nodes leave.
    case merge([Part])
  }

  package struct Part: Hashable, Sendable {
    package var path: RealtimePath
    package var node: RealtimeNode

    package init(_ path: RealtimePath, _ node: RealtimeNode) {
      self.path = path
      self.node = node
    }
  }

  package init(_ path: RealtimePath, _ content: Content) {
    self.path = path
    self.content = content
  }

  /// UTF-8 bytes of the data in compact JSON, export form.
  package var byteCount: Int {
    switch content {
    case .replace(let node): node.byteCount
    case .merge(let parts): parts.reduce(1) { $0 + JSONBytes.quoted($1.name) + 2 + $1.node.byteCount }
    }
  }

  /// The data in export form.
  package var export: JSONValue {
    switch content {
    case .replace(let node): node.export
    case .merge(let parts): .object(parts.map { JSONValue.Member($0.name, $0.node.export) })
    }
  }

  /// What a client that holds `node` at `location` holds then.
  package func applied(to node: RealtimeNode, at location: RealtimePath) -> RealtimeNode {
    switch content {
    case .replace(let new): return node.receiving(new, at: path, location)
    case .merge(let parts):
      return parts.reduce(node) { $0.receiving($1.node, at: path.appending($1.path), location) }
    }
  }
}

extension RealtimeDelta.Part {
  /// As a key of the message: `a/b`.
  package var name: String { path.keys.map(\.string).joined(separator: "/") }
}

extension RealtimeNode {
  fileprivate func receiving(_ new: RealtimeNode, at path: RealtimePath, _ location: RealtimePath) -> RealtimeNode {
    guard let relative = path.relative(to: location) else { return self }
    guard relative.last?.isPriority == true, let parent = relative.parent else { return replacing(relative, with: new) }
    let priority: RealtimePriority? =
      switch new.leaf {
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .boolean, nil: nil
      }
    return replacing(parent, with: self[parent].withPriority(priority))
  }

  /// The node at a path that may end with `.priority`.
  package func addressed(_ address: RealtimePath) -> RealtimeNode {
    guard address.last?.isPriority == true, let parent = address.parent else { return self[address] }
    return self[parent].priorityNode
  }
}
