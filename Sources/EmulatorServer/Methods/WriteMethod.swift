package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct WriteMethod: BidirectionalMethod {
  package typealias Request = WireWriteRequest
  package typealias Response = WireWriteResponse

  package let method = ServedRequest.Method.write
  let backend: ServiceBackend

  package func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {
    throw FirestoreError(.unimplemented, "Write is not implemented.")
  }
}
