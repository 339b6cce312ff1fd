package import FirestoreModel
import FirestoreRulesEnforcement

extension FirestoreDatabase {
  package func beginTransaction(
    _ options: TransactionOptions, _ context: RequestContext
  ) async throws(FirestoreError) -> TransactionID {
    try await serve(.beginTransaction, options.text, billedAs: nil, context) {
      (_, served) async throws(FirestoreError) in
      try begin(options, as: .beginReadWriteTransaction, &served)
    }
  }

  package func rollback(_ id: TransactionID, _ context: RequestContext) async throws(FirestoreError) {
    try await serve(.rollback, RequestTarget.transaction(id), billedAs: nil, context) {
      (_, _) async throws(FirestoreError) in
      try transactions.rollback(id)
    }
  }

  /// Begins a transaction for somebody who may.
  func begin(
    _ options: TransactionOptions, as request: PrivilegedRequest, _ served: inout ServedRequest
  ) throws(FirestoreError) -> TransactionID {
    switch options {
    case .readWrite: try served.requirePrivilege(for: request, billedAs: nil)
    case .readOnly: break
    }
    return try transactions.begin(options, of: store, by: served.context)
  }
}

extension TransactionOptions {
  fileprivate var text: String {
    switch self {
    case .readOnly: "read-only"
    case .readWrite: "read-write"
    }
  }
}
