package import FirestoreModel

/// How a call has ended: what stands in its trailers.
package struct CallStatus: Error, Hashable, Sendable {
  package var code: StatusCode
  package var message: String
  /// A `google.rpc.Status`, encoded; empty where there is nothing more to say.
  package var details: [UInt8]

  package init(_ code: StatusCode, _ message: String = "", details: [UInt8] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  package static let ok = CallStatus(.ok)
}
