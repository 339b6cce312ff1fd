package import DocumentStore
import FirestoreModel

/// Documents of a result, in its order.
package struct StoredDocuments: Sequence, IteratorProtocol, Sendable {
  // Exactly one is set. Not an enum: a payload is mutated in place only through a stored property.
  private var counted: CountedWalk?
  private var listed: ArraySlice<DocumentPath>?
  private let snapshot: Snapshot

  init(_ walk: CountedWalk, of snapshot: Snapshot) {
    counted = walk
    self.snapshot = snapshot
  }

  init(_ paths: ArraySlice<DocumentPath>, of snapshot: Snapshot) {
    listed = paths
    self.snapshot = snapshot
  }

  package mutating func next() -> StoredDocument? {
    counted != nil ? counted?.next(in: snapshot) : listed?.popFirst().flatMap(snapshot.stored)
  }
}

/// Walks over entries of an index, one after the other.
struct CountedWalk: Sendable {
  private var cursor: IndexTree.Cursor
  /// Those still to come, ascending.
  private var ranks: ArraySlice<Range<Int>>
  /// The cursor stands on the entry that comes next.
  private var isPlaced = false
  private let names: EntryNames
  private let reversed: Bool

  init(_ cursor: IndexTree.Cursor, _ ranks: [Range<Int>], _ names: EntryNames, reversed: Bool) {
    self.cursor = cursor
    self.ranks = ranks[...]
    self.names = names
    self.reversed = reversed
  }

  mutating func next(in snapshot: Snapshot) -> StoredDocument? {
    guard let part = reversed ? ranks.last : ranks.first else { return nil }
    if !isPlaced { cursor.seek(toRank: reversed ? part.upperBound - 1 : part.lowerBound) }
    let stored = names.stored(at: cursor, in: snapshot)
    let rest = reversed ? part.dropLast() : part.dropFirst()
    isPlaced = !rest.isEmpty
    guard isPlaced else {
      ranks = reversed ? ranks.dropLast() : ranks.dropFirst()
      return stored
    }
    if reversed {
      ranks[ranks.endIndex - 1] = rest
      _ = cursor.retreat()
    } else {
      ranks[ranks.startIndex] = rest
      cursor.advance()
    }
    return stored
  }
}
