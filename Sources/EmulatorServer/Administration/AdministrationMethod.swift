import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import FirestoreWire
import SwiftProtobuf

/// A method of the services that look after databases. None of its requests is recorded or billed.
struct AdministrationMethod<Request: Message & Sendable, Response: Message & Sendable>: UnaryMethod {
  let path: String
  let work: @Sendable (Request) async throws(FirestoreError) -> Response

  /// End users look after nothing, whatever the rules say.
  func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    guard call.context.caller == .admin else { throw .missingPermissions }
    return try EncodedMessage(await work(request))
  }
}

extension EncodedMessage {
  init(_ message: some Message) throws(FirestoreError) {
    do { self.init(bytes: try message.serializedBytes()) } catch {
      throw FirestoreError(.internal, "The answer cannot be written: \(error).")
    }
  }
}

extension FirestoreError {
  /// What of a method is not served.
  static func notServed(_ what: String) -> FirestoreError {
    FirestoreError(.unimplemented, "\(what) not served by this emulator (FB8001).")
  }
}
