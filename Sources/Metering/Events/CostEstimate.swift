import FirestoreModel

// The static twin of `Cost.swift`: what an operation can cost at least and at most, from bounds instead of a run.
// Both ask the same formula, so that measured ∈ [minimum, maximum] holds wherever the bounds do.

/// Whole numbers from a minimum to a maximum; nil: unbounded.
package struct CountRange: Hashable, Sendable {
  package let minimum: Int64
  package let maximum: Int64?

  package init(_ minimum: Int64, _ maximum: Int64?) {
    self.minimum = max(0, minimum)
    self.maximum = maximum.map { max($0, max(0, minimum)) }
  }

  package init(exactly count: Int64) { self.init(count, count) }

  package static let unbounded = CountRange(0, nil)
  package static let zero = CountRange(exactly: 0)

  package func contains(_ count: Int64) -> Bool { count >= minimum && (maximum.map { count <= $0 } ?? true) }

  /// The same with no more than `limit`.
  package func limited(to limit: Int64) -> CountRange {
    CountRange(min(minimum, limit), min(maximum ?? limit, limit))
  }
}

/// What is known of an operation before it runs.
package struct OperationBounds: Hashable, Sendable {
  package var kind: BillingEvent.Kind
  package var documents: CountRange
  package var skipped: CountRange
  package var missing: CountRange
  package var indexEntries: CountRange
  /// Nil when no vector index takes part.
  package var vectorEntries: CountRange?
  package var rangeFields: RangeFieldCount
  package var ruleReads: CountRange
  /// Hits of the same document by another branch.
  package var duplicates: CountRange

  package init(
    kind: BillingEvent.Kind, documents: CountRange = .zero, skipped: CountRange = .zero, missing: CountRange = .zero,
    indexEntries: CountRange = .zero, vectorEntries: CountRange? = nil, rangeFields: RangeFieldCount = .none,
    ruleReads: CountRange = .zero, duplicates: CountRange = .zero
  ) {
    self.kind = kind
    self.documents = documents
    self.skipped = skipped
    self.missing = missing
    self.indexEntries = indexEntries
    self.vectorEntries = vectorEntries
    self.rangeFields = rangeFields
    self.ruleReads = ruleReads
    self.duplicates = duplicates
  }
}

package struct CostEstimate: Hashable, Sendable {
  package let reads: CountRange

  /// The formula grows with each of its facts, so both ends follow from the ends of the bounds.
  package init(_ bounds: OperationBounds, under assumptions: BillingAssumptions = .standard) {
    let least = CostEstimate.event(bounds, \.minimum).tally(under: assumptions).reads
    let open = BillingEvent.unbounded
    let most = CostEstimate.event(bounds) { $0.maximum ?? open }.tally(under: assumptions).reads
    // What is unbounded only matters where it is billed: the entries of an exempt query are not.
    reads = CountRange(least, most >= open / 1000 ? nil : most)
  }

  /// A get of one document that may or may not exist: never both a document and a missing one.
  package static func get(
    ruleReads: CountRange = .zero, under assumptions: BillingAssumptions = .standard
  ) -> CostEstimate {
    let found = CostEstimate(
      OperationBounds(kind: .get, documents: CountRange(exactly: 1), ruleReads: ruleReads), under: assumptions)
    let missing = CostEstimate(
      OperationBounds(kind: .get, missing: CountRange(exactly: 1), ruleReads: ruleReads), under: assumptions)
    return CostEstimate(reads: CountRange(missing.reads.minimum, found.reads.maximum))
  }

  private init(reads: CountRange) { self.reads = reads }

  private static func event(_ bounds: OperationBounds, _ end: (CountRange) -> Int64) -> BillingEvent {
    var event = BillingEvent(bounds.kind)
    event.work = ReadWork(
      documents: end(bounds.documents), skipped: end(bounds.skipped), missing: end(bounds.missing),
      indexEntries: end(bounds.indexEntries), vectorEntries: bounds.vectorEntries.map(end),
      rangeFields: bounds.rangeFields, duplicates: end(bounds.duplicates))
    event.ruleReads = end(bounds.ruleReads)
    return event
  }
}

extension BillingEvent {
  /// Stands for "any number" while an estimate is worked out: far above every real count, far below overflow.
  fileprivate static let unbounded = Int64.max / 1024
}
