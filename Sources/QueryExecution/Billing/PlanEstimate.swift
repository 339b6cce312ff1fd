import FirestoreModel
package import Metering
import QueryModel
package import QueryPlanner

// The static twin of execution's statistics: what running a plan can scan and return, from the number of documents in
// its source. `QueryBilling.swift` reports what a run did; a property test holds measured ∈ estimate.

extension QueryPlan {
  /// Bounds of one run as a query, an aggregation or a listener's first snapshot.
  ///
  /// - Parameter documents: how many documents the source holds (the collection or the whole group).
  package func bounds(documents: CountRange, kind: BillingEvent.Kind) -> OperationBounds {
    let limit = query.limit.map(Int64.init)
    let offset = Int64(query.offset)
    guard limit != 0 else { return OperationBounds(kind: kind) }
    let matches = matchBounds(documents)
    let entries = entryBounds(documents)
    var bounds = OperationBounds(kind: kind, indexEntries: entries, rangeFields: RangeFieldCount(of: query))
    if query.nearest != nil {
      bounds.vectorEntries = CountRange(0, documents.maximum)
      bounds.indexEntries = .zero
    }
    if !aggregations.isEmpty { return bounds }
    bounds.skipped = offset == 0 ? .zero : matches.limited(to: offset)
    let left = CountRange(matches.minimum - offset, matches.maximum.map { $0 - offset })
    let taken = query.nearest.map { Int64($0.limit) } ?? limit
    bounds.documents = taken.map { left.limited(to: $0) } ?? left
    bounds.duplicates =
      disjuncts.count == 1 ? .zero : CountRange(0, matches.maximum.flatMap { $0.times(disjuncts.count - 1) })
    return bounds
  }

  /// A scan of every document by name finds all of them; any filter, cursor or other order may find none.
  private func matchBounds(_ documents: CountRange) -> CountRange {
    let isWhole =
      disjuncts.allSatisfy { $0.conjunction.predicates.isEmpty && $0.suffix.count == 1 } && query.start == nil
      && query.end == nil && query.nearest == nil
    if isWhole { return documents }
    let points = disjuncts.map(\.isPointLookup)
    if points.allSatisfy(\.self) { return CountRange(0, Int64(points.count)) }
    return CountRange(0, documents.maximum)
  }

  /// Each member holds at most one entry of a document for its prefix; a merge steps through each member at most once.
  private func entryBounds(_ documents: CountRange) -> CountRange {
    let window = query.limit.map { Int64($0) + Int64(query.offset) + 1 }
    var maximum: Int64? = 0
    for disjunct in disjuncts {
      var entries = documents.maximum.flatMap { $0.times(disjunct.members.count) }
      if disjunct.isPointLookup, disjunct.suffix.count == 1 { entries = Int64(disjunct.members.count) }
      if disjuncts.count == 1, disjunct.scansOnlyMatches, aggregations.isEmpty, let window {
        entries = entries.map { min($0, window) } ?? window
      }
      maximum = maximum.flatMap { sum in entries.flatMap { sum.plus($0) } }
    }
    return CountRange(0, maximum)
  }
}

extension DisjunctPlan {
  fileprivate var isPointLookup: Bool { !documentNames.isEmpty }

  /// One index, filters on its first ordered field at most: every entry of the scanned range is a match.
  fileprivate var scansOnlyMatches: Bool {
    guard members.count == 1 else { return false }
    let first = suffix.first?.path
    return conjunction.predicates.allSatisfy { !$0.isInequality || $0.path == first }
      && conjunction.predicates.allSatisfy { !$0.path.isDocumentName || first == $0.path }
  }
}

extension Int64 {
  /// Nil, which bounds read as unbounded, when the product does not fit.
  fileprivate func times(_ factor: Int) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: Int64(factor))
    return overflow ? nil : product
  }

  fileprivate func plus(_ term: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(term)
    return overflow ? nil : sum
  }
}
