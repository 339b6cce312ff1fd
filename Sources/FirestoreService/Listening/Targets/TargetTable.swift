import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

/// The targets of one stream, found by where a commit writes: those that look elsewhere cost a commit nothing.
struct TargetTable {
  private var byID: [Int32: AttachedTarget] = [:]
  private var byDocument: [DocumentPath: [Int32: AttachedTarget]] = [:]
  private var byCollection: [CollectionPath: [Int32: AttachedTarget]] = [:]
  private var byGroup: [Text: [Int32: AttachedTarget]] = [:]
  /// Queries on every collection.
  private var everywhere: [Int32: AttachedTarget] = [:]
  /// Targets by the documents that rules have read for them.
  private var byDependent: [DocumentPath: [Int32: AttachedTarget]] = [:]

  var isEmpty: Bool { byID.isEmpty }

  subscript(id: Int32) -> AttachedTarget? { byID[id] }

  /// In the order of attaching.
  var all: [AttachedTarget] { byID.values.sorted { $0.number < $1.number } }

  mutating func insert(_ target: AttachedTarget) {
    byID[target.id] = target
    place(target, target)
  }

  mutating func remove(_ target: AttachedTarget) {
    byID[target.id] = nil
    place(target, nil)
    setDependents([], of: target)
  }

  private mutating func place(_ target: AttachedTarget, _ entry: AttachedTarget?) {
    switch target.request.subject {
    case .documents(let paths):
      for path in paths { Self.set(entry, target.id, in: &byDocument[path]) }
    case .query(let query):
      guard let id = query.source.collectionID?.literal else {
        everywhere[target.id] = entry
        return
      }
      if !query.source.allDescendants, let parent = query.source.parent.literals,
        let collection = CollectionPath(segments: parent + [id])
      {
        Self.set(entry, target.id, in: &byCollection[collection])
      } else {
        Self.set(entry, target.id, in: &byGroup[id])
      }
    }
  }

  private static func set(_ entry: AttachedTarget?, _ id: Int32, in targets: inout [Int32: AttachedTarget]?) {
    var changed = targets ?? [:]
    targets = nil
    changed[id] = entry
    targets = changed.isEmpty ? nil : changed
  }

  /// Remembers which documents the permission of a target rests on.
  mutating func setDependents(_ paths: [DocumentPath], of target: AttachedTarget) {
    for path in target.dependents { Self.set(nil, target.id, in: &byDependent[path]) }
    target.dependents = paths
    for path in paths { Self.set(target, target.id, in: &byDependent[path]) }
  }

  /// The targets that changes may concern, each with those that are in its reach, in the order of attaching.
  func concerned(
    by changes: [DocumentPath: DocumentChange]
  ) -> [(target: AttachedTarget, changes: [DocumentPath: DocumentChange])] {
    var found: [Int32: (target: AttachedTarget, changes: [DocumentPath: DocumentChange])] = [:]
    func add(_ target: AttachedTarget, _ change: DocumentChange) {
      guard target.covers(change.path) else { return }
      found[target.id, default: (target, [:])].changes[change.path] = change
    }
    for change in changes.values {
      for target in (byDocument[change.path] ?? [:]).values { add(target, change) }
      let collection = change.path.collection
      for target in (byCollection[collection] ?? [:]).values { add(target, change) }
      for target in (byGroup[collection.id] ?? [:]).values { add(target, change) }
      for target in everywhere.values { add(target, change) }
    }
    return found.values.sorted { $0.target.number < $1.target.number }
  }

  /// The targets whose permission rests on one of these documents, by id.
  func dependents(on paths: some Sequence<DocumentPath>) -> [Int32: AttachedTarget] {
    if byDependent.isEmpty { return [:] }
    return paths.reduce(into: [:]) { found, path in
      if let targets = byDependent[path] { found.merge(targets) { first, _ in first } }
    }
  }
}

extension AttachedTarget {
  func covers(_ path: DocumentPath) -> Bool {
    switch watch {
    case .query(let target): target.covers(path)
    case .documents(_, let documents): documents[path] != nil
    }
  }
}
