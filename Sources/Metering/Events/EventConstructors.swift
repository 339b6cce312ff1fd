// One constructor per kind of operation, so that nobody who emits events has to know what takes part in the cost.

extension BillingEvent {
  package static func get(found: Bool, ruleReads: Int64 = 0) -> BillingEvent {
    read(.get, ReadWork(documents: found ? 1 : 0, missing: found ? 0 : 1), ruleReads)
  }

  /// - Parameters:
  ///   - found: distinct names with a document.
  ///   - missing: distinct names without.
  package static func batchGet(found: Int64, missing: Int64, ruleReads: Int64 = 0) -> BillingEvent {
    read(.batchGet, ReadWork(documents: found, missing: missing), ruleReads)
  }

  /// Also with a projection: there are no cheaper reads of names only.
  package static func query(_ work: ReadWork, ruleReads: Int64 = 0) -> BillingEvent { read(.query, work, ruleReads) }

  /// All aggregations of one request together.
  /// - Parameter vectorEntries: entries read of a vector index, when a vector search is aggregated.
  package static func aggregate(
    indexEntries: Int64, vectorEntries: Int64? = nil, ruleReads: Int64 = 0
  ) -> BillingEvent {
    read(.aggregate, ReadWork(indexEntries: indexEntries, vectorEntries: vectorEntries), ruleReads)
  }

  /// - Parameter filterEntries: ordinary index entries read by filters in front of the vector search.
  package static func nearest(
    documents: Int64, vectorEntries: Int64, filterEntries: Int64 = 0, ruleReads: Int64 = 0
  ) -> BillingEvent {
    read(
      .nearest, ReadWork(documents: documents, indexEntries: filterEntries, vectorEntries: vectorEntries), ruleReads)
  }

  /// One page of a listing.
  package static func list(documents: Int64, missing: Int64 = 0, ruleReads: Int64 = 0) -> BillingEvent {
    read(.list, ReadWork(documents: documents, missing: missing), ruleReads)
  }

  /// One page of collection ids.
  package static func collectionIds() -> BillingEvent { BillingEvent(.collectionIds) }

  package static func partition() -> BillingEvent { BillingEvent(.partition) }

  /// Plan only; an explained query that is also run is an ordinary ``query(_:ruleReads:)``.
  package static func explain() -> BillingEvent { BillingEvent(.explain) }

  /// The first snapshot of a query's listener.
  package static func listenInitial(_ work: ReadWork, ruleReads: Int64 = 0) -> BillingEvent {
    read(.listenInitial, work, ruleReads)
  }

  /// The first snapshot of a document's listener: one read whether it exists or not.
  package static func listenInitial(documentExists: Bool, ruleReads: Int64 = 0) -> BillingEvent {
    listenInitial(ReadWork(documents: documentExists ? 1 : 0), ruleReads: ruleReads)
  }

  /// One delivery after the first.
  /// - Parameter ruleReads: paid again with every delivery.
  package static func listenDelta(_ changes: ListenerChanges, ruleReads: Int64 = 0) -> BillingEvent {
    var event = read(.listenDelta, ReadWork(), ruleReads)
    event.changes = changes
    return event
  }

  /// A listener that goes on where it stopped: only what changed since is billed.
  package static func listenResume(_ changes: ListenerChanges, ruleReads: Int64 = 0) -> BillingEvent {
    var event = read(.listenResume, ReadWork(), ruleReads)
    event.changes = changes
    return event
  }

  /// A listener that starts again as a new query.
  package static func listenReissue(_ work: ReadWork, ruleReads: Int64 = 0) -> BillingEvent {
    read(.listenReissue, work, ruleReads)
  }

  /// A cached document that the listener no longer confirms is asked for on its own.
  package static func limbo(provesDeleted: Bool, ruleReads: Int64 = 0) -> BillingEvent {
    read(.limbo, ReadWork(documents: provesDeleted ? 0 : 1, missing: provesDeleted ? 1 : 0), ruleReads)
  }

  /// A batch or transaction. Retries whose earlier attempt reached the server are events of their own.
  package static func commit(_ write: WriteWork, outcome: Outcome = .served, ruleReads: Int64 = 0) -> BillingEvent {
    var event = read(.commit, ReadWork(), ruleReads)
    event.write = write
    event.outcome = outcome
    return event
  }

  /// Independent writes in one request; refused ones are not part of `write`.
  package static func batchWrite(_ write: WriteWork) -> BillingEvent {
    var event = BillingEvent(.batchWrite)
    event.write = write
    return event
  }

  /// Documents that the service has deleted because their time to live was over.
  package static func expiring(documents: Int64) -> BillingEvent {
    var event = BillingEvent(.ttl)
    event.ttlDeletes = documents
    return event
  }

  package static func importing(documents: Int64) -> BillingEvent {
    var event = BillingEvent(.import)
    event.write = WriteWork(writes: documents)
    return event
  }

  package static func exporting(documents: Int64) -> BillingEvent { read(.export, ReadWork(documents: documents), 0) }

  /// A read that was answered with an error before it ran.
  package static func refused(_ kind: Kind) -> BillingEvent {
    var event = BillingEvent(kind)
    event.outcome = .refused
    return event
  }

  /// A read that the rules denied: what they looked at is billed all the same.
  package static func denied(_ kind: Kind, ruleReads: Int64) -> BillingEvent {
    var event = read(kind, ReadWork(), ruleReads)
    event.outcome = .denied
    return event
  }

  private static func read(_ kind: Kind, _ work: ReadWork, _ ruleReads: Int64) -> BillingEvent {
    var event = BillingEvent(kind)
    event.work = work
    event.ruleReads = ruleReads
    return event
  }
}
