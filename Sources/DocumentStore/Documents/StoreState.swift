import CountedTree
import FirestoreModel

/// Everything of one database that a commit changes.
struct StoreState: Sendable {
  let database: DatabaseName
  var version = 0
  /// The time of the newest commit, or the time the database was created.
  var time: Timestamp
  /// The latest time that somebody read at; commits come after it, so that the answer stays true.
  var latestRead: Timestamp
  var documents = CountedTree<Document>()
  var indexes = MaterializedIndexes()
  var log = CommitLog()
  /// Bytes of documents that were replaced since the last commit was recorded.
  private var replacedBytes = 0

  init(database: DatabaseName, createTime: Timestamp) {
    self.database = database
    time = createTime
    latestRead = createTime
  }

  /// When a commit that is made at `time` takes place: after the newest commit and after every time read at.
  func commitTime(for time: Timestamp) -> Timestamp {
    let floor = max(self.time, latestRead)
    return time > floor ? time : Timestamp(microseconds: floor.microseconds + 1)
  }

  /// Puts one document's new version in place of its old one, in the tree of documents and in every index.
  mutating func replace(_ old: Document?, with new: Document?, key: DocumentKey) {
    let change = stored(old, new, key: key)
    if let new { documents.set(key.bytes, to: new, weight: change.newWeight) } else { documents.remove(key.bytes) }
    indexes.update(change)
    replacedBytes += Int(change.oldWeight)
  }

  func stored(_ old: Document?, _ new: Document?, key: DocumentKey) -> StoredChange {
    StoredChange(key: key, old: old, new: new, oldWeight: old.map(weight) ?? 0, newWeight: new.map(weight) ?? 0)
  }

  mutating func record(_ commit: Commit) {
    log.append(commit, replaced: replacedBytes)
    replacedBytes = 0
  }

  private func weight(_ document: Document) -> UInt32 { UInt32(clamping: document.wireSize(database: database)) }

  /// Goes back from the newest commit until no commit is later than `time`.
  mutating func rewind(to time: Timestamp) {
    for commit in log.retained.reversed() {
      if commit.time <= time { break }
      for change in commit.changes.reversed() {
        replace(change.new, with: change.old, key: DocumentKey(change.path))
      }
      version = commit.version - 1
    }
    self.time = time
  }
}
