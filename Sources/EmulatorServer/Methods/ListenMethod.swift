package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListenMethod: BidirectionalMethod {
  package typealias Request = WireListenRequest
  package typealias Response = WireListenResponse

  package let method = ServedRequest.Method.listen
  let backend: ServiceBackend

  package func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {
    throw FirestoreError(.unimplemented, "Listen is not implemented.")
  }
}
