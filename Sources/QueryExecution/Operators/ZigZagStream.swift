import DocumentStore

/// The matches of a disjunct that several indexes serve together: entries that all members hold for the same suffix.
///
/// Counting follows what production reported for two and three members: members are visited in plan order; one that
/// stands before the target seeks to the first entry at or after it (one entry), a member landing beyond raises the
/// target; on a match every member advances one step (one entry each) before the search goes on.
struct ZigZagStream {
  struct Member {
    var entries: EntryCursor
    var prefix: [UInt8]
    var position: [UInt8]?
  }

  private var members: [Member]
  private let filter: SuffixFilter
  private var target: [UInt8] = []
  private var standsOnMatch = false
  private var isExhausted = false

  init(members: [(entries: EntryCursor, prefix: [UInt8])], filter: SuffixFilter) {
    self.members = members.map { Member(entries: $0.entries, prefix: $0.prefix, position: nil) }
    self.filter = filter
  }

  var entriesScanned: Int { members.reduce(0) { $0 + $1.entries.entriesScanned } }

  mutating func next() -> [UInt8]? {
    repeat {
      if standsOnMatch { advanceEveryMember() }
      guard !isExhausted, align() else { return nil }
      standsOnMatch = true
    } while !filter.accepts(target)
    return target
  }

  private mutating func advanceEveryMember() {
    standsOnMatch = false
    for index in members.indices {
      members[index].position = members[index].entries.next()
      guard let position = members[index].position else {
        isExhausted = true
        continue
      }
      if target.lexicographicallyPrecedes(position) { target = position }
    }
  }

  /// Seeks until all members stand on `target`; false when one runs out.
  private mutating func align() -> Bool {
    var aligned = 0
    var index = 0
    while aligned < members.count {
      let isBehind = members[index].position.map { $0.lexicographicallyPrecedes(target) } ?? true
      if isBehind {
        let position = members[index].entries.seek(suffix: target, prefix: members[index].prefix)
        members[index].position = position
        guard let position else {
          isExhausted = true
          return false
        }
        if target.lexicographicallyPrecedes(position) {
          target = position
          aligned = 0
        }
      }
      aligned += 1
      index = (index + 1) % members.count
    }
    return true
  }
}
