package import Diagnostics

/// The text of a comment that mentions `firebreak`, without the comment's own signs.
package struct Remark: Hashable, Sendable {
  package var text: String
  package var span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}
