package import FirestoreModel
package import RealtimeDatabase

/// Who sends a request.
package enum RealtimeCaller: Hashable, Sendable {
  /// Rules do not count.
  case owner
  /// What `auth` is in rules; absent when nobody is signed in.
  case client(auth: RealtimeNode)

  package static let anonymous = RealtimeCaller.client(auth: .absent)

  /// Nil for the owner and for who is not signed in.
  package var uid: Text? {
    guard case .client(let auth) = self, case .string(let uid)? = auth.child("uid").leaf else { return nil }
    return uid
  }
}

/// Who sends a request, and what the request says about itself.
package struct RealtimeContext: Hashable, Sendable {
  package var caller: RealtimeCaller
  /// The operation that the request belongs to, as its sender calls it (header `x-firebreak-operation`).
  package var operation: Text?
  /// The test that sends it (header `x-firebreak-test`).
  package var test: Text?
  package var carrier: RealtimeCarrier

  package init(
    caller: RealtimeCaller, operation: Text? = nil, test: Text? = nil, carrier: RealtimeCarrier = .rest(isSilent: false)
  ) {
    self.caller = caller
    self.operation = operation
    self.test = test
    self.carrier = carrier
  }
}

/// What brings a request and takes the answer back: it decides how many bytes are sent around the data.
package enum RealtimeCarrier: Hashable, Sendable {
  /// - Parameter isSilent: the answer carries no data (`print=silent`).
  case rest(isSilent: Bool)
  /// The connection of an SDK.
  case connection
}
