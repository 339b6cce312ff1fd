package import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import Metering

extension FirestoreDatabase {
  /// Applies every write on its own: each has its result or its refusal. A write that no database could take refuses them
  /// all (observed in production).
  package func batchWrite(
    _ writes: [Write], _ context: RequestContext
  ) async throws(FirestoreError) -> [Result<WriteResult, FirestoreError>] {
    try await serve(.batchWrite, RequestTarget.writes(writes), billedAs: .batchWrite, context) {
      (_, served) async throws(FirestoreError) in
      served.note(writes)
      for write in writes { try write.validate() }
      guard Set(writes.map(\.path)).count == writes.count else {
        // Refused in production; its text is not known.
        throw FirestoreError(.invalidArgument, "A batch write cannot contain two writes of the same document.")
      }
      try served.requirePrivilege(for: .batchWrite, billedAs: .batchWrite)
      var work = WriteWork()
      var version: Int?
      var results: [Result<WriteResult, FirestoreError>] = []
      for write in writes {
        do throws(FirestoreError) {
          let result = try await apply(write)
          work.add(WriteWork([write], result))
          version = result.commit?.version ?? store.current.version
          results.append(.success(result.results[0]))
        } catch {
          results.append(.failure(error))
        }
      }
      if let journal, let version { try await journal.waitUntilDurable(version) }
      served.billing = .batchWrite(work)
      return results
    }
  }

  private func apply(_ write: Write) async throws(FirestoreError) -> CommitResult {
    let result = try await transactions.commit([write], in: nil, of: store) { () throws(FirestoreError) in
      try store.commit([write], at: clock.now)
    }
    if result.commit != nil { changes.raise(.commits) }
    return result
  }
}
