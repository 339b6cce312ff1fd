/// What an execution touched: the numbers of Query Explain and the input of billing.
package struct ExecutionStatistics: Hashable, Sendable {
  /// Documents handed out.
  package var documentsReturned = 0
  /// Documents passed over by `offset`; billed like returned ones.
  package var documentsSkipped = 0
  /// Index entries the plan walked, look-ahead and merge steps included.
  package var indexEntriesScanned = 0
  /// Vector index entries compared by a nearest-neighbour search.
  package var vectorEntriesScanned = 0

  /// How often a document that was handed out was found again by another disjunct.
  package var duplicates = 0

  package init() {}

  /// `documents_scanned` of Query Explain.
  package var documentsScanned: Int { documentsReturned + documentsSkipped }
}
