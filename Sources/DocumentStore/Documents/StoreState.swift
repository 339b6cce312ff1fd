import CountedTree
import FirestoreModel

/// Everything of one database that a commit changes.
struct StoreState: Sendable {
  let database: DatabaseName
  /// Whether documents are kept as messages.
  let keepsMessages: Bool
  var version = 0
  /// The time of the newest commit, or the time the database was created.
  var time: Timestamp
  /// The latest time that somebody read at; commits come after it, so that the answer stays true.
  var latestRead: Timestamp
  var documents = CountedTree<StoredDocument.Form>()
  var indexes = MaterializedIndexes()
  var log = CommitLog()
  /// What was replaced since the last commit was recorded.
  private var replaced: (changes: [RetainedChange], byteCount: Int) = ([], 0)

  init(database: DatabaseName, createTime: Timestamp, keepsMessages: Bool) {
    self.database = database
    self.keepsMessages = keepsMessages
    time = createTime
    latestRead = createTime
  }

  /// When a commit that is made at `time` takes place: after the newest commit and after every time read at.
  func commitTime(for time: Timestamp) -> Timestamp {
    let floor = max(self.time, latestRead)
    return time > floor ? time : Timestamp(microseconds: floor.microseconds + 1)
  }

  /// Puts one document's new version in place of its old one, in the tree of documents and in every index.
  mutating func replace(_ change: DocumentChange, key: DocumentKey) {
    let form = change.new.map { StoredDocument.Form($0, asMessageIn: keepsMessages ? database : nil) }
    let stored = stored(change, key: key)
    let old = replace(stored, with: form)
    replaced.changes.append(RetainedChange(path: change.path, old: old, new: form))
    replaced.byteCount += Int(stored.oldWeight)
  }

  @discardableResult
  private mutating func replace(_ change: StoredChange, with form: StoredDocument.Form?) -> StoredDocument.Form? {
    indexes.update(change)
    guard let form else { return documents.remove(change.key.bytes) }
    return documents.set(change.key.bytes, to: form, weight: change.newWeight)
  }

  func stored(_ change: DocumentChange, key: DocumentKey) -> StoredChange {
    StoredChange(
      key: key, old: change.old, new: change.new, oldWeight: change.old.map(weight) ?? 0,
      newWeight: change.new.map(weight) ?? 0)
  }

  private func weight(_ document: Document) -> UInt32 { UInt32(clamping: document.wireSize(database: database)) }

  /// Takes what was replaced as the commit that has done so.
  mutating func record(at time: Timestamp) {
    version += 1
    log.append(RetainedCommit(version: version, time: time, changes: replaced.changes), replaced: replaced.byteCount)
    replaced = ([], 0)
  }

  /// Goes back from the newest commit until no commit is later than `time`.
  mutating func rewind(to time: Timestamp) {
    for commit in log.retained.reversed() {
      if commit.time <= time { break }
      for change in commit.changes.reversed() {
        let back = RetainedChange(path: change.path, old: change.new, new: change.old)
        replace(stored(back.change, key: DocumentKey(change.path)), with: change.old)
      }
      version = commit.version - 1
    }
    self.time = time
  }
}
