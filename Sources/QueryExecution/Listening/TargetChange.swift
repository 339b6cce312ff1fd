import DocumentStore
package import FirestoreModel

/// One document's change in a listener's result.
package struct TargetChange: Hashable, Sendable {
  /// What the client is told.
  package enum Kind: Hashable, Sendable { case removed, added, modified }

  /// Why; decides what the change bills.
  package enum Cause: Hashable, Sendable {
    /// Created, or changed so that it now matches.
    case entered
    /// Moved into a limit window because another document left it.
    case refilled
    /// A member changed and is still in the result.
    case modified
    /// A member changed and is no longer in the result.
    case leftByChange
    case deleted
    /// Pushed out of a limit window by another document; it did not change.
    case evicted
  }

  package var cause: Cause
  package var path: DocumentPath

  package init(cause: Cause, path: DocumentPath) {
    self.cause = cause
    self.path = path
  }

  package var kind: Kind {
    switch cause {
    case .entered, .refilled: .added
    case .modified: .modified
    case .leftByChange, .deleted, .evicted: .removed
    }
  }
}

/// Everything one commit (or one resumption) changes in a listener's result, as a single consistent step.
package struct TargetDelta: Sendable {
  /// Removed first, then added, then modified; within a kind in the result's order.
  package var changes: [TargetChange]
  /// The result before and after. Documents are read from them only when asked for.
  package var before: ResultWindow
  package var after: ResultWindow

  /// The document a change carries: its new version, or for a removal the version last seen.
  package func document(of change: TargetChange) -> Document? {
    (change.kind == .removed ? before : after).snapshot.document(change.path)
  }
}
