import FirestoreModel
import QueryExecution

/// What a step can see beside the variables of its actor.
struct Scope {
  /// `i`, `id`, loop variables.
  var values: [String: Value] = [:]
  /// `doc`
  var documents: [String: Document] = [:]
  /// The snapshot whose `onChange` is being done.
  var change: SnapshotChange?

  func adding(id: Text, document: Document?) -> Scope {
    var scope = self
    scope.values["id"] = .string(id)
    if let document { scope.documents["doc"] = document }
    return scope
  }
}

/// Which documents a snapshot is about.
struct SnapshotChange {
  var all: HeldResult
  /// Nil at the first snapshot: everything was added.
  var changes: [TargetChange]?

  func ids(_ part: IDSelection.Part) -> [Text] {
    guard let changes else { return part == .all || part == .added ? all.ids : [] }
    switch part {
    case .all: return all.ids
    case .added: return changes.filter { $0.kind == .added }.map(\.path.id)
    case .modified: return changes.filter { $0.kind == .modified }.map(\.path.id)
    case .removed: return changes.filter { $0.kind == .removed }.map(\.path.id)
    }
  }
}
