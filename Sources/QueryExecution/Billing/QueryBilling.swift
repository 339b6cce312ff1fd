package import Metering
import QueryModel
import QueryPlanner

// What executions report to the meter. Facts only: the formulas are Metering's.

extension QueryResult {
  package var readWork: ReadWork {
    ReadWork(
      documents: Int64(statistics.documentsReturned), skipped: Int64(statistics.documentsSkipped),
      indexEntries: Int64(statistics.indexEntriesScanned),
      vectorEntries: plan.query.nearest == nil ? nil : Int64(statistics.vectorEntriesScanned),
      rangeFields: RangeFieldCount(of: plan.query), duplicates: Int64(statistics.duplicates))
  }

  /// The event of running this query once.
  package var billingEvent: BillingEvent {
    plan.query.nearest == nil
      ? .query(readWork)
      : .nearest(
        documents: Int64(statistics.documentsReturned), vectorEntries: Int64(statistics.vectorEntriesScanned),
        filterEntries: Int64(statistics.indexEntriesScanned))
  }
}

extension AggregationResult {
  /// The event of running this aggregation once.
  package var billingEvent: BillingEvent {
    .aggregate(
      indexEntries: Int64(statistics.indexEntriesScanned),
      vectorEntries: plan.query.nearest == nil ? nil : Int64(statistics.vectorEntriesScanned))
  }
}

extension TargetDelta {
  package var listenerChanges: ListenerChanges { ListenerChanges(counting: changes) }
}

extension ListenerChanges {
  package init(counting changes: [TargetChange]) {
    self.init()
    for change in changes {
      switch change.cause {
      case .entered: added += 1
      case .refilled: refill += 1
      case .modified: modified += 1
      case .leftByChange: leftByChange += 1
      case .deleted: deleted += 1
      case .evicted: evicted += 1
      }
    }
  }
}
