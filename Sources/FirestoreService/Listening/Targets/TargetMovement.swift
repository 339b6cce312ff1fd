import DocumentStore
import FirestoreModel
import Metering
import QueryExecution

/// What one step does to the result of one target.
struct TargetMovement {
  var changes: [TargetChange]

  var billed: ListenerChanges { ListenerChanges(counting: changes) }
}

extension AttachedTarget {
  /// Moves to a newer version; nil when nothing visible changed.
  ///
  /// - Parameter changed: within the reach of the target.
  func advance(
    to snapshot: Snapshot, changed: [DocumentPath: DocumentChange]
  ) throws(FirestoreError) -> TargetMovement? {
    switch watch {
    case .query(var query):
      let delta = try query.advance(to: snapshot, changed: changed)
      watch = .query(query)
      return delta.map { TargetMovement(changes: $0.changes) }
    case .documents(let paths, var documents):
      var changes: [TargetChange] = []
      for path in paths where changed[path] != nil {
        if let change = documents[path]?.advance(to: snapshot) { changes.append(change) }
      }
      watch = .documents(paths, documents)
      return changes.isEmpty ? nil : TargetMovement(changes: changes)
    }
  }
}
