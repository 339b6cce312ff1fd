package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct PartitionQueryMethod: UnaryMethod {
  package typealias Request = WirePartitionQueryRequest
  package typealias Response = WirePartitionQueryResponse

  package let method = ServedRequest.Method.partitionQuery
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "PartitionQuery is not implemented.")
  }
}
