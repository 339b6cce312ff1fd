package import DocumentStore
package import FirestoreModel
package import FirestoreRulesEvaluator

// How requests of the service become requests that rules judge.

extension RulesRequest {
  /// A read of one document. Rules run for a missing one too, with `resource == null`.
  package static func get(
    _ path: DocumentPath, by auth: AuthContext?, on snapshot: Snapshot, at time: Timestamp
  ) -> RulesRequest {
    RulesRequest(
      method: .get, database: snapshot.database.database, path: RequestPath(path), auth: auth,
      time: RuleTimestamp(time), resource: snapshot.document(path).map { RulesDocument($0) })
  }

  /// One request per write of a commit, in order. Rules see what masks and transforms make of a document; the second of
  /// two writes to one document finds what the first has left. `request.time` is what a server timestamp will be; a
  /// commit without transforms keeps the time that it has, since only server timestamps are cut to milliseconds.
  package static func writes(of commit: CommitPreview, by auth: AuthContext?) -> [RulesRequest] {
    let time = commit.writes.allSatisfy(\.write.transforms.isEmpty) ? commit.time : commit.serverTimestamp
    return commit.writes.map { write in
      let method = write.method
      return RulesRequest(
        method: method, database: commit.snapshot.database.database, path: RequestPath(write.write.path), auth: auth,
        time: RuleTimestamp(time), resource: write.before.map { RulesDocument($0) },
        newResource: method == .create || method == .update ? write.after.map { RulesDocument($0) } : nil)
    }
  }
}
