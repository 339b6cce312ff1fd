package import Metering
import QueryExecution
package import QueryPlanner

/// How much of a query is explained.
package enum ExplainMode: String, Hashable, Sendable, CaseIterable {
  /// The query is planned, not run; one read whatever it is.
  case planOnly
  /// It is run, and answered with its documents.
  case analyze
}

/// What Query Explain says, with production's names.
package struct Explanation: Hashable, Sendable {
  package struct Execution: Hashable, Sendable {
    /// Documents, or 1 for an aggregation.
    package var resultsReturned: Int64
    /// In microseconds.
    package var executionDuration: Int64
    /// What the request bills, documents that rules have read included.
    package var readOperations: Int64
    package var debugStats: DebugStats
  }

  package struct DebugStats: Hashable, Sendable {
    package var documentsScanned: Int64
    package var indexEntriesScanned: Int64
    package var billingDetails: ExplainedBilling
    /// `knn_vector_index_entries_billable`; nil unless a vector index is read.
    package var vectorIndexEntriesBillable: Int64?
  }

  package var indexesUsed: [IndexUse]
  /// Nil when the query was only planned.
  package var execution: Execution?

  package init(indexesUsed: [IndexUse], execution: Execution? = nil) {
    self.indexesUsed = indexesUsed
    self.execution = execution
  }

  init(
    _ plan: QueryPlan, _ statistics: ExecutionStatistics, resultsReturned: Int, duration: Int64, _ event: BillingEvent
  ) {
    let debugStats = DebugStats(
      documentsScanned: Int64(statistics.documentsScanned),
      indexEntriesScanned: Int64(statistics.indexEntriesScanned), billingDetails: event.explained(),
      vectorIndexEntriesBillable: event.work.vectorEntries)
    self.init(
      indexesUsed: plan.indexesUsed,
      execution: Execution(
        resultsReturned: Int64(resultsReturned), executionDuration: duration, readOperations: event.tally().reads,
        debugStats: debugStats))
  }
}
