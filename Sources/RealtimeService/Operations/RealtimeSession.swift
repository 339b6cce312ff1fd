import FirestoreModel
package import RealtimeDatabase
import RealtimeRules
import Synchronization

/// What a client leaves behind for the end of its connection: writes that the service carries out when it is gone.
///
/// A session knows no network: whoever has a connection makes one, and ends it when the connection ends, in whatever way.
package final class RealtimeSession: Sendable {
  package let instance: RealtimeInstance
  private let queue = Mutex(DisconnectQueue<RealtimeContext>())

  package init(instance: RealtimeInstance) { self.instance = instance }

  /// Leaves a write behind; replaces what was left at and below its paths. The rules are asked now, and once more when it
  /// is carried out, with the caller of now.
  package func whenDisconnected(_ write: RealtimeWrite, _ context: RealtimeContext) throws(RealtimeRefusal) {
    try instance.serve(.onDisconnect, write.path, context) { state, served throws(RealtimeRefusal) in
      let change = try state.change(write, served.time)
      try state.admit(write.ruleOperation(change), &served)
      served.receivedBytes = write.byteCount(change)
    }
    queue.withLock { $0.add(write, context) }
  }

  /// How many writes are left behind.
  package var count: Int { queue.withLock { $0.entries.count } }

  /// Forgets what was left at and below a location.
  package func cancel(_ path: RealtimePath) { queue.withLock { $0.cancel(path) } }

  /// The connection has ended: carries out what was left, each write all or nothing. What the rules do not allow any more
  /// is left out. A second call does nothing.
  package func end() {
    let entries = queue.withLock { queue in
      defer { queue = DisconnectQueue() }
      return queue.entries
    }
    for entry in entries { instance.carryOut(entry.write, entry.registration) }
  }
}

extension RealtimeInstance {
  fileprivate func carryOut(_ write: RealtimeWrite, _ context: RealtimeContext) {
    do throws(RealtimeRefusal) {
      try serve(.left, write.path, context) { state, served throws(RealtimeRefusal) in
        let change = try state.change(write, served.time)
        if !state.configuration.assumptions.takesAlternative(.onDisconnectCheck) {
          try state.admit(write.ruleOperation(change), &served)
        }
        served.receivedBytes = write.byteCount(change)
        state.commit(change)
      }
    } catch {
      // It is recorded; there is nobody to tell.
    }
  }
}
