package import DocumentStore
package import FirestoreModel

/// The answer to a commit.
package struct CommitAnswer: Sendable {
  /// One per write, in order.
  package var results: [WriteResult]
  package var commitTime: Timestamp
  /// The document of each write as the commit leaves it; nil where there is none.
  package var documents: [Document?]
}
