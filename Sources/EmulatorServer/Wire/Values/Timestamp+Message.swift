import FirestoreModel
import SwiftProtobuf

extension Timestamp {
  /// Digits below a microsecond are cut.
  ///
  /// - Parameter field: as messages name it.
  init(_ message: SwiftProtobuf.Google_Protobuf_Timestamp, field: String) throws(FirestoreError) {
    guard let time = Timestamp(seconds: message.seconds, nanoseconds: message.nanos) else {
      // Refused in production; its text is not known.
      throw FirestoreError(
        .invalidArgument, "The \(field) is out of range: it must be within the years 0001 to 9999.")
    }
    self = time
  }

  /// The time of a version, which exists at whole microseconds only.
  init(aligned message: SwiftProtobuf.Google_Protobuf_Timestamp, field: String) throws(FirestoreError) {
    try self.init(message, field: field)
    guard message.nanos.isMultiple(of: 1000) else {
      // Documented as a requirement; the text of the refusal is not known.
      throw FirestoreError(.invalidArgument, "The \(field) must be aligned to microseconds.")
    }
  }
}
