package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct GetDocumentMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireGetDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.getDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let name = try DocumentName(resourceName: request.name)
    let mask = request.hasMask ? try FieldMask(request.mask) : nil
    let consistency: ReadConsistency
    switch request.consistencySelector {
    case .transaction(let id)?: consistency = ReadConsistency(transaction: id)
    case .readTime(let time)?: consistency = try ReadConsistency(readTime: time)
    case nil: consistency = .strong
    }
    let answer = try await backend.database(name.database).get(name.path, consistency, call.context)
    return EncodedMessage(bytes: backend.encoded(answer.stored, mask, in: name.database))
  }
}
