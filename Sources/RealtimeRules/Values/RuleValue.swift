import FirestoreModel
import RealtimeDatabase

/// A value of an expression while it is evaluated.
enum RuleValue: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(Text)
  /// `val()` of a location with children: not null, equal to nothing, without members.
  case sentinel
  /// An object of the token, or `auth` itself.
  case object(RealtimeNode)
  case location(Snapshot)

  /// A place in the data, before or after the write.
  struct Snapshot: Sendable {
    /// The whole database.
    var tree: RealtimeNode
    var path: RealtimePath
    var node: RealtimeNode

    init(tree: RealtimeNode, path: RealtimePath) {
      self.tree = tree
      self.path = path
      node = tree[path]
    }

    /// A path with keys that no data have finds nothing.
    func child(_ below: RealtimePath) -> Snapshot {
      var child = self
      child.path = path.appending(below)
      child.node = node[below]
      return child
    }

    /// Nil at the root.
    var parent: Snapshot? { path.parent.map { Snapshot(tree: tree, path: $0) } }
  }

  init(_ leaf: RealtimeLeaf) {
    switch leaf {
    case .boolean(let value): self = .boolean(value)
    case .number(let value): self = .number(value)
    case .string(let text): self = .string(text)
    }
  }

  /// What `val()` gives.
  init(val node: RealtimeNode) {
    switch node.content {
    case .absent: self = .null
    case .leaf(let leaf): self = RuleValue(leaf)
    case .children: self = .sentinel
    }
  }

  /// A value of the token.
  init(token node: RealtimeNode) {
    if case .children = node.content { self = .object(node) } else { self = RuleValue(val: node) }
  }

  /// The value where it is one of the data.
  var leaf: RealtimeLeaf? {
    switch self {
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .null, .sentinel, .object, .location: nil
    }
  }

  /// For messages: `null`, `the number 5`, `a location with children`.
  var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "the number \(RuleNumber.text(value))"
    case .string: "a text"
    case .sentinel: "a location with children"
    case .object: "an object"
    case .location: "a location"
    }
  }
}
