package import Diagnostics

/// One token of a rules source with the white space and comments before it.
///
/// What a token means depends on where it stands (`/` divides or begins a path), so the parser makes tokens as it goes.
package struct Token: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case word
    case number
    /// With its quotes and prefix.
    case string
    /// The text of one path segment.
    case segment
    case punctuation
    /// Skipped by the parser while it recovered from an error.
    case unexpected
    /// The end of the source; empty.
    case end
  }

  package var kind: Kind
  /// White space and comments between the token before and this one.
  package var leadingTrivia: Span
  package var span: Span

  package init(kind: Kind, leadingTrivia: Span, span: Span) {
    self.kind = kind
    self.leadingTrivia = leadingTrivia
    self.span = span
  }
}

/// A comment, in the order of the source.
package struct Comment: Hashable, Sendable {
  /// Without the marks (`//`, `/*`, `*/`) and without white space at the ends.
  package var text: String
  package var span: Span
  /// Whether only white space stands before it on its line.
  package var startsLine: Bool

  package init(text: String, span: Span, startsLine: Bool) {
    self.text = text
    self.span = span
    self.startsLine = startsLine
  }
}
