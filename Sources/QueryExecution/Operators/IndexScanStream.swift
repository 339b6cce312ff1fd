import DocumentStore

/// The matches of a disjunct that one index serves, in suffix order.
struct IndexScanStream {
  private var entries: EntryCursor
  private let filter: SuffixFilter

  init(entries: EntryCursor, filter: SuffixFilter) {
    self.entries = entries
    self.filter = filter
  }

  var entriesScanned: Int { entries.entriesScanned }

  mutating func next() -> [UInt8]? {
    while let suffix = entries.next() {
      if filter.accepts(suffix) { return suffix }
    }
    return nil
  }
}
