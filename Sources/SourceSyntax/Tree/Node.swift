package import SourceTokens

/// The number of a node in its tree.
package struct NodeID: Hashable, Sendable, Comparable {
  package let raw: UInt32

  package init(_ raw: UInt32) { self.raw = raw }

  /// In the order of the tree: children before what holds them.
  package static func < (left: NodeID, right: NodeID) -> Bool { left.raw < right.raw }
}

/// A node: 32 bytes. What its parts mean is said at its kind.
package struct Node: Hashable, Sendable {
  package let kind: NodeKind
  /// The operator of an expression, or the form of a declaration.
  let code: UInt8
  package let flags: NodeFlags
  /// Its first token, and the one behind its last; equal where nothing is written. Tokens in this range that lie in
  /// none of its children are its own: keywords, signs, its name.
  package let first: UInt32
  package let end: UInt32
  /// The name or text that it carries; empty where it has none.
  package private(set) var name: NameID
  /// The token that says its name, or its operator; `end` where none does.
  package let place: UInt32
  /// Where its children begin in the list of the tree, and how many there are.
  let list: UInt32
  let count: UInt32
}

extension Node {
  /// Of `binary`, `unary` and `assign`; `other` for whatever else.
  package var operation: Operator {
    switch kind {
    case .binary, .unary, .assign: Operator(rawValue: code) ?? .other
    default: .other
    }
  }

  /// Of `typeDeclaration`.
  package var typeForm: TypeForm? { kind == .typeDeclaration ? TypeForm(rawValue: code) : nil }

  /// Of `function` and `accessor`.
  package var functionForm: FunctionForm? {
    kind == .function || kind == .accessor ? FunctionForm(rawValue: code) : nil
  }

  package var word: Word? { name.word }
  package var isEmpty: Bool { first == end }
}

extension Node {
  mutating func rename(_ names: [NameID]) { name = names[Int(name.raw)] }
}
