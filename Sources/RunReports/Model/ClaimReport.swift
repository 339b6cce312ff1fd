package import Diagnostics
package import Metering
package import Workloads

/// A figure that a document claims, beside what came out of the run.
package struct ClaimReport: Hashable, Sendable {
  package var id: String
  /// Where the document states it: `7.2`; may be empty.
  package var place: String
  /// As the document writes it.
  package var quote: String
  /// Nil: the document gives bounds, or no figure at all.
  package var claimed: ClaimFigure?
  package var atLeast: ClaimFigure?
  package var atMost: ClaimFigure?
  /// With the document's own prices and assumptions; nil: nothing to compute it from.
  package var theirs: ClaimFigure?
  /// With list prices; nil: the same as nil for ``theirs``, or prices have no part in it.
  package var list: ClaimFigure?
  package var verdict: ClaimVerdict
  package var note: String?
  package var location: SourceLocation
}

/// An exact figure with its unit.
package struct ClaimFigure: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    case number
    /// The amount is a fraction: 0.95 for 95 %.
    case share
    /// `USD`
    case money(currency: String)
  }

  package var amount: Rational
  package var unit: Unit
}
