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

  mutating func add(_ paths: [DocumentPath], of holder: Int) {
    for path in paths { documents[path, default: []].insert(holder) }
  }

  /// All ranges that a transaction holds.
  mutating func set(_ ranges: [ReadRange], of holder: Int) { self.ranges[holder] = ranges.isEmpty ? nil : ranges }

  /// - Parameter reads: everything that the transaction holds.
  mutating func release(_ reads: ReadSet, of holder: Int) {
    for path in reads.documents {
      documents[path]?.remove(holder)
      if documents[path]?.isEmpty == true { documents[path] = nil }
    }
    ranges[holder] = nil
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
