import DocumentStore
import FirestoreModel
import QueryModel

/// One read: what it looks at.
enum ReadScope: Sendable {
  /// Those that do not exist are looked at, too.
  case documents([DocumentPath])
  case range(ReadRange)
}

/// Everything that a transaction has read.
struct ReadSet: Sendable {
  private(set) var documents: Set<DocumentPath> = []
  private(set) var ranges: [ReadRange] = []

  mutating func add(_ scope: ReadScope) {
    switch scope {
    case .documents(let paths): documents.formUnion(paths)
    case .range(let range):
      // Each that may be narrowed stands for itself: narrowing must not reach what an earlier read has looked at.
      if range.awaitsEnd || !ranges.contains(where: range.isCovered) { ranges.append(range) }
    }
  }

  /// The last time that the query was asked, it has not looked beyond a document, or at none at all (nil). False when it
  /// was not asked.
  mutating func end(_ query: NormalizedQuery, at last: Document?) -> Bool {
    guard let index = ranges.lastIndex(where: { $0.query == query && $0.awaitsEnd }) else { return false }
    var range = ranges.remove(at: index)
    guard let last else { return true }
    range.end(at: last)
    add(.range(range))
    return true
  }

  /// The same for a page of a listing by name.
  mutating func end(_ collection: CollectionPath, after first: DocumentPath?, at last: DocumentPath) -> Bool {
    guard let index = ranges.lastIndex(where: { $0.isPage(of: collection, after: first) && $0.awaitsEnd })
    else { return false }
    var range = ranges.remove(at: index)
    range.end(at: last)
    add(.range(range))
    return true
  }

  func isTouched(by change: DocumentChange) -> Bool {
    documents.contains(change.path) && change.old != change.new || ranges.contains { $0.isTouched(by: change) }
  }

  /// Whether everything read would still be read so, going by what was committed since.
  func isCurrent(after commits: [Commit]) -> Bool {
    !commits.contains { commit in commit.changes.contains(where: isTouched) }
  }
}
