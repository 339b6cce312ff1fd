import DocumentStore

/// Walks the entries of one index within a list of ascending key intervals, counting every entry it stands on.
struct EntryCursor {
  private let intervals: [KeyInterval]
  private let prefixLength: Int
  private var cursor: IndexTree.Cursor
  private var interval = 0
  private var started = false
  /// Index entries read so far.
  private(set) var entriesScanned = 0

  /// `intervals` bound whole keys, all of which start with the same `prefixLength` bytes.
  init(tree: IndexTree, intervals: [KeyInterval], prefixLength: Int) {
    self.intervals = intervals
    self.prefixLength = prefixLength
    cursor = tree.makeCursor()
  }

  /// The next entry's suffix, or nil at the end of the last interval.
  mutating func next() -> [UInt8]? {
    while interval < intervals.count {
      if started {
        cursor.advance()
      } else {
        cursor.seek(to: intervals[interval].lower)
        started = true
      }
      if let suffix = suffixInsideInterval() { return suffix }
      interval += 1
      started = false
    }
    return nil
  }

  /// Moves forward to the first entry whose suffix is at or after `target`.
  mutating func seek(suffix target: [UInt8], prefix: [UInt8]) -> [UInt8]? {
    let key = prefix + target
    while interval < intervals.count {
      let bounds = intervals[interval]
      cursor.seek(to: key.lexicographicallyPrecedes(bounds.lower) ? bounds.lower : key)
      started = true
      if let suffix = suffixInsideInterval() { return suffix }
      interval += 1
      started = false
    }
    return nil
  }

  private mutating func suffixInsideInterval() -> [UInt8]? {
    if let upper = intervals[interval].upper, let comparison = cursor.compareKey(to: upper), comparison >= 0 {
      return nil
    }
    guard let key = cursor.key else { return nil }
    entriesScanned += 1
    return Array(key.dropFirst(prefixLength))
  }
}
