/// The disjuncts' matches merged in the query's order, each document once.
///
/// Every branch holds its next match as a head, so a branch that is not exhausted has read one match beyond what was
/// taken from it.
struct UnionStream {
  private var branches: [DisjunctStream]
  private var heads: [MatchedEntry?]
  private var last: [UInt8]?
  /// Documents met again, through another branch.
  private(set) var duplicates = 0

  init(_ branches: [DisjunctStream]) {
    self.branches = branches
    heads = []
    for index in self.branches.indices { heads.append(self.branches[index].next()) }
  }

  var entriesScanned: Int { branches.reduce(0) { $0 + $1.entriesScanned } }

  mutating func next() -> MatchedEntry? {
    while let (index, entry) = smallestHead() {
      heads[index] = branches[index].next()
      if entry.orderKey == last {
        duplicates += 1
        continue
      }
      last = entry.orderKey
      return entry
    }
    return nil
  }

  private func smallestHead() -> (Int, MatchedEntry)? {
    var best: (Int, MatchedEntry)?
    for (index, head) in heads.enumerated() {
      guard let head else { continue }
      if best.map({ head.orderKey.lexicographicallyPrecedes($0.1.orderKey) }) ?? true { best = (index, head) }
    }
    return best
  }
}
