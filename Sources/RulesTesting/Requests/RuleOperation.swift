package import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import QueryModel

/// One request of a client, as `rules eval` and the case files of `rules test` state it.
package enum RuleOperation: Hashable, Sendable {
  case get(DocumentPath)
  case list(Query)
  /// One write, or several that are committed together.
  case commit([Write])
}

extension Caller {
  /// `alice`, `nobody` or `an admin`.
  package var name: String {
    switch self {
    case .admin: "an admin"
    case .user(nil): "nobody"
    case .user(let auth?): auth.uid.string
    }
  }
}

extension RuleOperation {
  /// `get orders/o1`, `list orders where …`, `update orders/o1`, `commit of 3 writes`
  package func text(database: DatabaseName) -> String {
    switch self {
    case .get(let path): return "get \(path)"
    case .list(let query): return "list \(QueryStatement.query(query).text(database: database))"
    case .commit(let writes):
      guard writes.count == 1, let write = writes.first else { return "commit of \(writes.count) writes" }
      return "\(write.word) \(write.path)"
    }
  }

  /// The first write's word, or `get` and `list`.
  package var word: String {
    switch self {
    case .get: "get"
    case .list: "list"
    case .commit(let writes): writes.count == 1 ? writes.first?.word ?? "commit" : "commit"
    }
  }
}

extension Write {
  /// The word of a case file that makes such a write.
  var word: String {
    switch operation {
    case .set: precondition == .exists(false) ? "create" : "set"
    case .merge: precondition == .exists(true) ? "update" : "merge"
    case .delete: "delete"
    case .verify: "verify"
    }
  }
}
