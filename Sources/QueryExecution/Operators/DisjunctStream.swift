import DocumentStore

/// One disjunct's matches together with the key they have in the plan's scan order.
struct DisjunctStream {
  // At most one of the two is set, none when nothing can match. Not an enum: a payload is mutated in place only through a stored property.
  private var scan: IndexScanStream?
  private var zigZag: ZigZagStream?
  private let orderKey: OrderKeyRecipe
  private let components: [SuffixComponent]
  private(set) var disjunct: Int

  init(_ scan: CompiledDisjunct, number: Int, snapshot: Snapshot) {
    disjunct = number
    orderKey = scan.orderKey
    components = scan.filter.components
    let cursors = scan.members.map { member in
      EntryCursor(
        tree: snapshot.index(member.layout), intervals: scan.suffixIntervals.map { $0.prefixed(by: member.prefix) },
        prefixLength: member.prefix.count)
    }
    if cursors.count == 1 {
      self.scan = IndexScanStream(entries: cursors[0], filter: scan.filter)
    } else if cursors.count > 1 {
      zigZag = ZigZagStream(members: zip(cursors, scan.members).map { ($0, $1.prefix) }, filter: scan.filter)
    }
  }

  var entriesScanned: Int { scan?.entriesScanned ?? zigZag?.entriesScanned ?? 0 }

  /// A merge of indexes stops on its last needed match; a plain scan looks one entry ahead.
  var looksAhead: Bool { scan != nil }

  mutating func next() -> MatchedEntry? {
    guard let suffix = scan != nil ? scan?.next() : zigZag?.next() else { return nil }
    let slices = SuffixSlices(suffix, components)
    return MatchedEntry(
      disjunct: disjunct, orderKey: orderKey.key(suffix, slices), name: Array(slices[components.count - 1]))
  }
}

/// A document found by an index: its place in the query's order and its encoded name.
struct MatchedEntry: Hashable, Sendable {
  var disjunct: Int
  /// Encodings of the scan order, `__name__` last: equal for two entries exactly if they are the same document.
  var orderKey: [UInt8]
  /// The name component as the index stores it, direction included.
  var name: [UInt8]
}
