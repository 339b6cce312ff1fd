package import Diagnostics
package import Metering

/// What the techniques would save on one workload: the one value that every output is made of.
package struct TechniqueReport: Sendable {
  package enum Verdict: String, Hashable, Sendable {
    /// Nothing was observed to be wrong, under the conditions that are named.
    case sound
    case unsound
    /// An index is missing; with it the technique may be sound.
    case needsIndex = "needs-index"
    case notApplicable = "not-applicable"
  }

  package struct Entry: Sendable {
    package var technique: Technique
    /// Those that ask the same are changed together.
    package var steps: [String]
    package var location: SourceLocation
    package var verdict: Verdict
    /// Why it is unsound or not applicable.
    package var reasons: [String]
    package var conditions: [String]
    /// Indexes that have to be defined first, as entries of the index file.
    package var indexes: [String]
    /// Nil where nothing was simulated.
    package var figures: Figures?
  }

  package struct Figures: Sendable {
    /// Totals over the simulated period.
    package var reads: Int64
    package var writes: Int64
    /// Fewer reads than the baseline; negative where it needs more.
    package var savedReads: Int64
    /// Of a month; nil without a price book.
    package var monthlyCost: MonthlyCost?
    package var savedCost: Rational?
    package var missed: Int64
    package var stale: Int64
    package var duplicates: Int64
    /// More than the baseline has.
    package var moreDuplicates: Int64
    package var denied: Int64
    package var indexErrors: Int64
  }

  package var workload: String
  package var path: String
  package var variant: String
  package var days: Int64
  package var baseReads: Int64
  package var baseCost: MonthlyCost?
  package var monthDays: Int64
  /// Sound ones that save most first, then those that need an index, then unsound ones, then what does not apply.
  package var entries: [Entry]
  package var findings: [Diagnostic]

  /// The best of those that are sound and save something.
  package var recommended: Entry? {
    entries.first { $0.verdict == .sound && ($0.figures?.savedReads ?? 0) > 0 }
  }
}
