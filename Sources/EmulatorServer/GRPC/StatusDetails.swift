import DocumentMessages
import FirestoreModel

/// What an error says beside its text, as a `google.rpc.Status`; empty where there is nothing.
enum StatusDetails {
  static func encoded(_ error: FirestoreError) -> [UInt8] {
    guard !error.details.isEmpty else { return [] }
    var writer = MessageWriter()
    writer.integer(1, Int64(error.status.rawValue))
    writer.string(2, error.message)
    for detail in error.details {
      writer.message(3) { writer in
        writer.string(1, detail.typeURL)
        writer.message(2) { detail.write(to: &$0) }
      }
    }
    return writer.bytes
  }
}

extension ErrorDetail {
  fileprivate func write(to writer: inout MessageWriter) {
    switch self {
    case .badRequest(let violations):
      for violation in violations { writer.message(1) { violation.write(to: &$0) } }
    case .errorInfo(let reason, let metadata):
      writer.string(1, reason)
      writer.string(2, Self.domain)
      for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
        writer.message(3) { writer in
          writer.string(1, key)
          writer.string(2, value)
        }
      }
    }
  }
}

extension ErrorDetail.FieldViolation {
  fileprivate func write(to writer: inout MessageWriter) {
    if !field.isEmpty { writer.string(1, field) }
    writer.string(2, description)
  }
}
