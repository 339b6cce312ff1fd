import FirestoreModel
import QueryExecution
import Workloads

/// One app installation: what it remembers, what it listens to, and whether it can reach the server.
final class ClientDevice {
  /// Nil for the user's first device.
  let name: String?
  let profile: ClientProfile
  /// Local state outside the database; survives sessions and process death.
  var variables: [String: Value] = [:]
  /// What `as:` of reads names, in this session.
  var results: [String: HeldResult] = [:]
  /// Ids of documents that `as:` of writes names, in this session.
  var written: [String: Value] = [:]
  /// Listeners the app has attached and not removed, in the order of attaching.
  var attachments: [Attachment] = []
  /// Listeners removed earlier, most recent last: what decides whether one resumes.
  private(set) var detached: [DetachedTarget] = []
  let realtime = RealtimeClient()
  /// Nil while the device can reach the server.
  var offlineUntil: Timestamp?
  /// Commits made while offline, sent one by one when the connection is back.
  var queuedCommits: [QueuedCommit] = []
  /// What the user got to see, by result name.
  var observers: [String: ResultObserver] = [:]
  /// Answers of one-time reads that stand on the screen where the baseline listens, by the name of the result.
  var answers: [String: ShownAnswer] = [:]
  /// What the server has sent, where the device keeps it and somebody asks for it.
  var cache: ClientCache?
  /// Ids of documents that were fetched one by one (`not in store`).
  var storedIDs: Set<Text> = []

  init(name: String?, profile: ClientProfile) {
    self.name = name
    self.profile = profile
  }

  var keepsCache: Bool { profile.persistence == .on }
  var isServer: Bool { profile.platform == .server }
  var isOffline: Bool { offlineUntil != nil }

  /// How many removed listeners are remembered; clients forget old targets, too.
  private static let rememberedTargets = 64

  func remember(_ target: DetachedTarget) {
    detached.removeAll { $0.key == target.key }
    if detached.count >= ClientDevice.rememberedTargets { detached.removeFirst() }
    detached.append(target)
  }

  /// Takes the memory of a removed listener, if there is one.
  func recall(_ key: ListenKey) -> DetachedTarget? {
    guard let position = detached.lastIndex(where: { $0.key == key }) else { return nil }
    return detached.remove(at: position)
  }

  /// Results of listeners that are too old to resume need not be kept.
  func forgetResults(detachedBefore time: Timestamp) {
    for position in detached.indices where detached[position].since < time { detached[position].target = nil }
  }

  func markKilled() {
    for position in detached.indices { detached[position].wasKilled = true }
  }

  func forgetTargets() { detached = [] }
}
