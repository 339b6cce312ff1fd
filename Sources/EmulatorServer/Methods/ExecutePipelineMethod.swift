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
    throw FirestoreError(
      .unimplemented, "ExecutePipeline is not supported: pipelines need Firestore Enterprise edition (FB8001).")
  }
}
