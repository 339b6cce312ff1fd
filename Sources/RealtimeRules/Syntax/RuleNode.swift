package import Diagnostics
import FirestoreModel
package import RealtimeDatabase

/// The rules of one location, or of all locations that a variable stands for.
package struct RuleNode: Sendable {
  /// The keys from the root as they are written: names and `$variables`.
  package var pattern: [String]
  /// Where the key stands.
  package var keySpan: Span
  package var rules: [Rule]
  package var indexes: [RealtimeIndex]
  /// Children with a name, in file order.
  package var named: [RuleNode]
  /// The child that stands for every key without a rule of its own; its key begins with `$`.
  package var variable: [RuleNode]

  package init(pattern: [String], keySpan: Span) {
    self.pattern = pattern
    self.keySpan = keySpan
    rules = []
    indexes = []
    named = []
    variable = []
  }
}

/// One `.read`, `.write` or `.validate`.
package struct Rule: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case read = ".read", write = ".write", validate = ".validate"
  }

  package var kind: Kind
  package var keySpan: Span
  package var expression: RuleExpression

  package init(kind: Kind, keySpan: Span, expression: RuleExpression) {
    self.kind = kind
    self.keySpan = keySpan
    self.expression = expression
  }
}

/// One entry of `.indexOn`.
package struct RealtimeIndex: Hashable, Sendable {
  package typealias Target = RealtimeIndexTarget

  package var target: Target
  package var span: Span

  package init(_ target: Target, span: Span) {
    self.target = target
    self.span = span
  }
}

extension RuleNode {
  /// As it is written: `/rooms/$room`.
  package var patternText: String { "/" + pattern.joined(separator: "/") }

  /// The rules of a child: those of its name or, without any, those of the `$variable`. Nil stands for a key that is not
  /// known.
  package func child(_ key: RealtimeKey?) -> RuleNode? {
    if let key, let named = named.first(where: { $0.pattern.last.map { Text($0) } == key.text }) { return named }
    return variable.first
  }

  package func node(at keys: [RealtimeKey?]) -> RuleNode? {
    var node = self
    for key in keys {
      guard let child = node.child(key) else { return nil }
      node = child
    }
    return node
  }

  /// The children, those with a name first.
  package var children: [RuleNode] { named + variable }

  /// Itself and everything below, parents first.
  package var everyNode: [RuleNode] { [self] + children.flatMap(\.everyNode) }
}
