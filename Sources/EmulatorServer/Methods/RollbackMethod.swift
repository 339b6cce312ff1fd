package import FirestoreModel
package import FirestoreService
package import FirestoreWire
package import SwiftProtobuf

package struct RollbackMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireRollbackRequest
  package typealias Response = SwiftProtobuf.Google_Protobuf_Empty

  package let method = ServedRequest.Method.rollback
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let database = try backend.database(DatabaseName(resourceName: request.database))
    try await database.rollback(TransactionID(bytes: Array(request.transaction)), call.context)
    return .empty
  }
}
