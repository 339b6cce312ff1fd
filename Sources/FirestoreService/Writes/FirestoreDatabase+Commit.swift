package import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution

extension FirestoreDatabase {
  /// Applies all writes or none: Commit, a batch of a Write stream, and the requests for one document.
  package func commit(
    _ writes: [Write], in transaction: TransactionID? = nil, as method: ServedRequest.Method = .commit,
    _ context: RequestContext
  ) async throws(FirestoreError) -> CommitAnswer {
    try await serve(method, RequestTarget.writes(writes), billedAs: nil, context) {
      (configuration, served) async throws(FirestoreError) in
      served.note(writes)
      do throws(FirestoreError) {
        for write in writes { try write.path.validate() }
        let result = try await transactions.commit(writes, in: transaction, of: store, by: context) {
          () throws(FirestoreError) in try apply(writes, configuration.access, context, &served)
        }
        if result.commit != nil { changes.raise(.commits) }
        let documents = documents(after: writes, result)
        try await waitUntilDurable(result)
        served.billing = .commit(WriteWork(writes, result), ruleReads: served.ruleReads)
        served.billing?.responseBytes = responseBytes(of: method, documents)
        return CommitAnswer(results: result.results, commitTime: result.commitTime, documents: documents)
      } catch {
        // What the rules have denied is billed already.
        if served.billing == nil {
          let outcome: BillingEvent.Outcome = error.status == .invalidArgument ? .refused : .failed
          served.billing = .commit(WriteWork(writes), outcome: outcome, ruleReads: served.ruleReads)
        }
        throw error
      }
    }
  }

  /// Two methods answer the document that they have stored.
  private func responseBytes(of method: ServedRequest.Method, _ documents: [Document?]) -> Int64 {
    switch method {
    case .createDocument, .updateDocument: WireBytes.document(documents.first ?? nil, name)
    case .deleteDocument: WireBytes.message
    case .commit, .write, .batchWrite, .getDocument, .listDocuments, .batchGetDocuments, .beginTransaction, .rollback,
      .runQuery, .runAggregationQuery, .partitionQuery, .listen, .listCollectionIDs, .executePipeline:
      WireBytes.commit
    }
  }

  /// Asks the rules about the very version that the writes are applied to.
  private func apply(
    _ writes: [Write], _ access: AccessControl, _ context: RequestContext, _ served: inout ServedRequest
  ) throws(FirestoreError) -> CommitResult {
    guard context.caller != .admin else { return try store.commit(writes, at: clock.now) }
    return try store.commit(writes, at: clock.now) { preview throws(FirestoreError) in
      _ = try served.admit(access.commit(preview, by: context.caller)) {
        .commit(WriteWork(writes), outcome: .denied, ruleReads: $0)
      }
    }
  }

  /// The documents right after the commit, whatever has been committed since.
  private func documents(after writes: [Write], _ result: CommitResult) -> [Document?] {
    var changed: [DocumentPath: Document?] = [:]
    for change in result.commit?.changes ?? [] { changed[change.path] = .some(change.new) }
    if writes.allSatisfy({ changed[$0.path] != nil }) { return writes.map { changed[$0.path] ?? nil } }
    // Writes without effect: their documents are what the version of the commit holds.
    let version = try? store.snapshot(at: result.commitTime, now: clock.now)
    return writes.map { (version ?? store.current).document($0.path) }
  }

  /// A commit without effect may rest on others that are not durable yet, so it waits for those before it.
  private func waitUntilDurable(_ result: CommitResult) async throws(FirestoreError) {
    guard let journal else { return }
    try await journal.waitUntilDurable(result.commit?.version ?? store.current.version)
  }
}

extension ServedRequest {
  /// Documents that rules have read for it.
  fileprivate var ruleReads: Int64 { Int64(decision?.ruleReads.count ?? 0) }
}
