package import Diagnostics

/// `claims:` — a figure that a document states, and how the run recomputes it.
package struct Claim: Hashable, Sendable {
  package enum Expected: Hashable, Sendable {
    /// This figure, to as many places as it is written with.
    case exactly(FigureExpression)
    /// Within bounds; at least one is there.
    case between(FigureExpression?, FigureExpression?)
    /// A word, or a figure that nothing can be compared with.
    case nothing
  }

  package var id: String
  /// Where the document states it: `7.2`.
  package var place: String
  /// As the document writes it.
  package var quote: String
  package var expected: Expected
  /// With the document's own prices and assumptions.
  package var theirs: FigureExpression?
  /// With list prices.
  package var list: FigureExpression?
  /// What the author of the workload has found out about a claim without figures; others are judged by the run.
  package var verdict: ClaimVerdict?
  package var note: String?
  package var span: Span
}

/// What came of a claim.
package enum ClaimVerdict: String, Hashable, Sendable, CaseIterable {
  /// The recomputed figure is the claimed one.
  case reproduced
  /// It is, with the document's own prices; with list prices another one comes out.
  case onlyTheirs = "reproduced-with-their-prices"
  /// The document gives nothing to compute it from, or the run does not know the figure.
  case notReproduced = "not-reproduced"
  /// Another figure comes out.
  case wrong
}

/// A figure of the assertion language that is no comparison: `cost(before).reads.month * 12`.
package struct FigureExpression: Hashable, Sendable {
  package var text: String
  package var root: AssertionNode
  package var span: Span
}
