package import Diagnostics

/// A value of a JSON or YAML input together with where it stands: what every reader of files works on.
package struct Node: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The number as written, checked to be a number of the format's grammar; conversion is the reader's decision.
    case number(String)
    case string(String)
    case array([Node])
    case object([Member])
  }

  /// One key of an object with its own place. Keys are unique within an object, unless its reader was told to keep all.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var keySpan: Span
    package var value: Node

    package init(key: String, keySpan: Span, value: Node) {
      self.key = key
      self.keySpan = keySpan
      self.value = value
    }
  }

  package var content: Content
  package var span: Span

  package init(_ content: Content, span: Span) {
    self.content = content
    self.span = span
  }
}
