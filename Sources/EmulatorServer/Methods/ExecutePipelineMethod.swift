package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ExecutePipelineMethod: ServerStreamingMethod, RecordedMethod {
  package typealias Request = WireExecutePipelineRequest
  package typealias Response = WireExecutePipelineResponse

  package let method = ServedRequest.Method.executePipeline
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    // Clients know a database of the Standard edition by this code and these words (Google's tests of its Python client).
    throw FirestoreError(
      .failedPrecondition,
      "Pipelines are only allowed on ENTERPRISE mode databases, which are not emulated (FB8001).")
  }
}
