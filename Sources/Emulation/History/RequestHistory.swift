import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import RealtimeService
import Synchronization

/// The newest requests, for somebody who looks at them: as many as a person reads, whatever is served in a day.
///
/// What rules made of a request holds documents, so it is kept for fewer requests than their lines are.
package final class RequestHistory: Sendable {
  fileprivate struct State {
    /// The entry with number n stands at n modulo ``limit``.
    var entries: [HistoryEntry] = []
    var last = 0
    /// Entries before this number have lost their evidence.
    var firstWithEvidence = 1
    var evidenceWeight = 0
    /// Entries before this number are gone.
    var first = 1
    var weight = 0
  }

  static let limit = 10_000
  /// Bytes of everything that is kept, roughly.
  static let weightLimit = 64 << 20
  static let evidenceLimit = 2_000
  static let evidenceWeightLimit = 32 << 20

  private let state = Mutex(State())

  package init() {}

  func add(_ request: ServedRequest, operation: Text) {
    var request = request
    let evidence = request.decision?.evidence
    request.decision?.evidence = nil
    add(.firestore(request), evidence.map { .firestore($0) }, operation: operation)
  }

  func add(_ request: ServedRealtimeRequest, operation: Text) {
    var request = request
    let evidence = request.evidence
    request.evidence = nil
    add(.realtime(request), evidence.map { .realtime($0) }, operation: operation)
  }

  private func add(_ content: HistoryEntry.Content, _ evidence: HistoryEntry.Evidence?, operation: Text) {
    // Made and measured before anybody is kept waiting.
    var entry = HistoryEntry(
      number: 0, content: content, evidence: evidence, operation: operation, weight: content.weight,
      evidenceWeight: evidence?.weight ?? 0)
    state.withLock { state in
      state.last += 1
      entry.number = state.last
      state.append(entry)
    }
  }

  /// The numbers of the oldest and the newest entry; requests are numbered from 1.
  package var bounds: (first: Int, last: Int) { state.withLock { ($0.first, $0.last) } }

  /// Entries behind a number, oldest first.
  package func entries(after number: Int, limit: Int = .max) -> [HistoryEntry] {
    state.withLock { state in
      guard number < state.last else { return [] }
      let first = max(state.first, number + 1)
      guard first <= state.last else { return [] }
      return (first...state.last).prefix(limit).map { state.entries[$0 % Self.limit] }
    }
  }

  /// Nil when it is gone, or was never there.
  package func entry(_ number: Int) -> HistoryEntry? {
    state.withLock { state in
      guard state.first <= number, number <= state.last else { return nil }
      return state.entries[number % Self.limit]
    }
  }
}

extension RequestHistory.State {
  fileprivate mutating func append(_ entry: HistoryEntry) {
    let limit = RequestHistory.limit
    if entries.isEmpty { entries.append(HistoryEntry.none) }
    if last - first >= limit { dropFirst() }
    if last < limit { entries.append(entry) } else { entries[last % limit] = entry }
    weight += entry.weight
    evidenceWeight += entry.evidenceWeight
    while evidenceWeight > RequestHistory.evidenceWeightLimit
      || last - firstWithEvidence >= RequestHistory.evidenceLimit
    {
      guard firstWithEvidence < last else { break }
      dropFirstEvidence()
    }
    while weight > RequestHistory.weightLimit, first < last { dropFirst() }
  }

  private mutating func dropFirstEvidence() {
    let place = firstWithEvidence % RequestHistory.limit
    evidenceWeight -= entries[place].evidenceWeight
    entries[place].dropEvidence()
    firstWithEvidence += 1
  }

  private mutating func dropFirst() {
    if firstWithEvidence == first { dropFirstEvidence() }
    weight -= entries[first % RequestHistory.limit].weight
    entries[first % RequestHistory.limit] = .none
    first += 1
  }
}
