import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

/// The changes of the recent past by collection, for listeners that resume and observers that compare two moments.
struct ChangeLog {
  private struct Entry {
    var position: Int
    var change: DocumentChange
  }

  private var byCollection: [CollectionPath: [Entry]] = [:]
  /// The position behind the last commit; grows by one with each.
  private(set) var position = 0
  private var kept = 0
  /// How much comes together before anybody looks again: twice what was needed then, so that looking costs no more than
  /// writing did.
  private var patience = ChangeLog.shortest
  private static let shortest = 50_000

  mutating func append(_ commit: Commit) {
    position += 1
    for change in commit.changes {
      byCollection[change.path.collection, default: []].append(Entry(position: position, change: change))
    }
    kept += commit.changes.count
  }

  /// Enough has come together that dropping what nobody needs is worth a look.
  var isLong: Bool { kept > patience }

  mutating func drop(upTo oldest: Int) {
    for (collection, entries) in byCollection {
      byCollection[collection] = entries.filter { $0.position > oldest }
    }
    kept = byCollection.values.reduce(0) { $0 + $1.count }
    patience = max(Self.shortest, 2 * kept)
  }

  /// Per document its first old and its last new version since that position; nil collection: all of them.
  func changes(since position: Int, in collection: CollectionPath?) -> [DocumentPath: DocumentChange] {
    var merged: [DocumentPath: DocumentChange] = [:]
    if let collection {
      merge(byCollection[collection] ?? [], since: position, into: &merged)
    } else {
      for entries in byCollection.values { merge(entries, since: position, into: &merged) }
    }
    return merged
  }

  /// The difference between two results of one query, the first from that position: by what has changed since, or by what
  /// the results hold, whichever is less. Who comes once in a while to a list of 25 is not told thousands of changes.
  func delta(from before: ResultWindow, at position: Int, to after: ResultWindow, of query: Query) -> TargetDelta? {
    guard count(since: position, in: query.collection) <= before.count + after.count else {
      return TargetDelta.between(before, after)
    }
    return TargetDelta.between(
      before, after, changed: changes(since: position, in: query.collection), isWindowed: query.isWindowed)
  }

  private func count(since position: Int, in collection: CollectionPath?) -> Int {
    func count(_ entries: [Entry]) -> Int { entries.count - entries.partitioningIndex { $0.position > position } }
    guard let collection else { return byCollection.values.reduce(0) { $0 + count($1) } }
    return count(byCollection[collection] ?? [])
  }

  private func merge(_ entries: [Entry], since position: Int, into merged: inout [DocumentPath: DocumentChange]) {
    for entry in entries[entries.partitioningIndex { $0.position > position }...] {
      let path = entry.change.path
      guard let known = merged[path] else {
        merged[path] = entry.change
        continue
      }
      let isTransient = known.old == nil && entry.change.new == nil
      merged[path] = isTransient ? nil : DocumentChange(path: path, old: known.old, new: entry.change.new)
    }
  }
}
