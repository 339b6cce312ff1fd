import DocumentStore
import FirestoreModel

/// Consecutive entries of one index, by rank.
struct CountedEntries: Sendable {
  private let tree: IndexTree
  private let layout: IndexLayout
  private let names: EntryNames
  /// Ranks covered by each interval, ascending; a result may consist of several stretches (`!=`).
  private let stretches: [Range<Int>]
  /// Whole keys.
  private let intervals: [KeyInterval]
  /// The part of all matches that offset and limit leave.
  let window: Range<Int>
  /// The query has neither offset nor limit: every entry of the intervals is part of the result.
  private let isWhole: Bool

  init(
    tree: IndexTree, layout: IndexLayout, space: NameSpace, disjunct: CompiledDisjunct, isWhole: Bool,
    window: (_ matches: Int) -> Range<Int>
  ) {
    self.tree = tree
    self.layout = layout
    let prefix = disjunct.members[0].prefix
    names = EntryNames(of: space, prefixLength: prefix.count, disjunct.filter.components)
    intervals = disjunct.suffixIntervals.map { $0.prefixed(by: prefix) }
    stretches = intervals.map { interval in
      let low = tree.rank(of: interval.lower)
      return low..<max(low, interval.upper.map { tree.rank(of: $0) } ?? tree.count)
    }
    self.window = window(stretches.reduce(0) { $0 + $1.count })
    self.isWhole = isWhole
  }

  func path(at index: Int) -> DocumentPath? { key(at: index).flatMap { path(of: $0) } }

  /// The key of the entry at a position of the window.
  func key(at index: Int) -> [UInt8]? {
    var remaining = window.lowerBound + index
    for stretch in stretches {
      if remaining < stretch.count { return tree.key(atRank: stretch.lowerBound + remaining) }
      remaining -= stretch.count
    }
    return nil
  }

  /// The document of a key.
  func path(of key: [UInt8]) -> DocumentPath? { names.path(of: key) }

  /// Walks over entries of the window, backwards when it was cut in the flipped order.
  func walk(_ positions: Range<Int>, reversed: Bool) -> CountedWalk {
    let count = window.count
    let part = reversed ? (count - positions.upperBound)..<(count - positions.lowerBound) : positions
    let matches = (window.lowerBound + part.lowerBound)..<(window.lowerBound + part.upperBound)
    return CountedWalk(tree.makeCursor(), ranks(of: matches), names, reversed: reversed)
  }

  /// Where a document of this version stands, nil outside the result. Without a window to cut, its key says it all and
  /// the tree is not asked.
  /// - Parameter keys: the keys of documents that match, also of those outside the window.
  func place(of document: Document, noting keys: inout [[UInt8]]) -> WindowPlace? {
    guard let key = matchingKey(of: document) else { return nil }
    if isWhole { return .key(key) }
    keys.append(key)
    return index(ofKey: key).map(WindowPlace.index)
  }

  func index(of document: Document) -> Int? {
    guard let key = matchingKey(of: document), let rank = rank(ofKey: key) else { return nil }
    let isThere = rank.inTree < tree.count && tree.key(atRank: rank.inTree) == key
    return isThere && window.contains(rank.match) ? rank.match - window.lowerBound : nil
  }

  /// The position of an entry that this version has.
  func index(ofKey key: [UInt8]) -> Int? {
    guard let match = rank(ofKey: key)?.match, window.contains(match) else { return nil }
    return match - window.lowerBound
  }

  private func matchingKey(of document: Document) -> [UInt8]? {
    layout.entryKeys(of: document).first { key in intervals.contains { $0.contains(key) } }
  }

  /// Where an entry stands in the index, and among all matches.
  private func rank(ofKey key: [UInt8]) -> (inTree: Int, match: Int)? {
    var before = 0
    for (interval, stretch) in zip(intervals, stretches) {
      if interval.contains(key) {
        let rank = tree.rank(of: key)
        return (rank, before + rank - stretch.lowerBound)
      }
      before += stretch.count
    }
    return nil
  }

  var wireSize: Int { ranks(of: window).reduce(0) { $0 + tree.weight(ofRanks: $1) } }

  /// Where a part of all matches stands in the index.
  private func ranks(of matches: Range<Int>) -> [Range<Int>] {
    var before = 0
    var ranks: [Range<Int>] = []
    for stretch in stretches {
      let shift = stretch.lowerBound - before
      let inside = ((matches.lowerBound + shift)..<(matches.upperBound + shift)).clamped(to: stretch)
      if !inside.isEmpty { ranks.append(inside) }
      before += stretch.count
    }
    return ranks
  }
}

/// A place in the order of one result, before reversing; comparable within that result.
enum WindowPlace: Comparable {
  case key([UInt8])
  case index(Int)

  static func < (lhs: WindowPlace, rhs: WindowPlace) -> Bool {
    switch (lhs, rhs) {
    case (.key(let left), .key(let right)): left.lexicographicallyPrecedes(right)
    case (.index(let left), .index(let right)): left < right
    // A result is either whole, with keys, or cut, with indexes.
    case (.key, .index): true
    case (.index, .key): false
    }
  }
}
