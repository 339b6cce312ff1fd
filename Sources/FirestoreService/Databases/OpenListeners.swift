package import FirestoreModel
package import Metering
import Synchronization

/// The listeners that are attached to a database at this moment, for somebody who looks at them.
package final class OpenListeners: Sendable {
  package struct Listener: Sendable {
    package var id: Int
    package var context: RequestContext
    /// As in ``ServedRequest/target``.
    package var target: String
    /// Nil: it listens to single documents.
    package var query: RecordedQuery?
    /// How it began: anew, with what its client knew, or anew although its client knew something.
    package var beginning: BillingEvent.Kind
    package var since: Timestamp
    package var lastDelivery: Timestamp
    /// Documents that it holds.
    package var documents = 0
    /// After the first.
    package var deliveries = 0
    /// Of its stream.
    package var progress: ListenProgress
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// By the order in which they were attached.
  package var all: [Listener] { state.withLock { $0.listeners.values.sorted { $0.id < $1.id } } }

  /// Notes the first state of a listener.
  ///
  /// - Returns: its number, in this database.
  func attach(
    _ request: ServedRequest, as beginning: BillingEvent.Kind, documents: Int, _ progress: ListenProgress
  ) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = Listener(
        id: state.lastID, context: request.context, target: request.target, query: request.query,
        beginning: beginning, since: request.time, lastDelivery: request.time, documents: documents,
        progress: progress)
      return state.lastID
    }
  }

  func deliver(to id: Int, documents: Int, at time: Timestamp) {
    state.withLock { state in
      state.listeners[id]?.documents = documents
      state.listeners[id]?.deliveries += 1
      state.listeners[id]?.lastDelivery = time
    }
  }

  func detach(_ id: Int) { state.withLock { $0.listeners[id] = nil } }
}

/// Up to when the client of a stream has been told everything: what it resumes from when its connection breaks.
package final class ListenProgress: Sendable {
  private let time = Mutex<Timestamp?>(nil)

  init() {}

  /// Nil: it was not told anything that is consistent.
  package var toldUntil: Timestamp? { time.withLock { $0 } }

  func confirm(_ reached: Timestamp) { time.withLock { $0 = reached } }
}
