package import DocumentStore
package import FirestoreModel

extension TargetDelta {
  /// The difference between two results of one query, given the documents that changed from the one version to the
  /// other; nil when nothing visible changed.
  ///
  /// Only changed documents and the ends of the window are looked at: a document that did not change can enter or leave
  /// solely because a limit or an offset moved over it.
  package static func between(
    _ before: ResultWindow, _ after: ResultWindow, changed: [DocumentPath: DocumentChange], isWindowed: Bool
  ) -> TargetDelta? {
    var removed: [(place: WindowPlace, change: TargetChange)] = []
    var added: [(place: WindowPlace, change: TargetChange)] = []
    var modified: [(place: WindowPlace, change: TargetChange)] = []
    for (path, change) in changed {
      switch (before.place(of: change.old), after.place(of: change.new)) {
      case (let old?, nil):
        removed.append((old, TargetChange(cause: change.new == nil ? .deleted : .leftByChange, path: path)))
      case (nil, let new?): added.append((new, TargetChange(cause: .entered, path: path)))
      case (_?, let new?): modified.append((new, TargetChange(cause: .modified, path: path)))
      case (nil, nil): continue
      }
    }
    if isWindowed {
      removed += passedOver(before, missingFrom: after, changed).map { ($0, TargetChange(cause: .evicted, path: $1)) }
      added += passedOver(after, missingFrom: before, changed).map { ($0, TargetChange(cause: .refilled, path: $1)) }
    }
    let changes = [removed, added, modified].flatMap { group in
      group.sorted { before.reversed ? $1.place < $0.place : $0.place < $1.place }.map(\.change)
    }
    return changes.isEmpty ? nil : TargetDelta(changes: changes, before: before, after: after)
  }

  /// Unchanged documents at either end of `window` that `other` lacks.
  private static func passedOver(
    _ window: ResultWindow, missingFrom other: ResultWindow, _ changed: [DocumentPath: DocumentChange]
  ) -> [(WindowPlace, DocumentPath)] {
    var found: [Int: DocumentPath] = [:]
    func collect(_ positions: some Sequence<Int>) {
      for position in positions {
        guard let path = window.path(at: position) else { return }
        if changed[path] != nil { continue }
        if other.contains(path) { return }
        found[position] = path
      }
    }
    collect(0..<window.count)
    collect((0..<window.count).reversed())
    return found.map { position, path in
      (.index(window.reversed ? window.count - 1 - position : position), path)
    }
  }
}

extension Commit {
  /// The changes of consecutive commits as one step: per document its first old and its last new version.
  package static func merged(_ commits: some Sequence<Commit>) -> [DocumentPath: DocumentChange] {
    var changed: [DocumentPath: DocumentChange] = [:]
    for change in commits.lazy.flatMap(\.changes) {
      guard let known = changed[change.path] else {
        changed[change.path] = change
        continue
      }
      let isTransient = known.old == nil && change.new == nil
      changed[change.path] = isTransient ? nil : DocumentChange(path: change.path, old: known.old, new: change.new)
    }
    return changed
  }
}
