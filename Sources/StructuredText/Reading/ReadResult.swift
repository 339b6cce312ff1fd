package import Diagnostics

/// What reading one JSON or YAML input gave.
package struct ReadResult: Hashable, Sendable {
  /// The value as far as it could be read; nil when the text is no value at all. Keys written twice keep their first
  /// value, so that further problems can be reported in the same run.
  package var node: Node?
  /// Located problems of the text itself, in the order of the text.
  package var diagnostics: [Diagnostic]
  /// The commas that stand before a closing bracket, where the options accept them. The reader of the file decides what
  /// they mean for it.
  package var trailingCommas: [Span]

  package init(node: Node?, diagnostics: [Diagnostic] = [], trailingCommas: [Span] = []) {
    self.node = node
    self.diagnostics = diagnostics
    self.trailingCommas = trailingCommas
  }

  /// The node of a text without any error.
  package var valid: Node? { diagnostics.contains { $0.severity == .error } ? nil : node }
}

/// How much a reader takes before it refuses an input, so that no file can exhaust memory, stack or patience.
package struct ReadLimits: Hashable, Sendable {
  /// Bytes of one input.
  package var bytes: Int
  /// Arrays and objects inside each other.
  package var depth: Int
  /// Values that the aliases of one YAML file stand for, counted with everything inside them.
  package var aliasedValues: Int
  /// Problems of one sort that are reported one by one.
  package var repeatedProblems: Int

  package init(
    bytes: Int = 64 << 20, depth: Int = 200, aliasedValues: Int = 100_000, repeatedProblems: Int = 100
  ) {
    self.bytes = bytes
    self.depth = depth
    self.aliasedValues = aliasedValues
    self.repeatedProblems = repeatedProblems
  }
}
