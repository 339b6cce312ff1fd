import DocumentStore
import FirestoreModel

/// In which order documents came into being, for `{latest}` and for `retention:`.
struct CreationOrder {
  /// Documents of one collection, oldest first; deleted ones are dropped when they come to an end.
  private struct Queue {
    var paths: [DocumentPath] = []
    var first = 0
    var count: Int { paths.count - first }

    mutating func removeFirst() -> DocumentPath? {
      guard first < paths.count else { return nil }
      first += 1
      let path = paths[first - 1]
      if first > 1024, first > paths.count / 2 {
        paths.removeFirst(first)
        first = 0
      }
      return path
    }
  }

  private let patterns: [RetentionPattern]
  private let remembersLatest: Bool
  private var retained: [CollectionPath: Queue] = [:]
  private var limits: [CollectionPath: Int?] = [:]
  private var live: [CollectionPath: Int] = [:]
  private var latest: [CollectionPath: [DocumentPath]] = [:]
  private var overfull: [CollectionPath] = []

  init(patterns: [RetentionPattern], remembersLatest: Bool) {
    self.patterns = patterns
    self.remembersLatest = remembersLatest
  }

  mutating func record(_ commit: Commit) {
    guard remembersLatest || !patterns.isEmpty else { return }
    for change in commit.changes {
      let collection = change.path.collection
      let limit = limit(of: collection)
      if change.old == nil, change.new != nil {
        if remembersLatest { latest[collection, default: []].append(change.path) }
        guard let limit else { continue }
        retained[collection, default: Queue()].paths.append(change.path)
        live[collection, default: 0] += 1
        if live[collection, default: 0] > limit, overfull.last != collection { overfull.append(collection) }
      } else if change.new == nil, limit != nil {
        live[collection, default: 0] -= 1
      }
    }
  }

  /// What is too much in each collection, oldest first. The caller deletes it.
  mutating func takeExpired(exists: (DocumentPath) -> Bool) -> [DocumentPath] {
    guard !overfull.isEmpty else { return [] }
    var expired: [DocumentPath] = []
    for collection in overfull {
      guard let limit = limit(of: collection) else { continue }
      var excess = (live[collection] ?? 0) - limit
      while excess > 0, let path = retained[collection]?.removeFirst() {
        guard exists(path) else { continue }
        expired.append(path)
        excess -= 1
      }
    }
    overfull = []
    return expired
  }

  /// What is kept until there is too much of it, oldest first, deleted documents among it; nil while there is too much.
  var settledQueues: [CollectionPath: [DocumentPath]]? {
    overfull.isEmpty ? retained.mapValues { Array($0.paths[$0.first...]) } : nil
  }

  mutating func latest(in collection: CollectionPath, exists: (DocumentPath) -> Bool) -> Text? {
    while let path = latest[collection]?.last {
      if exists(path) { return path.id }
      latest[collection]?.removeLast()
    }
    return nil
  }

  private mutating func limit(of collection: CollectionPath) -> Int? {
    if let known = limits[collection] { return known }
    let found = patterns.first { $0.matches(collection) }?.limit
    limits[collection] = .some(found)
    return found
  }
}

/// `retention:` of a data entry.
struct RetentionPattern {
  /// Nil where a part is filled in.
  var segments: [Text?]
  var limit: Int

  func matches(_ collection: CollectionPath) -> Bool {
    segments.count == collection.segments.count
      && zip(segments, collection.segments).allSatisfy { $0 == nil || $0 == $1 }
  }
}
