package import Diagnostics
package import RealtimeDatabase

/// A rules document that uploads: a tree of rules in the shape of the data.
package struct RealtimeRuleset: Sendable {
  package let source: SourceText
  package let root: RuleNode

  package init(source: SourceText, root: RuleNode) {
    self.source = source
    self.root = root
  }
}

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
  package enum Kind: String, Hashable, Sendable, CaseIterable { case read = ".read", write = ".write", validate = ".validate" }

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
