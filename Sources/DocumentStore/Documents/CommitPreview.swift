package import FirestoreModel

/// What a commit would do to the documents: see ``DocumentStore/preview(_:at:)``.
package struct CommitPreview: Sendable {
  /// The database before the commit.
  package let snapshot: Snapshot
  /// The commit's time.
  package let time: Timestamp
  /// One per write, in order.
  package let writes: [WritePreview]
  private let after: [DocumentPath: Document?]

  init(snapshot: Snapshot, time: Timestamp, writes: [WritePreview], after: [DocumentPath: Document?]) {
    self.snapshot = snapshot
    self.time = time
    self.writes = writes
    self.after = after
  }

  /// What a server timestamp of the commit is: whole milliseconds.
  package var serverTimestamp: Timestamp { time.cutToMilliseconds }

  /// The document after all writes of the commit; nil when it does not exist then.
  package func documentAfter(_ path: DocumentPath) -> Document? { after[path] ?? snapshot.document(path) }
}

/// One write of a commit. Several writes of one document follow each other: the second finds what the first left.
package struct WritePreview: Sendable {
  package var write: Write
  package var before: Document?
  package var after: Document?
}
