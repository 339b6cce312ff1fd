/// What the service answers when it refuses a request: a canonical status and production's own message.
package struct FirestoreError: Error, Hashable, Sendable {
  package var status: StatusCode
  package var message: String
  /// Which rule about queries was broken; no part of what the service answers.
  package var rule: QueryRule?

  package init(_ status: StatusCode, _ message: String, breaking rule: QueryRule? = nil) {
    self.status = status
    self.message = message
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

/// The canonical gRPC status codes that Firestore answers.
package enum StatusCode: Int, Hashable, Sendable, CaseIterable {
  case ok = 0
  case cancelled = 1
  case unknown = 2
  case invalidArgument = 3
  case deadlineExceeded = 4
  case notFound = 5
  case alreadyExists = 6
  case permissionDenied = 7
  case resourceExhausted = 8
  case failedPrecondition = 9
  case aborted = 10
  case outOfRange = 11
  case unimplemented = 12
  case `internal` = 13
  case unavailable = 14
  case dataLoss = 15
  case unauthenticated = 16

  /// `INVALID_ARGUMENT`, …
  package var name: String {
    switch self {
    case .ok: "OK"
    case .cancelled: "CANCELLED"
    case .unknown: "UNKNOWN"
    case .invalidArgument: "INVALID_ARGUMENT"
    case .deadlineExceeded: "DEADLINE_EXCEEDED"
    case .notFound: "NOT_FOUND"
    case .alreadyExists: "ALREADY_EXISTS"
    case .permissionDenied: "PERMISSION_DENIED"
    case .resourceExhausted: "RESOURCE_EXHAUSTED"
    case .failedPrecondition: "FAILED_PRECONDITION"
    case .aborted: "ABORTED"
    case .outOfRange: "OUT_OF_RANGE"
    case .unimplemented: "UNIMPLEMENTED"
    case .internal: "INTERNAL"
    case .unavailable: "UNAVAILABLE"
    case .dataLoss: "DATA_LOSS"
    case .unauthenticated: "UNAUTHENTICATED"
    }
  }
}
