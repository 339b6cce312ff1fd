package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListCollectionIDsMethod: UnaryMethod {
  package typealias Request = WireListCollectionIdsRequest
  package typealias Response = WireListCollectionIdsResponse

  package let method = ServedRequest.Method.listCollectionIDs
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "ListCollectionIds is not implemented.")
  }
}
