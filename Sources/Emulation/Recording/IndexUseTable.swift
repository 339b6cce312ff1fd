import FirestoreModel
import FirestoreService
import QueryPlanner

/// Which indexes have served requests, how often, and whose.
struct IndexUseTable {
  struct Key: Hashable {
    /// The id of the database.
    var database: Text
    var index: PlannedIndex
  }

  struct Use {
    var requests = 0
    /// By the names of operations.
    var operations: [Text: Int] = [:]
  }

  /// Clients invent collections.
  static let limit = 10_000
  /// Of one index.
  static let operationLimit = 100

  private(set) var uses: [Key: Use] = [:]

  /// A listener has used its index when it was attached; deliveries need none.
  mutating func count(_ request: ServedRequest, by operation: Text) {
    guard request.isNewRequest, request.outcome == .served, let plan = request.plan else { return }
    for disjunct in plan.disjuncts {
      for member in disjunct.members { count(member.index, in: request.database.database, by: operation) }
    }
  }

  private mutating func count(_ index: PlannedIndex, in database: Text, by operation: Text) {
    let key = Key(database: database, index: index)
    guard uses.count < Self.limit || uses[key] != nil else { return }
    uses[key, default: Use()].count(operation)
  }
}

extension IndexUseTable.Use {
  fileprivate mutating func count(_ operation: Text) {
    requests += 1
    let isKnown = operations.count < IndexUseTable.operationLimit || operations[operation] != nil
    operations[isKnown ? operation : ServedLedger.others, default: 0] += 1
  }
}
