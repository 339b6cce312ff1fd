import RealtimeDatabase
import Workloads

/// What makes two listeners of one client the same.
struct RealtimeListenKey: Hashable {
  var path: RealtimePath
  /// Nil: the location as a whole.
  var spec: RealtimeQuerySpec?
}

/// A listener of the Realtime Database as the app holds it.
final class RealtimeAttachment {
  enum State {
    case live
    /// The connection was lost; what the client still has.
    case disconnected(RealtimeNode)
    /// Attached while offline.
    case waiting
  }

  let key: RealtimeListenKey
  let step: Step
  let request: RealtimeStep
  let scope: Scope
  unowned let instance: ActorInstance
  unowned let device: ClientDevice
  var state = State.waiting
  /// Served from what another listener of the same client is sent.
  var isShared = false
  /// The locations whose data the rules looked at to allow it.
  var consulted: Set<RealtimePath> = []

  init(
    _ key: RealtimeListenKey, step: Step, request: RealtimeStep, scope: Scope, instance: ActorInstance,
    device: ClientDevice
  ) {
    self.key = key
    self.step = step
    self.request = request
    self.scope = scope
    self.instance = instance
    self.device = device
  }

  var isLive: Bool { if case .live = state { true } else { false } }

  /// Whether anybody looks at what is delivered.
  var hasReader: Bool { request.result != nil || !request.onChange.isEmpty }
}
