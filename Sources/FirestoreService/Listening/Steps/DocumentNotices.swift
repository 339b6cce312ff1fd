import DocumentStore
import FirestoreModel
import QueryExecution

/// What a step tells about documents that changed: one message per document, whatever number of targets it concerns.
///
/// Holds names only; documents are read when their messages are asked for.
struct DocumentNotices {
  private struct Notice {
    var path: DocumentPath
    var showing: [AttachedTarget] = []
    /// Targets that show a part of the document: a message each.
    var projecting: [AttachedTarget] = []
    var leaving: [AttachedTarget] = []
    /// The client may see what it looks like now that it has left.
    var showsContent = false
    var isDeleted = false

    /// Deletions first, what only leaves last.
    var rank: Int { isDeleted ? 0 : showing.isEmpty && projecting.isEmpty && !showsContent ? 2 : 1 }
  }

  private var notices: [Notice] = []
  private var positions: [DocumentPath: Int] = [:]

  var isEmpty: Bool { notices.isEmpty }
  var count: Int { notices.count }

  /// - Parameter showsContent: whether the client may see a document that changed and is not in the result any more.
  mutating func add(
    _ movement: TargetMovement, of target: AttachedTarget, showsContent: (DocumentPath) -> Bool
  ) {
    for change in movement.changes {
      let position = positions[change.path] ?? notices.count
      if position == notices.count {
        notices.append(Notice(path: change.path))
        positions[change.path] = position
      }
      switch change.cause {
      case .entered, .refilled, .modified:
        if target.projection == nil {
          notices[position].showing.append(target)
        } else {
          notices[position].projecting.append(target)
        }
      case .leftByChange:
        notices[position].leaving.append(target)
        if target.projection == nil, showsContent(change.path) { notices[position].showsContent = true }
      case .deleted:
        notices[position].leaving.append(target)
        notices[position].isDeleted = true
      case .evicted: notices[position].leaving.append(target)
      }
    }
  }

  /// Puts the messages into their order; nothing is added afterwards.
  mutating func sort() {
    // Stable by construction: within a rank the order of adding.
    notices = (0...2).flatMap { rank in notices.filter { $0.rank == rank } }
    positions = [:]
  }

  /// The messages about one document. Nothing about targets that were removed meanwhile.
  func messages(at position: Int, on snapshot: Snapshot, readTime: Timestamp) -> [ListenEvent] {
    let notice = notices[position]
    let showing = notice.showing.filter(\.isAttached).map(\.id)
    let leaving = notice.leaving.filter(\.isAttached).map(\.id)
    guard !notice.isDeleted, let document = snapshot.stored(notice.path) else {
      return leaving.isEmpty ? [] : [.documentDeleted(notice.path, readTime: readTime, removed: leaving)]
    }
    var messages: [ListenEvent] = []
    if !showing.isEmpty || (notice.showsContent && !leaving.isEmpty) {
      messages.append(.documentChanged(.whole(document), targets: showing, removed: leaving))
    } else if !leaving.isEmpty {
      messages.append(.documentRemoved(notice.path, readTime: readTime, removed: leaving))
    }
    for target in notice.projecting where target.isAttached {
      messages.append(
        .documentChanged(
          ShownDocument(document, projection: target.projection), targets: [target.id], removed: []))
    }
    return messages
  }
}
