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

  init(
    tree: IndexTree, layout: IndexLayout, space: NameSpace, disjunct: CompiledDisjunct,
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
