import DocumentStore
import FirestoreModel

/// Who has read what and may rely on it: shared locks, found by what a commit changes.
///
/// There are no others: whoever may write does so at once, so nobody ever meets an exclusive lock.
struct ReadLocks: Sendable {
  private var documents: [DocumentPath: Set<Int>] = [:]
  private var ranges: [Int: [ReadRange]] = [:]

  var hasRanges: Bool { !ranges.isEmpty }
  var isEmpty: Bool { documents.isEmpty && ranges.isEmpty }

  /// Replaces what a transaction holds.
  mutating func replace(_ old: ReadSet, with new: ReadSet, of holder: Int) {
    for path in old.documents where !new.documents.contains(path) {
      documents[path]?.remove(holder)
      if documents[path]?.isEmpty == true { documents[path] = nil }
    }
    for path in new.documents where !old.documents.contains(path) { documents[path, default: []].insert(holder) }
    ranges[holder] = new.ranges.isEmpty ? nil : new.ranges
  }

  /// Those who hold what a commit is about to change.
  func holders(of request: CommitRequest, changes: [DocumentChange]) -> Set<Int> {
    var found: Set<Int> = []
    if !documents.isEmpty {
      for path in request.paths { found.formUnion(documents[path, default: []]) }
    }
    for (holder, ranges) in ranges where !found.contains(holder) {
      if changes.contains(where: { change in ranges.contains { $0.isTouched(by: change) } }) { found.insert(holder) }
    }
    return found
  }
}
