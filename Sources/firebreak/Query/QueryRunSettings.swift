import FirestoreModel
import Metering
import QueryExecution

/// How one query is run.
struct QueryRunSettings {
  var mode: ExecutionMode
  var billing: BillingAssumptions
}
