import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListDocumentsMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireListDocumentsRequest
  package typealias Response = WireListDocumentsResponse

  package let method = ServedRequest.Method.listDocuments
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let parent = try ParentName(parsing: request.parent)
    let mask = request.hasMask ? try FieldMask(request.mask) : nil
    let orders = try OrderByText.orders(request.orderBy)
    let consistency: ReadConsistency
    switch request.consistencySelector {
    case .transaction(let id)?: consistency = ReadConsistency(transaction: id)
    case .readTime(let time)?: consistency = try ReadConsistency(readTime: time)
    case nil: consistency = .strong
    }
    let listing = DocumentListing(
      parent: parent.document, collectionID: request.collectionID.isEmpty ? nil : Text(request.collectionID),
      pageSize: request.pageSize, pageToken: Text(request.pageToken), orders: orders, showMissing: request.showMissing)
    let answer = try await backend.database(parent.database).listDocuments(listing, consistency, call.context)
    return EncodedMessage { writer in
      for entry in answer.entries {
        switch entry {
        case .document(let document):
          writer.message(1, encoded: backend.encoded(document, mask, in: parent.database))
        case .missing(let path): writer.missingDocument(1, path, in: parent.database)
        }
      }
      if !answer.nextPageToken.isEmpty { writer.string(2, answer.nextPageToken.string) }
    }
  }
}
