import FirestoreModel
import Testing

@testable import FirestoreService

/// Random histories: the reads of what was committed agree with the order of the commits, and everybody comes to an
/// end.
@Suite("Serializability") struct SerializabilityTests {
  @Test("pessimistic transactions and other writers: everybody commits", arguments: 0..<150 as Range<UInt64>)
  func pessimistic(_ seed: UInt64) throws {
    var history = try Interleaving(seed: seed, mix: Interleaving.Mix())
    try history.run()
    #expect(history.clients.allSatisfy { $0.hasCommitted })
    // Only older ones can take a transaction's locks away, and each of them commits once.
    #expect(history.clients.allSatisfy { $0.attempts <= history.clients.count })
    try expectNothingLeft(&history)
  }

  @Test("all modes together", arguments: 200..<300 as Range<UInt64>)
  func mixed(_ seed: UInt64) throws {
    var history = try Interleaving(
      seed: seed, mix: Interleaving.Mix(clients: 10, modes: [.optimistic, .pessimistic], readOnly: 20))
    try history.run()
    #expect(history.clients.allSatisfy { $0.hasCommitted })
    try expectNothingLeft(&history)
  }

  @Test("with clients that are never heard of again", arguments: 300..<400 as Range<UInt64>)
  func crashes(_ seed: UInt64) throws {
    var history = try Interleaving(
      seed: seed,
      mix: Interleaving.Mix(clients: 12, modes: [.pessimistic, .pessimistic, .optimistic], readOnly: 10, crashes: 6))
    try history.run()
    // Plain writers give up when the wait is over; transactions try again until the locks of the crashed have expired.
    #expect(history.clients.allSatisfy { $0.hasCommitted || $0.hasCrashed || $0.mode == nil })
    try expectNothingLeft(&history)
  }

  @Test("with clients that repeat each other's attempts", arguments: 400..<500 as Range<UInt64>)
  func sharedAttempts(_ seed: UInt64) throws {
    var history = try Interleaving(seed: seed, mix: Interleaving.Mix(sharesAttempts: true))
    try history.run()
    #expect(history.clients.allSatisfy { $0.hasCommitted })
    #expect(history.clients.allSatisfy { $0.attempts <= history.clients.count })
    try expectNothingLeft(&history)
  }

  @Test("a hundred clients at once")
  func crowd() throws {
    var history = try Interleaving(seed: 1, mix: Interleaving.Mix(clients: 100, plainWriters: 40, queries: 20))
    try history.run()
    #expect(history.clients.allSatisfy { $0.hasCommitted })
    try expectNothingLeft(&history)
  }

  private func expectNothingLeft(_ history: inout Interleaving) throws {
    #expect(history.scheduler.waiting.isEmpty)
    try history.forget()
    #expect(history.scheduler.locks.isEmpty)
    #expect(history.scheduler.open.isEmpty)
    #expect(history.scheduler.ended.count == 1)
  }
}
