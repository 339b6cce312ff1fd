package import FirestoreModel

/// A document's versions before and after a commit; one of them is nil when it was created or deleted.
package struct DocumentChange: Hashable, Sendable {
  package var path: DocumentPath
  package var old: Document?
  package var new: Document?

  package init(path: DocumentPath, old: Document?, new: Document?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// A commit that changed something: the step from one version to the next.
package struct Commit: Hashable, Sendable {
  /// The version after the commit; versions count up by one from 0, the empty database.
  package var version: Int
  package var time: Timestamp
  /// Every document that differs from the version before, once, in the order of its first write.
  package var changes: [DocumentChange]

  package init(version: Int, time: Timestamp, changes: [DocumentChange]) {
    self.version = version
    self.time = time
    self.changes = changes
  }
}

/// What the service answers for one write.
package struct WriteResult: Hashable, Sendable {
  /// When the document was last changed, which is the previous time for a write that changed nothing; nil when the
  /// document does not exist afterwards.
  package var updateTime: Timestamp?
  /// One value per transform: the new value, null for the array transforms.
  package var transformResults: [Value]

  package init(updateTime: Timestamp?, transformResults: [Value]) {
    self.updateTime = updateTime
    self.transformResults = transformResults
  }
}

package struct CommitResult: Hashable, Sendable {
  package var commitTime: Timestamp
  /// One per write, in order.
  package var results: [WriteResult]
  /// Nil when no document changed.
  package var commit: Commit?

  package init(commitTime: Timestamp, results: [WriteResult], commit: Commit?) {
    self.commitTime = commitTime
    self.results = results
    self.commit = commit
  }
}
