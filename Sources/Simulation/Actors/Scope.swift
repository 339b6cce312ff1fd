import FirestoreModel
import QueryExecution
import Workloads

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
  var changes: [IDChange]?

  func ids(_ part: IDSelection.Part) -> [Text] {
    guard let changes else { return part == .all || part == .added ? all.ids : [] }
    switch part {
    case .all: return all.ids
    case .added, .modified, .removed: return changes.filter { $0.part == part }.map(\.id)
    }
  }
}

/// What became of one member of a result.
struct IDChange {
  /// Never `all`.
  var part: IDSelection.Part
  var id: Text

  init(part: IDSelection.Part, id: Text) {
    self.part = part
    self.id = id
  }

  init(_ change: TargetChange) {
    id = change.path.id
    part =
      switch change.kind {
      case .added: .added
      case .modified: .modified
      case .removed: .removed
      }
  }
}
