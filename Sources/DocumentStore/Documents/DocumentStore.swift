import CountedTree
package import FirestoreModel
import Synchronization

/// The documents of one database: atomic commits, consistent snapshots, indexes on demand, a log of changes.
///
/// Kept in memory. Time is the caller's: every commit brings its own, and reads at a time bring the present.
package final class DocumentStore: Sendable {
  package let database: DatabaseName
  package let createTime: Timestamp
  /// How far back reads and listeners can go, in microseconds; production keeps one hour.
  package let retention: Int64
  /// Of documents as they were: beyond it the oldest versions are forgotten before that span is over.
  private let historyLimit: Int

  private let entryLimits: @Sendable (Document) throws(FirestoreError) -> Void
  /// Learns of every commit, in order; nil: everything is in memory only.
  private let journal: (any CommitJournal)?
  private let state: Mutex<StoreState>

  /// The span of production: one hour in microseconds.
  package static let productionRetention: Int64 = 3_600_000_000

  /// - Parameters:
  ///   - historyLimit: bytes, roughly, of documents as they were.
  ///   - entryLimits: refuses documents that would have too many or too large index entries.
  ///   - documents: what the database holds from the start, with the times it had; not told to the journal.
  ///   - keepsMessages: whether documents are kept as they are sent, see ``StoredDocument``.
  package init(
    database: DatabaseName, createTime: Timestamp, retention: Int64 = DocumentStore.productionRetention,
    historyLimit: Int = .max,
    entryLimits: @escaping @Sendable (Document) throws(FirestoreError) -> Void = { _ throws(FirestoreError) in },
    documents: KeptDocuments = KeptDocuments(), keepsMessages: Bool = false, journal: (any CommitJournal)? = nil
  ) {
    self.database = database
    self.createTime = createTime
    self.retention = max(0, retention)
    self.historyLimit = historyLimit
    self.entryLimits = entryLimits
    self.journal = journal
    var start = StoreState(database: database, createTime: createTime, keepsMessages: keepsMessages)
    start.documents = documents.tree
    start.time = max(start.time, documents.latestUpdate)
    if let last = journal?.lastCommitTime { start.time = max(start.time, last) }
    state = Mutex(start)
  }
}

// MARK: - Writing

extension DocumentStore {
  /// Applies all writes in order, or none of them.
  ///
  /// Commit times ascend strictly: a time that is not after the newest commit, and after every time read at, is raised
  /// to the next microsecond.
  ///
  /// - Throws: what the service answers for the first write that it refuses.
  package func commit(_ writes: [Write], at time: Timestamp) throws(FirestoreError) -> CommitResult {
    try state.withLock { state throws(FirestoreError) in try commit(writes, at: time, in: &state) }
  }

  /// Commits if `approve` does not throw: it sees what the commit would do to the very version that it is applied to, and
  /// comes before the preconditions.
  package func commit(
    _ writes: [Write], at time: Timestamp, approving approve: (CommitPreview) throws(FirestoreError) -> Void
  ) throws(FirestoreError) -> CommitResult {
    try state.withLock { state throws(FirestoreError) in
      try approve(try preview(writes, at: time, in: state))
      return try commit(writes, at: time, in: &state)
    }
  }

  /// Stores documents with the times that they bring, in place of what is there under their names: an import.
  ///
  /// Nil when nothing changes.
  @discardableResult
  package func load(_ documents: some Sequence<Document>, at time: Timestamp) -> Commit? {
    state.withLock { state in
      var time = state.commitTime(for: time)
      var order: [DocumentPath] = []
      var newest: [DocumentPath: Document] = [:]
      for document in documents where newest.updateValue(document, forKey: document.path) == nil {
        order.append(document.path)
      }
      var changes: [DocumentChange] = []
      for path in order {
        let key = DocumentKey(path)
        let old = state.documents.payload(of: key.bytes)?.document(named: path)
        guard let new = newest[path], new != old else { continue }
        time = max(time, new.updateTime)
        let change = DocumentChange(path: path, old: old, new: new)
        state.replace(change, key: key)
        changes.append(change)
      }
      guard !changes.isEmpty else { return nil }
      state.time = time
      return record(changes, at: time, in: &state)
    }
  }

  /// Removes a document or collection with everything below it, all of the database for an empty path, in one commit.
  ///
  /// Nil when there is nothing to remove.
  ///
  /// - Parameter version: what is removed has to be as it was then; nil: as it may be.
  /// - Throws: ABORTED where it was written since, or where nobody knows any more whether it was.
  package func clear(
    below segments: [Text], at time: Timestamp, unchangedSince version: Int? = nil
  ) throws(FirestoreError) -> Commit? {
    try state.withLock { state throws(FirestoreError) in
      if let version, !state.log.isUnchanged(below: segments, since: version) {
        throw FirestoreError(.aborted, "What was to be deleted has changed meanwhile; nothing was deleted.")
      }
      return clear(at: time, in: &state) { $0.documents(withDescendantsOf: segments) }
    }
  }

  /// Removes the documents of collections wherever they lie, in one commit; those below them stay.
  ///
  /// Nil when there is nothing to remove.
  package func clear(collectionGroups: Set<Text>, at time: Timestamp) -> Commit? {
    state.withLock { state in
      clear(at: time, in: &state) { snapshot in
        snapshot.allDocuments.filter { collectionGroups.contains($0.path.collection.id) }
      }
    }
  }

  private func clear(
    at time: Timestamp, in state: inout StoreState, _ chosen: (Snapshot) -> [Document]
  ) -> Commit? {
    let changes = chosen(Snapshot(state, store: self)).map { DocumentChange(path: $0.path, old: $0, new: nil) }
    guard !changes.isEmpty else { return nil }
    state.time = state.commitTime(for: time)
    for change in changes { state.replace(change, key: DocumentKey(change.path)) }
    return record(changes, at: state.time, in: &state)
  }

  /// What ``commit(_:at:)`` would make of the documents if every precondition held. Nothing is stored.
  ///
  /// Whoever may refuse a commit for other reasons than its preconditions (security rules do, before they are checked)
  /// looks here: masks are merged and transforms done by the very code that commits.
  ///
  /// - Throws: what the service answers for the first write that no database could take.
  package func preview(_ writes: [Write], at time: Timestamp) throws(FirestoreError) -> CommitPreview {
    try state.withLock { state throws(FirestoreError) in try preview(writes, at: time, in: state) }
  }

  private func preview(
    _ writes: [Write], at time: Timestamp, in state: StoreState
  ) throws(FirestoreError) -> CommitPreview {
    let time = state.commitTime(for: time)
    let context = WriteContext(
      database: database, time: time, entryLimits: entryLimits, checksPreconditions: false)
    try context.validate(writes)
    var pending = PendingDocuments()
    var previews: [WritePreview] = []
    previews.reserveCapacity(writes.count)
    for write in writes { previews.append(try pending.preview(write, in: context, to: state.documents)) }
    return CommitPreview(
      snapshot: Snapshot(state, store: self), time: time, writes: previews, after: pending.after)
  }

  /// Applies every write on its own: each has its result or its refusal.
  ///
  /// - Throws: INVALID_ARGUMENT for the whole request when two writes name the same document.
  package func batchWrite(
    _ writes: [Write], at time: Timestamp
  ) throws(FirestoreError) -> [Result<WriteResult, FirestoreError>] {
    guard Set(writes.map(\.path)).count == writes.count else {
      // Refused in production; its text is not known.
      throw FirestoreError(.invalidArgument, "A batch write cannot contain two writes of the same document.")
    }
    return state.withLock { state in
      writes.map { write in
        do throws(FirestoreError) {
          let result = try commit([write], at: time, in: &state)
          return .success(result.results[0])
        } catch {
          return .failure(error)
        }
      }
    }
  }

  private func commit(
    _ writes: [Write], at time: Timestamp, in state: inout StoreState
  ) throws(FirestoreError) -> CommitResult {
    let time = state.commitTime(for: time)
    let context = WriteContext(database: database, time: time, entryLimits: entryLimits)
    try context.validate(writes)
    var pending = PendingDocuments()
    var results: [WriteResult] = []
    results.reserveCapacity(writes.count)
    for write in writes {
      results.append(try pending.apply(write, in: context, to: state.documents))
    }
    state.time = time
    let changes = pending.store(in: &state)
    let commit = changes.isEmpty ? nil : record(changes, at: time, in: &state)
    state.log.forget(through: Timestamp(microseconds: time.microseconds - retention), limit: historyLimit)
    return CommitResult(commitTime: time, results: results, commit: commit)
  }

  private func record(_ changes: [DocumentChange], at time: Timestamp, in state: inout StoreState) -> Commit {
    state.record(at: time)
    let commit = Commit(version: state.version, time: time, changes: changes)
    journal?.enqueue(commit)
    return commit
  }
}

// MARK: - Reading

extension DocumentStore {
  /// The newest version.
  package var current: Snapshot { state.withLock { Snapshot($0, store: self) } }

  /// The newest version, read at the present: every later commit comes after that time.
  package func latest(now: Timestamp) -> Snapshot {
    state.withLock { state in
      var snapshot = Snapshot(state, store: self)
      snapshot.time = max(now, state.time)
      state.latestRead = max(state.latestRead, snapshot.time)
      return snapshot
    }
  }

  /// The version that was current at a time, back to one hour before `now`.
  ///
  /// - Throws: INVALID_ARGUMENT for times in the future or before the database was created, FAILED_PRECONDITION for
  ///   those too long ago.
  package func snapshot(at readTime: Timestamp, now: Timestamp) throws(FirestoreError) -> Snapshot {
    var past = try state.withLock { state throws(FirestoreError) in
      let present = max(now, state.time)
      guard readTime <= present else {
        throw FirestoreError(.invalidArgument, "The requested 'read_time' cannot be in the future.")
      }
      guard readTime >= createTime else {
        throw FirestoreError(
          .invalidArgument, "The requested 'read_time' cannot be before database creation time.")
      }
      guard readTime.microseconds >= present.microseconds - retention, readTime >= state.log.oldestTime else {
        throw FirestoreError(.failedPrecondition, "The requested snapshot version is too old.")
      }
      state.latestRead = max(state.latestRead, readTime)
      return state
    }
    // Outside of the lock: going back far takes its time, and nobody has to wait for it.
    if readTime >= past.time {
      var snapshot = Snapshot(past, store: self)
      snapshot.time = readTime
      return snapshot
    }
    past.rewind(to: readTime)
    return Snapshot(past, store: self)
  }

  /// The commits after a version, oldest first; nil when they are not retained any more, so that a listener has to start
  /// anew.
  package func commits(after version: Int) -> [Commit]? {
    state.withLock { $0.log.commits(after: version) }?.map(\.commit)
  }

  /// The commits after a version, and the version they lead to.
  package func changes(after version: Int) -> (commits: [Commit]?, snapshot: Snapshot) {
    let (commits, snapshot) = state.withLock { state in
      (state.log.commits(after: version), Snapshot(state, store: self))
    }
    return (commits?.map(\.commit), snapshot)
  }

  /// Changes that an index is brought up to date by while everybody waits.
  private static let followedChanges = 2_000

  /// Makes an index of the documents of a version and maintains it from then on; nil when that version is too old.
  ///
  /// Of many documents it takes seconds: others go on meanwhile, and what they commit is entered at the end.
  func materialize(_ layout: IndexLayout, of documents: CountedTree<StoredDocument.Form>, at version: Int) -> IndexTree?
  {
    let (isRecent, known) = state.withLock { state in
      (
        state.log.changeCount(after: version, limit: Self.followedChanges) != nil,
        state.version == version ? state.indexes.tree(for: layout) : nil
      )
    }
    guard isRecent, known == nil else { return known }
    var built = MaterializedIndexes()
    let tree = built.materialize(layout, from: documents)
    state.withLock { state in
      guard state.indexes.tree(for: layout) == nil,
        state.log.changeCount(after: version, limit: Self.followedChanges) != nil
      else { return }
      for commit in state.log.commits(after: version) ?? [] {
        for change in commit.changes {
          built.update(state.stored(change.change, key: DocumentKey(change.path)))
        }
      }
      if let current = built.tree(for: layout) { state.indexes.adopt(current, for: layout) }
    }
    return tree
  }
}
