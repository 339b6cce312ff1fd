package import Diagnostics

/// An input that cannot be read: at least one located problem.
package struct MalformedInput: Error, Hashable, Sendable {
  package var diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
