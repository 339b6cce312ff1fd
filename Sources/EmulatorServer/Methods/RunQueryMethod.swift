package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct RunQueryMethod: ServerStreamingMethod {
  package typealias Request = WireRunQueryRequest
  package typealias Response = WireRunQueryResponse

  package let method = ServedRequest.Method.runQuery
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    throw FirestoreError(.unimplemented, "RunQuery is not implemented.")
  }
}
