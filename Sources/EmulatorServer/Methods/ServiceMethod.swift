package import FirestoreModel
package import FirestoreService
package import SwiftProtobuf

/// A method of the service, whatever carries it: gRPC and REST call the same.
package protocol ServiceMethod: Sendable {
  associatedtype Request: SwiftProtobuf.Message & Sendable
  /// What the bytes of an ``EncodedMessage`` are, for those who need the message itself (REST).
  associatedtype Response: SwiftProtobuf.Message & Sendable

  /// `package.Service/Method`, as gRPC calls it.
  var path: String { get }
}

/// A method of `google.firestore.v1.Firestore`: observers learn of each of its requests.
package protocol RecordedMethod: ServiceMethod {
  var method: ServedRequest.Method { get }
}

extension RecordedMethod {
  package var path: String { "\(RPCMethod.service)/\(method.rawValue)" }
}

/// One request, one answer.
package protocol UnaryMethod: ServiceMethod {
  func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage
}

/// One request, any number of answers.
package protocol ServerStreamingMethod: ServiceMethod {
  func answer(_ request: Request, _ call: Call, to responses: some ResponseWriter) async throws(FirestoreError)
}

/// Requests and answers in turn, for as long as both sides like: gRPC only.
package protocol BidirectionalMethod: ServiceMethod {
  /// - Parameter requests: ends when the client has finished; the answer then ends, too.
  func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request
}

/// Where the messages of an answer go.
package protocol ResponseWriter: Sendable {
  /// Waits while the client does not read.
  ///
  /// - Throws: CANCELLED when the client is gone.
  func write(_ message: EncodedMessage) async throws(FirestoreError)
}

/// What a transport knows about a call beside its messages.
package struct Call: Sendable {
  package var context: RequestContext
  /// Of the header `google-cloud-resource-prefix`; streams are routed by it until their first message.
  package var database: DatabaseName?

  package init(context: RequestContext, database: DatabaseName? = nil) {
    self.context = context
    self.database = database
  }
}
