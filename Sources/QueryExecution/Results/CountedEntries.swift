import DocumentStore
import FirestoreModel

/// Consecutive entries of one index, by rank.
struct CountedEntries: Sendable {
  private let tree: IndexTree
  private let layout: IndexLayout
  private let space: NameSpace
  /// Ranks covered by each interval, ascending; a result may consist of several stretches (`!=`).
  private let stretches: [Range<Int>]
  /// Whole keys.
  private let intervals: [KeyInterval]
  private let prefixLength: Int
  private let components: [SuffixComponent]
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
    self.space = space
    let prefix = disjunct.members[0].prefix
    prefixLength = prefix.count
    components = disjunct.filter.components
    intervals = disjunct.suffixIntervals.map { $0.prefixed(by: prefix) }
    stretches = intervals.map { interval in
      let low = tree.rank(of: interval.lower)
      return low..<max(low, interval.upper.map { tree.rank(of: $0) } ?? tree.count)
    }
    self.window = window(stretches.reduce(0) { $0 + $1.count })
    self.isWhole = isWhole
  }

  func path(at index: Int) -> DocumentPath? {
    var remaining = window.lowerBound + index
    for stretch in stretches {
      if remaining < stretch.count {
        return path(of: tree.key(atRank: stretch.lowerBound + remaining))
      }
      remaining -= stretch.count
    }
    return nil
  }

  private func path(of key: [UInt8]) -> DocumentPath? {
    let name = SuffixSlices(Array(key.dropFirst(prefixLength)), components)[components.count - 1]
    return space.path(ofName: Array(name), descending: components.last?.descending == true)
  }

  /// Where a document of this version stands, nil outside the result. Without a window to cut, its key says it all and
  /// the tree is not asked.
  func place(of document: Document) -> WindowPlace? {
    guard isWhole else { return index(of: document).map(WindowPlace.index) }
    return layout.entryKeys(of: document).first { key in intervals.contains { $0.contains(key) } }.map(WindowPlace.key)
  }

  func index(of document: Document) -> Int? {
    for key in layout.entryKeys(of: document) {
      var before = 0
      for (interval, stretch) in zip(intervals, stretches) {
        if interval.contains(key) {
          let rank = tree.rank(of: key)
          guard rank < tree.count, tree.key(atRank: rank) == key else { return nil }
          let match = before + rank - stretch.lowerBound
          return window.contains(match) ? match - window.lowerBound : nil
        }
        before += stretch.count
      }
    }
    return nil
  }

  var wireSize: Int {
    var before = 0
    var sum = 0
    for stretch in stretches {
      let part = (stretch.lowerBound + window.lowerBound - before)..<(stretch.lowerBound + window.upperBound - before)
      let inside = part.clamped(to: stretch)
      sum += tree.weight(ofRanks: inside)
      before += stretch.count
    }
    return sum
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
