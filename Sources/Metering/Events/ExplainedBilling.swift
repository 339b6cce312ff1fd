import FirestoreModel

/// The `billing_details` of an explained query, with production's names.
package struct ExplainedBilling: Hashable, Sendable {
  package var documentsBillable: Int64
  /// 0 when the query is exempt.
  package var indexEntriesBillable: Int64
  /// 1 only when nothing else is billed.
  package var minimumQueryCost: Int64
  package var smallOperations: Int64 = 0
  package var readOperations: Int64
}

extension BillingEvent {
  package func explained(under assumptions: BillingAssumptions = .standard) -> ExplainedBilling {
    let tally = tally(under: assumptions)
    let billsEntries =
      kind == .aggregate ? work.vectorEntries == nil : work.rangeFields.billsEntries(under: assumptions)
    return ExplainedBilling(
      documentsBillable: SaturatingSum.of(tally.documents, tally.skipped),
      indexEntriesBillable: billsEntries && kind != .nearest ? work.indexEntries : 0,
      minimumQueryCost: tally.minimum, readOperations: SaturatingSum.of(tally.reads, -tally.ruleReads))
  }
}
