package import Diagnostics
import FirestoreModel
package import QueryModel

/// The steps that the SDKs of every language take from the root of a Realtime Database to a read.
extension RealtimeDraft {
  /// `ref()`, `getReference()`: the root.
  package static let root = RealtimeDraft(query: RealtimeQuery(location: .root))

  /// `ref(path)`, `reference(withPath:)`: a path from the root. When nothing of it is known, where the read looks is
  /// unresolved.
  package static func reference(_ path: ScannedValue, at location: SourceLocation) -> RealtimeDraft {
    if path.isOnlySlashes { return .root }
    guard let segments = path.pathSegments else {
      return RealtimeDraft(
        query: RealtimeQuery(location: PathTemplate([.unknown])),
        unresolved: [UnresolvedPart(.collection, at: location)])
    }
    return RealtimeDraft.root.moved(to: segments, adding: path)
  }

  /// `child(path)`: slashes in the text separate; a child that is not known is one segment.
  package func child(_ path: ScannedValue) -> RealtimeDraft {
    if path.isOnlySlashes { return self }
    // No key is empty: an empty text stands for one that comes later.
    let own = path.pathSegments ?? []
    return moved(to: query.location.segments + (own.isEmpty ? [.unknown] : own), adding: path)
  }

  /// Some child of it.
  var anyChild: RealtimeDraft { moved(to: query.location.segments + [.unknown]) }

  /// `push()`, `childByAutoId()`: a child whose key is made on the spot.
  package func newChild(at location: SourceLocation) -> RealtimeDraft {
    var child = anyChild
    child.newKeys[query.location.segments.count] = location.span.start
    return child
  }

  /// `onDisconnect()`: what is written from here on is written when the connection ends.
  package var disconnecting: RealtimeDraft {
    var draft = self
    draft.isOnDisconnect = true
    return draft
  }

  /// `key`: nil for the root.
  package var key: ScannedValue? {
    let segments = query.location.segments
    guard let last = segments.last else { return nil }
    return newKeys[segments.count - 1].map { .text([.newKey($0)]) } ?? .text(path: [last])
  }

  /// `parent`; that of the root is nothing, and stays the root here, as that of a path of which nothing is known stays
  /// unknown.
  package var parent: RealtimeDraft {
    let isOpen = query.location.segments.count == 1 && unresolved.contains { $0.kind == .collection }
    return isOpen ? reference : moved(to: query.location.segments.dropLast())
  }

  /// The place without what has been asked of it.
  package var reference: RealtimeDraft { moved(to: query.location.segments) }

  /// - Parameter path: what the last segments were made of.
  private func moved(to segments: [PathSegment], adding path: ScannedValue? = nil) -> RealtimeDraft {
    var draft = RealtimeDraft(
      query: RealtimeQuery(location: PathTemplate(segments)), unresolved: unresolved.filter { $0.kind == .collection })
    draft.isOnDisconnect = isOnDisconnect
    draft.newKeys = newKeys.filter { $0.key < segments.count }
    if case .text(let pieces)? = path {
      let keys = ScannedPath.keys(pieces)
      for (place, key) in keys.enumerated() {
        if case .new(let made) = key { draft.newKeys[segments.count - keys.count + place] = made }
      }
    }
    return draft
  }

  /// `orderByKey()`, `orderByValue()`, `orderByPriority()`.
  package func ordered(by ordering: RealtimeQuery.Ordering) -> RealtimeDraft {
    var draft = self
    draft.query.ordering = ordering
    return draft
  }

  /// `orderByChild(path)`: unknown as soon as a part of the path is. The signed-in user's id in it is no unknown.
  package func ordered(byChild path: ScannedValue, at location: SourceLocation) -> RealtimeDraft {
    let segments = path.pathSegments ?? [.unknown]
    var draft = ordered(by: .child(PathTemplate(segments)))
    if segments.contains(.unknown) { draft.note(.field, location) }
    return draft
  }

  /// `startAt(value, key)` and its like.
  package func bounded(
    _ kind: RealtimeQuery.BoundKind, _ value: ScannedValue, key: ScannedValue? = nil
  ) -> RealtimeDraft {
    var draft = self
    draft.query.bounds.append(RealtimeQuery.Bound(kind, value.operand, hasKey: key != nil && key != .null))
    return draft
  }

  /// `limitToFirst(count)`; the text form shows `?` for a number that only the run knows.
  package func limited(toFirst count: ScannedValue) -> RealtimeDraft { limited(to: .first(count.count)) }

  /// `limitToLast(count)`
  package func limited(toLast count: ScannedValue) -> RealtimeDraft { limited(to: .last(count.count)) }

  private func limited(to limit: RealtimeQuery.Limit) -> RealtimeDraft {
    var draft = self
    draft.query.limit = limit
    return draft
  }

  /// What a listener waits for.
  package func waiting(for event: RealtimeQuery.Event) -> RealtimeDraft {
    var draft = self
    draft.query.event = event
    return draft
  }

  /// Something was asked of it that is not known: an ordering, bound or limit out of a variable.
  package func adding(_ kind: UnresolvedPart.Kind, at location: SourceLocation) -> RealtimeDraft {
    var draft = self
    draft.note(kind, location)
    return draft
  }

  private mutating func note(_ kind: UnresolvedPart.Kind, _ location: SourceLocation) {
    let part = UnresolvedPart(kind, at: location)
    guard !unresolved.contains(part) else { return }
    unresolved.append(part)
    unresolved.sort()
  }
}

extension ScannedValue {
  fileprivate var count: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
}

extension ScannedResult {
  var isOfRealtime: Bool { if case .realtime = target { true } else { false } }

  /// `snapshot.ref` of the Realtime Database: the place that was read, or the child of it that this part is; nil when
  /// the result is Firestore's.
  package var realtimeReference: RealtimeDraft? {
    guard case .realtime(let query) = target else { return nil }
    let place = RealtimeDraft(query: query).reference
    switch part {
    // Events of single children bring the child itself.
    case .snapshot: return query.event == nil || query.event == .value ? place : place.anyChild
    case .documents: return place
    case .document: return place.anyChild
    }
  }
}

extension ScannedValue {
  /// `/`: the place itself.
  fileprivate var isOnlySlashes: Bool { knownText.map { !$0.isEmpty && $0.allSatisfy { $0 == "/" } } ?? false }
}
