import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import Workloads

/// What makes two listeners of one client the same target.
enum ListenKey: Hashable {
  case query(Query)
  case document(DocumentPath)
}

/// A result that moves with the database.
enum MovingResult {
  case query(QueryTarget)
  case document(DocumentTarget)
}

/// A listener as the app holds it.
final class Attachment {
  enum State {
    /// Served by the live target of this key.
    case live
    /// The connection was lost: since when, and what the client had.
    case disconnected(since: Timestamp, target: MovingResult, position: Int)
    /// Attached while offline; no snapshot from the server yet.
    case waiting
    /// The rules have withdrawn their permission.
    case ended
  }

  let key: ListenKey
  let step: ListenStep
  unowned let instance: ActorInstance
  unowned let device: ClientDevice
  var state: State
  /// Attached to a target that another attachment of the same client already pays for.
  var isShared = false
  /// What rules have read to allow the listener; empty when none were asked, and while it is shared.
  var dependents = RuleReads.none
  /// When the server first answered; nil before, and once the end is noted.
  var attachedAt: Timestamp?
  /// Grows from one attaching to the next.
  var sequence = 0
  /// What it is attached to; nil while it is not.
  var live: LiveResult?
  /// Those that its deliveries are billed together with; nil: each is billed by itself, or another listener of the app
  /// pays.
  var billedWith: ListenerClass?
  /// What the ledger knows that this listener has had of what its class was billed.
  var settled = Usage()
  /// Nobody looks at a delivery when it comes: it is enough to be told before somebody does.
  var isToldLater = false
  /// The movement of the result that the app was told last.
  var told = 0

  init(key: ListenKey, step: ListenStep, instance: ActorInstance, device: ClientDevice, state: State) {
    self.key = key
    self.step = step
    self.instance = instance
    self.device = device
    self.state = state
  }
}

/// What the workload says about a listener: where results go and what happens with them.
final class ListenStep {
  let step: Step
  let read: ReadStep
  let scope: Scope

  init(step: Step, read: ReadStep, scope: Scope) {
    self.step = step
    self.read = read
    self.scope = scope
  }
}

/// A listener that was removed, or whose process died.
struct DetachedTarget {
  var key: ListenKey
  /// When the server was heard last.
  var since: Timestamp
  /// The result at that moment; nil when it can no longer be resumed from.
  var target: MovingResult?
  /// Where in the change log the result stands.
  var position: Int
  var wasKilled = false
}

/// A commit made while offline.
struct QueuedCommit {
  /// Paths and fields are filled in.
  var writes: [Write]
  var step: Step
}
