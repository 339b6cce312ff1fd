import DocumentStore
import FirestoreModel
import Workloads

/// Of documents that others hold copies of, what the copies show: how they were when the other was written last. Nothing is
/// kept where a workload reads no copies.
struct CopiedVersions {
  /// Ids of collections with documents that hold copies of what a query finds, and of those with documents that are copied
  /// one by one. Nil: any collection.
  private let holders: Set<Text?>
  private let targets: Set<Text?>
  /// The data at the start.
  private var initial: Snapshot?
  private var written: [DocumentPath: Snapshot] = [:]
  private var deleted: [DocumentPath: [(document: Document, time: Timestamp)]] = [:]

  init(_ workload: Workload) {
    var (holders, targets): (Set<Text?>, Set<Text?>) = ([], [])
    workload.visitSteps { step in
      guard case .read(let read) = step.action, case .document(let path) = read.target else { return }
      if read.copied != nil { holders.insert(path.collectionID) }
      if read.source == .copy { targets.insert(path.collectionID) }
    }
    (self.holders, self.targets) = (holders, targets)
  }

  /// All data of the start is there.
  mutating func begin(_ snapshot: () -> Snapshot) {
    if !holders.isEmpty || !targets.isEmpty { initial = snapshot() }
  }

  mutating func record(_ commit: Commit, _ snapshot: () -> Snapshot) {
    guard !holders.isEmpty || !targets.isEmpty else { return }
    for change in commit.changes {
      let id = change.path.collection.id
      if initial != nil, holders.contains(id) || holders.contains(nil) { written[change.path] = snapshot() }
      guard change.new == nil, let old = change.old, targets.contains(id) || targets.contains(nil) else { continue }
      deleted[change.path, default: []].append((old, commit.time))
    }
  }

  /// The database as it was when the document was written last.
  func snapshot(atLastWriteOf path: DocumentPath) -> Snapshot? { written[path] ?? initial }

  /// When copies were made that a document holds. Those of the start are of all that is there then, in whatever order a
  /// workload names it.
  func time(ofCopiesIn holder: Document) -> Timestamp { max(holder.updateTime, initial?.time ?? holder.updateTime) }

  /// The document as a copy from that time has it, though it has been deleted since.
  func deleted(_ path: DocumentPath, copiedAt time: Timestamp) -> Document? {
    deleted[path]?.last { $0.document.createTime <= time && time < $0.time }?.document
  }
}

extension PathPattern {
  /// Nil where it is known only when the step is done.
  fileprivate var collectionID: Text? {
    guard segments.count > 1 else { return nil }
    return segments[segments.count - 2].literal.map { Text($0) }
  }
}

extension Document {
  /// As a copy shows it that was made at that time. What has changed since is not known, only that it has.
  func copied(at time: Timestamp) -> Document {
    var copy = self
    copy.updateTime = min(updateTime, time)
    return copy
  }
}
