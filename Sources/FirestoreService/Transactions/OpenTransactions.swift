package import FirestoreModel
import Synchronization

/// A transaction that is open, as somebody sees it who looks for what keeps others waiting.
package struct TransactionFacts: Sendable {
  package var id: TransactionID
  /// `read-only`, `optimistic` or `pessimistic`.
  package var mode: String
  package var begin: Timestamp
  package var lastUse: Timestamp
  /// What it has read; a pessimistic one has locked it.
  package var documents: [DocumentPath]
  /// Queries and listings, by what they are about.
  package var ranges: [String]
  /// Its locks were taken away: it reads on and cannot commit.
  package var isWounded: Bool
  /// Who has begun it; nil: that is not known.
  package var owner: RequestContext?
}

/// A request that waits for another.
package struct WaitingFacts: Sendable {
  /// Nil: a commit without a transaction.
  package var transaction: TransactionID?
  /// What it wants to write; empty: it wants to read.
  package var paths: [DocumentPath]
  /// Whom it waits for; nil: a commit without a transaction.
  package var blocker: TransactionID?
  package var deadline: Timestamp
  /// Who asks; nil: that is not known.
  package var caller: RequestContext?
}

extension TransactionTable {
  /// In the order of their beginning, and the requests that wait.
  package var facts: (open: [TransactionFacts], waiting: [WaitingFacts]) {
    inspectOwners { scheduler, owners, waiters in
      let open = scheduler.open.sorted { $0.key < $1.key }.map { number, transaction in
        transaction.facts(id: scheduler.names.id(of: number), by: owners[number])
      }
      let waiting = scheduler.waiting.requests.sorted { $0.key < $1.key }.map { number, request in
        WaitingFacts(
          transaction: request.transaction.map(scheduler.names.id), paths: request.paths,
          blocker: request.blocker.flatMap { scheduler.open[$0] == nil ? nil : scheduler.names.id(of: $0) },
          deadline: request.deadline, caller: waiters[number] ?? request.transaction.flatMap { owners[$0] })
      }
      return (open, waiting)
    }
  }
}

extension WaitingRequest {
  fileprivate var paths: [DocumentPath] {
    guard case .commit(let commit, _) = want else { return [] }
    return commit.paths.sorted()
  }
}

extension OpenTransaction {
  fileprivate func facts(id: TransactionID, by owner: RequestContext?) -> TransactionFacts {
    TransactionFacts(
      id: id, mode: mode.name, begin: begin, lastUse: lastUse, documents: reads.documents.sorted(),
      ranges: reads.ranges.map(\.text), isWounded: isWounded, owner: owner)
  }
}

extension OpenTransaction.Mode {
  fileprivate var name: String {
    switch self {
    case .readOnly: "read-only"
    case .optimistic: "optimistic"
    case .pessimistic: "pessimistic"
    }
  }
}
