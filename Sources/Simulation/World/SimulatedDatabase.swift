import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import QueryPlanner

/// The database of one simulation and everybody who listens to it.
final class SimulatedDatabase {
  let engine: QueryEngine
  private let store: DocumentStore
  /// The newest version, taken when somebody looks: a version that nobody holds is changed in place.
  private var held: Snapshot?
  private(set) var log = ChangeLog()
  let live: LiveTargets
  let realtime: SimulatedRealtimeDatabase
  /// Of the documents and children at the start, where some device has fetched them all (`store: warm`).
  var initialIDs: Set<Text> = []
  private(set) var storage: StorageMeter
  private var creations: CreationOrder
  private(set) var copied: CopiedVersions
  /// Nothing can resume or be compared in a world without listeners and observers.
  private let keepsLog: Bool

  init(
    engine: QueryEngine, start: Timestamp, storage: StorageMeter, creations: CreationOrder, copied: CopiedVersions,
    keepsLog: Bool, asksEachTarget: Bool, realtime: SimulatedRealtimeDatabase
  ) {
    self.realtime = realtime
    self.engine = engine
    store = DocumentStore(database: engine.planner.database, createTime: start, retention: 0)
    self.storage = storage
    self.creations = creations
    self.copied = copied
    self.keepsLog = keepsLog
    live = LiveTargets(asksEach: asksEachTarget)
  }

  var snapshot: Snapshot {
    if let held { return held }
    let current = store.current
    held = current
    return current
  }

  /// Commits, and takes in what changed. The caller delivers the commit to listeners.
  /// - Parameter fanOut: how often its index entries count; nil for the data that is there at the start.
  func commit(
    _ writes: [Write], at time: Timestamp, fanOut: StorageMeter.FanOutCount? = nil
  ) throws(FirestoreError) -> CommitResult {
    held = nil
    let result = try store.commit(writes, at: time)
    guard let commit = result.commit else { return result }
    if keepsLog { log.append(commit) }
    storage.record(commit, fanOut)
    creations.record(commit)
    copied.record(commit) { snapshot }
    return result
  }

  /// All that is there at the start was committed.
  func begin() { copied.begin { snapshot } }

  /// What rules judge a commit by.
  func preview(_ writes: [Write], at time: Timestamp) throws(FirestoreError) -> CommitPreview {
    try store.preview(writes, at: time)
  }

  /// The documents that `retention:` no longer keeps, oldest first.
  func takeExpired() -> [DocumentPath] {
    creations.takeExpired { self.snapshot.document($0) != nil }
  }

  /// Counts the day that has ended so many times more.
  /// - Parameter before: the fan-out of writes when it began.
  func repeatDays(fanOut before: [String: WriteFanOut], times: Int64) {
    storage.repeatDay(fanOut: before, times: times)
    realtime.repeatSample(times: times)
  }

  /// Nil while `retention:` has something to delete.
  var settledQueues: [CollectionPath: [DocumentPath]]? { creations.settledQueues }

  func sampleStorage() {
    storage.sample()
    realtime.sample()
  }

  /// Drops changes that nobody will look back at.
  func trimLog(needed: () -> Int) {
    if log.isLong { log.drop(upTo: needed()) }
  }

  func latestChild(of collection: CollectionPath) -> Text? {
    creations.latest(in: collection) { self.snapshot.document($0) != nil }
  }

  /// One of the documents of a collection, `choose` giving a number below their count.
  func child(of collection: CollectionPath, choose: (Int) -> Int) -> Text? {
    let query = Query(source: QuerySource(collection))
    guard let window = try? engine.run(query, on: snapshot).window, window.count > 0 else { return nil }
    return window.path(at: choose(window.count))?.id
  }
}

extension QuerySource {
  init(_ collection: CollectionPath) {
    let parent = collection.parent.map { PathTemplate($0) } ?? .root
    self.init(parent: parent, collectionID: .literal(collection.id))
  }
}
