import FirestoreModel

/// A commit with its documents as they are stored, which takes less room than their values.
struct RetainedCommit: Sendable {
  var version: Int
  var time: Timestamp
  var changes: [RetainedChange]

  var commit: Commit {
    Commit(version: version, time: time, changes: changes.map(\.change))
  }
}

struct RetainedChange: Sendable {
  var path: DocumentPath
  var old: StoredDocument.Form?
  var new: StoredDocument.Form?

  var change: DocumentChange {
    DocumentChange(path: path, old: old?.document(named: path), new: new?.document(named: path))
  }
}

/// The latest commits, oldest first.
struct CommitLog: Sendable {
  private var commits: [RetainedCommit] = []
  /// What each of them alone keeps in memory, roughly.
  private var sizes: [Int] = []
  private var byteCount = 0
  /// How many at the front are forgotten already; they are removed in bulk, so that forgetting one costs O(1).
  private var forgotten = 0
  /// Versions from here on can be left: all commits after it are known.
  private(set) var oldestVersion = 0
  /// When the newest commit was made that is forgotten; nothing earlier can be read.
  private(set) var oldestTime = Timestamp.minimum

  var retained: ArraySlice<RetainedCommit> { commits[forgotten...] }

  /// - Parameter replaced: bytes of documents that only this commit still knows.
  mutating func append(_ commit: RetainedCommit, replaced: Int) {
    let size = replaced + Self.changeSize * commit.changes.count
    commits.append(commit)
    sizes.append(size)
    byteCount += size
  }

  /// Of a change without its documents.
  private static let changeSize = 200

  /// Forgets commits that are not younger than `horizon`, and the oldest ones while all take more than `limit`. The newest
  /// one stays.
  mutating func forget(through horizon: Timestamp, limit: Int) {
    while forgotten < commits.count,
      commits[forgotten].time <= horizon || byteCount > limit && forgotten < commits.count - 1
    {
      oldestVersion = commits[forgotten].version
      oldestTime = commits[forgotten].time
      byteCount -= sizes[forgotten]
      forgotten += 1
    }
    if forgotten > 64, forgotten > commits.count / 2 {
      commits.removeSubrange(..<forgotten)
      sizes.removeSubrange(..<forgotten)
      forgotten = 0
    }
  }

  /// The commits after a version, oldest first; nil when some of them are forgotten.
  func commits(after version: Int) -> ArraySlice<RetainedCommit>? {
    guard version >= oldestVersion else { return nil }
    // Versions have no gaps.
    return retained.dropFirst(min(version - oldestVersion, retained.count))
  }

  /// How many documents were changed after a version; nil where they are more than `limit`, or nobody knows any more.
  func changeCount(after version: Int, limit: Int) -> Int? {
    guard let commits = commits(after: version), commits.count <= limit else { return nil }
    let count = commits.reduce(0) { $0 + $1.changes.count }
    return count <= limit ? count : nil
  }

  /// Whether no document at or below a path was written after a version; not where commits since are forgotten.
  func isUnchanged(below segments: [Text], since version: Int) -> Bool {
    guard let commits = commits(after: version) else { return false }
    return !commits.contains { commit in commit.changes.contains { $0.path.segments.starts(with: segments) } }
  }
}
