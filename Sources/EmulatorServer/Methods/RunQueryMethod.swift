import DocumentMessages
import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire
import QueryExecution
import QueryModel
import QueryPlanner

package struct RunQueryMethod: ServerStreamingMethod, RecordedMethod {
  package typealias Request = WireRunQueryRequest
  package typealias Response = WireRunQueryResponse

  package let method = ServedRequest.Method.runQuery
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    let parent = try ParentName(parsing: request.parent)
    guard case .structuredQuery(let message)? = request.queryType else {
      throw FirestoreError(.invalidArgument, MessageRefusal.notStructured)
    }
    let query = try Query(message, below: parent)
    let explain = request.hasExplainOptions ? ExplainMode(request.explainOptions) : nil
    let answer = try await backend.database(parent.database).run(
      query, explain: explain, try consistency(of: request), call.context)
    if let id = answer.transaction { try await responses.write(EncodedMessage { $0.bytes(2, id.bytes) }) }
    if let result = answer.result {
      try await send(result, answer, in: parent.database, to: responses)
    } else if let explanation = answer.explanation {
      // Planned only: no documents and no time.
      try await responses.write(EncodedMessage { $0.message(11) { $0.explainMetrics(explanation) } })
    }
  }

  private func send(
    _ result: QueryResult, _ answer: QueryAnswer, in database: DatabaseName, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    // Observed in production: skipped documents are told ahead of the others.
    let skipped = Int64(result.statistics.documentsSkipped)
    let count = result.window.count
    if skipped > 0 || count == 0 {
      try await responses.write(
        EncodedMessage { writer in
          writer.time(3, answer.readTime)
          if skipped > 0 { writer.integer(4, skipped) }
          if count == 0, let explanation = answer.explanation { writer.message(11) { $0.explainMetrics(explanation) } }
        })
    }
    let isWhole = result.isWhole
    for (position, document) in result.window.stored(in: 0..<count).enumerated() {
      let explanation = position == count - 1 ? answer.explanation : nil
      try await responses.write(
        EncodedMessage(reservingCapacity: document.wireSize + 32) { writer in
          if isWhole {
            writer.message(1, encoded: document.message)
          } else {
            writer.message(1) { $0.document(result.shown(document.document, at: position), in: database) }
          }
          writer.time(3, answer.readTime)
          if let explanation { writer.message(11) { $0.explainMetrics(explanation) } }
        })
    }
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

extension QueryResult {
  /// Its documents are shown as they are stored.
  fileprivate var isWhole: Bool { plan.query.projection == nil && plan.query.nearest?.distanceResultField == nil }
}
