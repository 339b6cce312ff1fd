package import Diagnostics

/// Reads that one expression of the rules causes: a `get` or `exists` that asks for a document first in its request.
package struct RuleReadReport: Hashable, Sendable {
  package var location: SourceLocation
  /// On one line, shortened where it is long.
  package var expression: String
  package var reads: Int64
}
