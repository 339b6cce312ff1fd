import FirestoreModel
import FirestoreRulesEnforcement
import Workloads

/// One user of an actor kind, or the one that stands for all that behave alike.
final class ActorInstance {
  let actor: WorkloadActor
  /// The actor's name, as bills have it.
  let role: Text
  /// From 1; `{i}` in the workload.
  let number: Int64
  /// How many users this one stands for.
  let multiplicity: Int64
  /// The devices of the user, in the order of their first use; never empty.
  private(set) var devices: [ClientDevice]
  /// The device in the user's hand.
  private(set) var device: ClientDevice
  /// `auth.uid`, filled in.
  var uid: Text?
  /// Who rules take the instance for.
  var caller: Caller
  let random: RandomSource
  var schedule: SessionSchedule?
  /// Sessions that have begun.
  var sessionNumber = 0
  /// Movements of results at the moment to which all that the instance knows and has paid is up to date.
  var upToDate = 0
  /// What the user has seen in the session that is going on.
  var shown = SeenDocuments()
  /// What of it the workload says they are to see.
  var intended = SeenDocuments()
  /// The session that is planned next.
  var upcoming: PlannedSession?
  /// The steps of the session that is going on.
  var sessionTask: StepTask?
  /// When the session that is going on ends, unless its steps take longer.
  var sessionEnd = Timestamp(microseconds: 0)
  /// How long it was planned to last; zero: as long as its steps take.
  var plannedLength = TimeSpan.zero
  /// When the newest commit took place that the user has sent.
  private var lastCommit = Timestamp(microseconds: .min)
  /// A session whose time came while the one before was still going on.
  var delayed: PlannedSession?

  init(actor: WorkloadActor, number: Int64, multiplicity: Int64, random: RandomSource) {
    self.actor = actor
    role = Text(actor.name)
    self.number = number
    self.multiplicity = multiplicity
    self.random = random
    caller = actor.client.platform == .server ? .admin : .user(nil)
    let first = ClientDevice(name: nil, profile: actor.client)
    devices = [first]
    device = first
  }

  /// When a commit takes place that is sent at a moment: in a later millisecond than the one before, since server times
  /// have no smaller parts, and a client waits for the answer to a commit before it sends the next.
  func commitTime(at moment: Timestamp) -> Timestamp { max(moment, lastCommit.nextMillisecond) }

  /// A commit took place.
  func noteCommit(at time: Timestamp) { lastCommit = time }

  /// Takes up the device of that name, nil being the first one. True when it is new and its variables are not set yet.
  func takeUp(deviceNamed name: String?) -> Bool {
    if let known = devices.first(where: { $0.name == name }) {
      device = known
      return false
    }
    let fresh = ClientDevice(name: name, profile: actor.client)
    devices.append(fresh)
    device = fresh
    return true
  }
}

extension ClientDevice {
  /// What was asked and written before is on no screen any more.
  func forgetResults() {
    results = [:]
    written = [:]
  }
}

extension Timestamp {
  fileprivate var nextMillisecond: Timestamp {
    guard microseconds != .min else { return self }
    let remainder = microseconds % 1_000
    return Timestamp(microseconds: microseconds - (remainder < 0 ? remainder + 1_000 : remainder) + 1_000)
  }
}
