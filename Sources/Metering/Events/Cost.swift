import FirestoreModel

// The formula: what one event costs. Nothing else computes reads; Explain, ledger, budgets and the static estimate
// (`CostEstimate.swift`, the twin of this file) all ask here.

extension BillingEvent {
  /// Billed operations of one actor, without the multiplicity.
  package func tally(under assumptions: BillingAssumptions = .standard) -> Tally {
    var tally = Tally()
    tally.bytes = responseBytes
    tally.realtimeBytes = realtime?.sent(under: assumptions) ?? 0
    guard isBilled(under: assumptions) else { return tally }
    switch outcome {
    case .served: bill(&tally, assumptions)
    case .refused: tally.minimum = isRead ? assumptions.count(.errorCost) : 0
    case .denied, .failed: billUnsuccessful(&tally, assumptions)
    }
    return tally
  }

  private func isBilled(under assumptions: BillingAssumptions) -> Bool {
    switch origin {
    case .server: true
    case .cache, .sharedTarget: false
    case .liveTarget: assumptions.takesAlternative(.getSharesLiveTarget)
    }
  }

  private func bill(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.ruleReads = ruleReads
    switch kind {
    case .get, .batchGet:
      tally.documents = work.documents
      tally.missing = SaturatingSum.product(work.missing, assumptions.count(.missingGet))
    case .query, .listenInitial: billQuery(&tally, assumptions)
    case .aggregate, .nearest: billEntries(&tally, assumptions)
    case .list: billListing(&tally, assumptions)
    case .collectionIds, .explain: tally.minimum = 1
    case .partition: tally.minimum = assumptions.count(.partition)
    case .listenDelta: tally.documents = changedDocuments(assumptions)
    case .listenResume: billResumed(&tally, assumptions)
    case .listenReissue:
      if resumes(under: assumptions) {
        billResumed(&tally, assumptions)
      } else {
        billQuery(&tally, assumptions)
        (tally.reissued, tally.documents) = (tally.documents, 0)
      }
    case .limbo:
      tally.documents = work.documents
      tally.missing = SaturatingSum.product(work.missing, assumptions.count(.limboDeleted))
    case .commit, .batchWrite, .import: billWrites(&tally, assumptions)
    case .ttl: tally.ttlDeletes = ttlDeletes
    case .export: tally.documents = work.documents
    case .backup, .realtime: break
    }
  }

  /// `max(1, documents + skipped + entries)`: the minimum is added where the rest is nothing.
  private func billQuery(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.documents = returnedDocuments(assumptions)
    tally.skipped = work.skipped
    tally.entries =
      work.rangeFields.billsEntries(under: assumptions) ? startedUnits(of: 1000, in: work.indexEntries) : 0
    addMinimum(&tally)
  }

  /// Aggregations and vector searches pay for entries whatever the range fields are.
  private func billEntries(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.documents = kind == .nearest ? work.documents : 0
    var entries = SaturatingSum(value: startedUnits(of: 100, in: work.vectorEntries ?? 0))
    // Ordinary entries in front of a vector search are free by default, those of any other aggregation never.
    if work.vectorEntries == nil || assumptions.takesAlternative(.nearestPrefilter) {
      entries.add(startedUnits(of: 1000, in: work.indexEntries))
    }
    tally.entries = entries.value
    addMinimum(&tally)
  }

  private func billListing(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.documents = work.documents
    tally.missing = SaturatingSum.product(work.missing, assumptions.count(.listMissing))
    addMinimum(&tally)
  }

  private func billResumed(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.documents = changedDocuments(assumptions)
    tally.minimum = tally.documents == 0 ? assumptions.count(.resumeMinimum) : 0
  }

  private func billWrites(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    var writes = SaturatingSum(value: write.writes)
    writes.add(write.separateTransforms, times: assumptions.count(.separateTransform))
    tally.writes = writes.value
    tally.deletes = write.deletes
    tally.verify = assumptions.takesAlternative(.verifyBilled) ? 0 : write.verifies
  }

  /// Denied requests and failed commits pay what the rules read.
  private func billUnsuccessful(_ tally: inout Tally, _ assumptions: BillingAssumptions) {
    tally.ruleReads = ruleReads
    switch kind {
    case .query, .nearest, .aggregate, .listenInitial, .listenReissue, .list:
      tally.minimum = assumptions.count(.deniedQueryMinimum)
    case .commit, .batchWrite:
      guard assumptions.takesAlternative(.failedWrite) else { return }
      tally.writes = write.writes
      tally.deletes = write.deletes
    case .get, .batchGet, .collectionIds, .partition, .explain, .listenDelta, .listenResume, .limbo, .ttl: break
    case .import, .export, .backup, .realtime: break
    }
  }

  /// A request that found nothing costs one read, beside what its rules read.
  private func addMinimum(_ tally: inout Tally) {
    let found = tally.documents != 0 || tally.skipped != 0 || tally.missing != 0 || tally.entries != 0
    tally.minimum = found ? 0 : 1
  }

  private func returnedDocuments(_ assumptions: BillingAssumptions) -> Int64 {
    var documents = SaturatingSum(value: work.documents)
    if assumptions.takesAlternative(.orDedup) { documents.add(work.duplicates) }
    return documents.value
  }

  /// Members that were deleted are free, as are members pushed out of a window: they did not change.
  private func changedDocuments(_ assumptions: BillingAssumptions) -> Int64 {
    var billed = SaturatingSum(value: changes.added)
    billed.add(changes.modified)
    billed.add(changes.leftByChange)
    billed.add(changes.refill)
    billed.add(changes.evicted, times: assumptions.count(.limitEviction))
    if assumptions.takesAlternative(.ownEcho) { billed.add(changes.ownEchoes, times: -1) }
    return max(0, billed.value)
  }

  private func resumes(under assumptions: BillingAssumptions) -> Bool {
    tokenIsYoung && assumptions.takesAlternative(.reconnect)
  }

  /// Whether the kind is a read request, which the open question on refused requests is about.
  private var isRead: Bool {
    switch kind {
    case .get, .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain: true
    case .listenInitial, .listenDelta, .listenResume, .listenReissue, .limbo: true
    case .commit, .batchWrite, .ttl, .import, .export, .backup, .realtime: false
    }
  }
}
