package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct CommitMethod: UnaryMethod {
  package typealias Request = WireCommitRequest
  package typealias Response = WireCommitResponse

  package let method = ServedRequest.Method.commit
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "Commit is not implemented.")
  }
}
