/// What the listeners of one operation were billed, by what caused it.
package struct ListeningAccount: Hashable, Sendable {
  /// First snapshots.
  package private(set) var initialReads: Int64 = 0
  /// What changed while somebody listened, or since the server was heard last.
  package private(set) var deltaReads: Int64 = 0
  /// Listeners that started again as new queries.
  package private(set) var reissuedReads: Int64 = 0

  mutating func add(_ event: BillingEvent, _ reads: Int64) {
    guard reads != 0 else { return }
    switch event.kind {
    case .listenInitial: initialReads = SaturatingSum.product(reads, event.multiplicity, plus: initialReads)
    case .listenDelta, .listenResume, .limbo:
      deltaReads = SaturatingSum.product(reads, event.multiplicity, plus: deltaReads)
    case .listenReissue: reissuedReads = SaturatingSum.product(reads, event.multiplicity, plus: reissuedReads)
    case .get, .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain: break
    case .commit, .batchWrite, .ttl, .import, .export, .backup, .realtime: break
    }
  }
}
