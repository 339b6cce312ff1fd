import DocumentMessages
import FirestoreModel
import FirestoreService
import Metering
import QueryPlanner

extension MessageWriter {
  /// The fields of an `ExplainMetrics`, with the names and spellings observed in production: counts are texts inside of
  /// structs.
  mutating func explainMetrics(_ explanation: Explanation) {
    message(1) { summary in
      for index in explanation.indexesUsed {
        summary.message(1) { writer in
          writer.structure([("properties", .text(index.properties)), ("query_scope", .text(index.queryScope))])
        }
      }
    }
    guard let execution = explanation.execution else { return }
    message(2) { $0.executionStats(execution) }
  }

  private mutating func executionStats(_ execution: Explanation.Execution) {
    let billing = execution.debugStats.billingDetails
    var details = [
      ("documents_billable", StructValue.count(billing.documentsBillable)),
      ("index_entries_billable", .count(billing.indexEntriesBillable)),
    ]
    if let entries = execution.debugStats.vectorIndexEntriesBillable {
      details.append(("knn_vector_index_entries_billable", .count(entries)))
    }
    details.append(("min_query_cost", .count(billing.minimumQueryCost)))
    details.append(("small_ops", .count(billing.smallOperations)))
    if execution.resultsReturned != 0 { integer(1, execution.resultsReturned) }
    message(3) { $0.duration(microseconds: execution.executionDuration) }
    if execution.readOperations != 0 { integer(4, execution.readOperations) }
    message(5) { writer in
      writer.structure([
        ("billing_details", .fields(details)),
        ("documents_scanned", .count(execution.debugStats.documentsScanned)),
        ("index_entries_scanned", .count(execution.debugStats.indexEntriesScanned)),
      ])
    }
  }

  /// The fields of a `google.protobuf.Duration`.
  private mutating func duration(microseconds: Int64) {
    if microseconds / 1_000_000 != 0 { integer(1, microseconds / 1_000_000) }
    if microseconds % 1_000_000 != 0 { integer(2, microseconds % 1_000_000 * 1000) }
  }

  /// The fields of a `google.protobuf.Struct`.
  fileprivate mutating func structure(_ fields: [(String, StructValue)]) {
    for (name, value) in fields {
      message(1) { entry in
        entry.string(1, name)
        entry.message(2) { writer in
          switch value {
          case .text(let text): writer.string(3, text)
          case .fields(let fields): writer.message(5) { $0.structure(fields) }
          }
        }
      }
    }
  }
}

/// What of `google.protobuf.Value` explanations use.
private indirect enum StructValue {
  case text(String)
  case fields([(String, StructValue)])

  static func count(_ number: Int64) -> StructValue { .text(String(number)) }
}
