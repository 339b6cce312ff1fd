extension BillingEvent {
  /// The switches whose other answer may change what this event costs, told from few facts: most events have none.
  var candidateSwitches: [BillingSwitch] {
    if let realtime { return realtime.handshake == nil ? [] : [.rtdbHandshake] }
    var found: [BillingSwitch] = []
    if origin == .liveTarget { found.append(.getSharesLiveTarget) }
    switch outcome {
    case .served: appendServed(to: &found)
    case .refused: found.append(.errorCost)
    case .denied, .failed:
      found.append(kind == .commit || kind == .batchWrite ? .failedWrite : .deniedQueryMinimum)
    }
    return found
  }

  private func appendServed(to found: inout [BillingSwitch]) {
    switch kind {
    case .get, .batchGet: if work.missing > 0 { found.append(.missingGet) }
    case .query, .listenInitial: appendQuery(to: &found)
    case .aggregate, .nearest:
      if work.vectorEntries != nil, work.indexEntries > 0 { found.append(.nearestPrefilter) }
    case .list: if work.missing > 0 { found.append(.listMissing) }
    case .partition: found.append(.partition)
    case .listenDelta: appendChanges(to: &found)
    case .listenResume:
      appendChanges(to: &found)
      found.append(.resumeMinimum)
    case .listenReissue:
      appendQuery(to: &found)
      if tokenIsYoung {
        found += [.reconnect, .resumeMinimum]
        appendChanges(to: &found)
      }
    case .limbo: if work.missing > 0 { found.append(.limboDeleted) }
    case .commit, .batchWrite, .import:
      if write.separateTransforms > 0 { found.append(.separateTransform) }
      if write.verifies > 0 { found.append(.verifyBilled) }
    case .collectionIds, .explain, .ttl, .export, .backup, .realtime: break
    }
  }

  private func appendQuery(to found: inout [BillingSwitch]) {
    if work.duplicates > 0 { found.append(.orDedup) }
    guard work.indexEntries > 0 else { return }
    let fields = work.rangeFields
    if fields.withNegationsAndCursors >= 2, fields.ranges < 2 {
      found += [.negationIsRange, .cursorIsRange]
    }
  }

  private func appendChanges(to found: inout [BillingSwitch]) {
    if changes.evicted > 0 { found.append(.limitEviction) }
    if changes.ownEchoes > 0 { found.append(.ownEcho) }
  }
}
