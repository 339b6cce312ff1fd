import FirestoreModel
import FirestoreService
import FirestoreWire
import SwiftProtobuf

extension TransactionOptions {
  /// - Parameter usual: what options without a mode ask for: BeginTransaction reads and writes, reads that begin a
  ///   transaction only read.
  init(_ message: WireTransactionOptions, usual: TransactionOptions) throws(FirestoreError) {
    switch message.mode {
    case .readOnly(let options):
      switch options.consistencySelector {
      case nil: self = .readOnly(at: nil)
      case .readTime(let time): self = .readOnly(at: try Timestamp(aligned: time, field: "read_time"))
      }
    case .readWrite(let options):
      let retried = Array(options.retryTransaction)
      self = .readWrite(
        retrying: retried.isEmpty ? nil : TransactionID(bytes: retried),
        concurrency: try ConcurrencyMode.reading(options.concurrencyMode))
    case nil: self = usual
    }
  }
}

extension ConcurrencyMode {
  /// Nil: as the database is set.
  fileprivate static func reading(
    _ message: WireTransactionOptions.ConcurrencyMode
  ) throws(FirestoreError) -> ConcurrencyMode? {
    switch message {
    case .unspecified: nil
    case .optimistic: .optimistic
    case .pessimistic: .pessimistic
    case .UNRECOGNIZED:
      throw FirestoreError(.invalidArgument, "The concurrency_mode of the transaction is unknown.")
    }
  }
}

extension ReadConsistency {
  /// - Parameter transaction: empty: none.
  init(transaction: some Sequence<UInt8>) {
    let bytes = Array(transaction)
    self = bytes.isEmpty ? .strong : .transaction(TransactionID(bytes: bytes))
  }

  init(newTransaction message: WireTransactionOptions) throws(FirestoreError) {
    self = .newTransaction(try TransactionOptions(message, usual: .readOnly(at: nil)))
  }

  init(readTime message: SwiftProtobuf.Google_Protobuf_Timestamp) throws(FirestoreError) {
    self = .at(try Timestamp(aligned: message, field: "read_time"))
  }
}
