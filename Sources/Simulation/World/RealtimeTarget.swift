import FirestoreModel
import Metering
import RealtimeDatabase
import Workloads

/// A result that the server keeps up to date, whoever listens: clients with the same query share the work, never the bill.
final class RealtimeTarget {
  let key: RealtimeListenKey
  let view: RealtimeView
  /// The same with the index in place.
  let indexedView: RealtimeView
  var attachments: [RealtimeAttachment] = []

  init(key: RealtimeListenKey, isUnindexed: Bool) {
    self.key = key
    let spec = key.spec ?? RealtimeQuerySpec()
    view = RealtimeView(key.path, spec, isIndexed: !isUnindexed)
    indexedView = RealtimeView(key.path, spec)
  }

  /// No index serves the query: the whole location is sent, and the client filters.
  var isUnindexed: Bool { !view.isIndexed }

  /// What a change does to the result; nil when it does nothing.
  func movement(_ change: RealtimeChange, _ messages: RealtimeMessages) -> RealtimeMovement? {
    guard view.isTouched(by: change) else { return nil }
    let deltas = view.deltas(for: change)
    let bytes = messages.bytes(of: deltas)
    var movement = RealtimeMovement(bytes: bytes, bytesIfIndexed: bytes)
    if isUnindexed { movement.bytesIfIndexed = messages.bytes(of: indexedView.deltas(for: change)) }
    movement.events = view.events(for: change)
    return deltas.isEmpty && movement.events.isEmpty ? nil : movement
  }
}

/// What a change does to one result.
struct RealtimeMovement {
  /// What every listener is sent.
  var bytes: Int64
  /// The same with the index in place.
  var bytesIfIndexed: Int64
  /// What listeners are told.
  var events: [RealtimeEvent] = []
}

extension RealtimeMessages {
  func bytes(of deltas: [RealtimeDelta]) -> Int64 {
    deltas.reduce(0) { $0 + push(path: $1.path.byteCount, data: Int64($1.byteCount)) }
  }
}

extension RealtimePath {
  /// As messages name it: `a/b`.
  var byteCount: Int64 { keys.reduce(Int64(max(0, keys.count - 1))) { $0 + Int64($1.text.byteCount) } }
}

extension RealtimeEvent {
  /// What happened to a member of the result; nil for `value`, and for a child that only moved.
  var change: IDChange? {
    guard let key else { return nil }
    return switch kind {
    case .childAdded: IDChange(part: .added, id: key.text)
    case .childChanged: IDChange(part: .modified, id: key.text)
    case .childRemoved: IDChange(part: .removed, id: key.text)
    case .childMoved, .value: nil
    }
  }
}

extension RealtimeStep.Event {
  var kind: RealtimeEvent.Kind {
    switch self {
    case .value: .value
    case .childAdded: .childAdded
    case .childChanged: .childChanged
    case .childMoved: .childMoved
    case .childRemoved: .childRemoved
    }
  }
}
