/// What serving one query, or one listener's first snapshot, took: facts of execution, no prices.
package struct ReadWork: Hashable, Sendable {
  /// Documents returned.
  package var documents: Int64
  /// Documents passed over by `offset`, as far as they existed.
  package var skipped: Int64
  /// Names that were asked for, or shown by a listing, and had no document.
  package var missing: Int64
  /// Entries read in all index scans of the plan, those included that were rejected, merged away or looked ahead at.
  package var indexEntries: Int64
  /// Entries read of a vector index; nil when none takes part.
  package var vectorEntries: Int64?
  package var rangeFields: RangeFieldCount
  /// How often a returned document was found again by another branch of the same query.
  package var duplicates: Int64

  package init(
    documents: Int64 = 0, skipped: Int64 = 0, missing: Int64 = 0, indexEntries: Int64 = 0,
    vectorEntries: Int64? = nil, rangeFields: RangeFieldCount = .none, duplicates: Int64 = 0
  ) {
    self.documents = documents
    self.skipped = skipped
    self.missing = missing
    self.indexEntries = indexEntries
    self.vectorEntries = vectorEntries
    self.rangeFields = rangeFields
    self.duplicates = duplicates
  }
}

/// Why the documents of one listener delivery are in it. One delivery may hold several.
package struct ListenerChanges: Hashable, Sendable {
  /// Created, or changed so that they match.
  package var added: Int64
  package var modified: Int64
  /// Changed so that they no longer match.
  package var leftByChange: Int64
  /// Pulled into a limit window that lost a member.
  package var refill: Int64
  package var deleted: Int64
  /// Pushed out of a limit window by another document.
  package var evicted: Int64
  /// How many of those that are billed were written by the listening client itself.
  package var ownEchoes: Int64

  package init(
    added: Int64 = 0, modified: Int64 = 0, leftByChange: Int64 = 0, refill: Int64 = 0, deleted: Int64 = 0,
    evicted: Int64 = 0, ownEchoes: Int64 = 0
  ) {
    self.added = added
    self.modified = modified
    self.leftByChange = leftByChange
    self.refill = refill
    self.deleted = deleted
    self.evicted = evicted
    self.ownEchoes = ownEchoes
  }

  package static let none = ListenerChanges()

  package var isEmpty: Bool { self == .none }
}

/// What a commit asked for.
package struct WriteWork: Hashable, Sendable {
  /// Sets, updates and creates, those without effect included.
  package var writes: Int64
  /// Deletes, those of missing documents included.
  package var deletes: Int64
  /// Documents whose existence or version is only checked.
  package var verifies: Int64
  /// Transforms sent as a message of their own, not counted in `writes`.
  package var separateTransforms: Int64
  /// How many of `writes` left their document as it was.
  package var withoutEffect: Int64

  package init(
    writes: Int64 = 0, deletes: Int64 = 0, verifies: Int64 = 0, separateTransforms: Int64 = 0,
    withoutEffect: Int64 = 0
  ) {
    self.writes = writes
    self.deletes = deletes
    self.verifies = verifies
    self.separateTransforms = separateTransforms
    self.withoutEffect = withoutEffect
  }
}
