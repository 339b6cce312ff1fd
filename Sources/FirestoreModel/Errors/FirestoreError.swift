/// What the service answers when it refuses a request: a canonical status and production's own message.
package struct FirestoreError: Error, Hashable, Sendable {
  package var status: StatusCode
  package var message: String
  /// What clients can look into beside the text; does not tell errors apart.
  package var details: [ErrorDetail]
  /// Which rule about queries was broken; no part of what the service answers.
  package var rule: QueryRule?

  package init(
    _ status: StatusCode, _ message: String, breaking rule: QueryRule? = nil, details: [ErrorDetail] = []
  ) {
    self.status = status
    self.message = message
    self.details = details
    self.rule = rule
  }

  package static func == (left: FirestoreError, right: FirestoreError) -> Bool {
    left.status == right.status && left.message == right.message
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(message)
  }
}

/// Rules about queries that are told apart by more than the text of the refusal.
package enum QueryRule: Hashable, Sendable {
  case numberOfDisjunctions
  case orderAfterName
  case cursorLength
  /// A cursor by document name is a document.
  case cursorOfName
  case negations
  case limitToLastOrder
  case numberOfArrayContains
}
