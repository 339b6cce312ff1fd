import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire
import QueryExecution
import QueryModel

package struct RunAggregationQueryMethod: ServerStreamingMethod, RecordedMethod {
  package typealias Request = WireRunAggregationQueryRequest
  package typealias Response = WireRunAggregationQueryResponse

  package let method = ServedRequest.Method.runAggregationQuery
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    let parent = try ParentName(parsing: request.parent)
    guard case .structuredAggregationQuery(let message)? = request.queryType else {
      throw FirestoreError(.invalidArgument, MessageRefusal.notStructured)
    }
    let query = try AggregationQuery(message, below: parent)
    let explain = request.hasExplainOptions ? ExplainMode(request.explainOptions) : nil
    let answer = try await backend.database(parent.database).aggregate(
      query, explain: explain, try consistency(of: request), call.context)
    try await responses.write(
      EncodedMessage { writer in
        if let result = answer.result {
          writer.message(1) { $0.aggregateFields(result.values) }
        }
        if let id = answer.transaction { writer.bytes(2, id.bytes) }
        // Planned only: no result and no time.
        if answer.result != nil { writer.time(3, answer.readTime) }
        if let explanation = answer.explanation { writer.message(10) { $0.explainMetrics(explanation) } }
      })
  }

  private func consistency(of request: Request) throws(FirestoreError) -> ReadConsistency {
    switch request.consistencySelector {
    case .transaction(let id)?: ReadConsistency(transaction: id)
    case .newTransaction(let options)?: try ReadConsistency(newTransaction: options)
    case .readTime(let time)?: try ReadConsistency(readTime: time)
    case nil: .strong
    }
  }
}

extension MessageWriter {
  /// The fields of an `AggregationResult`: values by alias, in the order of aliases.
  fileprivate mutating func aggregateFields(_ values: [AggregationResult.Entry]) {
    for entry in values.sorted(by: { $0.alias < $1.alias }) {
      message(2) { writer in
        writer.string(1, entry.alias.string)
        writer.message(2) { $0.value(entry.value) }
      }
    }
  }
}
