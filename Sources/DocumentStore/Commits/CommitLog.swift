import FirestoreModel

/// The latest commits, oldest first.
struct CommitLog: Sendable {
  private var commits: [Commit] = []
  /// How many at the front are forgotten already; they are removed in bulk, so that forgetting one costs O(1).
  private var forgotten = 0
  /// Versions from here on can be left: all commits after it are known.
  private(set) var oldestVersion = 0

  var retained: ArraySlice<Commit> { commits[forgotten...] }

  mutating func append(_ commit: Commit) { commits.append(commit) }

  /// Forgets commits that are not younger than `horizon`.
  mutating func forget(through horizon: Timestamp) {
    while forgotten < commits.count, commits[forgotten].time <= horizon {
      oldestVersion = commits[forgotten].version
      forgotten += 1
    }
    if forgotten > 64, forgotten > commits.count / 2 {
      commits.removeSubrange(..<forgotten)
      forgotten = 0
    }
  }

  /// The commits after a version, oldest first; nil when some of them are forgotten.
  func commits(after version: Int) -> ArraySlice<Commit>? {
    guard version >= oldestVersion else { return nil }
    // Versions have no gaps.
    return retained.dropFirst(min(version - oldestVersion, retained.count))
  }
}
