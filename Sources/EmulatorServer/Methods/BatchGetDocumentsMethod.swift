import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BatchGetDocumentsMethod: ServerStreamingMethod, RecordedMethod {
  package typealias Request = WireBatchGetDocumentsRequest
  package typealias Response = WireBatchGetDocumentsResponse

  package let method = ServedRequest.Method.batchGetDocuments
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    let name = try DatabaseName(resourceName: request.database)
    let mask = request.hasMask ? try FieldMask(request.mask) : nil
    var paths: [DocumentPath] = []
    for document in request.documents { paths.append(try DocumentPath(resourceName: document, in: name)) }
    let answer = try await backend.database(name).batchGet(paths, try consistency(of: request), call.context)
    if let id = answer.transaction { try await responses.write(EncodedMessage { $0.bytes(3, id.bytes) }) }
    func message(_ result: (inout MessageWriter) -> Void) -> EncodedMessage {
      EncodedMessage { writer in
        result(&writer)
        writer.time(4, answer.readTime)
      }
    }
    for document in answer.found {
      let bytes = backend.encoded(document, mask, in: name)
      try await responses.write(message { $0.message(1, encoded: bytes) })
    }
    for path in answer.missing {
      try await responses.write(message { $0.documentName(2, path, in: name) })
    }
  }

  private func consistency(of request: Request) throws(FirestoreError) -> ReadConsistency {
    switch request.consistencySelector {
    case .transaction(let id)?: ReadConsistency(transaction: id)
    case .newTransaction(let options)?: try ReadConsistency(newTransaction: options)
    case .readTime(let time)?: try ReadConsistency(readTime: time)
    case nil: .strong
    }
  }
}
