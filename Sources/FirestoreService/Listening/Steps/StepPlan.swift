import DocumentStore
import FirestoreModel

/// A step while it is put together.
struct StepPlan {
  /// What decides for the whole step, whatever is replaced meanwhile.
  let configuration: DatabaseConfiguration
  let snapshot: Snapshot
  let readTime: Timestamp
  /// What changed for targets that were there before.
  var notices = DocumentNotices()
  /// What new targets begin with.
  private var parts: [ListenStep.Part] = []
  private var finishing: [AttachedTarget] = []
  /// Versions that targets go on from, which are often the same for all of a client.
  var earlier: [Int: EarlierVersion] = [:]

  init(configuration: DatabaseConfiguration, snapshot: Snapshot, readTime: Timestamp) {
    self.configuration = configuration
    self.snapshot = snapshot
    self.readTime = readTime
  }

  /// Sends the whole result.
  mutating func begin(_ target: AttachedTarget, _ state: ListenStep.InitialState) {
    parts.append(.whole(target, state))
  }

  /// Sends what changed for one target alone.
  mutating func begin(_ target: AttachedTarget, _ notices: DocumentNotices) {
    guard !notices.isEmpty else { return }
    var notices = notices
    notices.sort()
    parts.append(.notices(notices, target))
  }

  mutating func tell(_ message: ListenEvent, of target: AttachedTarget) { parts.append(.message(message, target)) }

  /// Everything about the target's first state was said.
  mutating func complete(_ target: AttachedTarget, token: [UInt8]) {
    tell(.current([target.id], token: token, readTime: readTime), of: target)
    if target.request.once { finishing.append(target) }
  }

  /// Nil when there is nothing to tell.
  func step(token: [UInt8], isSilent: Bool) -> ListenStep? {
    var all: [ListenStep.Part] = []
    if !notices.isEmpty {
      var notices = notices
      notices.sort()
      all.append(.notices(notices, nil))
    }
    // Those that have ended again have got their answer.
    all += parts.filter { $0.target?.isAttached ?? true }
    guard !all.isEmpty || isSilent else { return nil }
    all.append(.boundary(.consistent(token: token, readTime: readTime)))
    all += finishing.map { .finish($0) }
    return ListenStep(all, on: snapshot, readTime: readTime)
  }
}

/// A version that a client has seen everything up to, and what happened since.
struct EarlierVersion {
  var changes: [DocumentPath: DocumentChange]
  /// The time of the first commit after it; nil: there is none.
  var changedAt: Timestamp?
  /// Made when it is needed for the first time.
  var snapshot: Snapshot?
}
