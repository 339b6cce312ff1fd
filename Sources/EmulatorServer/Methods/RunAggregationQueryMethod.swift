package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct RunAggregationQueryMethod: ServerStreamingMethod {
  package typealias Request = WireRunAggregationQueryRequest
  package typealias Response = WireRunAggregationQueryResponse

  package let method = ServedRequest.Method.runAggregationQuery
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    throw FirestoreError(.unimplemented, "RunAggregationQuery is not implemented.")
  }
}
