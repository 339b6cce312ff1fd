package import FirestoreModel

/// Which version of the database a read sees.
package enum ReadConsistency: Hashable, Sendable {
  /// The newest.
  case strong
  /// The one that was current at a time.
  case at(Timestamp)
  case transaction(TransactionID)
  /// A transaction that begins with this read.
  case newTransaction(TransactionOptions)

  /// One that was begun before.
  var transaction: TransactionID? {
    switch self {
    case .transaction(let id): id
    case .strong, .at, .newTransaction: nil
    }
  }
}

/// Names a transaction; opaque to clients.
package struct TransactionID: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// How a transaction is begun.
package enum TransactionOptions: Hashable, Sendable {
  /// - Parameter at: nil: at the time of the first read.
  case readOnly(at: Timestamp?)
  /// - Parameters:
  ///   - retrying: the attempt before this one, whose age the transaction inherits.
  ///   - concurrency: nil: as the database is set.
  case readWrite(retrying: TransactionID?, concurrency: ConcurrencyMode?)
}

/// How transactions are kept apart.
package enum ConcurrencyMode: String, Hashable, Sendable, CaseIterable {
  /// Reads are checked when the transaction commits.
  case optimistic
  /// Reads lock what they have read.
  case pessimistic
}
