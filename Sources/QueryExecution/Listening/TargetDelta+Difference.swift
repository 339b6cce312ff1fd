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
    var keys: (before: [[UInt8]], after: [[UInt8]]) = ([], [])
    for (path, change) in changed {
      switch (before.place(of: change.old, noting: &keys.before), after.place(of: change.new, noting: &keys.after)) {
      case (let old?, nil):
        removed.append((old, TargetChange(cause: change.new == nil ? .deleted : .leftByChange, path: path)))
      case (nil, let new?): added.append((new, TargetChange(cause: .entered, path: path)))
      case (_?, let new?): modified.append((new, TargetChange(cause: .modified, path: path)))
      case (nil, nil): continue
      }
    }
    if isWindowed {
      let left = PassedOver(before, missingFrom: after, changed: changed, keys: keys.before)
      removed += left.documents.map { ($0, TargetChange(cause: .evicted, path: $1)) }
      let came = PassedOver(after, missingFrom: before, changed: changed, keys: keys.after)
      added += came.documents.map { ($0, TargetChange(cause: .refilled, path: $1)) }
    }
    var changes: [TargetChange] = []
    for var group in [removed, added, modified] {
      if group.count > 1 { group.sort { before.reversed ? $1.place < $0.place : $0.place < $1.place } }
      changes += group.map(\.change)
    }
    return changes.isEmpty ? nil : TargetDelta(changes: changes, before: before, after: after)
  }

  /// The same by looking at the two results alone, where they hold less than has changed from the one version to the other.
  package static func between(_ before: ResultWindow, _ after: ResultWindow) -> TargetDelta? {
    let (old, new) = (before.documents, after.documents)
    let known = Dictionary(uniqueKeysWithValues: old.map { ($0.path, $0.updateTime) })
    let current = Set(new.map(\.path))
    var removed: [TargetChange] = []
    for document in old where !current.contains(document.path) {
      let now = after.snapshot.document(document.path)
      let isUnchanged = now?.updateTime == document.updateTime
      removed.append(
        TargetChange(cause: now == nil ? .deleted : isUnchanged ? .evicted : .leftByChange, path: document.path))
    }
    var (added, modified): ([TargetChange], [TargetChange]) = ([], [])
    for document in new {
      if let version = known[document.path] {
        if version != document.updateTime { modified.append(TargetChange(cause: .modified, path: document.path)) }
      } else {
        let isUnchanged = before.snapshot.document(document.path)?.updateTime == document.updateTime
        added.append(TargetChange(cause: isUnchanged ? .refilled : .entered, path: document.path))
      }
    }
    let changes = removed + added + modified
    return changes.isEmpty ? nil : TargetDelta(changes: changes, before: before, after: after)
  }
}

extension ResultWindow {
  fileprivate var documents: [Document] { stored(in: 0..<count).map(\.document) }
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
