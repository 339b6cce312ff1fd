package import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution

/// The answer to BatchGetDocuments: every name once, in production's order.
package struct BatchGetAnswer: Sendable {
  /// Nil unless the request has begun one.
  package var transaction: TransactionID?
  package var readTime: Timestamp
  /// By name.
  package var found: [StoredDocument]
  /// By name. Production answers them after the documents (observed).
  package var missing: [DocumentPath]
}

extension FirestoreDatabase {
  /// - Throws: NOT_FOUND when there is no such document.
  package func get(
    _ path: DocumentPath, _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> (stored: StoredDocument, readTime: Timestamp) {
    try await serve(.getDocument, path.description, billedAs: .get, context) {
      (configuration, served) async throws(FirestoreError) in
      served.note([path])
      try path.validate()
      let read = try await reading(.documents([path]), consistency, &served) {
        (snapshot, served) throws(FirestoreError) in
        let ruleReads = try served.admit(
          configuration.access.get(path, by: context.caller, on: snapshot, at: served.time)
        ) { .denied(.get, ruleReads: $0) }
        let document = snapshot.stored(path)
        var event = BillingEvent.get(found: document != nil, ruleReads: ruleReads)
        event.responseBytes = WireBytes.document(document)
        served.billing = event
        guard let document else {
          throw FirestoreError(.notFound, "Document \"\(path.resourceName(in: name))\" not found.")
        }
        return document
      }
      return (read.answer, read.readTime)
    }
  }

  /// Repeated names are answered once. One document that the rules deny fails the whole request.
  package func batchGet(
    _ paths: [DocumentPath], _ consistency: ReadConsistency, _ context: RequestContext
  ) async throws(FirestoreError) -> BatchGetAnswer {
    try await serve(.batchGetDocuments, RequestTarget.documents(paths), billedAs: .batchGet, context) {
      (configuration, served) async throws(FirestoreError) in
      served.note(paths)
      for path in paths { try path.validate() }
      let names = paths.distinct
      let read = try await reading(.documents(names), consistency, &served) {
        (snapshot, served) throws(FirestoreError) in
        let ruleReads = try served.admit(
          configuration.access.batchGet(names, by: context.caller, on: snapshot, at: served.time)
        ) { .denied(.batchGet, ruleReads: $0) }
        let answer = BatchGetAnswer(names.sorted(), of: snapshot)
        served.billing = answer.billingEvent(ruleReads: ruleReads)
        return answer
      }
      var answer = read.answer
      answer.transaction = read.transaction
      return answer
    }
  }
}

extension BatchGetAnswer {
  fileprivate init(_ names: [DocumentPath], of snapshot: Snapshot) {
    self.init(transaction: nil, readTime: snapshot.time, found: [], missing: [])
    for path in names {
      if let document = snapshot.stored(path) { found.append(document) } else { missing.append(path) }
    }
  }

  fileprivate func billingEvent(ruleReads: Int64) -> BillingEvent {
    var event = BillingEvent.batchGet(
      found: Int64(found.count), missing: Int64(missing.count), ruleReads: ruleReads)
    event.responseBytes = found.reduce(WireBytes.message * Int64(missing.count)) { $0 + WireBytes.document($1) }
    return event
  }
}

extension [DocumentPath] {
  /// Every path once, where it comes first.
  fileprivate var distinct: [DocumentPath] {
    var seen: Set<DocumentPath> = []
    return filter { seen.insert($0).inserted }
  }
}
