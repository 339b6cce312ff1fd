import DocumentMessages
import DocumentStore
import FirestoreModel

extension MessageWriter {
  /// The fields of a `WriteResult`.
  mutating func writeResult(_ result: WriteResult) {
    if let time = result.updateTime { message(1) { $0.timestamp(time) } }
    for value in result.transformResults { message(2) { $0.value(value) } }
  }

  /// The fields of a `google.rpc.Status`; nil: OK, which has none.
  mutating func status(_ error: FirestoreError?) {
    guard let error else { return }
    integer(1, Int64(error.status.rawValue))
    if !error.message.isEmpty { string(2, error.message) }
  }

  /// The time of the version that an answer shows.
  mutating func time(_ field: Int, _ time: Timestamp) { message(field) { $0.timestamp(time) } }

  /// A document that is shown by its name only, since it does not exist.
  mutating func missingDocument(_ field: Int, _ path: DocumentPath, in database: DatabaseName) {
    message(field) { $0.documentName(1, path, in: database) }
  }
}
