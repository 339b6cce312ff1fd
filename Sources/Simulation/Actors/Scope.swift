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

  func members(_ part: IDSelection.Part) -> [ResultMember] {
    guard let changes else { return part == .all || part == .added ? all.members : [] }
    switch part {
    case .all: return all.members
    case .added, .modified, .removed: return changes.filter { $0.part == part }.map(\.member)
    }
  }
}

/// One of the documents or children of a result.
struct ResultMember {
  var id: Text
  /// Nil for a child of the Realtime Database, and where the document is of no interest.
  var path: DocumentPath?

  init(id: Text) { self.id = id }

  init(_ path: DocumentPath) { (id, self.path) = (path.id, path) }
}

/// What became of one member of a result.
struct IDChange {
  /// Never `all`.
  var part: IDSelection.Part
  var member: ResultMember

  init(part: IDSelection.Part, id: Text) {
    self.part = part
    member = ResultMember(id: id)
  }

  init(_ change: TargetChange) {
    member = ResultMember(change.path)
    part =
      switch change.kind {
      case .added: .added
      case .modified: .modified
      case .removed: .removed
      }
  }
}
