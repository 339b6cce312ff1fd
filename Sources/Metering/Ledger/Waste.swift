/// Billed operations that bought nothing. Reads, except ``Class/writesWithoutEffect``.
package struct Waste: Hashable, Sendable {
  package enum Class: String, Hashable, Sendable, CaseIterable {
    case missingGets
    case offsetSkips
    /// The one read of requests that found nothing.
    case emptyResults
    /// Documents of listeners that started again.
    case reissuedListeners
    /// Listeners that another client holds, too.
    case repeatedTargets
    case verifyReads
    case writesWithoutEffect
    /// Documents that the client threw away after reading them.
    case filteredByClient
  }

  package private(set) var amounts: [Class: Int64] = [:]

  package init(_ amounts: [Class: Int64] = [:]) { self.amounts = amounts }

  package subscript(wasteClass: Class) -> Int64 { amounts[wasteClass] ?? 0 }

  mutating func add(_ event: BillingEvent, _ tally: Tally) {
    switch event.kind {
    case .get, .batchGet: add(.missingGets, tally.missing, event)
    case .query, .aggregate, .nearest, .list, .listenInitial, .listenReissue:
      add(.emptyResults, tally.minimum, event)
      add(.offsetSkips, tally.skipped, event)
    case .collectionIds, .partition, .explain, .listenDelta, .listenResume, .limbo: break
    case .commit, .batchWrite, .ttl, .import, .export, .backup, .realtime: break
    }
    add(.reissuedListeners, tally.reissued, event)
    add(.verifyReads, tally.verify, event)
    add(.writesWithoutEffect, min(event.write.withoutEffect, tally.writes), event)
    add(.filteredByClient, min(event.filteredByClient, tally.documents), event)
    if event.repeatsOtherClient { add(.repeatedTargets, tally.documents, event) }
  }

  private mutating func add(_ wasteClass: Class, _ amount: Int64, _ event: BillingEvent) {
    guard amount > 0 else { return }
    var sum = SaturatingSum(value: self[wasteClass])
    sum.add(amount, times: event.multiplicity)
    amounts[wasteClass] = sum.value
  }
}
