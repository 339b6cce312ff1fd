/// What a refusal says beside its text: messages of `google.rpc` that clients may look into.
package enum ErrorDetail: Hashable, Sendable {
  /// What the front end does not take, place by place.
  case badRequest([FieldViolation])
  /// A reason of Firestore's that programs can tell apart.
  case errorInfo(reason: String, metadata: [String: String] = [:])

  package struct FieldViolation: Hashable, Sendable {
    /// A path as descriptions of messages write it; empty for the request itself.
    package var field: String
    package var description: String

    package init(field: String, description: String) {
      self.field = field
      self.description = description
    }
  }

  /// Whose reasons they are.
  package static let domain = "firestore.googleapis.com"

  /// Of the message.
  package var typeURL: String {
    switch self {
    case .badRequest: "type.googleapis.com/google.rpc.BadRequest"
    case .errorInfo: "type.googleapis.com/google.rpc.ErrorInfo"
    }
  }
}
