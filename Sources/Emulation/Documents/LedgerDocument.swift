package import FirestoreModel
import FirestoreService
import Metering
package import StructuredText
import Synchronization

extension Emulation {
  /// What was billed since the start or the last reset:
  ///
  /// ```
  /// {"since": time, "total": figures,
  ///  "operations": [{"name", …figures}], "tests": [{"name", …figures}],
  ///  "databases": [{"name": "projects/P/databases/D" or that of an instance, …figures}], "kinds": [{"name": "query", …figures}]}
  /// ```
  ///
  /// `figures` are `{"requests", "denied", "refused", "listeners", "reads", "writes", "deletes", "egressBytes",
  /// "realtimeBytes", "readsBy": {"documents", "minimum", "skipped", "missing", "indexEntries", "rules", "verify", "reissued"}}`; `reads`
  /// is the sum of `readsBy`. Lists are in the order of their names; `kinds` are what happened (`get`, `query`,
  /// `listenInitial`, `commit`, …).
  ///
  /// - Parameters:
  ///   - operation: only what requests of this operation were billed.
  ///   - test: only what requests of this test were billed.
  package func ledger(operation: Text? = nil, test: Text? = nil) -> JSONValue {
    let ledger = recording.state.withLock { $0.ledger }
    let (operation, test) = (operation?.shortened, test?.shortened)
    let accounts = ledger.accounts.filter { account, _ in
      (operation == nil || account.operation == operation) && (test == nil || account.test == test)
    }
    let total = accounts.values.reduce(into: ServedLedger.Sum()) { $0.add($1) }
    return .object([
      .init("since", .string(ledger.since.rfc3339)),
      .init("total", .object(total.members)),
      .init("operations", Self.list(accounts) { $0.operation }),
      .init("tests", Self.list(accounts) { $0.test }),
      .init("databases", Self.list(accounts) { $0.database.name }),
      .init("kinds", Self.list(accounts) { $0.kind.map { Text($0.rawValue) } }),
    ])
  }

  /// Counts from now on.
  package func resetLedger() {
    recording.state.withLock { $0.ledger = ServedLedger(since: clock.now) }
  }

  /// Sums of the accounts that have the same name, by name.
  private static func list(
    _ accounts: [ServedLedger.Account: ServedLedger.Sum], by name: (ServedLedger.Account) -> Text?
  ) -> JSONValue {
    var sums: [Text: ServedLedger.Sum] = [:]
    for (account, sum) in accounts {
      guard let name = name(account) else { continue }
      sums[name, default: ServedLedger.Sum()].add(sum)
    }
    return .array(
      sums.sorted { $0.key < $1.key }.map { .object([.init("name", .string($0.key.string))] + $0.value.members) })
  }
}

extension ServedLedger.Sum {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("requests", .integer(Int64(requests))), .init("denied", .integer(Int64(denied))),
      .init("refused", .integer(Int64(refused))), .init("listeners", .integer(Int64(listeners))),
      .init("reads", .integer(tally.reads)), .init("writes", .integer(tally.writes)),
      .init("deletes", .integer(tally.deletes)), .init("egressBytes", .integer(tally.bytes)),
      .init("realtimeBytes", .integer(tally.realtimeBytes)),
      .init(
        "readsBy",
        [
          "documents": .integer(tally.documents), "minimum": .integer(tally.minimum),
          "skipped": .integer(tally.skipped), "missing": .integer(tally.missing),
          "indexEntries": .integer(tally.entries), "rules": .integer(tally.ruleReads),
          "verify": .integer(tally.verify), "reissued": .integer(tally.reissued),
        ]),
    ]
  }
}

// MARK: - Sums

/// What was served in all, for the line after a run.
package struct ServedTotals: Hashable, Sendable {
  package var requests: Int
  package var reads: Int64
  package var writes: Int64
  package var deletes: Int64
  package var denials: Int
  /// Sent by the Realtime Database.
  package var realtimeBytes: Int64
}

extension Recording {
  package var totals: ServedTotals {
    let total = state.withLock { $0.ledger.total }
    return ServedTotals(
      requests: total.requests, reads: total.tally.reads, writes: total.tally.writes, deletes: total.tally.deletes,
      denials: total.denied, realtimeBytes: total.tally.realtimeBytes)
  }
}
