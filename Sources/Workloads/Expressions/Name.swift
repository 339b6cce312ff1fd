package import Diagnostics

/// A name the user wrote, with its place: of a step, actor, procedure, variable or parameter.
package struct Name: Hashable, Sendable {
  package var text: String
  package var span: Span

  package init(_ text: String, span: Span) {
    self.text = text
    self.span = span
  }
}
